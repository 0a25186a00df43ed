import NetEngine

extension App {
  // MARK: Orders

  mutating func fireSelected() -> [Effect] {
    switch main.list.selectedRow {
    case .group(let group):
      main.list.toggleFolded(group)
      return []
    case .target(let target):
      guard !house.isInFlight(target) else {
        let item = house.items[target]
        let record = house.history.newest(of: target).flatMap { $0.isRunning ? $0 : nil }
        let title = record.map(house.asked) ?? item.title
        let running = "\(title) is running: x cancels it, r sends one more"
        return house.notify(item.isViewed ? beingRead(item) : running)
      }
      main.answer.pinned = nil
      return fire(target)
    case nil: return []
    }
  }

  mutating func fireAgain() -> [Effect] {
    guard let target = shownRecord?.target ?? main.list.selectedTarget else { return [] }
    // A pipe comes once, and a file is one however often it is asked for.
    if house.items[target].isViewed, house.isInFlight(target) {
      return house.notify(beingRead(house.items[target]))
    }
    main.list.select(target: target)
    main.answer.pinned = nil
    return fire(target)
  }

  private func beingRead(_ item: TargetItem) -> String {
    "\(item.path.withMaskedSecrets) is still being read: what comes is shown as it comes, x stops it"
  }

  /// What is marked, or all that shows, but for what takes long where something else shows too.
  private var chosenForAll: (targets: [Int], leftOut: Int) {
    guard main.list.marked.isEmpty else { return (main.list.marked.sorted(), 0) }
    let shown = main.list.shownTargets.filter { !house.items[$0].isKeptBack }
    let quick = shown.filter { !house.items[$0].takesLong }
    return quick.isEmpty ? (shown, 0) : (quick, shown.count - quick.count)
  }

  private mutating func tellLeftOut() {
    let count = chosenForAll.leftOut
    guard count > 0 else { return }
    house.notify(
      "\(Units.count(count, "request")) that \(count == 1 ? "takes" : "take") long"
        + " \(count == 1 ? "was" : "were") left out: Enter sends one, Space marks it for a")
  }

  /// Fires what is marked, or all that shows; what may change data waits for a yes.
  mutating func fireAll() -> [Effect] {
    let chosen = chosenForAll.targets
    tellLeftOut()
    let idle = chosen.filter { !house.isInFlight($0) }
    let free = idle.filter(isFree)
    let asked = idle.filter { !isFree($0) }
    // First those that change data themselves, then those that need one of them.
    main.ask(
      .fire(asked.filter { !house.items[$0].isSafe } + asked.filter { house.items[$0].isSafe }))
    if chosen.isEmpty { house.warn("nothing to send") }
    if idle.isEmpty, !chosen.isEmpty { house.notify("all of them are running") }
    main.answer.pinned = nil
    return send(asking: free)
  }

  /// They got their yes.
  mutating func fireAsked(_ targets: [Int]) -> [Effect] {
    house.firing.approved.formUnion(targets)
    house.firing.approved.formUnion(house.needs(of: targets))
    tellLeftOut()
    return send(asking: targets)
  }

  mutating func send(_ target: Int) -> Effect {
    house.firing.ordered[target, default: 0] += 1
    return .send(target: target)
  }

  // MARK: Cancelling

  /// Cancels what is shown, else what is selected.
  mutating func cancelSelected() -> [Effect] {
    if let record = shownRecord, record.isRunning { return cancel([record.number]) }
    if let target = main.list.selectedTarget {
      if let count = house.firing.ordered[target] {
        house.firing.unwanted[target] = count
        return []
      }
      if let number = house.history.running.last(where: { house.history[$0]?.target == target }) {
        return cancel([number])
      }
    }
    return house.notify("nothing runs here to cancel\(runningElsewhere)")
  }

