import LosslessJSON
import NetEngine

/// One walk over everything an exchange says: to learn what is secret, or to take it out.
struct RedactionRun {
  private var known: KnownSecrets
  var memory: SearchMemory
  /// What is secret, in the order in which it was found.
  private(set) var lessons: [SecretLesson] = []
  private(set) var finds: [Redactor.Find] = []
  /// What `finds` has: one block of headers may hold thousands.
  private var seen: Set<Redactor.Find> = []
  private let redactor: Redactor
  private let aim: Aim
  /// Which answer is looked through, as finds name it.
  private var part = "response"
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// What a walk is for.
  enum Aim {
    /// To learn what is secret, not asking where it stands, nor what is known already: so that many
    /// can do it at once.
    case learn
    /// To say where secrets stand, learning them on the way.
    case scan
    /// To take them out.
    case redact
  }

  init(_ redactor: Redactor, known: KnownSecrets, _ aim: Aim) {
    self.redactor = redactor
    self.known = known
    self.aim = aim
    memory = known.memory
  }

  /// One that learns.
  init(_ redactor: Redactor, learningWith memory: SearchMemory) {
    self.redactor = redactor
    self.memory = memory
    (known, aim) = (.none, .learn)
  }

  /// Whether it asks what stands in a text, and not where.
  var onlyLearns: Bool { aim == .learn }

  mutating func redact(_ exchange: Exchange) -> Exchange {
    for secret in exchange.request.secrets { learn(.named(secret)) }
    var copy = exchange
    copy.request = request(exchange.request, at: "request")
    copy.fromApp = exchange.fromApp.map { request($0, at: "fromApp") }
    copy.name = text(exchange.name, at: "name")
    copy.note = text(exchange.note, at: "note")
    copy.tags = exchange.tags.map { text($0, at: "tags") }
    copy.altered = exchange.altered.map { text($0, at: "altered") }
    copy.result = exchange.result.map { result($0, copy.request) }
    if let toApp = exchange.toApp {
      part = "toApp"
      copy.toApp = result(toApp, copy.request)
      part = "response"
    }
    if copy.response?.body != exchange.response?.body { copy.bodyHash = nil }
    copy.keep(foreign(exchange, copy))
    return copy
  }

  // MARK: Parts of an exchange

  private mutating func request(_ request: HTTPRequest, at place: String) -> HTTPRequest {
    var copy = request
    copy.url = url(request.url, at: place + ".url")
    copy.headers = headers(request.headers, at: place + ".headers")
    copy.secrets = []
    // A test of a mark would fail: a note with a secret is left out.
    copy.options.notes = request.options.notes.filter { text($0, at: "request.notes") == $0 }
    let type = request.headers["Content-Type"].flatMap { MediaType($0) }
    switch request.body {
    case .bytes(let body): copy.body = .bytes(self.body(body, type, at: place + ".body"))
    case .multipart(let parts): copy.body = .multipart(multipart(parts))
    case .none, .file: break
    }
    return copy
  }

  private mutating func result(
    _ result: Result<Response, NetError>, _ request: HTTPRequest
  ) -> Result<Response, NetError> {
    switch result {
    case .success(let answer): .success(response(answer, request))
    case .failure(let error): .failure(failure(error, request))
    }
  }

  private mutating func response(_ response: Response, _ request: HTTPRequest) -> Response {
    var copy = response
    copy.request = request
    copy.hops = hops(response.hops, after: request.url)
    copy.body = body(response.body, response.mediaType, at: part + ".body")
    if let ownStep = response.ownStep {
      redact(ownStep, of: response, into: &copy)
    } else if response.wire == response.body {
      copy.wire = copy.body
    } else if copy.body != response.body {
      // Its bytes say the same in another coding.
      copy.wire = copy.body
    } else {
      // Coded bytes say nothing but what the body says.
      let isText = response.wire.isUTF8
      copy.wire = isText ? body(response.wire, nil, at: part + ".wire") : response.wire
    }
    if copy.body.count != response.body.count { copy.receivedSize = response.bodySize }
    if copy.wireSize != response.wireSize { copy.keptWireOf = response.wireSize }
    copy.outline = response.outline.map { body($0, nil, at: part + ".body") }
    copy.warnings = response.warnings.map {
      Warning($0.kind, text($0.detail, at: part + ".warnings"))
    }
    return copy
  }

