import LosslessJSON
import NetEngine

// Responses on their way to the client: interim heads, final heads and trailers by the same rules.

extension PassedHead {
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

  /// Rewrites links in a response's body; nil forwards the body unchanged.
  func rewriter(_ hop: Hop, _ framing: Framing) -> LinkRewriter? {
    guard habits.rewritesLinks, framing != .none, hop.statusCode != 206, let own = ownOrigin,
      LinkRewriter.isReadable(hop.headers)
    else { return nil }
    return LinkRewriter(from: upstream.base, to: own)
  }

  /// The final head, with its empty line.
  func answer(
    _ hop: Hop, _ framing: Framing, closes: Bool, hasOtherBody: Bool = false
  ) -> [UInt8] {
    // A length would contradict chunks, or a body that ends with the connection.
    // A 204 may have none (RFC 9110 §8.6).
    let saysLength = framing != .chunked && framing != .untilClose && hop.statusCode != 204
    var head = written(hop) { known in
      known == .contentLength && !saysLength || known == .ofBody && hasOtherBody
    }
    if framing == .chunked { head += "Transfer-Encoding: chunked\r\n".utf8 }
    if closes {
      head += "Connection: close\r\n".utf8
    } else if client.isOldVersion {
      head += "Connection: keep-alive\r\n".utf8
    }
    return head + [0x0d, 0x0a]
  }

  /// An interim head, with its empty line; nil for a client that knows none.
  func interim(_ interim: HeadScanner.Interim) -> [UInt8]? {
    guard !client.isOldVersion else { return nil }
    var hop = Hop(url: "", method: .get)
    (hop.statusCode, hop.reason) = (interim.statusCode, interim.reason)
    (hop.headers, hop.httpVersion) = (interim.headers, interim.version)
    return written(hop) { $0 == .contentLength } + [0x0d, 0x0a]
  }

  /// The response to an upgrade, with its empty line; the bytes behind it pass as they are framed.
  func upgrade(_ hop: Hop, _ framing: HeadScanner.Framing) -> [UInt8] {
    let isTaken = hop.statusCode == 101
    var head = written(hop) { known in
      known == .contentLength && (isTaken || framing == .chunked || framing == .untilClose)
    }
    if framing == .chunked { head += "Transfer-Encoding: chunked\r\n".utf8 }
    if isTaken {
      for value in hop.headers.values("Upgrade") {
        head.append(passing: HeaderField("Upgrade", value, source: .wire))
      }
    }
    return head + "Connection: \(isTaken ? "Upgrade" : "close")\r\n\r\n".utf8
  }

  /// The status line and the fields of any head, without what only the connection knows.
  private func written(_ hop: Hop, except: (PassedField?) -> Bool) -> [UInt8] {
    var head: [UInt8] = []
    head.reserveCapacity(hop.head.count + 64)
    head += "HTTP/1.1 ".utf8
    head.append(number: hop.statusCode)
    head.append(0x20)
    head += Self.reason(of: hop)
    head += [0x0d, 0x0a]
    eachReturned(hop.headers, namedBy: hop.headers) { field, known in
      if !except(known) { head.append(passing: field) }
    }
    return head
  }

  /// The words behind the status as they came, whatever their charset was.
  private static func reason(of hop: Hop) -> [UInt8] {
    if hop.reason.utf8.isEmpty { return Array(StatusWords.of(hop.statusCode).utf8) }
    let plain = hop.reason.withoutOddControls
    guard hop.reason.utf8.contains(where: { $0 >= 0x80 }) else { return plain }
    let line = hop.head.split(separator: 0x0a).last { $0.starts(with: "HTTP/".utf8) }
    let words = line?.split(separator: 0x20, maxSplits: 2) ?? []
    guard words.count == 3 else { return plain }
    return words[2].filter { !$0.isOddControl }
  }

  /// The fields of an answer as the client may have them, in their order.
  func returned(_ hop: Hop) -> [HeaderField] {
    var fields: [HeaderField] = []
    eachReturned(hop.headers, namedBy: hop.headers) { field, _ in fields.append(field) }
    return fields
  }

  /// The trailers of a response as the client may have them.
  func returnedTrailers(_ hop: Hop) -> [HeaderField] {
    var fields: [HeaderField] = []
    eachReturned(hop.trailers, namedBy: hop.headers) { field, _ in
      if !Self.isForbiddenInTrailers(field.name) { fields.append(field) }
    }
    return fields
  }

