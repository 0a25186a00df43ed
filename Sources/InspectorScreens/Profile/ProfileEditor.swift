import NetEngine

/// A profile being made of an answer: its keys are picked in the document, and what it makes of
/// this answer and of the others of its backend is known at once.
///
/// ```
/// key ─► draft ─► codes that were seen ─► verdicts ─► text
/// ```
struct ProfileEditor: Sendable {
  /// An answer the draft is tried on.
  struct Sample: Sendable {
    let document: JSONDocument
    let status: Int
  }

  /// What a code means.
  enum Meaning: Sendable, Hashable {
    case success, session, refusal
  }

  /// A code, how often it was seen, and what it means to the draft.
  struct SeenCode: Sendable, Hashable {
    var text: String
    var count: Int
    var meaning: Meaning
    var isShown: Bool
  }

  /// The request the answer is of.
  let item: TargetItem
  let result: Result<Response, NetError>
  let pipeline: Pipeline
  /// The shown answer's first.
  let samples: [Sample]
  /// The profile it started from, where that is one that can be chosen.
  let origin: EnvelopeProfile?
  /// Where it started from, in words.
  let start: String
  var tree: JSONTree
  private(set) var draft: EnvelopeProfile
  /// What the shown answer is under the draft.
  private(set) var outcome: Outcome
  private(set) var codes: [SeenCode] = []
  /// How many of all answers are what.
  private(set) var counts: [(words: String, count: Int, style: Style)] = []

  /// So many answers are looked at.
  static let sampleLimit = 200

  init(
    item: TargetItem, result: Result<Response, NetError>, pipeline: Pipeline,
    samples: [Sample], draft: EnvelopeProfile, origin: EnvelopeProfile?, start: String,
    document: JSONDocument, size: Size
  ) {
    (self.item, self.result) = (item, result)
    (self.pipeline, self.samples) = (pipeline, samples)
    (self.draft, self.origin, self.start) = (draft, origin, start)
    tree = JSONTree(JSONForest(document), size: size)
    outcome = Classifier.classify(result, pipeline, document: document)
    work()
    let code = document.json[path: JSONPath(draft.statusCodeKey)]
    if !draft.statusCodeKey.isEmpty, let node = code.node {
      tree.setCursor(JSONPlace(part: 0, node: node))
    }
  }

  var title: String { item.title }

  /// The answer, whatever became of it.
  var response: Response? { result.response }

  /// Whether the answer says itself by which profile it is read, or that it is by none.
  var hasOwnProfile: Bool { response.map { $0.profile != nil || $0.readsNoEnvelope } ?? false }

  /// The document its keys are picked in.
  var document: JSONDocument? { samples.first?.document }

  // MARK: Picking

  private var picked: JSON? {
    guard let row = tree.cursorRow, let node = row.value?.node else { return nil }
    return JSON(document: row.document, node: node)
  }

  /// Takes the value at the cursor as the code; answers what to say of it.
  mutating func takeCode() -> String? {
    guard let value = picked else { return nil }
    let path = "\(value.path)"
    guard !path.isEmpty else { return "the whole body is no code: go to a value in it" }
    guard path != draft.statusCodeKey || draft.rule == .httpStatus else {
      draft.statusCodeKey = ""
      work()
      return nil
    }
    draft.statusCodeKey = path
    draft.detailCodeKey = ""
    if value.codeText == nil {
      // What holds no code can only be there or not.
      draft.rule = .absence
      (draft.successValues, draft.invalidSessionValues) = ([], [])
      work()
      return "\(path) holds no code: a response is good when nothing stands there"
    }
    draft.rule = .value
    proposeCodes()
    work()
    return nil
  }

  mutating func takeMessage() -> String? {
    guard let value = picked else { return nil }
    let path = "\(value.path)"
    guard !path.isEmpty else { return "the whole body is no message: go to a value in it" }
    draft.tipStrKey = path == draft.tipStrKey ? "" : path
    work()
    return nil
  }

  mutating func takeData() {
    guard let value = picked else { return }
    let path = "\(value.path)"
    draft.modelKey = path == draft.modelKey ? "" : path
    work()
  }

