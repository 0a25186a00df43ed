import NetEngine
import NetRecordings

/// Firing again and comparing: with the recording that was open last, or with the answer before.
///
///     R ─► the network answers ─► its recording is looked up ─► what differs
extension App {
  /// The recording answers are compared with: the one that answers, or was open last.
  var replaySource: AnswerSource? {
    [house.orderedSource, house.source].lazy.compactMap { $0 }.first { $0.isSession }
      ?? house.lastSession.map { .session(path: $0) }
  }

  /// Fires what is marked, or the selected request, over the network; what may change data waits.
  mutating func replay() -> [Effect] {
    let chosen =
      main.list.marked.isEmpty
      ? [shownRecord?.target ?? main.list.selectedTarget].compactMap { $0 }
      : main.list.marked.sorted()
    guard !chosen.isEmpty else {
      return house.notify("a heading has nothing to replay: select a request")
    }
    let idle = chosen.filter { !house.isInFlight($0) && house.replays.waiting[$0] == nil }
    guard !idle.isEmpty else {
      return house.notify(chosen.count == 1 ? "it is running" : "all of them are running")
    }
    let ready = idle.filter { replaySource != nil || newestAnswer(of: $0) != nil }
    guard !ready.isEmpty else {
      let isFired = idle.contains { house.history.newest(of: $0) != nil }
      return house.notify(
        isFired
          ? "nothing to compare with: no response came, r sends it again, or O opens a recording"
          : "nothing to compare with yet: ⏎ sends it first, or O opens a recording")
    }
    let safe = ready.filter { house.items[$0].isSafe || house.firing.approved.contains($0) }
    main.ask(.replay(ready.filter { !safe.contains($0) }))
    house.replays.tally = ready.count > 1 ? ReplayTally(left: safe.count) : nil
    return safe.map { replay($0) }
  }

  /// The question about requests that may change data was answered with yes.
  mutating func replayAsked(_ targets: [Int]) -> [Effect] {
    if house.replays.tally != nil { house.replays.tally?.left += targets.count }
    return targets.map { replay($0) }
  }

  private mutating func replay(_ target: Int) -> Effect {
    main.answer.pinned = nil
    house.replays.waiting[target] = Replay(before: newestAnswer(of: target))
    house.firing.ordered[target, default: 0] += 1
    return .ask(.network, target: target)
  }

  /// The number of a request's newest answer that is held, from anywhere or from this source.
  private func newestAnswer(of target: Int, from source: AnswerSource? = nil) -> Int? {
    house.history.numbers(of: target).last { number in
      house.history[number].map { $0.isComparable && (source == nil || $0.source == source) }
        ?? false
    }
  }

  // MARK: What comes back

  /// An answer came: it may be the one a replay waits for.
  mutating func goOnReplaying(_ number: Int) -> [Effect] {
    guard let record = house.history[number], let replay = house.replays.waiting[record.target]
    else { return [] }
    if let answer = replay.answer {
      guard record.source.isSession else { return [] }
      return compare(answer, with: number, replay, record.target)
    }
    guard record.source == .network else { return [] }
    guard record.isComparable else {
      house.replays.waiting[record.target] = nil
      endOne(nil)
      return []
    }
    guard let recording = replaySource else {
      return compare(number, with: replay.before, replay, record.target)
    }
    return lookUp(record, in: recording, replay)
  }

  /// Compares with the recorded answer, which may be there already or known to be none.
  private mutating func lookUp(
    _ record: FiredExchange, in recording: AnswerSource, _ replay: Replay
  ) -> [Effect] {
    let target = record.target
    if let base = newestAnswer(of: target, from: recording) {
      return compare(record.number, with: base, replay, target)
    }
    guard !house.replays.missing.contains(Replays.Place(source: recording, target: target)) else {
      return compare(record.number, with: replay.before, replay, target)
    }
    house.replays.waiting[target] = replay
    house.replays.waiting[target]?.answer = record.number
    return [.lookUp(recording, target: target)]
  }

  /// The recording has nothing for a request: the answer before takes its place.
  mutating func goOnWithout(_ recording: AnswerSource, _ target: Int) -> [Effect] {
    house.replays.missing.insert(Replays.Place(source: recording, target: target))
    guard let replay = house.replays.waiting[target], let answer = replay.answer else { return [] }
    return compare(answer, with: replay.before, replay, target)
  }

  /// Shows what differs, counts it among several, or says that there is nothing to compare with.
  private mutating func compare(
    _ number: Int, with base: Int?, _ replay: Replay, _ target: Int
  ) -> [Effect] {
    house.replays.waiting[target] = nil
    guard let base else {
      endOne(nil)
      guard house.replays.tally == nil else { return [] }
      return house.warn(nothingToCompare(target))
    }
    house.replays.pairs[number] = base
    if replay.isLookup {
      guard isMainOn else { return [] }
      main.answer.pinned = number
      return openDiff(base, number)
    }
    guard house.replays.tally == nil else {
      endOne(compared(base, number))
      return []
    }
    guard isMainOn, shownRecord?.target == target else {
      return house.notify("\(house.items[target].name) was sent again: D compares")
    }
    // A recorded answer that was looked up must not take the place of the fresh one.
    main.answer.pinned = number
    return openDiff(base, number)
  }

  private func nothingToCompare(_ target: Int) -> String {
    let name = house.items[target].name
    guard let recording = replaySource else {
      return "there is no other response of \(name): r sends it again"
    }
    return "nothing to compare with: \(recording.name) has no response to \(name), and there is no"
      + " other one here: r sends it again"
  }

  /// What has become of one of several; nil when it was not compared.
  private mutating func endOne(_ kind: Change.Kind?) {
    guard var tally = house.replays.tally else { return }
    tally.left -= 1
    let word = kind?.word ?? "not compared"
    if tally.kinds[word] == nil { tally.order.append(word) }
    tally.kinds[word, default: 0] += 1
    house.replays.tally = tally.left > 0 ? tally : nil
    guard tally.left <= 0 else { return }
    let parts = tally.order.map { "\(tally.kinds[$0] ?? 0) \($0)" }.joined(separator: ", ")
    house.notify("sent again: \(parts); D on one of them shows what differs")
  }

  private func compared(_ base: Int, _ number: Int) -> Change.Kind? {
    guard let from = house.history[base], let to = house.history[number],
      let order = CompareOrder(from: from, to: to, in: house),
      order.cost <= House.compareAtOnce
    else { return nil }
    return order.run().kind
  }

  // MARK: Only looking

  /// The recording of a live answer, where one is known or can be looked up.
  mutating func lookUpRecording(of record: FiredExchange) -> LookUp {
    guard !record.source.isSession, let recording = replaySource else { return .none }
    let target = record.target
    if let base = newestAnswer(of: target, from: recording) { return .found(base) }
    let place = Replays.Place(source: recording, target: target)
    guard house.replays.waiting[target] == nil, !house.replays.missing.contains(place) else {
      return .none
    }
    var replay = Replay(before: house.comparison(for: record), isLookup: true)
    replay.answer = record.number
    house.replays.waiting[target] = replay
    return .ordered([.lookUp(recording, target: target)])
  }

  enum LookUp {
    case none
    case found(Int)
    case ordered([Effect])
  }
}
