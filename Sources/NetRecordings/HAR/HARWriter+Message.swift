import LosslessJSON
import NetEngine

extension HAREntryRun {
  // MARK: Requests

  /// The first request as it was prepared and sent, or a later one as it was sent.
  mutating func writeRequest(
    _ prepared: HTTPRequest?, _ hops: [Hop], _ place: Int?, name: StaticString
  ) {
    let head = place.map { hops[$0].requestHead } ?? []
    let method = prepared?.method ?? place.map { hops[$0].method } ?? .get
    let url = prepared?.url ?? place.map { hops[$0].url } ?? ""
    // Most went out as they were prepared: such a head has nothing to be read for.
    let isAsPrepared = prepared.map { $0.headers.makes(head, method, url) } ?? false
    let wire = head.isEmpty || isAsPrepared ? nil : MessageHead.fields(head)
    let version = wire.flatMap { $0.first.lastWord } ?? "HTTP/1.1"
    let sources = HARSources(prepared: prepared?.headers, wire: wire?.fields)
    line.key(name)
    line.raw("{")
    line.member("method", method.rawValue)
    line.member("url", url.withoutFragment)
    line.member("httpVersion", version)
    writeCookies(sources.fields, sent: place.map { hops[$0].cookies } ?? [])
    writeFields(sources)
    writeQuery(url)
    line.member("headersSize", head.isEmpty ? -1 : head.count)
    let sent = place.map { hops[$0].sentBodyBytes }
    let count = prepared.map { $0.keptPartOf ?? $0.body.count } ?? sent ?? 0
    // A long body is kept up to a limit.
    line.member("bodySize", max(count, sent ?? 0))
    if let prepared { writePostData(prepared) }
    if let wire {
      let first = MessageHead.requestLine(method, url, version: version)
      if !MessageHead.isUsual(head, first: first, fields: wire.fields) { writeHead(head) }
    }
    if let left = sources.unplaced { writePrepared(left) }
    if let prepared { writeOptions(prepared) }
    if let sent, sent != count { line.member("_sentBody", sent) }
    line.raw("}")
  }

  private mutating func writeFields(_ sources: HARSources) {
    line.array("headers") { line in
      let fields = sources.fields
      for index in fields.indices {
        line.object { line in
          line.member("name", fields[index].name)
          line.member("value", fields[index].value)
          if let source = sources.words[index] { line.member("_source", source) }
        }
      }
    }
  }

  private mutating func writePrepared(_ fields: Headers) {
    line.array("_prepared") { line in
      for field in fields {
        line.object { line in
          line.member("name", field.name)
          line.member("value", field.value)
          line.member("_source", field.source.storedWord)
        }
      }
    }
  }

  /// Those that a store added say which answer it had them from.
  private mutating func writeCookies(_ fields: [HeaderField], sent: [SentCookie]) {
    var sent = sent[...]
    line.array("cookies") { line in
      for field in fields where field.name.isSameHeaderName(as: "Cookie") {
        for pair in field.value.utf8.split(separator: UInt8(ascii: ";")) {
          let (name, value) = pair.trimmingBlanks.split(at: UInt8(ascii: "="))
          line.object { line in
            line.member("name", String(Substring(name)))
            line.member("value", String(Substring(value ?? "".utf8[...])))
            guard let first = sent.first, first.name.utf8.elementsEqual(name) else { return }
            sent = sent.dropFirst()
            line.object("_from") { line in
              guard let source = first.source else { return }
              line.member("request", source.request)
              line.member("time", HARDate.text(source.time))
            }
          }
        }
      }
    }
  }

  private mutating func writeQuery(_ url: String) {
    var url = url
    line.array("queryString") { line in url.withUTF8 { line.queryPairs(of: $0) } }
  }

  private mutating func writePostData(_ request: HTTPRequest) {
    guard case .bytes(let whole) = request.body else {
      if let size = request.keptPartOf { line.member("_bodyTruncated", size) }
      return
    }
    let body = whole.prefix(writer.bodyLimit)
    line.key("postData")
    line.raw("{")
    line.member("mimeType", request.headers["Content-Type"] ?? "application/octet-stream")
    let inline = inlineText(body)
    line.key("text")
    if let inline {
      inline.withUnsafeBytes { line.string($0) }
    } else {
      line.string("")
    }
    line.raw("}")
    if inline == nil {
      line.key("_content")
      line.raw("{")
      writePlace(of: body)
      line.raw("}")
    }
    let size = request.keptPartOf ?? whole.count
    if body.count < whole.count || request.keptPartOf != nil {
      line.member("_bodyTruncated", size)
    }
  }

