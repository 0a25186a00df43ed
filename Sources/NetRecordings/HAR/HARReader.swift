import LosslessJSON
import NetEngine

/// Makes an exchange of one HAR entry, whoever has written it.
///
/// It takes what is there: a part that is missing or of the wrong kind is left out, and only an
/// entry without a request is no exchange at all.
struct HAREntryReader {
  /// Reads a body that stands in a file beside the session; nil with a reason when it cannot.
  let file: (String) -> Result<Body, SessionProblem>
  /// Who wrote the file, as it says.
  var tool = ""

  /// The exchange, numbered by its place when it says no number of its own.
  func exchange(_ entry: JSON, number: Int) throws(SessionProblem) -> Exchange {
    guard entry.kind == .object else {
      throw SessionProblem(.brokenEntry(number, "it is \(entry.shownKind), not an object"))
    }
    guard entry["request"].kind == .object else {
      throw SessionProblem(.brokenEntry(number, "it has no request"))
    }
    guard let url = entry["request"]["url"].string else {
      throw SessionProblem(.brokenEntry(number, "its request has no URL"))
    }
    let isOurs = entry.isOurEntry
    let request = try request(entry["request"], isOurs: isOurs)
    var exchange = Exchange(
      sequence: entry["_seq"].int ?? number, name: entry["_name"].string ?? url,
      startedAt: entry.date("startedDateTime") ?? 0, request: request)
    let hops = try hops(entry, isOurs: isOurs)
    exchange.result = try result(entry, request, hops, isOurs: isOurs)
    if isOurs { exchange.toApp = try toApp(entry["_toApp"], request, hops.last) }
    if isOurs, entry["_fromApp"].kind == .object {
      exchange.fromApp = try self.request(entry["_fromApp"], isOurs: true)
    }
    readRemarks(entry, into: &exchange)
    readSize(entry, into: &exchange)
    return exchange
  }

  // MARK: What came of it

  private func result(
    _ entry: JSON, _ request: HTTPRequest, _ hops: [Hop], isOurs: Bool
  ) throws(SessionProblem) -> Result<Response, NetError>? {
    if entry["_pending"].bool == true { return nil }
    let error = entry["_error"]
    // An error of ours is an object; who has edited an entry may have taken its row away.
    guard isOurs || error.kind == .object else {
      return try foreignResult(entry, request, hops)
    }
    var response: Response?
    if !error.exists || error.isAnswered {
      response = try self.response(entry, request, hops, isOurs: isOurs)
    }
    if let failure = failure(error, response: response, hops: hops) { return .failure(failure) }
    return response.map { .success($0) }
  }

  /// What an app has got in place of the answer: written as an entry without a request.
  private func toApp(
    _ json: JSON, _ request: HTTPRequest, _ asked: Hop?
  ) throws(SessionProblem) -> Result<Response, NetError>? {
    guard json.kind == .object else { return nil }
    let asked = asked?.unanswered ?? Hop(url: request.url, method: request.method)
    let hops = try hops(json, isOurs: true).map { $0.asking(as: asked) }
    return try result(json, request, hops, isOurs: true)
  }

  func response(
    _ entry: JSON, _ request: HTTPRequest, _ hops: [Hop], isOurs: Bool
  ) throws(SessionProblem) -> Response {
    let json = entry["response"]
    let body = try content(json["content"])
    var response = Response(request: request, hops: hops, body: body)
    if isOurs, json["_packed"].exists {
      let step = json["_packed"]
      let packed = try content(step)
      // Without bytes of its own it is what the content is.
      response.ownStep = OwnStep(
        name: step["step"].stringValue,
        packed: packed.isEmpty && step["size"].int ?? 0 > 0 ? body : packed,
        failure: step["failure"].string)
      response.wire = response.packed
    }
    if json["_wire"].exists {
      response.wire = try content(json["_wire"])
    } else if !isOurs {
      response.undoStoredCodings()
    }
    if !isOurs { response.recordedBy = tool }
    if json["content"].isBrokenBase64 { response.warnings.append(Warning(.brokenBase64)) }
    if response.typeSaid == nil {
      response.recordedType = json["content"]["mimeType"].string.flatMap(\.typeWorthTheName)
    }
    response.isComplete = entry["_incomplete"].bool != true
    response.profile = EnvelopeProfile(stored: entry["_profile"])
    response.readsNoEnvelope = entry["_profile"].string == HARWriter.noProfile
    response.outline = entry["_envelope"].rawText.map { Body($0) }
    response.keptPartOf = isOurs ? entry["_truncated"].int : sizeOfMissing(entry, body)
    if response.keptPartOf != nil { response.keptPartHash = entry["_bodySha256"].string }
    response.keptWireOf = entry["_truncatedWire"].int
    let size = isOurs ? json["content"]["size"].int : entry["_row"][4].int
    if response.keptPartOf == nil, let size, size >= 0, size != response.body.count {
      response.receivedSize = size
    }
    response.warnings += entry["_warnings"].arrayValue.compactMap { warning in
      warning["kind"].string.flatMap(Warning.Kind.init(rawValue:))
        .map { Warning($0, warning["detail"].stringValue) }
    }
    return response
  }

