import NetEngine
import NetRecordings

/// Keeping new answers as the recording, and making rules of differences.
extension App {
  /// Keeps the new answer that is compared, else those that are marked or selected.
  mutating func updateRecording() -> [Effect] {
    update(comparison?.replayedRow.map { .row($0) } ?? .chosen)
  }

  /// `:update all`, or what the key does.
  mutating func updateRecording(typed text: String) -> [Effect] {
    switch text {
    case "": return updateRecording()
    case "all": return update(.all)
    default:
      return house.warn(
        "update keeps what is marked or selected, update all everything that has changed")
    }
  }

  private mutating func update(_ wanted: SessionScreen.Wanted) -> [Effect] {
    if session == nil { house.notice = CommandEntry.Place.session.notice }
    return above.session?.update(wanted, &house) ?? []
  }

  /// The session stands in its file with new answers in it.
  mutating func take(_ order: SessionUpdate, _ now: Session, _ exchanges: [Int: Exchange])
    -> [Effect]
  {
    guard session?.path == order.path else { return [] }
    above.session?.take(now, updated: exchanges)
    showChangesAgain()
    let kept = Units.count(exchanges.count, "new response")
    house.notify("\(kept) kept: \(order.path.escapedForMessage)", .ok)
    return above.session?.siftAgain(house) ?? []
  }

  // MARK: Rules

  /// Asks for a rule that forgives the difference under the cursor.
  mutating func openRule() -> [Effect] {
    guard let screen = comparison, let row = screen.replayedRow,
      let request = session?.change(atRow: row)?.recorded.request
    else { return house.notify("rules are a session's: O opens one, R sends it again, D compares") }
    guard let difference = screen.currentDifference else {
      return house.notify("no difference stands here: n goes to the next one")
    }
    guard !difference.isRedacted else {
      return house.notify("a secret is not compared: it needs no rule")
    }
    guard let line = Rules.line(forgiving: difference, of: request) else {
      return house.notify("no rule forgives \(difference.place.text): U keeps the new response")
    }
    return open(Prompt(.sessionRule, line))
  }

  /// A rule stands in its file: everything is compared again.
  mutating func take(_ rules: Rules, addedTo name: String) -> [Effect] {
    guard session != nil else { return [] }
    above.session?.rules = (rules, name)
    house.notify("the rule stands in \(name.escapedForMessage)", .ok)
    let again = above.session?.compareAgain(house) ?? []
    return again + (above.session?.groupAgain(house) ?? [])
  }

  /// What is compared on the screen above shows what has become of it.
  mutating func showChangesAgain() {
    for place in above.indices {
      guard let screen = above[DiffScreen.self, at: place], let row = screen.replayedRow,
        let change = session?.change(atRow: row)?.change, change != screen.change
      else { continue }
      above[DiffScreen.self, at: place]?.show(change, rule: house.rule)
    }
  }
}