  private mutating func writeOptions(_ request: HTTPRequest) {
    let options = request.options
    if !options.areUsual || !options.notes.isEmpty {
      line.object("_options") { line in
        if !options.followsRedirects { line.member("followsRedirects", false) }
        if !options.verifiesTLS { line.member("verifiesTLS", false) }
        if !options.leftOut.isEmpty { line.member("leftOut", options.leftOut) }
        if !options.notes.isEmpty { line.member("notes", options.notes) }
        if let file = options.certificateFile { line.member("certificateFile", file) }
        if options.version != .automatic {
          line.member("version", options.version == .http1 ? "http1" : "http2")
        }
      }
    }
    if let timeout = request.timeout { line.member("_timeout", timeout.wholeMicroseconds) }
    guard !request.secrets.isEmpty else { return }
    // In a journal, and in what a person wants raw: so that sealing it later finds them.
    line.array("_secrets") { line in
      for secret in request.secrets {
        line.object { line in
          line.member("name", secret.name)
          line.member("value", secret.value)
        }
      }
    }
  }

  // MARK: Answers

  /// The last answer with the exchange's body, an earlier one with its own, or that there was none.
  ///
  /// `size` is that of a body of which only the beginning was kept.
  mutating func writeResponse(
    _ hops: [Hop], _ place: Int?, of response: Response?, size: Int?, name: StaticString
  ) {
    let fields = place.map { hops[$0].headers } ?? Headers()
    line.key(name)
    line.raw("{")
    line.member("status", place.map { hops[$0].statusCode } ?? 0)
    line.member("statusText", place.map { hops[$0].reason } ?? "")
    let version = place.map { hops[$0].httpVersion } ?? ""
    line.member("httpVersion", version.isEmpty ? "" : "HTTP/" + version)
    writeSetCookies(fields)
    writeFields(fields, name: "headers")
    let body = response?.body ?? place.map { hops[$0].body } ?? .empty
    let type = fields["Content-Type"].flatMap { $0.isEmpty ? nil : $0 } ?? response?.recordedType
    writeContent(body, size: size ?? response?.bodySize ?? body.count, of: response, type)
    line.member("redirectURL", fields["Location"] ?? "")
    let headSize = place.map { hops[$0].head.count } ?? 0
    line.member("headersSize", headSize == 0 ? -1 : headSize)
    line.member("bodySize", response?.wireSize ?? place.map { hops[$0].body.count } ?? 0)
    if let place { writeRest(of: hops, place) }
    line.raw("}")
  }

  /// What HAR's own members do not say of an answer.
  private mutating func writeRest(of hops: [Hop], _ place: Int) {
    if !hops[place].head.isEmpty {
      let first = MessageHead.statusLine(
        hops[place].httpVersion, hops[place].statusCode, hops[place].reason)
      let fields = hops[place].headers.fields
      if !MessageHead.isUsual(hops[place].head, first: first, fields: fields) {
        writeHead(hops[place].head)
      }
    }
    let interim = hops[place].interimResponses
    if interim > 0 { line.member("_interim", interim) }
    if !hops[place].trailers.isEmpty { writeFields(hops[place].trailers, name: "_trailers") }
  }

  private mutating func writeFields(_ fields: Headers, name: StaticString) {
    line.array(name) { line in
      let all = fields.fields
      for index in all.indices {
        line.object { line in
          line.member("name", all[index].name)
          line.member("value", all[index].value)
        }
      }
    }
  }

