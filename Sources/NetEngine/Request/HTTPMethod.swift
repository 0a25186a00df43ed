import LosslessJSON

/// A request method; unknown ones are as good as the known.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The method as it goes over the wire: methods are case-sensitive.
  public let rawValue: String

  /// Takes any text; one that is not a token is refused when the request is built.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Takes the method as a literal.
  public init(stringLiteral value: String) {
    rawValue = value
  }

  /// Reads a resource.
  public static let get: HTTPMethod = "GET"
  /// Reads only the head of an answer.
  public static let head: HTTPMethod = "HEAD"
  /// Sends something new.
  public static let post: HTTPMethod = "POST"
  /// Replaces a resource.
  public static let put: HTTPMethod = "PUT"
  /// Changes a resource in part.
  public static let patch: HTTPMethod = "PATCH"
  /// Removes a resource.
  public static let delete: HTTPMethod = "DELETE"
  /// Asks what is allowed.
  public static let options: HTTPMethod = "OPTIONS"
  /// Asks for the request to be sent back.
  public static let trace: HTTPMethod = "TRACE"
  /// Asks a proxy for a tunnel.
  public static let connect: HTTPMethod = "CONNECT"

  /// Sending it twice does what sending it once does (RFC 9110 §9.2.2): retries look at this.
  public var isIdempotent: Bool {
    switch self {
    case .get, .head, .put, .delete, .options, .trace: true
    default: false
    }
  }

  /// It changes nothing on the server (RFC 9110 §9.2.1): firing many needs no question.
  public var isSafe: Bool {
    switch self {
    case .get, .head, .options, .trace: true
    default: false
    }
  }

  /// Its body has a meaning, so it may be made of parts; unknown methods are trusted.
  public var supportsMultipart: Bool {
    switch self {
    case .get, .head, .delete, .options, .trace: false
    default: true
    }
  }

  /// Parameters of this method go into the query unless their encoding says otherwise.
  var prefersQuery: Bool {
    switch self {
    case .get, .head, .delete: true
    default: false
    }
  }
}
