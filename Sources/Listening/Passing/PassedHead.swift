import BytesAndJSON
import ExchangesAndOutcomes
import NetEngine

/// Heads as they go on: what is for one hop is taken away, what names this server names the other one,
/// everything else stays as it came and where it stood.
struct PassedHead {
  let client: ClientHead
  let upstream: Upstream
  let habits: PassingHabits
  /// The client's address, where it goes on.
  var address: String?

  // MARK: The request

  private static let options = {
    var options = RequestOptions()
    options.leftOut = ["Accept", "Accept-Encoding", "User-Agent", "Content-Length"]
    options.followsRedirects = false
    return options
  }()

  /// The request for the server behind; the body comes by itself.
  func request(within limits: Limits = Limits()) -> HTTPRequest {
    let path = client.path
    var options = Self.options
    options.verifiesTLS = habits.verifiesTLS
    options.certificateFile = habits.certificateFile
    if path == "*" {
      options.rawTarget = "*"
    } else if path.utf8.contains(where: { $0 >= 0x80 }) {
      // libcurl would escape it.
      options.rawTarget = upstream.basePath + path
    }
    return HTTPRequest(
      method: HTTPMethod(rawValue: client.method),
      url: path == "*" ? upstream.base : upstream.base + path,
      headers: Headers(fields()), options: options, limits: limits)
  }

  private func fields() -> [HeaderField] {
    let named = client.headers.listed("Connection")
    var fields: [HeaderField] = []
    fields.reserveCapacity(client.headers.count + 6)
    for field in client.headers where !named.names(field) {
      guard let known = PassedField(field.name) else {
        fields.append(field)
        continue
      }
      if let field = rewritten(field, known) { fields.append(field) }
    }
    if !client.headers.contains("Host") {
      fields.insert(HeaderField("Host", upstream.authority, source: .engine), at: 0)
    }
    if client.headers.listed("TE").contains("trailers") {
      fields.append(HeaderField("TE", "trailers", source: .wire))
      fields.append(HeaderField("Connection", "TE", source: .engine))
    }
    addOwn(to: &fields)
    return fields
  }

  private func rewritten(_ field: HeaderField, _ known: PassedField) -> HeaderField? {
    var field = field
    switch known {
    case .ofOneHop: return nil
    case .transferEncoding:
      guard client.framing == .chunked else { return nil }
      field.value = "chunked"
    case .host where !habits.keepsHost: field.value = upstream.authority
    case .origin where !habits.keepsOrigin && field.value == ownOrigin:
      field.value = upstream.origin
    case .referer where !habits.keepsOrigin:
      guard let own = ownOrigin, field.value.utf8.starts(with: own.utf8) else { break }
      let rest = field.value.utf8.dropFirst(own.utf8.count)
      guard rest.first.map({ $0 == 0x2f || $0 == 0x3f }) ?? true else { break }
      field.value = upstream.origin + String(Substring(rest))
    case .maxForwards:
      if let left = client.maxForwards, left > 0 { field.value = "\(left - 1)" }
    // Links can be changed in what is not packed only.
    case .acceptEncoding where habits.rewritesLinks: field.value = "identity"
    default: break
    }
    return field
  }