  private mutating func writeSetCookies(_ fields: Headers) {
    // Most answers set none: counted where the fields stand, none of them is copied.
    guard fields.count(of: "Set-Cookie") > 0 else { return line.array("cookies") { _ in } }
    line.array("cookies") { line in
      for field in fields where field.name.isSameHeaderName(as: "Set-Cookie") {
        let parts = field.value.utf8.split(
          separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let (name, value) = parts[0].trimmingBlanks.split(at: UInt8(ascii: "="))
        line.object { line in
          line.member("name", String(Substring(name)))
          line.member("value", String(Substring(value ?? "".utf8[...])))
          for part in parts.dropFirst() { line.cookieAttribute(part.trimmingBlanks) }
        }
      }
    }
  }

  private mutating func writeContent(
    _ whole: Body, size: Int, of response: Response?, _ type: String?
  ) {
    let wire = response?.wire
    let body = whole.prefix(writer.bodyLimit)
    line.key("content")
    line.raw("{")
    line.member("size", size)
    if let wireSize = response?.wireSize, wireSize < size {
      line.member("compression", size - wireSize)
    }
    line.member("mimeType", type ?? HARWriter.unknownType)
    if !body.isEmpty { writePlace(of: body) }
    line.raw("}")
    if let ownStep = response?.ownStep { writePacked(ownStep, besides: whole) }
    guard let wire, wire != response?.packed else { return }
    // Codings are undone again only by their magic bytes, and a body may have changed since.
    line.key("_wire")
    line.raw("{")
    line.member("size", response?.wireSize ?? wire.count)
    let kept = wire.prefix(writer.bodyLimit)
    if !kept.isEmpty { writePlace(of: kept) }
    line.raw("}")
  }

  /// What came, where the content is what somebody's own step has made of it.
  private mutating func writePacked(_ ownStep: OwnStep, besides content: Body) {
    line.key("_packed")
    line.raw("{")
    line.member("step", ownStep.name)
    if let why = ownStep.failure { line.member("failure", why) }
    line.member("size", ownStep.packed.count)
    let kept = ownStep.packed.prefix(writer.bodyLimit)
    if !kept.isEmpty, ownStep.packed != content { writePlace(of: kept) }
    line.raw("}")
  }

  // MARK: Bytes

  /// The text that stands in the line; nil for what does not.
  private func inlineText(_ body: Body) -> Body? {
    if writer.bodyFolder != nil, body.count > writer.inlineLimit { return nil }
    return body.isUTF8 ? body : nil
  }

  /// The bytes of a body: as text, as base64, or where they are.
  private mutating func writePlace(of body: Body) {
    if let text = inlineText(body) {
      line.key("text")
      text.withUnsafeBytes { line.string($0) }
    } else if let folder = writer.bodyFolder, body.count > writer.inlineBinaryLimit {
      let path = "\(folder)/\(body.sha256.hex)"
      line.member("_file", path)
      files.append(HAREntry.StoredBody(path: path, body: body))
    } else {
      line.member("encoding", "base64")
      body.withUnsafeBytes { line.base64("text", $0) }
    }
  }

  private mutating func writeHead(_ head: [UInt8]) {
    if let text = String(validating: head, as: UTF8.self) {
      line.member("_head", text)
    } else {
      head.withUnsafeBytes { line.base64("_headBase64", $0) }
    }
  }
}

extension Headers {
  /// Whether a request with these fields has exactly this head, which reads back as them.
  fileprivate func makes(_ head: [UInt8], _ method: HTTPMethod, _ url: String) -> Bool {
    guard !head.isEmpty else { return false }
    let first = MessageHead.requestLine(method, url, version: "HTTP/1.1")
    return MessageHead.isUsual(head, first: first, fields: fields)
      && fields.allSatisfy { $0.value.utf8[...].trimmingBlanks.count == $0.value.utf8.count }
  }
}

extension JSONLine {
  fileprivate typealias Piece = Slice<UnsafeBufferPointer<UInt8>>

  /// The pairs of a URL's query as people read them, escapes undone; straight from its bytes.
  fileprivate mutating func queryPairs(of url: UnsafeBufferPointer<UInt8>) {
    let (sent, _) = url[...].split(at: UInt8(ascii: "#"))
    var rest = sent.split(at: UInt8(ascii: "?")).1
    while let query = rest {
      let (pair, next) = query.split(at: UInt8(ascii: "&"))
      rest = next
      if pair.isEmpty { continue }
      let (name, value) = pair.split(at: UInt8(ascii: "="))
      object { line in
        line.key("name")
        line.formText(name)
        line.key("value")
        line.formText(value ?? name[name.endIndex...])
      }
    }
  }

  /// What has nothing to undo is written as it is.
  private mutating func formText(_ text: Piece) {
    if text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) {
      string(text.formDecoded)
    } else {
      string(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text)))
    }
  }

  /// What HAR knows of a cookie; the rest stands in the header.
  fileprivate mutating func cookieAttribute(_ text: Substring.UTF8View) {
    let (name, value) = text.split(at: UInt8(ascii: "="))
    let said = value.map { String(Substring($0.trimmingBlanks)) } ?? ""
    switch String(Substring(name.trimmingBlanks)).lowercasedASCII {
    case "path": member("path", said)
    case "domain": member("domain", said)
    case "httponly": member("httpOnly", true)
    case "secure": member("secure", true)
    case "expires":
      if let date = HTTPDate(said) {
        member("expires", HARDate.text(date.secondsSince1970 * 1_000_000))
      }
    default: break
    }
  }
}

/// Which of the fields on the wire were prepared by whom.
///
/// A field that was prepared and sent as it was is said once, with its source; where the transport
/// changed or reordered them, the prepared ones are said apart.
struct HARSources {
  let fields: [HeaderField]
  private(set) var words: [String?]
  private(set) var unplaced: Headers?

  init(prepared: Headers?, wire: [HeaderField]?) {
    guard let wire else {
      fields = prepared?.fields ?? []
      words = fields.map(\.source.storedWord)
      return
    }
    fields = wire
    words = Array(repeating: nil, count: wire.count)
    guard let prepared else { return }
    var next = prepared.startIndex
    for (index, field) in wire.enumerated() where next < prepared.endIndex {
      guard field == prepared[next] else { continue }
      words[index] = prepared[next].source.storedWord
      next += 1
    }
    if next < prepared.endIndex {
      words = Array(repeating: nil, count: wire.count)
      unplaced = prepared
    }
  }
}
