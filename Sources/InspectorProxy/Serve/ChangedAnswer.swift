import LosslessJSON
import NetEngine
import NetRecordings

/// An answer while lines of rules change it on its way to a client.
///
///     as it came ─► as, body, broken ─► header ─► late, slow ─► end ─► ClientAnswer
struct ChangedAnswer: Sendable {
  /// What the lines have done, and what they could not, a sentence each.
  private(set) var notes: [String] = []
  private(set) var status: Int
  private let came: (status: Int, fields: [HeaderField], ending: ClientAnswer.Ending)
  private let reason: String
  private(set) var fields: [HeaderField]
  private(set) var body: Body
  private var ending: ClientAnswer.Ending
  private var delay: UInt64 = 0
  private var pace: Int?
  /// The body has no packing any more.
  private var isOpen: Bool
  private let response: @Sendable () -> Result<Response, AlteredEnvelope.Impossible>
  private let isHead: Bool
  private var numbers: [Int] = []
  /// What is said to be longer than the body is.
  private var saidLength: String?
  private var hasOtherBody = false

  /// `body` is what goes out as it is; `response` what it says once its packing is undone.
  init(
    status: Int, reason: String, fields: [HeaderField], body: Body, isOpen: Bool,
    ending: ClientAnswer.Ending = .whole, isHead: Bool,
    response: @escaping @Sendable () -> Result<Response, AlteredEnvelope.Impossible>
  ) {
    (self.status, self.reason, self.body) = (status, reason, body)
    (self.isOpen, self.ending, self.isHead, self.response) = (isOpen, ending, isHead, response)
    let (length, others) = fields.divided { $0.name.isSameHeaderName(as: "Content-Length") }
    self.fields = others
    came = (status, others, ending)
    if isHead || ending != .whole { saidLength = length.first?.value }
  }

  /// Applies all that is chosen, in the order of the stages.
  mutating func apply(
    _ chosen: [Alterations.Chosen], profile: (Response) -> EnvelopeProfile?
  ) {
    let inOrder = chosen.enumerated().sorted {
      ($0.element.alteration.stage.number, $0.offset)
        < ($1.element.alteration.stage.number, $1.offset)
    }
    for (_, (rule, alteration)) in inOrder where alteration.isOfAnswer {
      do throws(AlteredEnvelope.Impossible) {
        try apply(alteration, profile)
        if !numbers.contains(rule.line) { numbers.append(rule.line) }
        notes.add(rule)
      } catch {
        notes.add(rule, notAppliedFor: error.why)
      }
    }
  }

  /// What goes out; `isMarked` says by a header that it was changed.
  func answer(isMarked: Bool) -> ClientAnswer {
    var fields = fields
    if isMarked, !numbers.isEmpty {
      let lines = numbers.map(String.init).joined(separator: ", ")
      fields.append(HeaderField("Inspector-Altered", "rule \(lines)"))
    }
    if let saidLength { fields.append(HeaderField("Content-Length", saidLength)) }
    var answer = ClientAnswer(
      status: status, reason: status == came.status ? reason : "", fields: fields, body: body,
      saysLength: saidLength == nil && !isHead)
    (answer.delay, answer.bytesPerSecond, answer.ending) = (delay, pace, ending)
    return answer
  }

  /// Another answer than came, or it ends otherwise; one that only comes later, or slower, is the same.
  var isOther: Bool {
    status != came.status || fields != came.fields || hasOtherBody || ending != came.ending
  }

  // MARK: One line

  private mutating func apply(
    _ alteration: Alteration, _ profile: (Response) -> EnvelopeProfile?
  ) throws(AlteredEnvelope.Impossible) {
    switch alteration {
    case .means(let meaning):
      let response = try response().get()
      let altered = try AlteredEnvelope(
        try opened(), status: status, profile: profile(response), as: meaning)
      status = altered.status
      changeBody(to: altered.bytes)
    case .body(let change): changeBody(to: try JSONEdit.changed(try opened(), change))
    case .broken(let how): try breakBody(how)
    case .header(let header): fields.apply(header)
    case .status(let status): self.status = status
    case .late(let times): delay = UInt64(Int.random(in: times))
    case .slow(let pace): self.pace = pace
    case .ends(let end): apply(end)
    case .requestHeader, .requestQuery, .requestBody, .holds, .from: break
    }
  }

