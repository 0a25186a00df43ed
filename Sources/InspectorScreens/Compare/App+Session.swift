import NetEngine
import NetRecordings

/// Recordings: opening one, and what becomes of the orders about it.
extension App {
  /// Orders the file a person has named.
  mutating func openSession(_ path: String) -> [Effect] {
    guard !path.isEmpty else { return [] }
    house.notify("opening \(path)")
    return (session?.remarking() ?? []) + [.session(.open(path: path))]
  }

  mutating func take(_ event: SessionEvent) -> [Effect] {
    switch event {
    case .opened(let path, let opened, let fraction): return show(opened, path, fraction)
    case .failed(let text):
      house.sessionFilter = ""
      house.warn(text)
    case .grown(let path, let grown, let isOver):
      guard session?.path == path else { return [.session(.leave)] }
      return above.session?.grow(grown, isOver: isOver, house) ?? []
    case .names(let names): take(names)
    case .loaded(let row, let exchange, let reading, let toApp):
      show(exchange, reading, row: row, toApp: toApp)
    case .unreadable(let row, let text): above.session?.show(problem: text, row: row)
    case .sifted(let id, let rows):
      guard session?.siftID == id else { return [] }
      above.session?.show(rows)
      return above.session?.siftGrown(house) ?? []
    case .notSifted(let id, let why):
      guard session?.siftID == id else { return [] }
      above.session?.keepRows()
      house.warn(why)
    case .judged(let id, let kinds): above.session?.take(kinds, lensID: id)
    case .remarked(let order, let written, let secrets):
      above.session?.take(order, written: written)
      guard order.isAsked || secrets > 0 else { return [] }
      house.notify(order.words(secrets: secrets), .ok)
    case .notRemarked(let text): house.warn("marks and notes are not saved: \(text)")
    case .updated(let order, let now, let exchanges): return take(order, now, exchanges)
    case .notUpdated(let text): house.warn("nothing was kept: \(text)")
    case .ruled(let rules, let name): return take(rules, addedTo: name)
    case .notRuled(let text): house.warn("the rule is not saved: \(text)")
    case .replayNeeds(let order, .earlier(let rows)):
      return above.session?.replay(order, behind: rows, house) ?? []
    case .replayNeeds(let order, let needs):
      if let prompt = above.session?.ask(needs, for: order) { open(prompt) }
    case .replayStarted(let rules, let name): above.session?.startReplay(rules, name: name)
    case .replayed(let row): above.session?.take(row)
    case .comparedAgain(let changes):
      above.session?.take(changes)
      showChangesAgain()
    case .replayEnded(let text):
      above.session?.endReplay()
      if let text { house.warn(text) }
    }
    return []
  }

  private mutating func show(_ opened: Session, _ path: String, _ fraction: Double) -> [Effect] {
    var effects: [Effect] = []
    if let session, session.path == path, session.fraction != 1 {
      above.session?.grow(opened, fraction: fraction)
      above.session?.seek(&house)
      if fraction == 1 { effects = above.session?.siftAgain(house) ?? [] }
    } else {
      effects = session?.stop ?? []
      above.removeAll { $0 is SessionScreen || $0 is DiffScreen }
      var screen = SessionScreen(path: path, opened, fraction: fraction)
      screen.sought = opening?.number
      house.notice = nil
      screen.seek(&house)
      let filter = house.sessionFilter
      house.sessionFilter = ""
      if !filter.isEmpty { effects += screen.take(filter: filter, house) }
      above.append(screen)
      // The journal has all runs of all lists: D and R compare within a request's own history.
      if path.utf8.firstPlace(of: "/.journal/scratch".utf8) == nil { house.lastSession = path }
      main.focus = .list
    }
    if fraction == 1, let text = opened.notices.first { house.warn(text) }
    return effects
  }

  /// Takes the value of a secret that was taken out of the recording.
  mutating func takeSecret(_ value: String, of needed: NeededSecret) -> [Effect] {
    let turn = above.session?.takeSecret(value, of: needed, house)
    return turn.flatMap { follow($0, of: above.sessionPlace) } ?? []
  }
}
