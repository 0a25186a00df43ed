import LosslessJSON
import NetEngine

/// The head of a request as a client has sent it, read strictly: what two readers could read
/// differently is refused.
package struct ClientHead: Sendable {
  /// The method as it came.
  package var method: String
  /// The target as it came: a path, an absolute URL or `*`.
  package var target: String
  /// HTTP/1.0: no chunks, no interim answers, and the connection ends unless it says otherwise.
  package var isOldVersion: Bool
  /// Every field in order.
  package var headers: Headers
  /// Where the body ends.
  package var framing: Framing
  /// All bytes up to the empty line's end; empty unless the server's limits keep them.
  package var bytes: [UInt8] = []

  /// How a body is delimited.
  package enum Framing: Sendable, Hashable {
    case none
    case length(Int)
    case chunked
  }

  /// A path and a query, whatever form the target has.
  package var path: String {
    guard target.utf8.first != 0x2f, let scheme = target.utf8.firstPlace(of: "://".utf8)
    else { return target }
    let rest = target.utf8[scheme.upperBound...]
    guard let start = rest.firstIndex(where: { $0 == 0x2f || $0 == 0x3f }) else { return "/" }
    let path = String(Substring(rest[start...]))
    return path.utf8.first == 0x3f ? "/" + path : path
  }

  /// The connection is to become a WebSocket.
  var wantsTunnel: Bool {
    !isOldVersion && method == "GET" && framing == .none && headers.contains("Upgrade")
      && headers.listed("Connection").contains("upgrade")
      && headers["Upgrade"]?.lowercasedASCII == "websocket"
  }

  /// Whether a segment of the path is `..`, be it escaped, also between slashes that are escaped or
  /// turned: joined to a base path it would leave that.
  var leavesItsFolder: Bool {
    let path = Array(path.utf8.prefix { $0 != 0x3f })
    guard path.contains(where: { $0 == 0x2e || $0 == 0x25 }) else { return false }
    var plain: [UInt8] = []
    var place = 0
    while place < path.count {
      let escaped =
        path[place] == 0x25 && place + 2 < path.count
        ? UInt8(String(decoding: path[place + 1...place + 2], as: UTF8.self), radix: 16) : nil
      plain.append(escaped ?? path[place])
      place += escaped == nil ? 1 : 3
    }
    return plain.split { $0 == 0x2f || $0 == 0x5c }.contains { $0.elementsEqual("..".utf8) }
  }

  /// TRACE and OPTIONS say how many may pass them on (RFC 9110 §7.6.2); nil where nothing is said.
  var maxForwards: Int? {
    guard method == "TRACE" || method == "OPTIONS" else { return nil }
    return headers["Max-Forwards"].flatMap { Int(digits: $0.utf8) }
  }

  /// Whether the connection may carry another request afterwards.
  package var keepsAlive: Bool {
    let words = headers.listed("Connection")
    if words.contains("close") { return false }
    return !isOldVersion || words.contains("keep-alive")
  }

  /// The client waits for a word before it sends the body.
  var expectsContinue: Bool {
    !isOldVersion && framing != .none && headers["Expect"]?.lowercasedASCII == "100-continue"
  }
}

extension String {
  /// The words of a list such as `Connection: close, X-A`, in small letters.
  var listedWords: [String] {
    utf8.split(separator: UInt8(ascii: ",")).map {
      String(decoding: $0.trimmingBlanks.map(\.lowercasedASCII), as: UTF8.self)
    }.filter { !$0.isEmpty }
  }
}

// MARK: - Reading

extension ClientHead {
  typealias Line = Slice<UnsafeRawBufferPointer>

  /// Reads the fields behind a request line, each without its line end.
  init(_ first: RequestLine, _ lines: [Line], _ limits: ListeningLimits) throws(Refusal) {
    (method, target, isOldVersion) = (first.method, first.target, first.isOldVersion)
    guard lines.count <= limits.fields else {
      throw Refusal(431, "The head has \(lines.count) fields; \(limits.fields) are read.")
    }
    var fields: [HeaderField] = []
    fields.reserveCapacity(lines.count)
    for line in lines { fields.append(try Self.field(line)) }
    headers = Headers(fields)
    framing = try Self.framing(headers, isOldVersion: isOldVersion)
    try Self.checkConnection(headers)
    try Self.checkHost(headers, isOldVersion: isOldVersion)
  }

