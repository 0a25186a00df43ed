import LosslessJSON
import NetEngine

extension HAREntryReader {
  // MARK: What came of it, as other tools say it

  /// The recorded status decides: an error beside it says that something else went wrong as well.
  ///
  /// Chrome writes `net::ERR_ABORTED` beside a 204 it did not show and beside a download.
  func foreignResult(
    _ entry: JSON, _ request: HTTPRequest, _ hops: [Hop]
  ) throws(SessionProblem) -> Result<Response, NetError>? {
    let text = errorText(entry)
    var response: Response?
    if hops.last?.isAnswer == true {
      response = try self.response(entry, request, hops, isOurs: false)
    }
    guard response.map({ $0.statusCode > 0 }) != true else {
      if let text {
        response?.warnings.append(Warning(.recordedError, text))
        if ForeignFailure(text).breaksOff { response?.isComplete = false }
      }
      return response.map { .success($0) }
    }
    guard let text else { return response.map { .success($0) } }
    let failure = ForeignFailure(text)
    var error = TransportError(
      failure.kind, phase: failure.phase, detail: text, elapsed: entry.microseconds("time"),
      response: response)
    error.hops = hops
    error.told = failure.told
    return .failure(.transport(error))
  }

  /// What the tool gave as the reason: Chrome and Safari in the response, Playwright in two places.
  private func errorText(_ entry: JSON) -> String? {
    let response = entry["response"]
    for said in [entry["_error"], response["_error"], response["_failureText"]] {
      if let text = said.string, !text.isEmpty { return text }
    }
    return entry["_wasAborted"].bool == true ? "aborted" : nil
  }

  // MARK: What is carried

  /// The entry as it stands, and what a list says of it.
  func foreign(
    _ entry: JSON, _ bytes: any JSONBytes, isThere: @escaping @Sendable () -> Bool
  ) -> ForeignEntry {
    var facts = ForeignEntry.Facts()
    facts.tool = tool
    facts.time = entry.microseconds("time").flatMap { $0 > 0 ? $0 : nil }
    facts.page = entry["pageref"].stringValue
    facts.socketMessages = entry["_webSocketMessages"].array?.count ?? 0
    facts.streamEvents = entry["_eventSourceMessages"].array?.count ?? 0
    if entry["response"]["status"].intValue > 0 { facts.source = source(entry) }
    let text = entry["response"]["content"]["text"]
    let range = text.kind == .string ? text.node.map { text.document.range(of: $0) } : nil
    return ForeignEntry(
      facts, bytes, bodyText: range.map { $0.lowerBound + 1..<$0.upperBound - 1 },
      isThere: isThere)
  }

  private func source(_ entry: JSON) -> ForeignEntry.Source? {
    let response = entry["response"]
    var found: ForeignEntry.Source?
    for (part, names) in [
      (entry, ForeignSource.entryNames), (response, ForeignSource.responseNames),
    ] {
      for name in names {
        let value = part[name]
        guard value.exists,
          let source = ForeignSource.source(of: name, value.rawText ?? "")
        else { continue }
        // A service worker may have asked a cache: it has answered.
        if source == .serviceWorker { return source }
        found = source
      }
    }
    return found
  }
}

/// Which fields of other tools say that no server answered.
enum ForeignSource {
  /// Chrome's and Safari's, and those of what is built on Chrome's protocol.
  static let entryNames = [
    "_fromCache", "_fetchedViaServiceWorker", "_fetchType", "fromDiskCache", "_fromDiskCache",
    "fromServiceWorker", "_fromServiceWorker",
  ]
  /// The same where they are said of the response.
  static let responseNames = [
    "_fetchedViaServiceWorker", "fromDiskCache", "_fromDiskCache", "fromServiceWorker",
    "_fromServiceWorker", "fromPrefetchCache", "_fromCache",
  ]

  /// Who answered, by a field and its value as it stands in the file; nil when that was the server.
  static func source(of name: String, _ value: String) -> ForeignEntry.Source? {
    switch value {
    case "false", "null", "0", "\"\"", "\"Network Load\"": return nil
    default: break
    }
    if name.hasSuffix("etchType") {
      if value == "\"Service Worker\"" { return .serviceWorker }
      return value.hasSuffix("Cache\"") ? .cache : nil
    }
    return name.hasSuffix("ServiceWorker") ? .serviceWorker : .cache
  }
}

/// What an error of another tool means here.
///
/// Chrome's errors have names of their own, Firefox's too; proxies write a sentence. Words nobody
/// knows are no reason to claim that there was no connection.
struct ForeignFailure {
  private(set) var kind = TransportError.Kind.connect
  private(set) var phase = TransportError.Phase.connecting
  private(set) var told: TransportError.Told? = .unexplained

  init(_ text: String) {
    let words = text.uppercasedASCII.replacing(" ", with: "_")
    guard let row = Self.rows.first(where: { $0.parts.contains { words.contains($0) } }) else {
      return
    }
    (kind, told) = (row.kind, row.told)
    switch kind {
    case .dns: phase = .resolving
    case .tls: phase = .handshaking
    case .truncated, .decode, .protocol, .redirect: phase = .receiving
    case .empty, .reset: phase = .waiting
    default: break
    }
  }

  /// Whether an answer with a status did not come to its end.
  var breaksOff: Bool {
    switch kind {
    case .truncated, .reset, .decode, .timeout, .empty: true
    default: false
    }
  }

  private struct Row {
    let parts: [String]
    let kind: TransportError.Kind
    var told: TransportError.Told?

    init(_ parts: [String], _ kind: TransportError.Kind, _ told: TransportError.Told? = nil) {
      (self.parts, self.kind, self.told) = (parts, kind, told)
    }
  }

  private static let rows = [
    Row(
      ["BLOCKED_BY_CLIENT", "BLOCKED_BY_ADMINISTRATOR", "BLOCKED_BY_CSP", "BLOCKED_IN_INCOGNITO"],
      .cancelled, .blocked),
    Row(["ABORTED", "CANCELED", "CANCELLED"], .cancelled),
    Row(["NAME_NOT_RESOLVED", "NAME_RESOLUTION", "UNKNOWN_HOST", "NAME_OR_SERVICE"], .dns),
    Row(["TIMED_OUT", "TIMEOUT"], .timeout),
    Row(["CERT", "SSL", "TLS"], .tls),
    Row(["CONNECTION_RESET", "RESET_BY_PEER", "NET_RESET"], .reset),
    Row(["EMPTY_RESPONSE"], .empty),
    Row(["TOO_MANY_REDIRECTS", "REDIRECT_LOOP"], .redirect),
    Row(["CONTENT_LENGTH_MISMATCH", "INCOMPLETE_CHUNKED", "PARTIAL_TRANSFER"], .truncated),
    Row(["CONTENT_DECODING"], .decode),
    Row(["INVALID_", "HTTP2", "QUIC"], .protocol),
    Row(
      [
        "REFUSED", "CONNECTION_FAILED", "UNREACHABLE", "INTERNET_DISCONNECTED", "PROXY_CONNECTION",
        "TUNNEL_CONNECTION", "SOCKS_CONNECTION", "COULD_NOT_CONNECT", "CONNECT_CALL_FAILED",
      ], .connect),
  ]
}
