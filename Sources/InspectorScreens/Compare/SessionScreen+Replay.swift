import NetEngine
import NetRecordings

/// Firing a recording again: what has to be said first, and what has changed.
extension SessionScreen {
  /// Fires what is marked again, else the selected exchange, or all that shows when that is asked.
  mutating func replay(all: Bool = false, _ house: inout House) -> [Effect] {
    guard session.count > 0 else { return [] }
    guard replaying == nil else {
      return house.notify("it is being sent again: x gives the one on its way up, X stops all")
    }
    let shown = all ? self.rows ?? Array(0..<session.count) : [selected].compactMap { $0 }
    let rows = marked.isEmpty ? shown : marked.sorted()
    guard !rows.isEmpty else {
      return house.notify("nothing shows that could be sent again: Esc takes the filter away")
    }
    // Each time a person is asked anew whether data may change.
    settings.allowsUnsafe = nil
    return replay(rows, house)
  }

  /// Fires earlier exchanges too: their responses have what those of the order need.
  mutating func replay(_ order: SessionReplay, behind earlier: [Int], _ house: House) -> [Effect] {
    guard path == order.path else { return [] }
    endReplay()
    return replay(earlier + order.rows, house)
  }

  /// Fires rows in the order of the recording, so that a login goes before what needs its token.
  private mutating func replay(_ rows: [Int], _ house: House) -> [Effect] {
    let rows = rows.sorted()
    waiting = nil
    putChangesBy(of: rows)
    replaying = rows
    let replay = SessionReplay(
      path: path, rows: rows, settings: settings, session: session, lens: house.lens)
    return [.session(.replay(replay))]
  }

  /// Stops what is left of a replay.
  var stop: [Effect] { replaying == nil ? [] : [.session(.stop)] }

  /// Cancels the one on its way, or all that is left.
  func cancel(all: Bool, _ house: inout House) -> [Effect] {
    guard replaying != nil else { return house.notify("nothing is being sent again") }
    house.notify(
      all ? "stopped: the rest is not sent" : "given up; the next one is sent: X stops all")
    return [.session(all ? .stop : .giveUp)]
  }

  // MARK: What has to be said first

  /// Waits for what has to be said; answers the prompt for it, where it is typed.
  mutating func ask(_ needs: ReplayNeeds, for order: SessionReplay) -> Prompt? {
    guard path == order.path else { return nil }
    endReplay()
    waiting = (order, needs)
    guard case .secrets(let needed) = needs, let first = needed.first else { return nil }
    return Prompt(.replaySecret(first))
  }

  var unfinished: String? { replaying == nil ? nil : "the session is being sent again" }

  /// The question in the bottom line; nil when there is none.
  var question: Question? {
    switch waiting?.needs {
    case .permission(let count, let names, let safe):
      .replaySession(count: count, names: names, safe: safe)
    case .environment(let uses): .sendEnvironment(uses)
    case .secrets, .earlier, nil: nil
    }
  }

  /// A yes fires everything, a no only what changes nothing.
  ///
  /// A variable of the environment that may not be sent is asked for by its value.
  mutating func answer(isYes: Bool, _ house: inout House) -> [Effect] {
    guard let waiting else { return [] }
    if case .environment(let uses) = waiting.needs {
      let shown = Question.shown(uses, house)
      guard !isYes || !shown.isEmpty else { return [] }
      if isYes { settings.allowedUses.formUnion(shown) } else { settings.keptUses.formUnion(uses) }
      return replay(waiting.order.rows, house)
    }
    guard case .permission(_, _, let safe) = waiting.needs else { return [] }
    guard isYes || safe > 0 else { return decline(&house) }
    settings.allowsUnsafe = isYes
    return replay(waiting.order.rows, house)
  }

