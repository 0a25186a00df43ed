import NetEngine

extension App {
  // MARK: Orders

  mutating func order(_ command: Command) -> [Effect] {
    switch (command, replaceable) {
    case (.confirm, let file?): return replace(file)
    case (.decline, let file?): leave(file)
    default: return orderExchange(command)
    }
    return []
  }

  private mutating func orderExchange(_ command: Command) -> [Effect] {
    switch command {
    case .fire: return fireSelected()
    case .fireAgain: return fireAgain()
    case .fireAll: return fireAll()
    case .confirm: return confirm()
    case .decline:
      notice = Notice(text: "\(Units.count(question.count, "request")) not fired")
      question = []
    case .cancel where screen == .session: return [.session(.stop)]
    case .cancel: return cancelSelected()
    case .cancelAll: return cancelAll()
    default: break
    }
    return []
  }

  private mutating func fireSelected() -> [Effect] {
    switch list.selectedRow {
    case .group(let group):
      list.toggleFolded(group)
      return []
    case .target(let target):
      guard !isInFlight(target) else {
        let item = list.items[target]
        notice = Notice(
          text: "\(item.method) \(item.path) is running: x cancels it, r fires one more")
        return []
      }
      answer.pinned = nil
      return [send(target)]
    case nil:
      return []
    }
  }

  private mutating func fireAgain() -> [Effect] {
    guard let target = shownRecord?.target ?? list.selectedTarget else { return [] }
    list.select(target: target)
    answer.pinned = nil
    return [send(target)]
  }

  /// Fires what is marked, or all that shows; what may change data waits for a yes.
  private mutating func fireAll() -> [Effect] {
    let chosen = list.marked.isEmpty ? list.shownTargets : list.marked.sorted()
    let idle = chosen.filter { !isInFlight($0) }
    let free = idle.filter(isFree)
    let asked = idle.filter { !isFree($0) }
    // First those that change data themselves, then those that need one of them.
    question = asked.filter { !list.items[$0].isSafe } + asked.filter { list.items[$0].isSafe }
    if chosen.isEmpty { notice = Notice(text: "nothing to fire", role: .warning) }
    if idle.isEmpty, !chosen.isEmpty { notice = Notice(text: "all of them are running") }
    answer.pinned = nil
    return free.map { send($0) }
  }

  private mutating func confirm() -> [Effect] {
    let targets = question
    question = []
    approved.formUnion(targets + targets.flatMap { list.items[$0].needs })
    return targets.map { send($0) }
  }

  private mutating func send(_ target: Int) -> Effect {
    ordered[target, default: 0] += 1
    return .send(target: target)
  }

  func isInFlight(_ target: Int) -> Bool {
    ordered[target] != nil || history.newest(of: target)?.isRunning == true
  }

  // MARK: Cancelling

  private mutating func cancelSelected() -> [Effect] {
    let effects = cancelOne(anyOther: false)
    if effects.isEmpty, unwanted.isEmpty { notice = Notice(text: "nothing runs here to cancel") }
    return effects
  }

  /// Cancels what is shown or selected; failing that, if asked, the newest of all that run.
  mutating func cancelOne(anyOther: Bool = true) -> [Effect] {
    if let record = shownRecord, record.isRunning { return cancel([record.number]) }
    if let target = list.selectedTarget {
      if ordered[target] != nil {
        unwanted[target, default: 0] = ordered[target] ?? 0
        return []
      }
      if let number = history.running.last(where: { history[$0]?.target == target }) {
        return cancel([number])
      }
    }
    guard anyOther, let number = history.running.last else { return [] }
    return cancel([number])
  }

  private mutating func cancelAll() -> [Effect] {
    unwanted = ordered
    if history.running.isEmpty, ordered.isEmpty { notice = Notice(text: "nothing runs") }
    return cancel(history.running)
  }

  private mutating func cancel(_ numbers: [Int]) -> [Effect] {
    numbers.compactMap { number in
      guard let id = history[number]?.id else { return nil }
      history.markCancelling(number)
      return .cancel(id)
    }
  }

  // MARK: What comes back

  mutating func take(_ event: ExchangeEvent, of id: ExchangeID) -> [Effect] {
    switch event {
    case .began(let target, let clock):
      return begin(id, target: target, clock: clock)
    case .progress(let progress):
      history.progress(id, progress)
    case .finished(let result, let reading):
      guard let number = history.number(of: id), let target = history[number]?.target else { break }
      changing(target) { $0.finish(id, result, reading) }
      sieve.touch(target: target, record: number)
      return settleReading(of: number)
    }
    return []
  }

  private mutating func begin(_ id: ExchangeID, target: Int, clock: String) -> [Effect] {
    guard list.items.indices.contains(target), history.number(of: id) == nil else { return [] }
    let now = now
    changing(target) { $0.begin(id, target: target, clock: clock, at: now) }
    sieve.touch(target: target, record: history.number(of: id))
    ordered[target] = ordered[target].flatMap { $0 > 1 ? $0 - 1 : nil }
    guard let count = unwanted[target] else { return [] }
    unwanted[target] = count > 1 ? count - 1 : nil
    return history.number(of: id).map { cancel([$0]) } ?? []
  }

  /// Changes the history of one request and keeps its heading's counts right.
  mutating func changing(_ target: Int, _ change: (inout History) -> Void) {
    let before = history.state(of: target)
    change(&history)
    guard list.shows(target) else { return }
    tally.move(list.group(of: target), from: before, to: history.state(of: target))
    rearrange()
  }

  // MARK: What is shown

  /// The exchange in the answer pane: the chosen one, or the selected request's newest.
  var shownRecord: ExchangeRecord? {
    if screens.contains(.session) { return nil }
    if let number = answer.pinned, let record = history[number] { return record }
    return list.selectedTarget.flatMap { history.newest(of: $0) }
  }
}