  private static func field(_ line: Line) throws(Refusal) -> HeaderField {
    if let first = line.first, first.isBlank {
      throw .malformed("A field goes on in the next line: readers do not agree on that.")
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw .malformed("A header line has no colon.")
    }
    guard colon > line.startIndex, line[..<colon].allSatisfy(\.isTokenByte) else {
      throw .malformed("The name of a field is empty, or has a byte in it that no name has.")
    }
    let value = line[(colon + 1)...].trimmingBlanks
    guard !value.contains(where: \.isOddControl) else {
      throw .malformed("A field's value has a control character in it.")
    }
    return HeaderField(came: line[..<colon], value)
  }

  private static func framing(
    _ headers: Headers, isOldVersion: Bool
  ) throws(Refusal) -> Framing {
    let codings = headers.values("Transfer-Encoding")
    let lengths = headers.values("Content-Length")
    if !codings.isEmpty {
      guard lengths.isEmpty else {
        throw .malformed("Content-Length stands beside Transfer-Encoding.")
      }
      guard codings.count == 1, codings[0].lowercasedASCII == "chunked" else {
        throw .malformed("The transfer coding is not 'chunked' alone.")
      }
      guard !isOldVersion else { throw .malformed("HTTP/1.0 knows no chunks.") }
      return .chunked
    }
    // RFC 9110 §8.6: equal ones are one.
    let numbers = lengths.flatMap { value in
      value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(
        \.trimmingBlanks)
    }
    guard let first = numbers.first else { return .none }
    guard first.count <= 16, let length = Int(digits: first),
      numbers.allSatisfy({ $0.elementsEqual(first) })
    else { throw .malformed("Content-Length is not one number.") }
    return length == 0 ? .none : .length(length)
  }

  /// RFC 9110 §7.6.1: what is named there is for one hop; to name these is to strip them further on.
  private static func checkConnection(_ headers: Headers) throws(Refusal) {
    for word in headers.listed("Connection") where word.isForEveryRecipient {
      throw .malformed("Connection names '\(word)', which is not for one hop alone.")
    }
  }

  private static func checkHost(_ headers: Headers, isOldVersion: Bool) throws(Refusal) {
    let hosts = headers.values("Host")
    guard hosts.count == 1 || hosts.isEmpty && isOldVersion else {
      throw .malformed("The head has \(hosts.count) Host fields; exactly one is asked for.")
    }
    let odd = hosts.first?.utf8.contains { $0 <= 0x20 || $0 == 0x2c || $0 == 0x40 || $0 == 0x2f }
    if odd == true { throw .malformed("Host is not the name of one host.") }
  }
}

/// The first line of a request.
struct RequestLine: Sendable {
  let method: String
  let target: String
  let isOldVersion: Bool

  /// Reads the line without its end.
  init(_ line: ClientHead.Line, _ limits: ListeningLimits) throws(Refusal) {
    let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, !words[1].isEmpty else {
      throw .malformed("The request line is not 'METHOD target HTTP/1.1'.")
    }
    guard !words[0].isEmpty, words[0].count <= 200, words[0].allSatisfy(\.isTokenByte) else {
      throw .malformed("The method is empty, very long, or has a byte in it that no method has.")
    }
    guard words[1].count <= limits.target else {
      throw Refusal(414, "The target is longer than \(limits.target) bytes.")
    }
    guard words[1].allSatisfy({ $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "#") }) else {
      throw .malformed("The target has a control character or a '#' in it.")
    }
    let version = words[2]
    guard version.elementsEqual("HTTP/1.1".utf8) || version.elementsEqual("HTTP/1.0".utf8) else {
      throw Refusal(505, "The version is neither HTTP/1.1 nor HTTP/1.0.")
    }
    method = String(decoding: words[0], as: UTF8.self)
    let bytes = UnsafeRawBufferPointer(rebasing: words[1]).assumingMemoryBound(to: UInt8.self)
    guard let text = String(utf8Bytes: bytes) else {
      throw .malformed("The target has bytes in it that are neither ASCII nor UTF-8.")
    }
    target = text
    isOldVersion = version.last == UInt8(ascii: "0")
    guard
      target.utf8.first == UInt8(ascii: "/") || target == "*" && method == "OPTIONS"
        || target.lowercasedASCII.utf8.starts(with: "http://".utf8) && (try? URLText(target)) != nil
    else {
      guard method != "CONNECT" else {
        throw Refusal(501, "This is no forward proxy: send requests to it as to a server.")
      }
      throw .malformed("The target is neither a path nor an http URL.")
    }
  }
}
