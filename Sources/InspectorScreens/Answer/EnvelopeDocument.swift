import NetEngine
import RequestFiles

/// What an answer means: verdict, code, message, data, and the pipeline's steps with what each saw.
enum EnvelopeDocument {
  static func make(_ context: AnswerContext) -> (text: TextDocument, links: [BodyLink]) {
    var page = EnvelopeWriter(width: context.width, rule: context.rule)
    guard let reading = context.record.reading else {
      let words =
        context.record.arrival == nil ? "reading the body" : "the verdict comes with the last byte"
      page.line(words, Style(.progress, bold: true))
      return page.finished
    }
    let outcome = reading.outcome
    addVerdict(reading, to: &page)
    if let profile = reading.pipeline.profile {
      page.label(
        "profile", profile.name,
        place: context.lens.source(of: profile, for: context.item, context.response))
    }
    page.way(of: context.record)
    page.gap()
    page.line("pipeline", Style(.title, bold: true))
    page.steps(outcome)
    if let check = reading.check { page.expectations(check) }
    if let check = reading.check {
      page.gap()
      page.line("expected", Style(.title, bold: true))
      page.answers(check)
    }
    if let error = outcome.error {
      page.gap()
      page.explain(FailureExplanation(error, reading), outcome.kind)
    }
    if let detected = reading.detected, outcome.envelope == nil {
      page.gap()
      page.propose(detected, reading)
    }
    return page.finished
  }

  /// One verdict, of the whole pipeline; where the envelope says another thing it is told apart.
  private static func addVerdict(_ reading: Reading, to page: inout EnvelopeWriter) {
    let outcome = reading.outcome
    let isEnvelopes = outcome.steps.contains { $0.name == "envelope" && $0.hasPassed == false }
    let isOwn = outcome.kind == .ok || isEnvelopes
    if !isOwn {
      page.label(
        "verdict", "\(outcome.kind.sign) \(outcome.kind.word)",
        Style(outcome.kind.role, bold: true))
    }
    let label = isOwn ? "verdict" : "envelope"
    guard let envelope = outcome.envelope else {
      return page.label(label, "– \(missing(reading))", Style(.faint))
    }
    page.verdict(envelope.verdict, label: label)
    page.parts(of: envelope)
  }

  /// Why there is no verdict.
  private static func missing(_ reading: Reading) -> String {
    guard reading.pipeline.profile != nil else { return "none: no profile says how to read it" }
    let step = reading.outcome.steps.first { $0.name == "envelope" }
    switch step?.state {
    case .notApplied(let why): return "none: \(why)"
    case .failed(let error): return "none: \(error.message)"
    default: return "none"
    }
  }
}

/// Writes the lines of the page, labels left, values folded beside them.
private struct EnvelopeWriter {
  let width: Int
  let rule: DisplayRule
  var builder = TextBuilder()
  var links: [BodyLink] = []
  private static let labelWidth = 10

  var finished: (text: TextDocument, links: [BodyLink]) { (TextDocument([builder.section]), links) }

  mutating func gap() { builder.endLine() }

  mutating func line(_ text: String, _ style: Style) {
    for part in TextFold.lines(text, width: width, rule: rule) { builder.addLine(part, style) }
  }

  /// A label and its value; `place` says where it was found and follows where there is room.
  mutating func label(
    _ label: String, _ value: String, _ style: Style = .plain, place: String = "",
    body: Range<Int>? = nil
  ) {
    let start = builder.bytes.count
    let indent = EnvelopeWriter.labelWidth
    builder.add(label + String.blanks(indent - label.utf8.count), Style(.faint))
    let lines = TextFold.lines(value, width: width - indent, rule: rule)
    for (index, line) in lines.enumerated() {
      if index > 0 { builder.add(String.blanks(indent)) }
      builder.add(line, style)
      if index + 1 < lines.count { builder.endLine() }
    }
    if !place.isEmpty {
      let used = indent + rule.width(of: lines.last ?? "")
      let free = width - used - rule.width(of: place)
      if free >= 2 {
        // Places stand in a column of their own as far as the values let them.
        builder.add(String.blanks(min(free, max(2, indent + 18 - used))))
      } else {
        builder.endLine()
        builder.add(String.blanks(indent))
      }
      builder.add(place, Style(.faint))
    }
    builder.endLine()
    if let body { links.append(BodyLink(lines: start..<builder.bytes.count, body: body)) }
  }

  // MARK: Between an app and its server

  /// What was done to it on its way to the app, and which end of that is shown.
  mutating func way(of record: ExchangeRecord) {
    guard !record.altered.isEmpty || record.shownAnswer != nil else { return }
    gap()
    line("on its way to the app", Style(.title, bold: true))
    for words in record.altered { line(Exchange.marked(words), .plain) }
    switch record.shownAnswer {
    case .servers: label("shown", "the server's response; v shows what the app got")
    case .apps: label("shown", "what the app got; v shows the server's response, D what differs")
    case nil: break
    }
  }

  // MARK: Expectations

  /// Each with its sign; what does not hold with what there was instead.
  mutating func answers(_ check: ExpectationCheck) {
    for answer in check.answers {
      let found = answer.found.isEmpty ? "" : ", found \(answer.found)"
      line(
        "\(answer.holds ? "✓" : "✗") \(answer.words)\(found)",
        answer.holds ? .plain : Style(.mapping, bold: true))
    }
  }

  // MARK: The envelope

  mutating func verdict(_ verdict: Envelope.Verdict, label: String = "verdict") {
    self.label(label, verdict.line.text, verdict.line.style)
  }

