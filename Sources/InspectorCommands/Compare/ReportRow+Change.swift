import NetEngine
import NetRecordings

extension ReportRow {
  /// What has become of an exchange; `counterpart` is its number in the other session.
  ///
  /// `side` is the session it is in where the other one has none. What is kept is the recording by
  /// now, and fails nothing.
  init(
    _ exchange: Exchange, _ change: Change, counterpart: Int? = nil, side: String? = nil,
    error: NetError? = nil, isKept: Bool = false
  ) {
    let kind = change.kind
    self.init(
      number: exchange.sequence, name: exchange.listName,
      method: exchange.request.method.rawValue, url: exchange.request.url,
      isGood: isKept || !change.isChange, word: kind.word, type: kind.word,
      json: { Self.line(exchange, change, counterpart, side, isKept: isKept) })
    if case .body(let extent) = kind { word = "body (\(extent))" }
    if case .skipped(let reason) = kind {
      (isGood, details, skipped) = (nil, [reason.text], reason.text)
      return
    }
    details = change.differences.filter { !$0.isNoise }.map(\.line)
    if let verdict = change.verdict {
      details.insert("envelope: \(verdict.from) → \(verdict.to)", at: 0)
    }
    if isKept { word += " kept" }
    // A transfer that fails now has a code of its own; everything else that changed is a failure.
    if change.isChange, !isKept { exitCode = error?.exitCode ?? 4 }
  }

  private static func line(
    _ exchange: Exchange, _ change: Change, _ counterpart: Int?, _ side: String?, isKept: Bool
  ) -> String {
    var members: [(key: String, value: JSON)] = [("seq", JSON(exchange.sequence))]
    if let counterpart { members.append(("with", JSON(counterpart))) }
    members.append(("change", JSON(change.kind.word)))
    if let side { members.append(("only", JSON(side))) }
    if isKept { members.append(("kept", JSON(true))) }
    if case .skipped(let reason) = change.kind { members.append(("reason", JSON(reason.text))) }
    if let verdict = change.verdict {
      members.append(
        ("verdict", JSON(members: [("from", JSON(verdict.from)), ("to", JSON(verdict.to))])))
    }
    members.append(("at", JSON(change.differences.map(json))))
    return MachineLine.text(members)
  }

  private static func json(_ difference: Difference) -> JSON {
    var members: [(key: String, value: JSON)] = [
      ("path", JSON(difference.place.text)), ("kind", JSON(difference.kind.rawValue)),
    ]
    if let from = difference.from { members.append(("from", JSON(from))) }
    if let to = difference.to { members.append(("to", JSON(to))) }
    if difference.isNoise { members.append(("noise", JSON(true))) }
    if difference.isRedacted { members.append(("redacted", JSON(true))) }
    if difference.isKeptInPart { members.append(("keptInPart", JSON(true))) }
    return JSON(members: members)
  }
}

extension Difference {
  /// `/data/name value "a" → "b"`, in one line that acts on nothing.
  var line: String {
    let place = place.text.isEmpty ? "(root)" : place.text
    if self.place == .time { return "/time \(from ?? "") → \(to ?? "")" }
    if let reason = notComparedReason {
      return "\(place.escapedForMessage) \(reason), not compared"
    }
    let values =
      switch kind {
      case .added: to?.shortened(to: 120) ?? ""
      case .removed: from?.shortened(to: 120) ?? ""
      case .type, .value, .reordered:
        "\(from?.shortened(to: 120) ?? "–") → \(to?.shortened(to: 120) ?? "–")"
      }
    return "\(place.escapedForMessage) \(kind.rawValue) \(values)"
  }
}

extension Exchange {
  /// Its name, or where it went.
  var listName: String {
    name.isEmpty ? request.url.shortened(to: 200) : name.shortened(to: 200)
  }
}
