import NetEngine
import RequestFiles

/// An exchange as one line of JSON: the same keys for every command, absent means unknown.
nonisolated struct ExchangeReport {
  private var name: String
  private let method: String
  private let url: String
  private let number: Int
  private let outcome: Outcome?
  private let hint: EnvelopeHint?
  private var check: ExpectationCheck?
  private var skipped: String?
  private var isReplay = false
  /// What another tool says of it.
  private var facts: ForeignEntry.Facts?
  /// What answered, where a client was served.
  private var source: Members = []
  /// Of a run: where the request stands, in which round it was fired, what was not checked.
  private var firing: Firing?

  init(_ outcome: Outcome, of target: TargetWords, number: Int, hint: EnvelopeHint?) {
    self.outcome = outcome
    self.hint = hint
    self.number = number
    name = target.name
    method = target.method.rawValue
    url = target.baseURL
  }

  init(_ exchange: Exchange, _ outcome: Outcome?, hint: EnvelopeHint?) {
    self.outcome = outcome
    self.hint = hint
    number = exchange.sequence
    name = exchange.name
    method = exchange.request.method.rawValue
    url = exchange.request.url
    skipped = outcome == nil ? "the recording ends before the response" : nil
    isReplay = exchange.isReplay
    facts = exchange.foreign?.facts
  }

  init(
    served exchange: Exchange, _ outcome: Outcome?, hint: EnvelopeHint?,
    by source: [(key: String, value: JSON)], instead: String?, isReplay: Bool
  ) {
    self.init(exchange, outcome, hint: hint)
    (name, skipped, facts) = ("", instead, nil)
    (self.isReplay, self.source) = (isReplay, source)
  }

  init(_ firing: Firing) {
    number = firing.number
    name = firing.name
    method = firing.method
    url = firing.url
    outcome = firing.outcome
    check = firing.check
    hint = firing.hint
    skipped = firing.skipped
    isReplay = firing.isReplay
    self.firing = firing
  }

  /// Compact, without a line end.
  var line: String { MachineLine.text(members) }

  private typealias Members = [(key: String, value: JSON)]

  private var members: Members {
    let response = outcome?.response
    var members: Members = [
      ("seq", JSON(number)), ("name", JSON(name)), ("method", JSON(method)),
      ("url", JSON(response?.url ?? url.withoutUserInfo)),
    ]
    if let firing {
      members += [
        ("file", JSON(firing.place.file)), ("line", JSON(firing.place.line)),
        ("round", JSON(firing.round)),
      ]
      if firing.tries > 1 { members.append(("tries", JSON(firing.tries))) }
      let tags = firing.entry.request.meta.tags
      if !tags.isEmpty { members.append(("tags", JSON(tags.map { JSON($0) }))) }
    }
    if let response, response.statusCode != 0 {
      members.append(("status", JSON(response.statusCode)))
      if let version = response.hops.last?.httpVersion, !version.isEmpty {
        members.append(("http", JSON(version)))
      }
    }
    if let outcome { members += meaning(of: outcome) }
    if let response { members += facts(of: response) }
    if let proxy = outcome?.proxy {
      members.append(
        ("proxy", JSON(members: [("url", JSON(proxy.url)), ("from", JSON(proxy.variable))])))
    }
    if outcome != nil { members.append(("replayed", JSON(isReplay))) }
    if let check { members.append(("expect", JSON(check.answers.map(answer)))) }
    if let firing, firing.uncheckedCount > 0 {
      members.append(("unchecked", JSON(firing.uncheckedCount)))
    }
    if let skipped { members.append(("skipped", JSON(skipped))) }
    if let facts { members += said(facts) }
    return members + source
  }

  private func said(_ facts: ForeignEntry.Facts) -> Members {
    var members: Members = []
    if !facts.page.isEmpty { members.append(("page", JSON(facts.page))) }
    if let source = facts.source { members.append(("answeredBy", JSON(source.rawValue))) }
    if facts.socketMessages > 0 { members.append(("messages", JSON(facts.socketMessages))) }
    if facts.streamEvents > 0 { members.append(("events", JSON(facts.streamEvents))) }
    return members
  }

  private func meaning(of outcome: Outcome) -> Members {
    let kind = check?.kind ?? outcome.kind
    let isUnchecked = outcome.uncheckedPart != nil && check?.answers.isEmpty ?? true
    var members: Members = [("kind", JSON(isUnchecked ? "unchecked" : kind.rawValue))]
    if !isUnchecked { members.append(("ok", JSON(check?.isMet ?? (kind == .ok)))) }
    if let envelope = outcome.envelope { members.append(("envelope", self.envelope(envelope))) }
    if let hint { members.append(("detected", detected(hint))) }
    members.append(("steps", JSON(outcome.steps.map(step))))
    if kind == .expectation, let check {
      members.append(
        ("error", error(kind, check.message, "look at the response, or change the expectation")))
    } else if let error = outcome.error {
      members.append(("error", self.error(kind, error.message, error.hint)))
    }
    return members
  }

  private func envelope(_ envelope: Envelope) -> JSON {
    var members: Members = []
    if let profile = envelope.profile { members.append(("profile", JSON(profile.name))) }
    members.append(("verdict", JSON(envelope.verdict.word)))
    if let code = envelope.code { members.append(("code", JSON(code))) }
    if let message = envelope.message { members.append(("message", JSON(message))) }
    return JSON(members: members)
  }

  /// No verdict: what the answer would be by the likely profile.
  private func detected(_ hint: EnvelopeHint) -> JSON {
    JSON(members: [
      ("profile", JSON(hint.detected.profile.name)), ("kind", JSON(hint.kind.rawValue)),
      ("reason", JSON(hint.detected.reason)),
    ])
  }

  private func step(_ step: Outcome.StepResult) -> JSON {
    var members: Members = [("step", JSON(step.name))]
    if let passed = step.hasPassed { members.append(("ok", JSON(passed))) }
    members.append(("note", JSON(step.note)))
    return JSON(members: members)
  }

  private func error(_ kind: Kind, _ message: String, _ hint: String) -> JSON {
    var members: Members = [("kind", JSON(kind.rawValue)), ("message", JSON(message))]
    if !hint.isEmpty { members.append(("hint", JSON(hint))) }
    return JSON(members: members)
  }

  private func answer(_ answer: ExpectationCheck.Answer) -> JSON {
    var members: Members = [("filter", JSON(answer.text)), ("ok", JSON(answer.holds))]
    if !answer.found.isEmpty { members.append(("found", JSON(answer.found))) }
    return JSON(members: members)
  }

  private func facts(of response: Response) -> Members {
    let warnings = response.warnings.map { warning in
      warning.detail.isEmpty ? warning.kind.rawValue : "\(warning.kind.rawValue): \(warning.detail)"
    }
    var members: Members = [("bytes", JSON(response.bodySize))]
    if response.keptPartOf != nil { members.append(("keptBytes", JSON(response.body.count))) }
    members.append(("wire", JSON(response.wireSize)))
    members.append(("ms", milliseconds(response)))
    members.append(("hops", JSON(response.hops.count)))
    members.append(("warnings", JSON(warnings.map { JSON($0) })))
    return members
  }

  /// The phases of all hops together; null where a phase did not happen.
  private func milliseconds(_ response: Response) -> JSON {
    func phase(_ part: (Timings) -> Int?) -> JSON {
      let parts = response.hops.compactMap { part($0.timings) }
      return parts.isEmpty ? nil : thousandth(parts.reduce(0) { $0.saturatingSum($1) })
    }
    // Nobody times what is made here for an app.
    let isTimed = response.hops.contains { $0.timings != Timings() }
    // Only browsers hold requests back.
    let blocked = response.hops.contains { $0.timings.blocked != nil }
    return JSON(
      members: (blocked ? [("blocked", phase(\.blocked))] : []) + [
        ("dns", phase(\.dns)), ("connect", phase(\.connect)), ("tls", phase(\.tls)),
        ("send", phase(\.send)), ("wait", phase(\.wait)), ("receive", phase(\.receive)),
        ("total", isTimed ? thousandth(response.totalTime) : nil),
      ])
  }

  /// Microseconds as milliseconds with one digit, exactly: 3149 is 3.1.
  private func thousandth(_ microseconds: Int) -> JSON {
    JSONNumber("\(microseconds / 1_000).\(microseconds % 1_000 / 100)").map { JSON($0) } ?? nil
  }
}

nonisolated extension Outcome {
  /// The proxy its last hop that had one went through, be it to its failure.
  var proxy: Connection.Proxy? {
    var hops = response?.hops ?? []
    if case .transport(let failure) = error, !failure.hops.isEmpty { hops = failure.hops }
    return hops.last { $0.connection.proxy != nil }?.connection.proxy
  }
}