  /// What `X` would cancel, where something runs that nobody has cancelled yet.
  private var runningElsewhere: String {
    let begun = house.history.running.count { house.history[$0]?.isCancelling == false }
    let waiting = house.firing.ordered.reduce(0) {
      $0 + max(0, $1.value - (house.firing.unwanted[$1.key] ?? 0))
    }
    guard begun + waiting > 0 else { return "" }
    return "; X cancels all that runs: \(Units.count(begun + waiting, "request"))"
  }

  mutating func cancelAll() -> [Effect] {
    if house.history.running.isEmpty, house.firing.ordered.isEmpty { house.notify("nothing runs") }
    return cancelEverything()
  }

  /// Ends what runs, and what is ordered as soon as it begins.
  mutating func cancelEverything() -> [Effect] {
    house.firing.unwanted = house.firing.ordered
    return cancel(house.history.running)
  }

  private mutating func cancel(_ numbers: [Int]) -> [Effect] {
    numbers.compactMap { number in
      guard let id = house.history[number]?.id else { return nil }
      house.history.markCancelling(number)
      return .cancel(id)
    }
  }

  // MARK: What comes back

  /// Asks for what has come of the answer on screen; the others need no more than their figures.
  func glance() -> [Effect] {
    guard let record = shownRecord, record.isRunning, record.source == .network else { return [] }
    switch record.progress.phase {
    case .building, .connecting, .done: return []
    case .sending, .waiting, .receiving: return [.glance(record.id)]
    }
  }

  mutating func take(_ event: ExchangeEvent, of id: ExchangeID) -> [Effect] {
    switch event {
    case .began(let target, let clock, let source, let time):
      return begin(id, target: target, clock: clock, from: source, at: time)
    case .recorded(let time, let moment): house.history.date(id, time, moment)
    case .progress(let progress): house.history.progress(id, progress)
    case .arrived(let arrival): house.history.arrive(id, arrival, at: house.now)
    case .finished(let result, let reading):
      guard let number = house.history.number(of: id), let target = house.history[number]?.target
      else { break }
      changing(target) { $0.finish(id, result, reading) }
      main.sieve.touch(target: target, record: number)
      main.historyRows.touch(number, main.sieve, house.history)
      if case .failure(.transport(let error)) = result, let redirect = error.keptRedirect {
        main.ask(.redirect(target, redirect))
      }
      return settleReading(of: number) + goOnReplaying(number)
    }
    return []
  }

  private mutating func begin(
    _ id: ExchangeID, target: Int, clock: String, from source: AnswerSource, at time: Int
  ) -> [Effect] {
    guard house.items.indices.contains(target), house.history.number(of: id) == nil else {
      return []
    }
    let now = house.now
    let item = house.items[target]
    let asked = ExchangeRecord.Asked(
      method: item.method, url: item.url, environment: house.environment)
    let isLookUp = source.isSession && house.replays.waiting[target]?.answer != nil
    changing(target) {
      $0.begin(
        id, target: target, clock: clock, at: now, from: source, asking: asked, isLookUp: isLookUp)
      $0.date(id, time)
    }
    if let number = house.history.number(of: id) {
      main.historyRows.touch(number, main.sieve, house.history)
    }
    main.sieve.touch(target: target, record: house.history.number(of: id))
    guard house.firing.takeOrder(of: target) else { return [] }
    return house.history.number(of: id).map { cancel([$0]) } ?? []
  }

  /// Takes away an order that begins nothing.
  mutating func share(_ target: Int) {
    guard house.firing.ordered[target] != nil else { return }
    _ = house.firing.takeOrder(of: target)
    guard house.history.newest(of: target)?.isRunning == true else { return }
    house.notify(
      "\(house.items[target].title) runs already and its response serves both:"
        + " r sends one more")
  }

  /// Changes the history of one request and keeps its heading's counts right.
  mutating func changing(_ target: Int, _ change: (inout History) -> Void) {
    let before = house.state(of: target)
    change(&house.history)
    guard main.list.shows(target) else { return }
    main.tally.move(main.list.group(of: target), from: before, to: house.state(of: target))
    rearrange()
  }
}