  /// The trailers of a request as the server behind may have them.
  func passedTrailers(_ trailers: [HeaderField]) -> [HeaderField] {
    let named = client.headers.listed("Connection")
    return trailers.filter { !named.names($0) && !Self.isForbiddenInTrailers($0.name) }
  }

  /// Most go on as they came, and are looked at where they stand.
  private func eachReturned(
    _ headers: Headers, namedBy head: Headers, _ body: (HeaderField, PassedField?) -> Void
  ) {
    let named = head.listed("Connection")
    let fields = headers.fields
    var saysLength = false
    for index in fields.indices where !named.names(fields[index]) {
      let known = PassedField(fields[index].name)
      switch known {
      case nil, .ofBody: body(fields[index], known)
      case .contentLength:
        if !saysLength { body(fields[index].withOneLength, known) }
        saysLength = true
      case .ofOneHop, .transferEncoding: break
      default: if let field = returned(fields[index], known) { body(field, known) }
      }
    }
  }

  private func returned(_ field: HeaderField, _ known: PassedField?) -> HeaderField? {
    switch known {
    case .allowedOrigin:
      guard field.value.isSameText(as: upstream.origin), let own = ownOrigin else { return field }
      return HeaderField(field.name, own, source: field.source)
    case .location, .links, .policy, .binding, .setCookie: break
    default: return field
    }
    guard var field = LoopbackFields.field(field, origins: [upstream.origin]) else { return nil }
    guard !upstream.basePath.isEmpty else { return field }
    if known == .setCookie { field.value = cookie(field.value) }
    if known == .location, field.value.utf8.first == 0x2f,
      !field.value.utf8.starts(with: "//".utf8)
    {
      // A path outside the base path leads away from this server.
      field.value = upstream.ownPath(field.value) ?? upstream.origin + field.value
    }
    return field
  }

  /// A cookie for the paths below the base path, as clients here say them.
  private func cookie(_ value: String) -> String {
    let parts = value.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    return parts.map { part in
      let words = part.trimmingBlanks
      guard words.prefix(5).map(\.lowercasedASCII).elementsEqual("path=".utf8) else {
        return String(Substring(part))
      }
      return " Path=" + (upstream.ownPath(String(Substring(words.dropFirst(5)))) ?? "/")
    }.joined(separator: ";")
  }

  /// Names that would change what came before, or say who asks: they mean nothing in trailers.
  static func isForbiddenInTrailers(_ name: String) -> Bool {
    switch PassedField(name) {
    case .ofOneHop, .transferEncoding, .host, .contentLength, .setCookie: true
    default:
      [
        "Authorization", "Cookie", "Content-Encoding", "Content-Type", "Content-Range", "Trailer",
        "Expect", "Range", "Cache-Control",
      ].contains { $0.isSameHeaderName(as: name) }
    }
  }
}

extension String {
  /// Whether the name is a framing field's once the bytes that no name has are passed over.
  fileprivate var hidesFraming: Bool {
    guard !utf8.allSatisfy(\.isTokenByte) else { return false }
    let name = String(decoding: utf8.filter(\.isTokenByte), as: UTF8.self)
    return PassedField(name)?.isFraming == true
  }
}

extension [UInt8] {
  /// Appends a header line as it came, odd names included; a name that some readers take for a
  /// framing field is left out.
  mutating func append(passing field: HeaderField) {
    guard !field.name.isEmpty, !field.name.hidesFraming else { return }
    let field = field.withoutOddControls
    append(contentsOf: field.name.utf8)
    append(0x3a)
    if !field.value.isEmpty { append(0x20) }
    if field.isLatin1 {
      append(contentsOf: field.valueBytes)
    } else {
      append(contentsOf: field.value.utf8)
    }
    append(0x0d)
    append(0x0a)
  }

  /// Appends a number as digits.
  fileprivate mutating func append(number: Int) {
    guard 100...999 ~= number else { return append(contentsOf: String(number).utf8) }
    append(UInt8(0x30 + number / 100))
    append(UInt8(0x30 + number / 10 % 10))
    append(UInt8(0x30 + number % 10))
  }
}
