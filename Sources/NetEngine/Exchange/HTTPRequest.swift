/// What is sent: everything a target, its task and the plugins decided, checked and complete.
///
/// The transport adds only what depends on the connection: `Host` and the framing of the body.
public struct HTTPRequest: Sendable, Hashable {
  /// The method.
  public var method: HTTPMethod
  /// An absolute http or https URL, percent-encoded, without user, password and fragment.
  public var url: String
  /// The fields in the order in which they go out.
  public var headers: Headers
  /// What is sent after the head.
  public var body: RequestBody
  /// Where the answer's body is kept as a file, if anywhere.
  public var destination: DownloadDestination?
  /// How it travels.
  public var options: RequestOptions
  /// How long the whole exchange may take.
  public var timeout: Duration?
  /// What is bounded.
  public var limits: Limits

  /// Makes a request; nothing is checked here, the provider checks before it sends.
  public init(
    method: HTTPMethod = .get, url: String, headers: Headers = [:], body: RequestBody = .none,
    destination: DownloadDestination? = nil, options: RequestOptions = RequestOptions(),
    timeout: Duration? = nil, limits: Limits = Limits()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.destination = destination
    self.options = options
    self.timeout = timeout
    self.limits = limits
  }
}

/// The body of a request.
public enum RequestBody: Sendable, Hashable {
  /// No body.
  case none
  /// Bytes in memory.
  case bytes(Body)
  /// A file that is read while it is sent.
  case file(FileSource)
  /// Parts that are read while they are sent.
  case multipart(EncodedMultipart)

  /// How many bytes it will be.
  public var count: Int {
    switch self {
    case .none: 0
    case .bytes(let body): body.count
    case .file(let file): file.count
    case .multipart(let parts): parts.count
    }
  }
}

/// A file to be sent, with the size it had when the request was built.
public struct FileSource: Sendable, Hashable {
  /// Its path.
  public var path: String
  /// Its size in bytes.
  public var count: Int

  /// Takes both as they are; nothing is looked at.
  public init(path: String, count: Int) {
    self.path = path
    self.count = count
  }
}

extension FileSource {
  /// Paths are bytes: two spellings of one letter are two files.
  public static func == (left: FileSource, right: FileSource) -> Bool {
    left.count == right.count && left.path.utf8.elementsEqual(right.path.utf8)
  }
}

/// Where the body of an answer is to be kept.
public struct DownloadDestination: Sendable, Hashable {
  /// The file to write.
  public var path: String
  /// Whether a file that is there may be replaced.
  public var overwrites: Bool

  /// Names a file; one that exists stays untouched unless `overwrites`.
  public init(path: String, overwrites: Bool = false) {
    self.path = path
    self.overwrites = overwrites
  }
}

extension DownloadDestination {
  /// Paths are bytes: two spellings of one letter are two files.
  public static func == (left: DownloadDestination, right: DownloadDestination) -> Bool {
    left.overwrites == right.overwrites && left.path.utf8.elementsEqual(right.path.utf8)
  }
}

/// How a request travels, apart from what it says.
public struct RequestOptions: Sendable, Hashable {
  /// Redirects are followed, hop by hop.
  public var followsRedirects = true
  /// The server's certificate and name are checked.
  public var verifiesTLS = true
  /// A file of certificates to trust in place of the system's.
  public var certificateFile: String?
  /// Which protocol to speak.
  public var version = Version.automatic

  /// Follows redirects, checks certificates, lets the server choose the protocol.
  public init() {}

  /// A protocol version to ask for.
  public enum Version: Sendable, Hashable {
    /// HTTP/2 where TLS agrees on it, HTTP/1.1 otherwise.
    case automatic
    /// HTTP/1.1 only.
    case http1
    /// HTTP/2; without TLS by prior knowledge.
    case http2
  }
}
