import LosslessJSON

/// Why a request cannot be built: nothing of it was sent.
public struct SetupProblem: Error, Sendable, Hashable {
  /// The part of the request it is about.
  package var part: Part
  /// What is wrong with it.
  package var reason: Reason
  /// The offending text, as it was given.
  public var text: String

  /// Names the part, what is wrong, and the text.
  package init(_ part: Part, _ reason: Reason, text: String) {
    self.part = part
    self.reason = reason
    self.text = text
  }

  /// A part of a request.
  package enum Part: Sendable, Hashable {
    case url, method, body
    case headerName
    case headerValue(String)
    case multipartName, multipartFileName, multipartType, multipartBoundary
    case file
  }

  /// What can be wrong.
  package enum Reason: Sendable, Hashable {
    /// A byte that may not stand there, and where.
    case forbiddenByte(UInt8, at: Int)
    case empty
    /// A byte that ends no host and may not stand in one, and where.
    case forbiddenInHost(UInt8, at: Int)
    case noScheme
    /// What has to stand behind the scheme does not, and where.
    case noSlashes(at: Int)
    /// There is none, and where it would be.
    case noHost(at: Int)
    /// What stands in brackets is no IPv6 address.
    case badAddress(String)
    case unsupportedScheme(String)
    case badPort(String)
    case tooLong(allowed: Int)
    /// What the method or encoding does not go with.
    case combination(String)
    /// The system's words for a file that cannot be read.
    case unreadable(String)
    /// What is wrong where it was to be made from.
    case source(SourceProblem)
  }
}