  /// What is said of this hop, where somebody has asked for it.
  private func addOwn(to fields: inout [HeaderField]) {
    if habits.saysVia {
      fields.append(
        HeaderField("Via", "\(client.isOldVersion ? "1.0" : "1.1") inspector", source: .engine))
    }
    guard let address else { return }
    let isNew = address.utf8.contains(UInt8(ascii: ":"))
    let node = isNew ? "\"[\(address)]\"" : address
    let host = client.headers["Host"]
    let said = host.map { ";host=\"\($0)\"" } ?? ""
    fields.append(HeaderField("Forwarded", "for=\(node)\(said);proto=http", source: .engine))
    if let place = fields.lastIndex(where: { PassedField($0.name) == .forwardedFor }) {
      fields[place].value += ", \(address)"
    } else {
      fields.append(HeaderField("X-Forwarded-For", address, source: .engine))
    }
    for (name, value) in [("X-Forwarded-Host", host), ("X-Forwarded-Proto", "http")]
    where !client.headers.contains(name) {
      if let value { fields.append(HeaderField(name, value, source: .engine)) }
    }
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

  /// What changes links in an answer's body; nil where it goes on as it comes.
  func rewriter(_ hop: Hop, _ framing: Framing) -> LinkRewriter? {
    guard habits.rewritesLinks, framing != .none, hop.statusCode != 206, let own = ownOrigin,
      LinkRewriter.isReadable(hop.headers)
    else { return nil }
    return LinkRewriter(from: upstream.base, to: own)
  }

  /// The head of an answer, with its empty line.
  func answer(
    _ hop: Hop, _ framing: Framing, closes: Bool, hasOtherBody: Bool = false
  ) -> [UInt8] {
    var head: [UInt8] = []
    head.reserveCapacity(hop.head.count + 64)
    head += "HTTP/1.1 ".utf8
    head.append(number: hop.statusCode)
    head.append(0x20)
    head += Self.reason(of: hop)
    head += [0x0d, 0x0a]
    // Where chunks are sent, or the connection's end counts, a length would be a second word.
    // A 204 may have none (RFC 9110 §8.6).
    let saysLength = framing != .chunked && framing != .untilClose && hop.statusCode != 204
    eachReturned(hop) { field, known in
      if known == .contentLength, !saysLength { return }
      if known == .ofBody, hasOtherBody { return }
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

  /// The words behind the status as they came, whatever their charset was.
  private static func reason(of hop: Hop) -> [UInt8] {
    if hop.reason.utf8.isEmpty { return Array(StatusWords.of(hop.statusCode).utf8) }
    guard hop.reason.utf8.contains(where: { $0 >= 0x80 }) else { return hop.reason.asFieldBytes }
    let line = hop.head.split(separator: 0x0a).last { $0.starts(with: "HTTP/".utf8) }
    let words = line?.split(separator: 0x20, maxSplits: 2) ?? []
    guard words.count == 3 else { return hop.reason.asFieldBytes }
    return words[2].filter { $0 != 0x0d && $0 != 0 }
  }

  /// The fields of an answer as the client may have them, in their order.
  func returned(_ hop: Hop) -> [HeaderField] {
    var fields: [HeaderField] = []
    eachReturned(hop) { field, _ in fields.append(field) }
    return fields
  }

  /// Most go on as they came, and are looked at where they stand.
  private func eachReturned(_ hop: Hop, _ body: (HeaderField, PassedField?) -> Void) {
    let named = hop.headers.listed("Connection")
    let fields = hop.headers.fields
    for index in fields.indices where !named.names(fields[index]) {
      let known = PassedField(fields[index].name)
      switch known {
      case nil, .contentLength, .ofBody: body(fields[index], known)
      case .ofOneHop, .transferEncoding: break
      default: if let field = returned(fields[index], known) { body(field, known) }
      }
    }
    if habits.saysVia {
      body(HeaderField("Via", "\(hop.httpVersion) inspector", source: .engine), nil)
    }
  }

  private func returned(_ field: HeaderField, _ known: PassedField?) -> HeaderField? {
    switch known {
    case .allowedOrigin:
      guard field.value == upstream.origin, let own = ownOrigin else { return field }
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
      // What does not lie below the base path is another place: the client leaves.
      field.value = upstream.ownPath(field.value) ?? upstream.origin + field.value
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

/// What somebody may have wished otherwise than usual.
struct PassingHabits: Sendable, Hashable {
  /// `Host` goes on as the client said it.
  var keepsHost = false
  /// `Origin` and `Referer` go on as the client said them.
  var keepsOrigin = false
  /// Both ways say that there was a hop between.
  var saysVia = false
  /// Links to the server behind in texts lead here.
  var rewritesLinks = false
  /// The certificate of the server behind is checked.
  var verifiesTLS = true
  /// The certificates that are trusted in place of the system's.
  var certificateFile: String?
}

extension String {
  /// As bytes of a head: nothing in it ends a line.
  var asFieldBytes: [UInt8] { utf8.filter { $0 != 0x0d && $0 != 0x0a && $0 != 0 } }
}

extension [UInt8] {
  /// Appends a header line as it came, odd names included.
  mutating func append(passing field: HeaderField) {
    guard !field.name.isEmpty else { return }
    append(text: field.name)
    append(0x3a)
    if !field.value.isEmpty { append(0x20) }
    if field.isLatin1 {
      append(contentsOf: field.valueBytes)
    } else {
      append(text: field.value)
    }
    append(0x0d)
    append(0x0a)
  }

  /// Appends a text; what would end a line is left out.
  private mutating func append(text: String) {
    var text = text
    let isPlain = text.withUTF8 { bytes in
      guard !bytes.contains(where: { $0 == 0x0d || $0 == 0x0a || $0 == 0 }) else { return false }
      append(contentsOf: bytes)
      return true
    }
    if !isPlain { append(contentsOf: text.asFieldBytes) }
  }

  /// Appends a number as digits.
  fileprivate mutating func append(number: Int) {
    guard 100...999 ~= number else { return append(contentsOf: String(number).utf8) }
    append(UInt8(0x30 + number / 100))
    append(UInt8(0x30 + number / 10 % 10))
    append(UInt8(0x30 + number % 10))
  }
}
