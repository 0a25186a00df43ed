import LosslessJSON

/// A model for answers whose data does not matter: it decodes from anything, null included.
public struct Empty: Codable, Sendable, Hashable {
  /// There is nothing in it.
  public init() {}

  /// Reads nothing.
  public init(from decoder: any Decoder) throws {}
}
