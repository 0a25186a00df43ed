/// A limit that was reached.
public struct LimitExceeded: Error, Sendable, Hashable {
  /// Which one.
  public var limit: Limit
  /// What is allowed, in the limit's unit.
  public var allowed: Int
  /// How much there was, as far as it was seen.
  public var found: Int?

  /// Takes the figures as they are.
  package init(_ limit: Limit, allowed: Int, found: Int? = nil) {
    self.limit = limit
    self.allowed = allowed
    self.found = found
  }

  /// The limits by name; the raw value is the property of ``Limits`` that raises it.
  public enum Limit: String, Sendable, Hashable, CaseIterable {
    case wireBody, decodedBody, decodedRatio, headerLine, headerBlock, headerFields
    case interimResponses, redirects, urlLength, jsonDepth, jsonMemory, codingLayers
    /// The system's, for this process.
    case openFiles
  }
}
