/// One walk over everything an exchange says: to learn what is secret, or to take it out.
struct RedactionRun {
  private(set) var known: KnownSecrets
  private(set) var finds: [Redactor.Find] = []
  private let redactor: Redactor
  private let isLearning: Bool
  typealias Bytes = UnsafeBufferPointer<UInt8>

  init(_ redactor: Redactor, known: KnownSecrets, isLearning: Bool) {
    self.redactor = redactor
    self.known = known
    self.isLearning = isLearning
  }

  mutating func redact(_ exchange: Exchange) -> Exchange {
    var copy = exchange
    copy.request = request(exchange.request)
    copy.name = text(exchange.name, at: "name")
    copy.note = text(exchange.note, at: "note")
    copy.tags = exchange.tags.map { text($0, at: "tags") }
    switch exchange.result {
    case .success(let answer): copy.result = .success(response(answer, copy.request))
    case .failure(let error): copy.result = .failure(failure(error, copy.request))
    case nil: break
    }
    if copy.response?.body != exchange.response?.body { copy.bodyHash = nil }
    return copy
  }

  // MARK: Parts of an exchange

  private mutating func request(_ request: HTTPRequest) -> HTTPRequest {
    var copy = request
    copy.url = url(request.url, at: "request.url")
    copy.headers = headers(request.headers, at: "request.headers")
    if case .bytes(let body) = request.body {
      let type = request.headers["Content-Type"].flatMap { MediaType($0) }
      copy.body = .bytes(self.body(body, type, at: "request.body"))
    }
    return copy
  }

  private mutating func response(_ response: Response, _ request: HTTPRequest) -> Response {
    var copy = response
    copy.request = request
    copy.hops = hops(response.hops)
    copy.body = body(response.body, response.mediaType, at: "response.body")
    if response.wire == response.body {
      copy.wire = copy.body
    } else if copy.body != response.body {
      // Its bytes say the same in another coding.
      copy.wire = copy.body
    } else {
      copy.wire = body(response.wire, nil, at: "response.wire")
    }
    copy.warnings = response.warnings.map {
      Warning($0.kind, text($0.detail, at: "response.warnings"))
    }
    return copy
  }

  private mutating func hops(_ hops: [Hop]) -> [Hop] {
    hops.enumerated().map { index, hop in
      let place = hops.count > 1 ? "hops.\(index + 1)." : ""
      var copy = hop
      copy.url = url(hop.url, at: place + "request.url")
      copy.requestHead = head(hop.requestHead, at: place + "request.headers")
      copy.head = head(hop.head, at: place + "response.headers")
      copy.reason = text(hop.reason, at: place + "response.reason")
      copy.headers = headers(hop.headers, at: place + "response.headers")
      copy.trailers = headers(hop.trailers, at: place + "response.trailers")
      let type = hop.headers["Content-Type"].flatMap { MediaType($0) }
      copy.body = body(hop.body, type, at: place + "response.body")
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
    string(url, at: path) { SecretFinder.spans(url: $0) }
  }

  mutating func text(_ text: String, at path: String) -> String {
    string(text, at: path) { bytes in
      SecretFinder.spans(text: bytes) + SecretFinder.spans(url: bytes)
    }
  }

  mutating func header(_ field: HeaderField, at path: String) -> HeaderField {
    var copy = field
    copy.value = string(field.value, at: "\(path).\(field.name)") {
      SecretFinder.spans(header: field.name, value: $0)
    }
    return copy
  }

  private mutating func headers(_ headers: Headers, at path: String) -> Headers {
    Headers(headers.map { header($0, at: path) })
  }

  private mutating func head(_ head: [UInt8], at path: String) -> [UInt8] {
    guard !head.isEmpty else { return head }
    return head.withUnsafeBufferPointer { bytes in
      replace(bytes, SecretFinder.spans(head: bytes), at: path)
    } ?? head
  }

  mutating func body(_ body: Body, _ type: MediaType?, at path: String) -> Body {
    guard !body.isEmpty else { return body }
    return body.withUnsafeBytes { raw in
      raw.withMemoryRebound(to: UInt8.self) { bytes in
        let spans = body.isUTF8 ? SecretFinder.spans(body: bytes, type: type) : []
        return replace(bytes, spans, at: path)
      }
    }.map { Body($0) } ?? body
  }

  private mutating func string(
    _ text: String, at path: String, _ find: (Bytes) -> [SecretSpan]
  ) -> String {
    guard !text.isEmpty else { return text }
    var text = text
    let new = text.withUTF8 { replace($0, find($0), at: path) }
    return new.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  // MARK: Spans

  /// The bytes with marks in them; nil when there is nothing to take out, and while learning.
  private mutating func replace(
    _ bytes: Bytes, _ placed: [SecretSpan], at path: String
  ) -> [UInt8]? {
    let all = placed + SecretShapes.spans(bytes) + known.spans(bytes)
    let spans = Self.apart(all.filter { !Self.isMark(bytes, $0.range) })
    guard !spans.isEmpty else { return nil }
    for span in spans { note(span, bytes, path) }
    if isLearning { return nil }
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

  private mutating func note(_ span: SecretSpan, _ bytes: Bytes, _ path: String) {
    let isNamed = path.utf8.elementsEqual(span.name.utf8) || path.hasSuffix(".\(span.name)")
    let find = Redactor.Find(path: isNamed ? path : "\(path).\(span.name)", name: span.name)
    if !finds.contains(find) { finds.append(find) }
    guard isLearning else { return }
    let value = span.form.decoded(Array(bytes[span.range])[...])
    known.learn(value, name: span.name)
    // `Basic` carries a password in a coat that is no secret.
    guard span.name.isSameHeaderName(as: "Authorization"),
      let pair = Base64Text.decode(value), let colon = pair.firstIndex(of: 0x3a),
      String(validating: pair, as: UTF8.self) != nil
    else { return }
    known.learn(Array(pair[(colon + 1)...]), name: "password")
  }

  /// Spans in order, none inside of another: where two overlap, the one that begins first, or is
  /// longer, holds.
  private static func apart(_ spans: [SecretSpan]) -> [SecretSpan] {
    let sorted = spans.sorted {
      ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count)
    }
    var kept: [SecretSpan] = []
    for span in sorted where !span.range.isEmpty {
      if let last = kept.last, span.range.lowerBound < last.range.upperBound {
        // The rest of it is as secret as its beginning.
        if span.range.upperBound > last.range.upperBound {
          kept[kept.count - 1].range = last.range.lowerBound..<span.range.upperBound
        }
        continue
      }
      kept.append(span)
    }
    return kept
  }

  /// Whether a mark stands there already.
  private static func isMark(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
    let low = max(0, range.lowerBound - 40)
    let inside = bytes[low..<range.upperBound]
    guard RedactedText.mayOccur(in: inside) else { return false }
    return bytes[range].starts(with: RedactedText.opening)
      || bytes[range].starts(with: "%E2%80%B9redacted".utf8)
      || bytes[range].starts(with: "\"‹redacted:".utf8)
      || bytes[low..<range.lowerBound].firstRange(of: RedactedText.opening) != nil
        && bytes[low..<range.lowerBound].firstRange(of: RedactedText.closing) == nil
  }
}
