import NetEngine

/// An exchange as one line of JSON: the same keys for every command, absent means unknown.
struct ExchangeReport {
  private let outcome: Outcome
  private let target: any TargetType
  private let pipeline: Pipeline
  private let number: Int

  init(_ outcome: Outcome, of target: any TargetType, _ pipeline: Pipeline, number: Int) {
    self.outcome = outcome
    self.target = target
    self.pipeline = pipeline
    self.number = number
  }

  /// Compact, without a line end.
  var line: String { JSONPrinter.compact.text(json) }

  private typealias Members = [(key: String, value: JSON)]

  private var json: JSON {
    let response = outcome.response
    var members: Members = [
      ("seq", JSON(number)), ("name", JSON(target.name)), ("method", JSON(target.method.rawValue)),
      ("url", JSON(response?.url ?? target.baseURL.withoutPassword)),
    ]
    if let response, response.statusCode != 0 {
      members.append(("status", JSON(response.statusCode)))
      if let version = response.hops.last?.httpVersion, !version.isEmpty {
        members.append(("http", JSON(version)))
      }
    }
    members.append(("kind", JSON(outcome.kind.rawValue)))
    members.append(("ok", JSON(outcome.kind == .ok)))
    if let envelope { members.append(("envelope", envelope)) }
    members.append(("steps", JSON(outcome.steps.map(step))))
    if let error = outcome.error { members.append(("error", self.error(error))) }
    if let response { members += facts(of: response) }
    members.append(("replayed", false))
    return JSON(members: members)
  }

  private var envelope: JSON? {
    guard let envelope = outcome.envelope else { return nil }
    var members: Members = []
    if let profile = envelope.profile { members.append(("profile", JSON(profile.name))) }
    members.append(("verdict", JSON(envelope.verdict.word)))
    if let code = envelope.code { members.append(("code", JSON(code))) }
    if let message = envelope.message { members.append(("message", JSON(message))) }
    return JSON(members: members)
  }

  private func step(_ step: Outcome.StepResult) -> JSON {
    var members: Members = [("step", JSON(step.name))]
    if let passed = step.hasPassed { members.append(("ok", JSON(passed))) }
    members.append(("note", JSON(step.note)))
    return JSON(members: members)
  }

  private func error(_ error: NetError) -> JSON {
    JSON(members: [
      ("kind", JSON(outcome.kind.rawValue)), ("message", JSON(error.message)),
      ("hint", JSON(error.hint)),
    ])
  }

  private func facts(of response: Response) -> Members {
    let warnings = response.warnings.map { warning in
      warning.detail.isEmpty ? warning.kind.rawValue : "\(warning.kind.rawValue): \(warning.detail)"
    }
    return [
      ("bytes", JSON(response.body.count)), ("wire", JSON(response.wire.count)),
      ("ms", milliseconds(response)), ("hops", JSON(response.hops.count)),
      ("warnings", JSON(warnings.map { JSON($0) })),
    ]
  }

  /// The phases of all hops together; null where a phase did not happen.
  private func milliseconds(_ response: Response) -> JSON {
    func phase(_ part: (Timings) -> Int?) -> JSON {
      let parts = response.hops.compactMap { part($0.timings) }
      return parts.isEmpty ? nil : thousandth(parts.reduce(0, +))
    }
    return JSON(members: [
      ("dns", phase(\.dns)), ("connect", phase(\.connect)), ("tls", phase(\.tls)),
      ("send", phase(\.send)), ("wait", phase(\.wait)), ("receive", phase(\.receive)),
      ("total", thousandth(response.totalTime)),
    ])
  }

  /// Microseconds as milliseconds with one digit, exactly: 3149 is 3.1.
  private func thousandth(_ microseconds: Int) -> JSON {
    JSONNumber("\(microseconds / 1_000).\(microseconds % 1_000 / 100)").map { JSON($0) } ?? nil
  }
}

extension String {
  /// A URL whose password is `***`; text that is no URL stays as it is.
  fileprivate var withoutPassword: String {
    guard let at = firstIndex(of: "@"), let mark = firstRange(of: "://")?.upperBound, mark < at,
      let colon = self[mark..<at].firstIndex(of: ":")
    else { return self }
    return self[...colon] + "***" + self[at...]
  }
}
