import LosslessJSON
import NetEngine

/// What a client gets, how fast, and how it ends.
package struct ClientAnswer: Sendable {
  package var status: Int
  /// Status line and fields, each with its line end, without those that only the connection knows.
  package var head: [UInt8]
  package var body: Body
  /// How long nothing comes, in microseconds.
  package var delay: UInt64 = 0
  /// How fast the body goes out at most; nil is as fast as it is taken.
  package var bytesPerSecond: Int?
  package var ending = Ending.whole
  /// The connection ends with it.
  package var closes = false
  /// Makes the bytes while they are sent, the head's too, on the lane's thread; then `head`, `body`
  /// and `bytesPerSecond` do not count.
  package var next: (@Sendable () -> ResponseStep)?
  /// Hears on the lane's thread how it ended.
  package var report: (@Sendable (ClientEnd) -> Void)?

  /// How an answer ends.
  package enum Ending: Sendable, Hashable {
    case whole
    /// The connection ends after so many bytes of the body.
    case cut(after: Int)
    /// The connection breaks after so many bytes of the body; nil is before the head.
    case reset(after: Int?)
    /// Nothing comes until the client leaves.
    case hang
    /// What comes is no HTTP, and the connection ends.
    case garbage
  }

  package init(status: Int, head: [UInt8], body: Body = .empty) {
    self.status = status
    self.head = head
    self.body = body
  }

  /// Makes the head of fields; the length is said unless the status has no body, or the fields say it.
  package init(
    status: Int, reason: String = "", fields: [HeaderField], body: Body, saysLength: Bool = true
  ) {
    var head = Array("HTTP/1.1 \(status) ".utf8)
    head += reason.isEmpty ? Array(StatusWords.of(status).utf8) : reason.withoutOddControls
    head += [0x0d, 0x0a]
    for field in fields { head.append(field) }
    if saysLength, status >= 200, status != 204, status != 304 {
      head.append(HeaderField("Content-Length", "\(body.count)"))
    }
    self.init(status: status, head: head, body: body)
  }

  /// How many bytes of the body go out.
  func sentCount(isHead: Bool) -> Int {
    if isHead || status == 204 || status == 304 { return 0 }
    switch ending {
    case .whole: return body.count
    case .cut(let count), .reset(let count?): return min(count, body.count)
    case .reset(nil), .hang, .garbage: return 0
    }
  }
}

/// One step of a response that is made while it is sent.
package enum ResponseStep: Sendable {
  case bytes([UInt8])
  /// Sends nothing for this many microseconds.
  case pause(UInt64)
  /// Ends the sending side; the connection stays until the client leaves.
  case halfClose
  /// `.whole` keeps the connection, `.cut` closes it.
  case end(ClientAnswer.Ending)

  /// A piece of so many bytes is large.
  package static let large = 64 << 10
}

/// How an answer ended.
package struct ClientEnd: Sendable, Hashable {
  /// Bytes of the body that went out.
  package var sent: Int
  /// Whether the client took all that it was to get.
  package var isWhole: Bool
  /// Since the request was complete, in microseconds.
  package var time: Int

  package init(sent: Int, isWhole: Bool, time: Int) {
    (self.sent, self.isWhole, self.time) = (sent, isWhole, time)
  }
}

extension [UInt8] {
  /// Appends a header line; a value is what it was on the wire, control characters excluded, and a
  /// name that is none is left out: a recording may hold anything.
  package mutating func append(_ field: HeaderField) {
    guard !field.name.isEmpty, field.name.utf8.allSatisfy(\.isTokenByte) else { return }
    append(contentsOf: field.name.utf8)
    append(contentsOf: [0x3a, 0x20])
    append(contentsOf: field.withoutOddControls.valueBytes)
    append(contentsOf: [0x0d, 0x0a])
  }
}

/// The words of RFC 9110 for a status that came without any.
package enum StatusWords {
  /// Empty for a status without words.
  package static func of(_ status: Int) -> String { reasons[status] ?? "" }

  private static let reasons: [Int: String] = [
    100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
    200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information",
    204: "No Content", 205: "Reset Content", 206: "Partial Content", 207: "Multi-Status",
    208: "Already Reported", 226: "IM Used",
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other",
    304: "Not Modified", 305: "Use Proxy", 307: "Temporary Redirect",
    308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
    407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict",
    410: "Gone", 411: "Length Required", 412: "Precondition Failed",
    413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
    416: "Range Not Satisfiable", 417: "Expectation Failed", 418: "I'm a Teapot",
    421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked",
    424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required",
    428: "Precondition Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    506: "Variant Also Negotiates", 507: "Insufficient Storage", 508: "Loop Detected",
    511: "Network Authentication Required",
  ]
}
