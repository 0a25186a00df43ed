import NetEngine

/// Why an answer fails, for a person: what was expected, what was found, where, and what next.
struct FailureExplanation {
  var expected = ""
  var found = ""
  /// In words; a path, a line, the status line.
  var place = ""
  /// What happened in one sentence, where expected and found say nothing.
  var sentence = ""
  var next: String
  /// Bytes of the body it speaks of.
  var range: Range<Int>?

  init(_ error: NetError, _ reading: Reading) {
    next = error.isCancelled ? "r sends it again" : error.hint
    let envelope = reading.outcome.envelope
    switch error {
    case .statusCode(let response):
      expected = "a status in \(reading.pipeline.filter.text)"
      if reading.pipeline.profile?.rule == .httpStatus { expected = "a status in 2xx or 4xx" }
      found = "\(response.statusCode) \(response.hops.last?.reason ?? "")"
      place = "the status line"
    case .business, .invalidSession: explain(envelope, isSession: error.kind == .invalidSession)
    case .mapping(let mapping, _): explain(mapping, reading)
    default: sentence = error.message
    }
  }

  private mutating func explain(_ envelope: Envelope?, isSession: Bool) {
    guard let envelope, let profile = envelope.profile else { return }
    let code = envelope.codeNode?.rawText?.shortened ?? "'\(envelope.code ?? "")'"
    switch profile.rule {
    case .value:
      let values = FailureExplanation.list(profile.successValues)
      expected = "\(values) at \(JSONPath(profile.statusCodeKey))"
    case .absence: expected = "nothing at \(JSONPath(profile.statusCodeKey))"
    case .httpStatus: expected = "a status in 2xx"
    }
    found = isSession ? "\(code), which means: log in again" : code
    take(envelope.codeNode)
    if profile.rule == .httpStatus { place = "the status line" }
  }

  private mutating func explain(_ mapping: MappingError, _ reading: Reading) {
    switch mapping.reason {
    case .json(let error):
      expected = error.expected.phrase
      found = error.found.phrase
      if error.limit != nil || error.reason == .empty { sentence = error.trouble }
      place = error.place
      range = error.byteOffset..<error.byteOffset + 1
    case .notAnEnvelope(let why):
      let key = reading.pipeline.profile?.statusCodeKey ?? ""
      expected = "a code at '\(JSONPath(key))'"
      found = why
      take(reading.outcome.envelope?.codeNode)
    default: sentence = mapping.message
    }
  }

  private mutating func take(_ json: JSON?) {
    guard let json, let node = json.node else { return }
    range = json.document.sourceRange(of: node)
    place = "\(json.path)"
    if let range { place += ", byte \(Units.grouped(range.lowerBound))" }
  }

  private static func list(_ values: [String]) -> String {
    let quoted = values.prefix(6).map { "'\($0.shortened(to: 20))'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "any code" }
    return quoted.dropLast().joined(separator: ", ") + (values.count > 6 ? " …" : " or \(last)")
  }
}
