/// Temporary.
public struct Body: Sendable, Hashable, ExpressibleByStringLiteral {
  /// T.
  public var bytes: [UInt8]
  /// T.
  public static let empty = Body([])
  /// T.
  public init(_ b: [UInt8]) { bytes = b }
  /// T.
  public init(_ s: String) { bytes = Array(s.utf8) }
  /// T.
  public init(stringLiteral s: String) { bytes = Array(s.utf8) }
  /// T.
  public var count: Int { bytes.count }
}
