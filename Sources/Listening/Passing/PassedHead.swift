import BytesAndJSON
import ExchangesAndOutcomes
import NetEngine

/// Heads as they go on: what is for one hop is taken away, what names this server names the other one,
/// everything else stays as it came and where it stood.
struct PassedHead {
  let client: ClientHead
  let upstream: Upstream
  let keepsHost: Bool
  let keepsOrigin: Bool

  /// RFC 9110 §7.6.1, and what is between the client and us alone.
  private static let ofOneHop: Set = [
    "connection", "keep-alive", "proxy-connection", "proxy-authorization", "proxy-authenticate",
    "te", "transfer-encoding", "upgrade", "http2-settings",
  ]

  // MARK: The request

  /// The request for the server behind; the body comes by itself.
  func request() -> HTTPRequest {
    var request = HTTPRequest(
      method: HTTPMethod(rawValue: client.method),
      url: upstream.base + (client.path == "*" ? "" : client.path), headers: Headers(fields()))
    request.options.leftOut = ["Accept", "Accept-Encoding", "User-Agent", "Content-Length"]
    request.options.followsRedirects = false
    if client.path == "*" { request.options.rawTarget = "*" }
    return request
  }

  private func fields() -> [HeaderField] {
    let named = Set(client.headers.values("Connection").flatMap(\.listedWords))
    let wantsTrailers = client.headers.values("TE").flatMap(\.listedWords).contains("trailers")
    var fields: [HeaderField] = []
    fields.reserveCapacity(client.headers.count + 2)
    for field in client.headers {
      let name = field.name.lowercased()
      if name == "transfer-encoding", client.framing == .chunked {
        fields.append(HeaderField(field.name, "chunked", source: .wire))
        continue
      }
      guard !Self.ofOneHop.contains(name), !named.contains(name) else { continue }
      fields.append(rewritten(field, name))
    }
    if !client.headers.contains("Host") {
      fields.insert(HeaderField("Host", upstream.authority, source: .engine), at: 0)
    }
    if wantsTrailers {
      fields.append(HeaderField("TE", "trailers", source: .wire))
      fields.append(HeaderField("Connection", "TE", source: .engine))
    }
    return fields
  }

  private func rewritten(_ field: HeaderField, _ name: String) -> HeaderField {
    var field = field
    switch name {
    case "host" where !keepsHost: field.value = upstream.authority
    case "origin" where !keepsOrigin && field.value == ownOrigin: field.value = upstream.origin
    case "referer" where !keepsOrigin:
      guard let own = ownOrigin, field.value.utf8.starts(with: own.utf8) else { break }
      let rest = field.value.utf8.dropFirst(own.utf8.count)
      guard rest.first.map({ $0 == 0x2f || $0 == 0x3f }) ?? true else { break }
      field.value = upstream.origin + String(Substring(rest))
    default: break
    }
    return field
  }

  /// This server as the client calls it.
  private var ownOrigin: String? { client.headers["Host"].map { "http://" + $0 } }

  // MARK: The answer

  /// How the client sees where an answer ends.
  enum Framing {
    case none, length, chunked, untilClose
  }

  func framing(_ framing: HeadScanner.Framing) -> Framing {
    switch framing {
    case .none: .none
    case .length, .stream(_?): .length
    case .chunked, .stream(nil): client.isOldVersion ? .untilClose : .chunked
    case .untilClose: .untilClose
    }
  }

  /// The head of an answer, with its empty line.
  func answer(_ hop: Hop, _ framing: Framing, closes: Bool) -> [UInt8] {
    var head: [UInt8] = []
    head.reserveCapacity(hop.head.count + 64)
    head += "HTTP/1.1 \(hop.statusCode)".utf8
    head.append(0x20)
    head +=
      hop.reason.utf8.isEmpty ? Array(StatusWords.of(hop.statusCode).utf8) : hop.reason.asFieldBytes
    head += [0x0d, 0x0a]
    // Where chunks are sent, or the connection's end counts, a length would be a second word.
    let saysLength = framing != .chunked && framing != .untilClose
    for field in returned(hop) {
      if !saysLength, field.name.isSameHeaderName(as: "Content-Length") { continue }
      head.append(passing: field)
    }
    if framing == .chunked { head += "Transfer-Encoding: chunked\r\n".utf8 }
    if closes {
      head += "Connection: close\r\n".utf8
    } else if client.isOldVersion {
      head += "Connection: keep-alive\r\n".utf8
    }
    head += [0x0d, 0x0a]
    return head
  }

  /// The fields of an answer as the client may have them, in their order.
  func returned(_ hop: Hop) -> [HeaderField] {
    let named = Set(hop.headers.values("Connection").flatMap(\.listedWords))
    return hop.headers.compactMap { field in
      let name = field.name.lowercased()
      guard !Self.ofOneHop.contains(name), !named.contains(name) else { return nil }
      return returned(field, name)
    }
  }

  private func returned(_ field: HeaderField, _ name: String) -> HeaderField? {
    if name == "access-control-allow-origin", field.value == upstream.origin, let own = ownOrigin {
      return HeaderField(field.name, own, source: field.source)
    }
    guard var field = LoopbackFields.field(field, origins: [upstream.origin]) else { return nil }
    guard !upstream.basePath.isEmpty else { return field }
    switch name {
    case "location", "content-location":
      guard field.value.utf8.first == 0x2f, !field.value.utf8.starts(with: "//".utf8) else { break }
      // What does not lie below the base path is another place: the client leaves.
      field.value = upstream.ownPath(field.value) ?? upstream.origin + field.value
    case "set-cookie": field.value = cookie(field.value)
    default: break
    }
    return field
  }

  /// A cookie for the paths below the base path, as clients here say them.
  private func cookie(_ value: String) -> String {
    value.split(separator: ";", omittingEmptySubsequences: false).map { part in
      let words = part.utf8.trimmingBlanks
      guard Substring(words.prefix(5)).lowercased() == "path=" else { return String(part) }
      return " Path=" + (upstream.ownPath(String(Substring(words.dropFirst(5)))) ?? "/")
    }.joined(separator: ";")
  }

  /// An interim head as it came, but for what is for one hop; nil where the client knows none.
  func interim(_ raw: ArraySlice<UInt8>) -> [UInt8]? {
    client.isOldVersion ? nil : Array(raw)
  }

  /// Names that would change what came before, or say who asks: they mean nothing in trailers.
  static func isForbiddenInTrailers(_ name: String) -> Bool {
    let name = name.lowercased()
    return ofOneHop.contains(name)
      || [
        "content-length", "host", "authorization", "cookie", "set-cookie", "content-encoding",
        "content-type", "content-range", "trailer", "expect", "range", "cache-control",
      ].contains(name)
  }
}

extension String {
  /// As bytes of a head: nothing in it ends a line.
  var asFieldBytes: [UInt8] { utf8.filter { $0 != 0x0d && $0 != 0x0a && $0 != 0 } }
}

extension [UInt8] {
  /// Appends a header line as it came, odd names included.
  mutating func append(passing field: HeaderField) {
    guard !field.name.isEmpty else { return }
    append(contentsOf: field.name.asFieldBytes)
    append(0x3a)
    if !field.value.isEmpty { append(0x20) }
    append(contentsOf: field.value.asFieldBytes)
    append(contentsOf: [0x0d, 0x0a])
  }
}
