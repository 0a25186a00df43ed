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
    var (headers, leftOut) = try Self.headers(arguments)
    let payload = try RequestPayload(arguments)
    let hasNoType = leftOut.contains { $0.isSameHeaderName(as: "Content-Type") }
    if let type = payload.contentType, !headers.contains("Content-Type"), !hasNoType {
      headers.append(HeaderField("Content-Type", type, source: .task))
    }
    if let user = arguments["--user"] {
      headers["Authorization"] = Self.basic(user)
    }
    self.headers = headers
    task = payload.task
    method = words.count > 1 ? HTTPMethod(rawValue: words[0]) : payload.isEmpty ? .get : .post
    var options = try Self.options(arguments)
    options.leftOut = leftOut.filter { !headers.contains($0) }
    self.options = options
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
    try check(url: words[words.count - 1], isAlone: words.count == 1)
    guard let method = arguments["--request"] else {
      if words.count > 1 { try check(method: words[0]) }
      return words
    }
    if words.count > 1 { throw .together(words[0], "--request") }
    try check(method: method)
    return [method] + words
  }

  private static let methods = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
  ]

  /// Methods are case-sensitive: `get` is another one than `GET`, and nobody means it.
  private static func check(method: String) throws(UsageMistake) {
    let upper = String(
      decoding: method.utf8.map { $0 &- 0x61 < 26 ? $0 & 0xdf : $0 }, as: UTF8.self)
    guard upper != method, methods.contains(upper) else { return }
    throw .meant("The method '\(method)' is written '\(upper)'.")
  }

  /// What stands where a URL should, and is something else.
  @MainActor
  private static func check(url: String, isAlone: Bool) throws(UsageMistake) {
    if isAlone, methods.contains(url) {
      throw .meant(
        "A URL is missing behind '\(url)', as in 'inspector send \(url) https://host/path'.")
    }
    if let open = url.utf8.firstPlace(of: "{{".utf8),
      let close = url.utf8[open.upperBound...].firstPlace(of: "}}".utf8)
    {
      let name = String(Substring(url.utf8[open.lowerBound..<close.upperBound]))
      throw .meant(
        "'\(name)' is a variable, and 'send' has none: write its value, or fire a request file with"
          + " 'inspector run FILE --set NAME=VALUE'.")
    }
    if url.utf8.first == UInt8(ascii: "/"), !url.utf8.starts(with: "//".utf8) {
      throw .meant("'\(url)' has no host: write the whole URL, as in 'https://host\(url)'.")
    }
    if MeantFile.isRequestFile(url), SavedFile.exists(url) {
      throw .meant("'\(url)' is a request file: 'inspector run \(url)' fires it.")
    }
  }

  /// `Name: value`; `Name;` has an empty value; `Name:` alone takes away what would be added.
  @MainActor
  private static func headers(
    _ arguments: Arguments
  ) throws(UsageMistake) -> (said: Headers, leftOut: [String]) {
    var headers = Headers()
    var leftOut: [String] = []
    for line in arguments.all("--header") {
      if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
        let name = String(line[..<colon])
        let value = line[line.utf8.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        guard value.isEmpty else {
          headers.append(HeaderField(name, String(value)))
          continue
        }
        guard removable.contains(where: { $0.isSameHeaderName(as: name) }) else {
          throw .badValue(
            option: "-H", value: line,
            expected:
              "a value behind the colon; taken away can be \(removable.joined(separator: ", "))"
          )
        }
        leftOut.append(name)
      } else if line.hasSuffix(";") {
        headers.append(HeaderField(String(line.dropLast()), ""))
      } else {
        throw .badValue(option: "-H", value: line, expected: "a line such as 'Name: value'")
      }
    }
    return (headers, leftOut)
  }

  /// What is added by itself, and can be left out.
  private static let removable = [
    "Accept", "Accept-Encoding", "User-Agent", "Content-Length", "Content-Type",
  ]

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
    options.tlsSwitch = "-k"
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
