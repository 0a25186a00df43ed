import LosslessJSON

/// What is sent: everything a target, its task and the plugins decided, checked and complete.
///
/// The transport adds only what depends on the connection: `Host` and the framing of the body.
public struct HTTPRequest: Sendable, Hashable {
  private struct Parts: Sendable, Hashable {
    var method: HTTPMethod
    var url: String
    var headers: Headers
    var body: RequestBody
    var destination: DownloadDestination?
    var options: RequestOptions
    var timeout: Duration?
    var limits: Limits
    var secrets: [NamedSecret] = []
    var keptPartOf: Int?
  }

  private var parts: SharedValue<Parts>

  /// Makes a request; nothing is checked here, the provider checks before it sends.
  public init(
    method: HTTPMethod = .get, url: String, headers: Headers = [:], body: RequestBody = .none,
    destination: DownloadDestination? = nil, options: RequestOptions = RequestOptions(),
    timeout: Duration? = nil, limits: Limits = Limits()
  ) {
    parts = SharedValue(
      Parts(
        method: method, url: url, headers: headers, body: body, destination: destination,
        options: options, timeout: timeout, limits: limits))
  }

  /// The method.
  public var method: HTTPMethod {
    _read { yield parts.value.method }
    _modify { yield &parts.value.method }
  }
  /// An absolute http or https URL, percent-encoded, without user, password and fragment.
  public var url: String {
    _read { yield parts.value.url }
    _modify { yield &parts.value.url }
  }
  /// The fields in the order in which they go out.
  public var headers: Headers {
    _read { yield parts.value.headers }
    _modify { yield &parts.value.headers }
  }
  /// What is sent after the head.
  public var body: RequestBody {
    _read { yield parts.value.body }
    _modify { yield &parts.value.body }
  }
  /// Where the answer's body is kept as a file, if anywhere.
  public var destination: DownloadDestination? {
    _read { yield parts.value.destination }
    _modify { yield &parts.value.destination }
  }
  // What is large is handed out as a copy: to lend it across modules takes a piece of memory each time.

  /// How it travels.
  public var options: RequestOptions {
    get { parts.value.options }
    _modify { yield &parts.value.options }
  }
  /// How long the whole exchange may take.
  public var timeout: Duration? {
    _read { yield parts.value.timeout }
    _modify { yield &parts.value.timeout }
  }
  /// What is bounded.
  public var limits: Limits {
    get { parts.value.limits }
    _modify { yield &parts.value.limits }
  }

  /// Values in it that are secrets wherever they stand; they are not sent, and sealed they are gone.
  public var secrets: [NamedSecret] {
    _read { yield parts.value.secrets }
    _modify { yield &parts.value.secrets }
  }

  /// The size of a body of which a recording keeps only a part; nil for a whole body.
  package var keptPartOf: Int? {
    get { parts.value.keptPartOf }
    set { parts.value.keptPartOf = newValue }
  }

  /// Says how much of the body a recording keeps; nil for a whole body.
  package var keptPart: String? {
    guard let keptPartOf else { return nil }
    let (part, whole) = (Units.bytes(body.count), Units.bytes(keptPartOf))
    let (unit, wholeUnit) = (part.split(separator: " ").last, whole.split(separator: " ").last)
    let kept = unit == wholeUnit ? part.split(separator: " ")[0] : part[...]
    return "its request body was kept in part (\(kept) of \(whole))"
  }

  /// Nothing was changed since one was copied from the other; equal ones need not be that.
  func isUnchanged(from other: HTTPRequest) -> Bool { parts.isIdentical(to: other.parts) }
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
  /// How whoever wrote the request says that they are not: an error names it.
  package var tlsSwitch = "verifiesTLS"
  /// A body goes along where a redirect leads from https to http.
  ///
  /// Without it such a redirect fails: anybody on the way could read the body.
  public var allowsDowngrade = false
  /// Origins that a person lets bodies go to without TLS, such as `http://api.test`.
  package var plainOrigins: Set<String> = []
  /// How a person allows it: an error names it.
  package var downgradeSwitch = "allowsDowngrade"
  /// The variables of a person's environment in the request: a redirect takes them to no other origin.
  package var environment = EnvironmentGuard()
  /// A file of certificates to trust in place of the system's.
  public var certificateFile: String?
  /// Which protocol to speak.
  public var version = Version.automatic
  /// Fields the engine would add by itself and does not: `Accept`, `Accept-Encoding`, `User-Agent`,
  /// the `Content-Length: 0` of a POST, PUT or PATCH without a body, and `Cookie`, where the cookie
  /// store then does not keep what the answer sets either.
  package var leftOut: [String] = []
  /// What the request line says in place of the URL's path and query.
  package var rawTarget: String?
  /// How long connecting may take, where the request says it itself.
  package var connectTimeout: Duration?
  /// Comments of a request file that say how the response is judged: `# @profile none`.
  package var notes: [String] = []
  /// The words of its `# @tag` comments.
  package var tags: [String] {
    notes.filter { $0.hasPrefix("# @tag ") }
      .flatMap { $0.dropFirst(7).split { $0 == " " || $0 == "," || $0 == "\t" }.map(String.init) }
  }
  /// Who signs in where a server asks for Digest.
  package var digest: DigestCredentials?

  /// Follows redirects, checks certificates, lets the server choose the protocol.
  public init() {}

  /// Whether it travels as every request does.
  package var areUsual: Bool {
    var usual = RequestOptions()
    (usual.tlsSwitch, usual.digest, usual.notes) = (tlsSwitch, digest, notes)
    (usual.allowsDowngrade, usual.plainOrigins) = (allowsDowngrade, plainOrigins)
    (usual.downgradeSwitch, usual.environment) = (downgradeSwitch, environment)
    return self == usual
  }

  /// Whether the engine is told not to add a field of this name.
  package func leavesOut(_ name: String) -> Bool {
    leftOut.contains { $0.isSameHeaderName(as: name) }
  }

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