  /// Takes the value of a secret; nothing typed leaves out what needs it.
  mutating func takeSecret(_ value: String, of needed: NeededSecret, _ house: House) -> Turn {
    guard let waiting, case .secrets(let all) = waiting.needs else { return .done() }
    if value.isEmpty {
      settings.declined.insert(needed.secret.id)
    } else {
      settings.secrets[needed.secret.id] = value
    }
    guard let place = all.firstIndex(of: needed), place + 1 < all.count else {
      return .done(replay(waiting.order.rows, house))
    }
    return .ask(Prompt(.replaySecret(all[place + 1])))
  }

  /// What was to be said is not said: nothing is fired.
  @discardableResult
  mutating func decline(_ house: inout House) -> [Effect] {
    waiting = nil
    return house.notify("nothing was sent")
  }

  // MARK: Where to, and what is forgiven

  static func note(ofBase text: String) -> Prompt.Note {
    guard !text.isEmpty else { return .hint("http://127.0.0.1:8080; nothing: the recorded hosts") }
    guard let url = try? URLText(text) else {
      return .mistake(offset: 0, "a base URL such as https://staging.example.com")
    }
    return .words("everything is sent at \(url.text.escapedForMessage)")
  }

  mutating func takeBase(_ text: String, _ house: inout House) -> [Effect] {
    settings.baseURL = text.isEmpty ? nil : text
    return house.notify(
      text.isEmpty
        ? "R sends again at the recorded hosts" : "R sends again at \(text.escapedForMessage)")
  }

  mutating func takeRules(_ text: String, _ house: inout House) -> [Effect] {
    settings.rules = text.isEmpty ? nil : text
    return house.notify(
      text.isEmpty
        ? "R forgives what the session's own .rules file says"
        : "R forgives what \(text.escapedForMessage) says")
  }

  // MARK: What has changed

  /// The change of the selected exchange, on the screen that compares.
  func openDiff(_ house: inout House) -> Turn {
    guard let row = selected else { return .done() }
    let fired = change(atRow: row)
    if fired == nil || record?.shownAnswer == .apps, let exchange = selectedExchange,
      let toApp = exchange.toApp
    {
      let screen = diff(.toApp(row: row), "the server's", "the app's", exchange, toApp)
      guard let before = exchange.result else { return open(screen, Change(.unmatched), house) }
      let order = CompareOrder(
        subject: screen.subject, request: exchange.request, before: before, after: toApp,
        comparison: house.lens.comparison(Rules(), nil))
      let (shown, effects) = house.compare(order, on: screen)
      return .open(shown, effects)
    }
    guard let found = fired else {
      return .done(house.notify("there is nothing to compare it with yet: R sends it again"))
    }
    let screen = diff(.replayed(row: row), "recorded", "now", found.recorded, found.answered)
    return open(screen, found.change, house)
  }

  private func open(_ screen: DiffScreen, _ change: Change, _ house: House) -> Turn {
    var screen = screen
    screen.show(change, rule: house.rule)
    return .open(screen)
  }

  private func diff(
    _ subject: CompareSubject, _ from: String, _ to: String, _ exchange: Exchange,
    _ answered: Result<Response, NetError>?
  ) -> DiffScreen {
    DiffScreen(
      subject, title: "\(exchange.request.method.rawValue) \(exchange.request.shownURL)",
      from: DiffScreen.Side(name: from, facts: Self.facts(of: exchange.result)),
      to: DiffScreen.Side(
        name: to, facts: Self.facts(of: answered), failure: answered?.failedTransfer?.message))
  }

  private static func facts(of result: Result<Response, NetError>?) -> String {
    switch result {
    case .success(let response): "\(response.statusCode)"
    case .failure(let error): error.kind.word
    case nil: "not sent"
    }
  }

  mutating func stepChange(forward: Bool, _ house: inout House) {
    guard let line = nextChange(forward: forward) else {
      house.notify(forward ? "nothing after this has changed" : "nothing before this has changed")
      return
    }
    cursor.select(line)
  }
}