  /// What a secret was packed in is left out with it: nobody here can take it out of there.
  private mutating func redact(
    _ ownStep: OwnStep, of response: Response, into copy: inout Response
  ) {
    var ownStep = ownStep
    let keepsPacked = ownStep.failure != nil || copy.body == response.body
    ownStep.packed =
      keepsPacked ? body(ownStep.packed, response.mediaType, at: part + ".packed") : .empty
    if !keepsPacked {
      finds.append(Redactor.Find(path: part + ".packed", name: "what the secret came packed in"))
    }
    ownStep.failure = ownStep.failure.map { text($0, at: part + ".packed") }
    copy.ownStep = ownStep
    copy.wire = ownStep.packed
  }

  /// `seen` is a URL that was looked through already.
  private mutating func hops(_ hops: [Hop], after seen: String = "") -> [Hop] {
    hops.enumerated().map { index, hop in
      // The first hop asks for just that: there is nothing more to learn of it.
      let isSeen = onlyLearns && hop.url == seen
      let place = hops.count > 1 ? "hops.\(index + 1)." : ""
      let answer = place + part
      var copy = hop
      if !isSeen { copy.url = url(hop.url, at: place + "request.url") }
      copy.requestHead = head(
        hop.requestHead, at: place + "request.headers", after: isSeen ? seen : "")
      copy.head = head(hop.head, at: answer + ".headers")
      copy.reason = text(hop.reason, at: answer + ".reason")
      copy.headers = headers(hop.headers, at: answer + ".headers")
      copy.trailers = headers(hop.trailers, at: answer + ".trailers")
      if !hop.body.isEmpty {
        let type = hop.headers["Content-Type"].flatMap { MediaType($0) }
        copy.body = body(hop.body, type, at: answer + ".body")
      }
      for cookie in copy.cookies.indices {
        guard let from = copy.cookies[cookie].source?.request else { continue }
        copy.cookies[cookie].source?.request = text(from, at: "name")
      }
      return copy
    }
  }

  private mutating func failure(_ error: NetError, _ request: HTTPRequest) -> NetError {
    let answer = error.response.map { response($0, request) }
    switch error {
    case .cancelled: return error
    case .requestMapping(var problem):
      problem.text = text(problem.text, at: "error")
      return .requestMapping(problem)
    case .parameterEncoding(let cause): return .parameterEncoding(cause: words(cause))
    case .transport(var error):
      error.detail = text(error.detail, at: "error")
      error.hops =
        error.response.map { $0.hops == error.hops } == true
        ? answer?.hops ?? [] : hops(error.hops)
      error.response = answer
      return .transport(error)
    case .limit(let exceeded, _): return .limit(exceeded, answer)
    case .sequence(let step, let cause):
      return .sequence(brokenAt: step, cause: failure(cause, request))
    case .plugin(let name, let cause): return .plugin(name: name, cause: words(cause))
    case .underlying(let cause, _): return .underlying(words(cause), answer)
    case .statusCode(let old): return .statusCode(answer ?? old)
    case .mapping(var error, let old):
      let said = text(error.message, at: "error")
      if said != error.message { error.reason = .decoding(RecordedFailure(said)) }
      return .mapping(error, answer ?? old)
    case .business(let code, let said, let old):
      return .business(code: code, message: text(said, at: "error"), answer ?? old)
    case .invalidSession(let code, let said, let old):
      return .invalidSession(code: code, message: text(said, at: "error"), answer ?? old)
    }
  }

  /// Somebody's error as it is, unless its words hold a secret.
  private mutating func words(_ error: any Error) -> any Error {
    let words = NetError.text(of: error)
    let said = text(words, at: "error")
    return said == words ? error : RecordedFailure(said)
  }