  private mutating func apply(_ end: Alteration.Ending) {
    switch end {
    case .cut(let place): ending = .cut(after: place.count(of: body.count))
    case .reset(let place): ending = .reset(after: place.map { $0.count(of: body.count) })
    case .hang: ending = .hang
    case .empty: ending = .cut(after: 0)
    case .garbage: ending = .garbage
    }
  }

  /// The body with its packing undone.
  func opened() throws(AlteredEnvelope.Impossible) -> Body {
    isOpen ? body : try response().get().body
  }

  /// One that says the same already stays as it came, packed or not.
  private mutating func changeBody(to bytes: [UInt8]) {
    if ending == .whole, (try? opened()) == Body(bytes) { return }
    replaceBody(by: bytes)
  }

  private mutating func replaceBody(by bytes: [UInt8]) {
    body = Body(bytes)
    (isOpen, hasOtherBody) = (true, true)
    // A recording that broke off is whole now.
    if case .cut = ending { ending = .whole }
    if !isHead { saidLength = nil }
    fields.removeAll { Self.isOfOldBody($0.name) }
  }

  /// What belongs to bytes that are others now.
  private static func isOfOldBody(_ name: String) -> Bool {
    ["Content-Encoding", "ETag", "Digest", "Content-Digest", "Content-MD5", "Accept-Ranges"]
      .contains { name.isSameHeaderName(as: $0) }
  }

  private mutating func breakBody(
    _ how: Alteration.Broken
  ) throws(AlteredEnvelope.Impossible) {
    var bytes = try opened().bytes
    guard !bytes.isEmpty else { throw AlteredEnvelope.Impossible(why: "it has no body") }
    switch how {
    case .json: bytes.removeLast(bytes.count - bytes.count / 2)
    case .utf8:
      // Inside the first text where there is one, so that a reader gets that far.
      let quote = bytes.firstIndex(of: 0x22).map { $0 + 1 } ?? bytes.count / 2
      bytes.insert(0xff, at: min(quote, bytes.count))
    case .gzip, .length: break
    }
    replaceBody(by: bytes)
    switch how {
    case .gzip: fields.append(HeaderField("Content-Encoding", "gzip"))
    case .length:
      saidLength = "\(bytes.count + 1)"
      ending = .cut(after: bytes.count)
    case .json, .utf8: break
    }
  }
}

extension [String] {
  /// What a line has done, or why it has not, said once.
  mutating func add(_ rule: Rules.Rule, notAppliedFor why: String? = nil) {
    let words = "rule \(rule.line): \(rule.shown.shortened(to: 120))"
    let note = why.map { Exchange.notApplied(words, $0) } ?? words
    if !contains(note) { append(note) }
  }
}

extension [HeaderField] {
  /// Drops, sets or adds a field; one that is set stays where the first of its name stood.
  mutating func apply(_ change: Alteration.Header) {
    switch change {
    case .drop(let name): removeAll { $0.name.isSameHeaderName(as: name) }
    case .set(let name, let value):
      let field = HeaderField(name, value)
      let place = firstIndex { $0.name.isSameHeaderName(as: name) }
      removeAll { $0.name.isSameHeaderName(as: name) }
      insert(field, at: Swift.min(place ?? count, count))
    case .add(let name, let value): append(HeaderField(name, value))
    }
  }

  /// Those that are meant, and the others.
  fileprivate func divided(_ isMeant: (HeaderField) -> Bool) -> ([HeaderField], [HeaderField]) {
    (filter(isMeant), filter { !isMeant($0) })
  }
}

extension JSONEdit {
  /// The bytes of a body with one value changed.
  static func changed(
    _ body: Body, _ change: Alteration.BodyChange
  ) throws(AlteredEnvelope.Impossible) -> [UInt8] {
    do throws(JSONEdit.Refused) {
      var edit = try JSONEdit(body.bytes)
      switch change {
      case .set(let path, let token): try edit.set(path, to: token)
      case .drop(let path): try edit.drop(path)
      }
      return edit.bytes
    } catch {
      throw AlteredEnvelope.Impossible(why: error.words)
    }
  }
}