  private mutating func proposeCodes() {
    let samples = samples.map { EnvelopeSample($0.document.json, statusCode: $0.status) }
    guard
      let codes = EnvelopeDetector.codes(
        at: JSONPath(draft.statusCodeKey),
        message: JSONPath(draft.tipStrKey), in: samples)
    else { return }
    (draft.successValues, draft.invalidSessionValues) = codes
  }

  // MARK: What codes mean

  /// Success, then log in again, then a refusal; false when there is no such line.
  mutating func turnCode(_ place: Int) -> Bool {
    guard codes.indices.contains(place) else { return false }
    let code = codes[place].text
    draft.successValues.removeAll { $0 == code }
    draft.invalidSessionValues.removeAll { $0 == code }
    switch codes[place].meaning {
    case .refusal: draft.successValues.append(code)
    case .success: draft.invalidSessionValues.append(code)
    case .session: break
    }
    work()
    return true
  }

  mutating func setSuccess(_ text: String) {
    draft.successValues = ProfileEditor.list(text)
    draft.invalidSessionValues.removeAll { draft.successValues.contains($0) }
    work()
  }

  mutating func setSession(_ text: String) {
    draft.invalidSessionValues = ProfileEditor.list(text)
    draft.successValues.removeAll { draft.invalidSessionValues.contains($0) }
    work()
  }

  /// Codes as they are typed: between commas, quotes around one are left out.
  static func list(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
      var part = part.drop { $0 == 0x20 }
      while part.last == 0x20 { part = part.dropLast() }
      if part.count > 1, let quote = part.first, "\"'".utf8.contains(quote), part.last == quote {
        part = part.dropFirst().dropLast()
      }
      return part.isEmpty ? nil : String(decoding: part, as: UTF8.self)
    }
  }

  mutating func changeRule() {
    draft.rule = draft.rule.next
    if draft.rule == .value, draft.successValues.isEmpty { proposeCodes() }
    work()
  }

  mutating func changeMissing() {
    draft.missingCode = draft.missingCode == .malformed ? .success : .malformed
    work()
  }

  // MARK: What follows

  /// Why it cannot be kept as it is; nil when it can.
  var flaw: String? {
    guard draft.rule != .httpStatus else { return nil }
    if draft.statusCodeKey.isEmpty { return "pick the code first: j k move, c takes the value" }
    if draft.rule == .value, draft.successValues.isEmpty {
      return "no code means success yet: a digit changes a line, s types the codes"
    }
    return nil
  }

  /// Whether codes are compared.
  var comparesCodes: Bool { draft.rule == .value }

  private mutating func work() {
    var pipeline = pipeline
    pipeline.profile = draft
    outcome = Classifier.classify(result, pipeline, document: document)
    var seen: [String: Int] = [:]
    var order: [String] = []
    var verdicts: [Int] = [0, 0, 0, 0]
    for sample in samples {
      let envelope = Envelope(sample.document.json, profile: draft, statusCode: sample.status)
      if let code = envelope.code {
        if seen[code] == nil { order.append(code) }
        seen[code, default: 0] += 1
      }
      verdicts[envelope.verdict.place] += 1
    }
    let rare = order.dropFirst().sorted { seen[$0] ?? 0 > seen[$1] ?? 0 }
    let unseen = (draft.successValues + draft.invalidSessionValues).filter { seen[$0] == nil }
    codes = (order.prefix(1) + rare + unseen).map { code in
      SeenCode(
        text: code, count: seen[code] ?? 0, meaning: meaning(of: code),
        isShown: code == outcome.envelope?.code)
    }
    if draft.rule == .httpStatus { codes = [] }
    counts = zip(verdicts, Self.verdicts).filter { $0.0 > 0 }.map { count, verdict in
      (verdict.words, count, verdict.style)
    }
  }

  private func meaning(of code: String) -> Meaning {
    if draft.invalidSessionValues.contains(code) { return .session }
    return draft.rule == .value && draft.successValues.contains(code) ? .success : .refusal
  }

  private static let verdicts: [(words: String, style: Style)] = [
    ("✓ ok", Style(.ok)), ("✗ rejected", Style(.business)), ("✗ expired", Style(.business)),
    ("– other", Style(.mapping)),
  ]
}

extension Envelope.Verdict {
  fileprivate var place: Int {
    switch self {
    case .bare, .success: 0
    case .business: 1
    case .invalidSession: 2
    case .malformed: 3
    }
  }
}