  // MARK: Texts

  mutating func url(_ url: String, at path: String) -> String {
    string(url, as: .url, at: path) { bytes, _ in SecretFinder.spans(url: bytes) }
  }

  mutating func text(_ text: String, at path: String) -> String {
    string(text, as: .text, at: path) { SecretFinder.spans(words: $0, &$1) }
  }

  mutating func header(_ field: HeaderField, at path: String) -> HeaderField {
    var copy = field
    copy.value = string(
      field.value, as: .header(field.name), at: "\(path).\(field.name)"
    ) { bytes, names in
      SecretFinder.spans(header: field.name, value: bytes, &names)
    }
    return copy
  }

  private mutating func headers(_ headers: Headers, at path: String) -> Headers {
    guard onlyLearns else { return Headers(headers.map { header($0, at: path) }) }
    // The same block comes with every answer: told as a whole, it is not taken apart again.
    let key = HarmlessTexts.key(headers)
    guard !memory.hasTold(key) else { return headers }
    for field in headers { _ = header(field, at: path) }
    memory.tell(key)
    return headers
  }

  /// `seen` is a URL that was looked through already.
  private mutating func head(
    _ head: [UInt8], at path: @autoclosure () -> String, after seen: String = ""
  ) -> [UInt8] {
    guard !head.isEmpty else { return head }
    return head.withUnsafeBufferPointer { bytes in
      guard onlyLearns, let end = bytes.firstIndex(of: 0x0a) else {
        return replace(bytes, as: .head, at: path()) { SecretFinder.spans(head: bytes, &$0) }
      }
      // A first line is new with every request; what stands below it has mostly been told.
      let (line, fields) = (Bytes(rebasing: bytes[...end]), Bytes(rebasing: bytes[(end + 1)...]))
      if !line.asks(forEndOf: seen) {
        _ = replace(line, as: .head, at: path()) { SecretFinder.spans(head: line, &$0) }
      }
      return replace(fields, as: .fields, at: path()) { SecretFinder.spans(fields: fields, &$0) }
    } ?? head
  }

  mutating func body(_ body: Body, _ type: MediaType?, at path: String) -> Body {
    guard !body.isEmpty else { return body }
    if let text = WideText(body, type) {
      let new = redacted(text.utf8, type, at: path)
      return new.map { Body(text.encoded($0)) } ?? body
    }
    return redacted(body, type, at: path).map { Body($0) } ?? body
  }

  private mutating func redacted(
    _ body: Body, _ type: MediaType?, at path: String
  ) -> [UInt8]? {
    body.withUnsafeBytes { raw in
      raw.withMemoryRebound(to: UInt8.self) { bytes in
        replace(
          bytes, as: .body(type), at: path, in: body,
          keepingWhole: SecretFinder.binaries(bytes, type: type)
        ) { names in
          SecretFinder.spans(body: bytes, type: type, &names)
        }
      }
    }
  }