  private func readSize(_ entry: JSON, into exchange: inout Exchange) {
    exchange.bodyHash = entry["_bodySha256"].string
    exchange.truncatedFrom = exchange.response?.keptPartOf ?? entry["_truncated"].int
  }

  /// The size of a body that another tool told and did not keep.
  private func sizeOfMissing(_ entry: JSON, _ body: Body) -> Int? {
    guard body.isEmpty, let size = entry["response"]["content"]["size"].int, size > 0 else {
      return nil
    }
    return size
  }

  private func readRemarks(_ entry: JSON, into exchange: inout Exchange) {
    exchange.id = entry["_id"].stringValue
    exchange.firing = entry["_run"].string.map {
      Exchange.Firing(
        entry: entry["_entry"].stringValue, environment: entry["_environment"].string, run: $0)
    }
    exchange.order = entry["_order"].int
    exchange.note = entry["_note"].string ?? entry["comment"].string ?? ""
    exchange.tags = entry["_tags"].arrayValue.compactMap(\.string)
    exchange.altered = entry["_altered"].arrayValue.compactMap(\.string)
    exchange.isMarked = entry["_marked"].bool == true
    exchange.isReplay = entry["_replay"].bool == true
    exchange.redacted = entry["_redacted"].arrayValue.compactMap(\.string)
  }

  // MARK: Bodies

  /// The bytes of a content: text, base64 of them, or a file's.
  func content(_ json: JSON) throws(SessionProblem) -> Body {
    if let path = json["_file"].string, !json["text"].exists || json["text"].isNull {
      return try file(path).get()
    }
    let text = json["text"]
    switch text.kind {
    case .string:
      guard json["encoding"].string?.lowercasedASCII == "base64" else {
        return text.stringBody ?? .empty
      }
      let decoded = text.withStringBytes { Base64Text.decode($0) }
      return decoded.map { Body($0) } ?? text.stringBody ?? .empty
    case .object, .array, .number, .bool:
      // Some tools put parsed JSON where its text should be.
      return Body(text.rawText ?? "")
    case .null, nil: return .empty
    }
  }
}

extension Hop {
  /// The answer of this one to what another one asked.
  fileprivate func asking(as other: Hop) -> Hop {
    var hop = self
    (hop.url, hop.method, hop.requestHead) = (other.url, other.method, other.requestHead)
    (hop.sentBodyBytes, hop.dropped, hop.cookies) =
      (other.sentBodyBytes, other.dropped, other.cookies)
    return hop
  }

  /// Whether anything of an answer is recorded; browsers write status 0 for what never came.
  var isAnswer: Bool { statusCode > 0 || !headers.isEmpty }
}

extension String {
  /// The type, unless it only says that it is not known.
  fileprivate var typeWorthTheName: String? {
    isEmpty || hasSuffix("x-unknown") ? nil : self
  }
}

extension Response {
  /// Undoes the codings of a body whose bytes are still coded; most tools have done it already.
  fileprivate mutating func undoStoredCodings() {
    let codings = ContentCoding.parse(headers.values("Content-Encoding"))
    let magic: [UInt8]? =
      switch codings.last {
      case .gzip: [0x1f, 0x8b]
      case .zstd: [0x28, 0xb5, 0x2f, 0xfd]
      default: nil
      }
    guard let magic, body.starts(with: magic) else { return }
    _ = undoContentCodings()
  }
}

extension JSON {
  /// What it is, for a sentence.
  var shownKind: String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    case nil: "nothing"
    case let kind?: kind.rawValue == "null" ? "null" : "a \(kind.rawValue)"
    }
  }

  /// Whether we have written the entry, in our own words: its row says so, unless it only stands in
  /// front of what another tool wrote.
  var isOurEntry: Bool { self["_row"].exists && self["_foreign"].bool != true }

  /// Whether a content says that it is Base64 and is not.
  fileprivate var isBrokenBase64: Bool {
    guard self["encoding"].string?.lowercasedASCII == "base64", self["text"].kind == .string else {
      return false
    }
    return self["text"].withStringBytes { Base64Text.decode($0) } == nil
  }

  /// Whether a failure says that it carries an answer.
  fileprivate var isAnswered: Bool {
    self["answered"].bool == true || self["cause"].kind == .object && self["cause"].isAnswered
  }

  /// A moment in microseconds since 1970.
  func date(_ key: String) -> Int? {
    self[key].string.flatMap { HARDate.microseconds($0) }
  }

  /// Milliseconds as microseconds; nil when it is missing, negative or no number.
  func microseconds(_ key: String) -> Int? {
    guard let value = self[key].lenientDouble, value >= 0, value < 1e15 else { return nil }
    return Int(saturating: (value * 1_000).rounded())
  }

  private var lenientDouble: Double? {
    double ?? string.flatMap { JSONNumber($0)?.double }
  }

  /// Runs over a string's bytes, escapes undone.
  fileprivate func withStringBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    (stringBody ?? .empty).withUnsafeBytes(body)
  }
}
