import NetEngine
import RequestFiles

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
    let line = try Self.line(arguments, words)
    let endpoint = line.endpoint
    (baseURL, method, task) = (endpoint.url, endpoint.method, endpoint.task)
    headers = endpoint.headers
    if arguments["--body-json"] != nil, case .data(let body) = task.body,
      let error = JSONDocument(body.bytes).error
    {
      Output.talk("note: --body-json is no JSON, and is sent as it is: \(error)")
    }
    if !line.withoutEffect.isEmpty {
      Output.talk(
        "note: \(line.withoutEffect.joined(separator: ", ")): without effect here; -i shows the heads,"
          + " --json times and steps")
    }
    options = try Self.options(endpoint, line.removed, arguments)
    var limits = try LimitOptions.limits(arguments, settings)
    if let text = arguments["--max-redirs"] {
      guard let count = Int(text), -1...1_000 ~= count else {
        throw UsageMistake.badValue(option: "--max-redirs", value: text, expected: "-1 to 1000")
      }
      limits.redirects = count < 0 ? 1_000 : count
    }
    self.limits = limits
    timeout = try LimitOptions.duration(arguments, "--timeout") ?? endpoint.timeout
  }

  /// What curl would make of it; a mistake never tells a password of the URL.
  @MainActor
  private static func line(
    _ arguments: Arguments, _ words: (method: String?, url: String?)
  ) throws -> CurlLine {
    var unread: TextFile.Problem?
    do throws(CurlImportProblem) {
      return try CurlLine(CurlOptions.said(arguments), method: words.method, url: words.url) {
        path in
        do { return try TextFile.read(path) } catch {
          unread = error as? TextFile.Problem
          throw error
        }
      }
    } catch {
      if let unread { throw unread }
      let url = words.url ?? arguments["--url"] ?? ""
      let hint = error.hint.isEmpty ? "" : " — \(error.hint)"
      throw UsageMistake.meant(
        (error.message + hint).replacing(url, with: url.withoutUserInfo).capitalizedFirst + ".")
    }
  }

  /// The URL, a method in front of it if there is one.
  @MainActor
  private static func words(
    _ arguments: Arguments
  ) throws(UsageMistake) -> (method: String?, url: String?) {
    var words = arguments.words
    if words.isEmpty, arguments["--url"] == nil {
      throw .missingWord(SendCommand.words, command: "send")
    }
    if words.count > 1, words[0].hasURLScheme || words[0].contains("/") {
      throw .needlessWord(words[1], command: "send")
    }
    let url = arguments["--url"] == nil ? words.popLast() : nil
    try check(url: url ?? arguments["--url"] ?? "", isAlone: words.isEmpty)
    if let said = arguments["--request"] {
      if let word = words.first { throw .together(word, "--request") }
      try check(method: said)
    } else if let word = words.first {
      try check(method: word)
    }
    return (words.first, url)
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
        "'\(name)' is a variable, and 'send' has none: write its value, or send a request file with"
          + " 'inspector run FILE --set NAME=VALUE'.")
    }
    if url.utf8.first == UInt8(ascii: "/"), !url.utf8.starts(with: "//".utf8) {
      throw .meant("'\(url)' has no host: write the whole URL, as in 'https://host\(url)'.")
    }
    let scheme = ["http", "https"].first { url.hasPrefix("\($0)//") || url.hasPrefix("\($0):/") }
    if let scheme, !MeantFile.isURL(url) {
      throw .meant("The URL has no '://' behind '\(scheme)'. Did you mean '\(scheme)://…'?")
    }
    if MeantFile.isRequestFile(url), SavedFile.exists(url) {
      throw .meant("'\(url)' is a request file: 'inspector run \(url)' sends it.")
    }
  }

  /// What is added by itself, and can be left out.
  private static let removable = [
    "Accept", "Accept-Encoding", "User-Agent", "Content-Length", "Content-Type",
  ]

  @MainActor
  private static func options(
    _ endpoint: Endpoint, _ removed: [String], _ arguments: Arguments
  ) throws(TextFile.Problem) -> RequestOptions {
    var options = endpoint.options ?? RequestOptions()
    options.tlsSwitch = "-k"
    RedirectOptions.apply(arguments, to: &options)
    // Redirects are followed where nobody says otherwise: the last answer is what is judged.
    options.followsRedirects = arguments["--no-redirect"] == nil
    if let file = options.certificateFile { _ = try TextFile.start(of: file) }
    options.leftOut = removed.filter { name in
      removable.contains { $0.isSameHeaderName(as: name) } && !endpoint.headers.contains(name)
    }
    return options
  }
}

extension String {
  /// As a sentence begins.
  nonisolated fileprivate var capitalizedFirst: String {
    prefix(1).uppercased() + dropFirst()
  }

  /// Whether it names its scheme; `localhost:8080` does not.
  nonisolated fileprivate var hasURLScheme: Bool {
    guard let mark = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return utf8[mark...].starts(with: "://".utf8)
  }
}