  mutating func parts(of envelope: Envelope) {
    guard let profile = envelope.profile else { return }
    if profile.rule == .httpStatus {
      label("code", envelope.code ?? "–", Style(.number), place: "the HTTP status")
    } else {
      part("code", envelope.codeNode, at: profile.statusCodeKey)
    }
    if !profile.tipStrKey.isEmpty {
      part("message", envelope.messageNode, at: profile.tipStrKey, text: envelope.message)
    }
    guard envelope.isDataKept else {
      return label("data", "not known", Style(.faint), place: "the recording keeps a part of it")
    }
    part("data", envelope.data, at: profile.modelKey)
  }

  private mutating func part(
    _ name: String, _ json: JSON?, at key: String, text: String? = nil
  ) {
    guard let json, let node = json.node else {
      return label(
        name, "–", Style(.faint), place: key.isEmpty ? "" : "nothing at \(JSONPath(key))")
    }
    let path = "\(json.path)"
    label(
      name, text ?? json.glance, json.glanceStyle,
      place: path.isEmpty ? "the whole body" : "at \(path.shortened(to: 60))",
      body: json.document.sourceRange(of: node))
  }

  // MARK: The steps

  mutating func steps(_ outcome: Outcome) {
    let widest = outcome.steps.map { rule.width(of: $0.name) }.max() ?? 0
    let column = min(max(widest, 14), width / 2)
    for step in outcome.steps {
      let (sign, style) = step.sign
      builder.add(sign + " ", style)
      builder.add(step.name)
      let used = 2 + rule.width(of: step.name)
      builder.add(String.blanks(max(2, column + 4 - used)))
      let start = max(column + 4, used + 2)
      let lines = TextFold.lines(note(of: step), width: max(8, width - start), rule: rule)
      for (index, line) in lines.enumerated() {
        if index > 0 { builder.add(String.blanks(start)) }
        builder.addLine(line, step.hasPassed == nil ? Style(.faint) : .plain)
      }
    }
  }

  mutating func expectations(_ check: ExpectationCheck) {
    for answer in check.answers {
      builder.add(answer.holds ? "✓ " : "✗ ", Style(answer.holds ? .ok : .mapping, bold: true))
      let found = answer.found.isEmpty ? "" : ", found \(answer.found)"
      let text = "expect \(answer.text.shortened(to: 200))" + found
      let lines = TextFold.lines(text, width: max(8, width - 2), rule: rule)
      for (index, line) in lines.enumerated() {
        if index > 0 { builder.add("  ") }
        builder.addLine(line)
      }
    }
  }

  /// A step that failed says its kind; the sentence with the numbers stands below.
  private func note(of step: Outcome.StepResult) -> String {
    guard case .failed(let error) = step.state else { return step.note }
    if case .mapping(let mapping, _) = error, mapping.target == .envelope {
      return "not such an envelope"
    }
    switch error.kind {
    case .client, .server, .status: return "\(error.response?.statusCode ?? 0): \(error.kind.word)"
    default: return error.kind.word
    }
  }

  mutating func explain(_ failure: FailureExplanation, _ kind: Kind) {
    line("\(kind.sign) \(kind.word)", Style(kind.role, bold: true))
    if !failure.sentence.isEmpty {
      line(failure.sentence, .plain)
    } else {
      label("expected", failure.expected)
      label("found", failure.found, body: failure.range)
    }
    if !failure.place.isEmpty { label("where", failure.place, body: failure.range) }
    if !failure.next.isEmpty { label("next", failure.next, Style(.accent)) }
  }

  // MARK: A proposal

  mutating func propose(_ detected: DetectedEnvelope, _ reading: Reading) {
    let percent = Int(saturating: (detected.confidence * 100).rounded())
    line("detected, not applied", Style(.title, bold: true))
    label("profile", detected.profile.name, place: "\(percent) % sure")
    label("because", detected.reason)
    if let envelope = reading.detectedEnvelope {
      verdict(envelope.verdict, label: "would be")
      parts(of: envelope)
    }
    label("next", "P keeps it for this request", Style(.accent))
  }
}

extension JSON {
  /// The value in a line: a scalar as it is written, a container by its size.
  var glance: String {
    switch kind {
    case .string, .number, .bool, .null: rawText?.shortened(to: 200) ?? ""
    case .object, .array: summary
    case nil: "–"
    }
  }

  var glanceStyle: Style { kind?.style ?? Style(.faint) }
}

extension JSON.Kind {
  /// How a value of this kind looks.
  var style: Style {
    switch self {
    case .string: Style(.string)
    case .number: Style(.number)
    case .bool, .null: Style(.literal)
    case .array, .object: .plain
    }
  }
}

extension Envelope.Verdict {
  /// The verdict with its sign and style.
  var line: (text: String, style: Style) {
    switch self {
    case .bare: ("– none", Style(.faint))
    case .success: ("✓ success", Style(.ok, bold: true))
    case .business: ("✗ rejected", Style(.business, bold: true))
    case .invalidSession: ("✗ expired", Style(.business, bold: true))
    case .malformed: ("✗ not such an envelope", Style(.mapping, bold: true))
    }
  }
}

extension Outcome.StepResult {
  /// The sign before the step, with its style.
  var sign: (String, Style) {
    switch state {
    case .passed: ("✓", Style(.ok, bold: true))
    case .failed(let error): ("✗", Style(error.kind.role, bold: true))
    case .notReached, .notApplied: ("–", Style(.faint))
    }
  }
}
