import NetEngine

/// A request that stands on the command line.
nonisolated struct AdHocTarget: TargetType {
  let baseURL: String
  let method: HTTPMethod
  let task: HTTPTask
  let headers: Headers
  let timeout: Duration?
  let options: RequestOptions?
  let limits: Limits?

  /// The URL says it all.
  var path: String { "" }
  var name: String { baseURL.withoutUserInfo }

  @MainActor
  init(_ arguments: Arguments, _ settings: CommandSettings) throws {
    let words = try Self.words(arguments)
    let url = words[words.count - 1]
    baseURL = url.hasURLScheme ? url : "http://" + url
    var headers = try Self.headers(arguments)
    let payload = try RequestPayload(arguments)
    if let type = payload.contentType, !headers.contains("Content-Type") {
      headers.append(HeaderField("Content-Type", type, source: .task))
    }
    if let user = arguments["--user"] {
      headers["Authorization"] = Self.basic(user)
    }
    self.headers = headers
    task = payload.task
    method = words.count > 1 ? HTTPMethod(rawValue: words[0]) : payload.isEmpty ? .get : .post
    options = try Self.options(arguments)
    limits = try LimitOptions.limits(arguments, settings)
    timeout = try LimitOptions.duration(arguments, "--timeout")
  }

  /// The URL, a method in front of it if there is one.
  @MainActor
  private static func words(_ arguments: Arguments) throws(UsageMistake) -> [String] {
    let words = arguments.words
    if words.count > 1, words[0].hasURLScheme || words[0].contains("/") {
      throw .needlessWord(words[1], command: "send")
    }
    guard let method = arguments["--request"] else { return words }
    if words.count > 1 { throw .together(words[0], "--request") }
    return [method] + words
  }

  /// `Name: value`; `Name;` has an empty value, `Name:` alone is refused like curl's removal.
  @MainActor
  private static func headers(_ arguments: Arguments) throws(UsageMistake) -> Headers {
    var headers = Headers()
    for line in arguments.all("--header") {
      if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
        let value = line[line.utf8.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        headers.append(HeaderField(String(line[..<colon]), String(value)))
      } else if line.hasSuffix(";") {
        headers.append(HeaderField(String(line.dropLast()), ""))
      } else {
        throw .badValue(option: "-H", value: line, expected: "a line such as 'Name: value'")
      }
    }
    return headers
  }

  private static func basic(_ user: String) -> String {
    let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return CredentialsPlugin.Credentials(
      user: String(parts[0]), password: parts.count > 1 ? String(parts[1]) : ""
    ).authorization
  }

  @MainActor
  private static func options(_ arguments: Arguments) throws(TextFile.Problem) -> RequestOptions {
    var options = RequestOptions()
    options.verifiesTLS = arguments["--insecure"] == nil
    options.followsRedirects = arguments["--no-redirect"] == nil
    if let file = arguments["--cacert"] {
      _ = try TextFile.start(of: file)
      options.certificateFile = file
    }
    if arguments["--http1.1"] != nil { options.version = .http1 }
    if arguments["--http2"] != nil { options.version = .http2 }
    return options
  }
}

extension String {
  /// Whether it names its scheme; `localhost:8080` does not.
  nonisolated fileprivate var hasURLScheme: Bool {
    guard let mark = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return utf8[mark...].starts(with: "://".utf8)
  }
}
