import NetEngine

/// Firing a recording again: what has to be said first, and what has changed.
extension App {
  /// Fires what is marked again, else the selected exchange, or all that shows when that is asked.
  mutating func replaySession(all: Bool = false) -> [Effect] {
    guard let view = session, view.session.count > 0 else { return [] }
    guard view.replaying == nil else {
      house.notice = Notice(
        text: "it is being fired again: x gives the one on its way up, X stops all")
      return []
    }
    let shown = all ? view.rows ?? Array(0..<view.session.count) : [view.selected].compactMap { $0 }
    let rows = view.marked.isEmpty ? shown : view.marked.sorted()
    guard !rows.isEmpty else {
      house.notice = Notice(
        text: "nothing shows that could be fired again: Esc takes the filter away")
      return []
    }
    // Each time a person is asked anew whether data may change.
    session?.settings.allowsUnsafe = nil
    return replay(rows)
  }

  private mutating func replay(_ rows: [Int]) -> [Effect] {
    guard var view = session else { return [] }
    view.waiting = nil
    view.forgetChanges()
    view.replaying = rows
    session = view
    return [
      .session(
        .replay(
          SessionReplay(
            path: view.path, rows: rows, settings: view.settings, session: view.session,
            lens: house.lens)))
    ]
  }

  mutating func takeReplay(_ event: SessionEvent) {
    switch event {
    case .replayNeeds(let order, let needs):
      ask(needs, for: order)
    case .replayStarted(let rules, let name):
      session?.rules = (rules, name)
    case .replayed(let row):
      session?.take(row)
    case .comparedAgain(let changes):
      session?.take(changes)
    case .replayEnded(let text):
      session?.replaying = nil
      if let text { house.notice = Notice(text: text, role: .warning) }
    default: break
    }
  }

  /// Stops what is left of a replay.
  mutating func stopReplaying() -> [Effect] {
    session?.replaying == nil ? [] : [.session(.stop)]
  }

  /// Cancels in a session: the one on its way, or all that is left.
  mutating func cancelReplay(all: Bool) -> [Effect] {
    guard session?.replaying != nil else {
      house.notice = Notice(text: "nothing is being fired again")
      return []
    }
    house.notice = Notice(
      text: all ? "stopped: the rest is not fired" : "given up; the next one is fired: X stops all")
    return [.session(all ? .stop : .giveUp)]
  }

  // MARK: What has to be said first

  private mutating func ask(_ needs: ReplayNeeds, for order: SessionReplay) {
    guard session?.path == order.path else { return }
    session?.replaying = nil
    session?.waiting = (order, needs)
    if case .secrets(let names) = needs, let first = names.first { open(.replaySecret(first)) }
  }

  /// The question in the bottom line; nil when there is none.
  var replayQuestion: (text: String, answers: String)? {
    guard case .permission(let count, let names, let safe) = session?.waiting?.needs else {
      return nil
    }
    let more = count > names.count ? " and \(count - names.count) more" : ""
    let text =
      "\(Units.count(count, "exchange")) may change data: \(names.joined(separator: ", "))\(more)"
    let others = safe == 0 ? "n none" : "n only the other \(safe)"
    return (text, "y fire \(safe == 0 ? "them" : "all")   \(others)   Esc nothing")
  }

  /// A yes fires everything, a no only what changes nothing.
  mutating func answerReplay(_ isAllowed: Bool) -> [Effect] {
    guard let waiting = session?.waiting, case .permission(_, _, let safe) = waiting.needs else {
      return []
    }
    session?.waiting = nil
    guard isAllowed || safe > 0 else {
      house.notice = Notice(text: "nothing was fired")
      return []
    }
    session?.settings.allowsUnsafe = isAllowed
    return replay(waiting.order.rows)
  }

  /// Takes the value of a variable; nothing typed leaves out what needs it.
  mutating func takeSecret(_ value: String, name: String) -> [Effect] {
    guard let waiting = session?.waiting, case .secrets(let names) = waiting.needs else {
      return []
    }
    if value.isEmpty {
      session?.settings.declined.insert(name)
    } else {
      session?.settings.secrets[name] = value
    }
    guard let place = names.firstIndex(of: name), place + 1 < names.count else {
      return replay(waiting.order.rows)
    }
    open(.replaySecret(names[place + 1]))
    return []
  }

  /// Esc in the prompt of a secret: nothing is fired.
  mutating func declineSecrets() {
    session?.waiting = nil
    house.notice = Notice(text: "nothing was fired")
  }

  // MARK: Where to, and what is forgiven

  static func note(ofBase text: String) -> Prompt.Note {
    guard !text.isEmpty else { return .hint("http://127.0.0.1:8080; nothing: the recorded hosts") }
    guard let url = try? URLText(text) else {
      return .mistake(offset: 0, "a base URL such as https://staging.example.com")
    }
    return .words("everything is fired at \(url.text.escapedForMessage)")
  }

  mutating func takeBase(_ text: String) {
    session?.settings.baseURL = text.isEmpty ? nil : text
    house.notice = Notice(
      text: text.isEmpty
        ? "R fires again at the recorded hosts" : "R fires again at \(text.escapedForMessage)")
  }

  mutating func takeRules(_ text: String) {
    session?.settings.rules = text.isEmpty ? nil : text
    house.notice = Notice(
      text: text.isEmpty
        ? "R forgives what the session's own .rules file says"
        : "R forgives what \(text.escapedForMessage) says")
  }

  // MARK: What has changed

  /// The change of the selected exchange, on the screen that compares.
  mutating func openSessionDiff() -> [Effect] {
    guard let view = session, let row = view.selected else { return [] }
    guard let found = view.change(atRow: row) else {
      house.notice = Notice(text: "it was not fired again yet: R does")
      return []
    }
    let recorded = found.recorded
    var diffView = DiffView(
      .replayed(row: row), title: "\(recorded.request.method.rawValue) \(recorded.request.url)",
      from: DiffView.Side(name: "recorded", facts: Self.facts(of: recorded.result)),
      to: DiffView.Side(name: "now", facts: Self.facts(of: found.answered)))
    diffView.show(found.change, rule: house.rule)
    diff = diffView
    screens.append(.diff)
    return []
  }

  private static func facts(of result: Result<Response, NetError>?) -> String {
    switch result {
    case .success(let response): "\(response.statusCode)"
    case .failure(let error): error.kind.words
    case nil: "not sent"
    }
  }

  mutating func stepSessionChange(forward: Bool) {
    guard let line = session?.nextChange(forward: forward) else {
      house.notice = Notice(
        text: forward ? "nothing after this has changed" : "nothing before this has changed")
      return
    }
    session?.cursor.select(line)
  }
}
