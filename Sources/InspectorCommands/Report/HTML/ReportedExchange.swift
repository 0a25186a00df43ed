import NetEngine
import RequestFiles

/// One request on a report page: what was asked, what became of it, and when.
///
/// Its texts hold no secrets any more: who makes one takes them out.
nonisolated struct ReportedExchange {
  /// How it went; the name is its class on the page.
  enum State: String, CaseIterable {
    case good, bad, none

    /// What stands in front of it, for eyes that tell no colours apart too.
    var sign: String {
      switch self {
      case .good: "✓"
      case .bad: "✗"
      case .none: "–"
      }
    }
  }

  /// A part of the time it took.
  struct Phase {
    let name: String
    /// In microseconds.
    let time: Int
  }

  /// Something that was looked at: whether it holds, and what was seen.
  struct Line {
    /// nil was not looked at.
    let holds: Bool?
    let name: String
    let note: String

    var state: State { holds.map { $0 ? .good : .bad } ?? .none }
  }

  /// A message as it went over the wire.
  struct Raw {
    let title: String
    let text: String
    /// What is not in the text.
    var note = ""
  }

  var number: Int
  var name: String
  var method: String
  var url: String
  /// File and line.
  var place = ""
  var state: State
  /// Its kind, or what has changed.
  var word: String
  var status = ""
  /// In microseconds, on whatever clock the page is on.
  var start: Int?
  var time: Int?
  var phases: [Phase] = []
  /// What is wrong, and what to do.
  var message = ""
  var hint = ""
  /// What else there is to know, a sentence each.
  var notes: [String] = []
  var checks: [Line] = []
  var steps: [Line] = []
  var envelope: [(name: String, value: String)] = []
  var raw: [Raw] = []
}

nonisolated extension ReportedExchange {
  /// What the pipeline made of it, step by step.
  mutating func tell(_ outcome: Outcome, _ redaction: ReportRedaction) {
    steps = outcome.steps.map { step in
      Line(holds: step.hasPassed, name: step.name, note: redaction(step.note))
    }
    if let status = outcome.response?.statusCode, status != 0 { self.status = "\(status)" }
    notes += outcome.warnings.map { redaction($0.message) }
    guard let envelope = outcome.envelope, envelope.verdict != .bare else { return }
    let profile = envelope.profile
    var lines = [("verdict", envelope.verdict.displayWord)]
    if let profile { lines.append(("profile", profile.name)) }
    if let code = envelope.code {
      lines.append(("code", "\(redaction(code))\(Self.place(profile?.statusCodeKey))"))
    }
    if let message = envelope.message {
      lines.append(("message", "\(redaction(message))\(Self.place(profile?.tipStrKey))"))
    }
    if !envelope.isDataKept {
      lines.append(("data", "not known: the recording keeps a part of the body"))
    } else if let data = envelope.data {
      lines.append(("data", "\(redaction(data.summary))\(Self.place(profile?.modelKey))"))
    }
    if case .malformed(let words) = envelope.verdict { lines.append(("why", redaction(words))) }
    self.envelope = lines
  }

  private static func place(_ key: String?) -> String {
    guard let key, !key.isEmpty else { return "" }
    return " at \(key)"
  }

  /// What was said and when; the exchange has no secrets any more.
  mutating func tell(_ exchange: Exchange, as who: String = "") {
    var hops = exchange.response?.hops ?? []
    if hops.isEmpty, case .failure(.transport(let error)) = exchange.result { hops = error.hops }
    for (index, hop) in hops.enumerated() {
      let count = hops.count > 1 ? " \(index + 1) of \(hops.count)" : ""
      let isFirst = index == 0
      raw.append(
        ReportedText.request(
          hop, of: exchange.request, withBody: isFirst || hop.sentBodyBytes > 0,
          title: "\(who)Request\(count)"))
      let isLast = index == hops.count - 1
      guard hop.statusCode != 0 || !hop.head.isEmpty else { continue }
      raw.append(
        ReportedText.answer(
          hop, body: isLast ? exchange.response?.body ?? hop.body : hop.body,
          isComplete: !isLast || exchange.response?.isComplete ?? false,
          title: "\(who)Answer\(count)"))
    }
    let phases = hops.flatMap { Self.phases($0.timings) }
    if !phases.isEmpty { self.phases = phases }
  }

  private static func phases(_ timings: Timings) -> [Phase] {
    [
      ("blocked", timings.blocked), ("dns", timings.dns), ("connect", timings.connect),
      ("tls", timings.tls), ("send", timings.send), ("wait", timings.wait),
      ("receive", timings.receive),
    ].compactMap { name, time in
      time.flatMap { $0 > 0 ? Phase(name: name, time: $0) : nil }
    }
  }
}

nonisolated extension ReportedExchange {
  /// A row with all its messages; the row has been through the redaction, see ``Report``.
  init(_ row: ReportRow, _ redaction: ReportRedaction) {
    let firing = row.firing
    let number = firing == nil ? "#\(row.number) " : ""
    self.init(
      number: row.number, name: number + row.name, method: row.method,
      url: redaction(url: row.url.withoutUserInfo),
      state: row.isGood.map { $0 ? .good : .bad } ?? .none, word: row.word)
    let exchange = row.said.first?.exchange
    start = row.start ?? exchange?.startedAt
    time = row.time ?? exchange?.recordedTime
    place = firing.map { "\($0.place)" } ?? ""
    message = row.details.first ?? ""
    // The table of checks has the expectations of a request.
    notes = firing.map { $0.notes.map { redaction($0) } } ?? Array(row.details.dropFirst())
    checks = (firing?.check?.answers ?? []).map { answer in
      let found = answer.found.isEmpty ? "" : "found \(answer.found)"
      return Line(
        holds: answer.holds, name: redaction(answer.words),
        note: redaction([answer.text, found].filter { !$0.isEmpty }.joined(separator: " — ")))
    }
    if let outcome = row.outcome { tell(outcome, redaction) }
    for (who, exchange) in row.said where exchange.result != nil {
      tell(redaction(exchange), as: who)
    }
  }
}

nonisolated extension Firing {
  fileprivate var notes: [String] {
    var notes: [String] = []
    if let skipped { notes.append("skipped: \(skipped)") }
    if round > 1 { notes.append("round \(round)") }
    if tries > 1 { notes.append("after \(tries) tries") }
    if isReplay, outcome != nil { notes.append("answered from a recording") }
    if uncheckedCount > 0 {
      notes.append("\(Units.count(uncheckedCount, "check")) of its scripts not made")
    }
    if let keptPart { notes.append(keptPart) }
    if let hint { notes.append("it looks like a refusal: \(hint.words)") }
    if let proxy = outcome?.proxy { notes.append("it went \(proxy.words)") }
    return notes
  }
}