  private mutating func string(
    _ text: String, as reading: HarmlessTexts.Reading, at path: @autoclosure () -> String,
    _ find: (Bytes, inout JudgedNames) -> [SecretSpan]
  ) -> String {
    guard !text.isEmpty else { return text }
    var text = text
    let new = text.withUTF8 { bytes in
      replace(bytes, as: reading, at: path()) { find(bytes, &$0) }
    }
    return new.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  // MARK: Spans

  /// The bytes with marks in them; nil when there is nothing to take out, and while learning.
  ///
  /// Where the bytes are a whole JSON body, a find is named by its pointer. What is kept whole goes
  /// as a whole where a secret stands in it.
  mutating func replace(
    _ bytes: Bytes, as reading: HarmlessTexts.Reading, at path: @autoclosure () -> String,
    in body: Body? = nil, keepingWhole wholes: @autoclosure () -> [Range<Int>] = [],
    _ find: (inout JudgedNames) -> [SecretSpan]
  ) -> [UInt8]? {
    // What is shorter is no secret by itself, see `KnownSecrets.learn`.
    if onlyLearns, bytes.count < KnownSecrets.shortest { return nil }
    let key = HarmlessTexts.key(bytes, as: reading)
    if onlyLearns, memory.hasTold(key) { return nil }
    var (placed, shaped): ([SecretSpan], [SecretSpan]) = ([], [])
    if !memory.harmless.holds(key, ofCount: bytes.count) {
      (placed, shaped) = (find(&memory.names), SecretShapes.spans(bytes))
      if onlyLearns, placed.isEmpty, shaped.isEmpty {
        memory.harmless.add(key, ofCount: bytes.count)
      }
    }
    let found = Self.inCookies(placed, onlyLearns ? shaped : shaped + known.spans(bytes))
    let all = placed + found.map { Self.fitted($0, in: bytes, isURL: reading == .url) }
    let spans = SecretSpan.apart(all.filter { !Self.isMark(bytes, $0.range) })
    guard !spans.isEmpty else { return nil }
    if onlyLearns {
      for span in spans { learn(span, bytes) }
      memory.tell(key)
      return nil
    }
    let document = body?.wholeDocument
    for span in spans {
      let find = Redactor.Find(
        path: Self.path(of: span, in: document, below: path()), name: span.name)
      if seen.insert(find).inserted { finds.append(find) }
      if aim == .scan { learn(span, bytes) }
    }
    guard aim == .redact else { return nil }
    let wide = Self.widened(spans, to: wholes())
    if !wide.map(\.range).elementsEqual(spans.map(\.range)) {
      finds.append(Redactor.Find(path: path(), name: Redactor.lostBytes))
    }
    return marked(bytes, wide)
  }

  /// The bytes with marks in place of the spans.
  private func marked(_ bytes: Bytes, _ spans: [SecretSpan]) -> [UInt8] {
    var new: [UInt8] = []
    new.reserveCapacity(bytes.count + 32 * spans.count)
    var next = 0
    for span in spans {
      new += bytes[next..<span.range.lowerBound]
      let value = span.form.decoded(Array(bytes[span.range])[...])
      let name = known.name(of: value) ?? span.name
      new += redactor.mark(name, value: value, form: span.form)
      next = span.range.upperBound
    }
    return new + bytes[next...]
  }

  /// Spans that cover all of what they stand in; both are in order.
  private static func widened(_ spans: [SecretSpan], to wholes: [Range<Int>]) -> [SecretSpan] {
    var wholes = wholes[...]
    var wide: [SecretSpan] = []
    for span in spans {
      while let first = wholes.first, first.upperBound <= span.range.lowerBound {
        wholes.removeFirst()
      }
      guard let whole = wholes.first, whole.overlaps(span.range) else {
        wide.append(span)
        continue
      }
      if let last = wide.last, last.range.overlaps(whole) { continue }
      wide.append(SecretSpan(range: whole, name: span.name, form: .plain))
    }
    return wide
  }

  /// The pointer of a find in a document; elsewhere its name behind the part it stands in.
  private static func path(
    of span: SecretSpan, in document: JSONDocument?, below path: String
  ) -> String {
    if let document, let node = document.node(atByte: span.range.lowerBound) {
      return path + document.path(to: node).pointer
    }
    let isNamed = path.utf8.elementsEqual(span.name.utf8) || path.hasSuffix(".\(span.name)")
    return isNamed ? path : "\(path).\(span.name)"
  }

  /// A value that was found by itself, written as the place it stands in demands.
  private static func fitted(_ span: SecretSpan, in bytes: Bytes, isURL: Bool) -> SecretSpan {
    guard span.form == .plain else { return span }
    var span = span
    let value = bytes[span.range]
    if isURL {
      if !value.contains(where: { "%+".utf8.contains($0) }) { span.form = .percent }
    } else if value.allSatisfy({ $0 &- 0x30 < 10 }) {
      let before = bytes[..<span.range.lowerBound].last { $0 > 0x20 }
      let behind = bytes[span.range.upperBound...].first { $0 > 0x20 }
      // A number that is a value of JSON: the mark is none.
      if let before, let behind, ":,[".utf8.contains(before), ",]}".utf8.contains(behind) {
        span.form = .jsonNumber
      }
    }
    return span
  }

  private mutating func learn(_ lesson: SecretLesson) {
    switch aim {
    case .learn: lessons.append(lesson)
    case .scan: known.learn(lesson)
    case .redact: break
    }
  }

  private mutating func learn(_ span: SecretSpan, _ bytes: Bytes) {
    guard !span.isLocal else { return }
    let value = span.form.decoded(Array(bytes[span.range])[...])
    learn(.found(value, name: span.name))
    // Who it is may be no secret, and the password may stand somewhere without them.
    if span.name.utf8.elementsEqual("userinfo".utf8),
      let colon = value.firstIndex(of: UInt8(ascii: ":"))
    {
      learn(.found(Array(value[(colon + 1)...]), name: "password"))
    }
    if let first = value.first, "eW{[".utf8.contains(first) {
      for secret in value.withUnsafeBufferPointer({ EncodedJSON.secrets(in: $0[...]) }) {
        learn(.found(Array(secret.value.utf8), name: secret.name))
      }
    }
    // `Basic` carries a password in a coat that is no secret.
    guard span.name.isSameHeaderName(as: "Authorization"),
      let pair = Base64Text.decode(value), let colon = pair.firstIndex(of: 0x3a),
      String(validating: pair, as: UTF8.self) != nil
    else { return }
    learn(.found(Array(pair[(colon + 1)...]), name: "password"))
  }

  /// Without the spans that go past the value of a cookie: its name stays, and the other cookies.
  ///
  /// The cookies are in order.
  private static func inCookies(_ placed: [SecretSpan], _ found: [SecretSpan]) -> [SecretSpan] {
    let cookies = placed.filter(\.isCookie).map(\.range)
    guard !cookies.isEmpty else { return found }
    return found.filter { span in
      var (low, high) = (0, cookies.count)
      while low < high {
        let middle = (low + high) / 2
        if cookies[middle].upperBound <= span.range.lowerBound {
          low = middle + 1
        } else {
          high = middle
        }
      }
      guard low < cookies.count, cookies[low].overlaps(span.range) else { return true }
      return cookies[low].lowerBound <= span.range.lowerBound
        && span.range.upperBound <= cookies[low].upperBound
    }
  }

  /// Whether a mark stands there already, or a variable, whose value stands elsewhere.
  private static func isMark(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
    if isVariable(bytes[range]) { return true }
    let low = max(0, range.lowerBound - 40)
    let inside = bytes[low..<range.upperBound]
    guard RedactedText.mayOccur(in: inside) else { return false }
    return bytes[range].starts(with: RedactedText.opening)
      || bytes[range].starts(with: "%E2%80%B9redacted".utf8)
      || bytes[range].starts(with: "\"‹redacted:".utf8)
      || bytes[low..<range.lowerBound].firstPlace(of: RedactedText.opening) != nil
        && bytes[low..<range.lowerBound].firstPlace(of: RedactedText.closing) == nil
  }

  /// `{{token}}` and nothing else, as request files have it.
  private static func isVariable(_ value: Slice<Bytes>) -> Bool {
    guard value.count > 4, value.starts(with: "{{".utf8), value.suffix(2).elementsEqual("}}".utf8)
    else { return false }
    return !value.dropFirst(2).dropLast(2).contains { $0 == 0x7B || $0 == 0x7D || $0 == 0x22 }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether this request line's target is what a URL ends with, behind its host.
  fileprivate func asks(forEndOf url: String) -> Bool {
    guard !url.isEmpty, let start = firstIndex(of: 0x20),
      let end = lastIndex(of: 0x20), end > start + 1, self[start + 1] == UInt8(ascii: "/")
    else { return false }
    return url.utf8.suffix(end - start - 1).elementsEqual(self[(start + 1)..<end])
  }
}
