import LosslessJSON

extension TransportError {
  /// What happened, while doing what, with the numbers.
  public var message: String {
    var text = told.flatMap(\.words) ?? what
    switch kind {
    case .timeout, .reset, .protocol, .storage: text += " " + phase.words
    default: break
    }
    if let elapsed { text += " after \(elapsed.shownAsTime)" }
    if kind == .truncated || kind == .reset, let arrived { text += ", \(arrived)" }
    if !detail.isEmpty { text += ": \(detail)" }
    return text
  }

  /// What to try next.
  public var hint: String {
    if let told { return told.hint }
    if let redirect = keptRedirect {
      return redirect.variables.first?.hint(to: redirect.to)
        ?? "ask for \(redirect.from)'s final URL, or send it with \(redirect.remedy)"
    }
    return switch kind {
    case .timeout where phase == .waiting:
      "the server got the request and is silent: look there, or raise the timeout"
    case .tls where curlCode == Self.handshakeFailed:
      "check that this port speaks TLS, and which versions and client certificates the server takes"
    case .tls:
      tlsSwitch.map { "\(kind.kind.hint); \($0) switches the check off for this request" }
        ?? kind.kind.hint
    case .limit(let exceeded): exceeded.hint
    case .storage where phase == .sending:
      "leave the file alone while it is sent, and check its permissions"
    default: kind.kind.hint
    }
  }

  /// libcurl's code where no certificate was looked at: leaving that check out would not help.
  private static let handshakeFailed = 35

  private var what: String {
    switch kind {
    case .dns: "the host was not found"
    case .connect: "no connection"
    case .tls: "TLS failed"
    case .timeout: "it took too long"
    case .reset: "the connection was reset"
    case .empty: "the connection was closed without a response"
    case .protocol: "the response is not valid HTTP"
    case .truncated: "the response was cut short"
    case .decode: "the content coding is broken"
    case .redirect: "a redirect was not followed"
    case .cancelled: "cancelled"
    case .limit(let exceeded): exceeded.message
    case .miss: "the session has no response"
    case .storage:
      phase == .sending ? "a file of the request could not be read" : "it could not be written"
    }
  }

  /// How much came, and of how much when the server said.
  private var arrived: String? {
    guard let response else { return nil }
    let count = response.wireSize
    guard let total = response.headers["Content-Length"].flatMap({ Int(digits: $0.utf8) }) else {
      return "\(count) bytes had arrived"
    }
    return "\(count) of \(total) bytes had arrived"
  }
}

extension TransportError.Told {
  fileprivate var words: String? {
    switch self {
    case .blocked: "the browser kept the request back"
    case .unexplained: "it failed"
    case .made: nil
    case .left: "the app has left"
    }
  }

  fileprivate var hint: String {
    switch self {
    case .blocked: "an extension or a policy of the browser blocks this URL; no server heard of it"
    case .unexplained:
      "the recording says no more; a browser's console may, as of CORS and service workers"
    case .made: "a line of rules does that, or a person did: the server's response is another"
    case .left: "the app, or whoever uses it, had waited enough; it took no more"
    }
  }
}

extension TransportError.Phase {
  /// For the middle of a sentence.
  package var words: String {
    switch self {
    case .resolving: "while looking up the name"
    case .connecting: "while connecting"
    case .handshaking: "during the TLS handshake"
    case .sending: "while sending the request"
    case .waiting: "while waiting for the first byte"
    case .receiving: "while receiving the response"
    case .decoding: "while undoing the content coding"
    }
  }
}

extension LimitExceeded {
  /// Which limit, how much is allowed, how much there was.
  package var message: String {
    var text = "\(limit.words) is limited to \(allowed)\(limit.unit)"
    if let found { text += ", this one has \(found) or more" }
    return text
  }

  /// How to raise it.
  package var hint: String {
    if let bound = limit.libcurlBound, allowed >= bound {
      return "libcurl takes no more: this limit can only be lowered"
    }
    return switch limit {
    case .codingLayers: "no honest server needs more; this limit cannot be raised"
    case .openFiles: "raise it with 'ulimit -n', or send fewer at once"
    default: LimitSetting.remedy(limit.rawValue)
    }
  }
}

extension LimitExceeded.Limit {
  /// What libcurl itself takes at most, whatever our limit says.
  package var libcurlBound: Int? {
    switch self {
    case .headerLine: 100 << 10
    case .headerBlock: 300 << 10
    default: nil
    }
  }
}

extension LimitExceeded.Limit {
  fileprivate var words: String {
    switch self {
    case .wireBody: "a body as it comes over the wire"
    case .decodedBody: "a decoded body"
    case .decodedRatio: "the ratio of decoded to received bytes"
    case .headerLine: "a header line"
    case .headerBlock: "the head of a response"
    case .headerFields: "the number of header fields"
    case .interimResponses: "the number of interim responses"
    case .redirects: "the number of redirects"
    case .urlLength: "a URL"
    case .jsonDepth: "the depth of a JSON document"
    case .jsonMemory: "the parsed form of a JSON document"
    case .codingLayers: "the number of content codings"
    case .openFiles: "the number of files and connections this program may have open"
    }
  }

  fileprivate var unit: String {
    switch self {
    case .wireBody, .decodedBody, .headerLine, .headerBlock, .urlLength, .jsonMemory: " bytes"
    case .decodedRatio: ":1"
    case .headerFields, .interimResponses, .redirects, .jsonDepth, .codingLayers, .openFiles:
      ""
    }
  }
}

extension Int {
  /// Microseconds in the unit a person would choose.
  package var shownAsTime: String {
    switch self {
    case ..<1_000: "\(self) µs"
    case ..<10_000: "\(self / 1_000).\(self % 1_000 / 100) ms"
    case ..<1_000_000: "\(self / 1_000) ms"
    default: "\(self / 1_000_000).\(self % 1_000_000 / 100_000) s"
    }
  }
}
