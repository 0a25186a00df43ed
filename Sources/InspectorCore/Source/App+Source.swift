import NetEngine
import Sessions

/// Who answers: the network, samples, or a recording; and looking at an answer beside its recording.
extension App {
  // MARK: Who answers

  /// The network, then samples, then the recording that was open last.
  mutating func nextSource() -> [Effect] {
    switch house.orderedSource ?? house.source {
    case .network: return house.order(.samples)
    case .samples: return house.order(house.lastSession.map { .session(path: $0) } ?? .network)
    case .session: return house.order(.network)
    }
  }

  /// What was typed behind `:answer-from`.
  mutating func answer(fromNamed name: String) -> [Effect] {
    switch name {
    case "network", "off": house.order(.network)
    case "samples": house.order(.samples)
    default: house.order(.session(path: name))
    }
  }

  mutating func take(_ event: AnswerSourceEvent) {
    switch event {
    case .ready(let source, let count):
      // One that was only opened to look something up changes nothing.
      guard house.orderedSource == source else { return }
      house.orderedSource = nil
      house.source = source
      if source.isSession { house.lastSession = source.path }
      house.notice = Notice(text: words(source, count))
    case .failed(let source, let text):
      if house.orderedSource == source { house.orderedSource = nil }
      house.notice = Notice(text: "\(answersComeFrom): \(text)", role: .warning)
    }
  }

  private func words(_ source: AnswerSource, _ count: Int) -> String {
    switch source {
    case .network: "the servers answer again"
    case .samples: "samples answer, nothing is sent; a request without one gets an empty 200"
    case .session:
      "the recording \(source.name) answers, nothing is sent: \(Units.count(count, "exchange"))"
    }
  }

  private var answersComeFrom: String {
    house.source.isSession
      ? "\(house.source.name) goes on answering"
      : "\(house.source == .network ? "the servers" : "samples") go on answering"
  }

  // MARK: Firing again and comparing

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
      house.notice = Notice(text: "a heading has nothing to replay: select a request")
      return []
    }
    let idle = chosen.filter { !house.isInFlight($0) && house.replays.waiting[$0] == nil }
    guard !idle.isEmpty else {
      house.notice = Notice(text: chosen.count == 1 ? "it is running" : "all of them are running")
      return []
    }
    let ready = idle.filter { replaySource != nil || newestAnswer(of: $0) != nil }
    guard !ready.isEmpty else {
      house.notice = Notice(
        text: "nothing to compare with yet: ⏎ fires it first, or O opens a recording")
      return []
    }
    let safe = ready.filter { house.items[$0].isSafe || house.firing.approved.contains($0) }
    main.ask(.replay(ready.filter { !safe.contains($0) }))
    house.replays.tally = ready.count > 1 ? ReplayTally(left: safe.count) : nil
    return safe.flatMap { replay($0) }
  }

  /// The question about requests that may change data was answered with yes.
  mutating func replayAsked(_ targets: [Int]) -> [Effect] {
    if house.replays.tally != nil { house.replays.tally?.left += targets.count }
    return targets.flatMap { replay($0) }
  }

  private mutating func replay(_ target: Int) -> [Effect] {
    main.answer.pinned = nil
    guard let recording = replaySource, !hasMiss(target, recording) else {
      guard let base = newestAnswer(of: target) else { return [] }
      house.replays.waiting[target] = Replay(base: base)
      return [ask(.network, target)]
    }
    if let base = newestAnswer(of: target, from: recording) {
      house.replays.waiting[target] = Replay(base: base)
      return [ask(.network, target)]
    }
    house.replays.waiting[target] = Replay(base: nil)
    return [ask(recording, target)]
  }

  private mutating func ask(_ source: AnswerSource, _ target: Int) -> Effect {
    house.firing.ordered[target, default: 0] += 1
    return .ask(source, target: target)
  }

  /// The number of a request's newest answer that is held, from anywhere or from this source.
  private func newestAnswer(of target: Int, from source: AnswerSource? = nil) -> Int? {
    house.history.numbers(of: target).last { number in
      guard let record = house.history[number], record.result != nil else { return false }
      let isAnswer = record.summary?.kind != .miss && record.summary?.kind != .cancelled
      return isAnswer && (source == nil || record.source == source)
    }
  }

  // MARK: What comes back

  /// An answer came: it may be the one a replay waits for.
  mutating func goOnReplaying(_ number: Int) -> [Effect] {
    guard let record = house.history[number], let replay = house.replays.waiting[record.target]
    else { return [] }
    let target = record.target
    guard let base = replay.base else {
      guard record.source.isSession else { return [] }
      return takeRecording(record, isLookup: replay.isLookup)
    }
    if replay.isLookup || record.source != .network { return [] }
    house.replays.waiting[target] = nil
    house.replays.pairs[number] = base
    if record.result?.failure?.isCancelled == true {
      endOne(nil)
      return []
    }
    guard house.replays.tally == nil else {
      endOne(compared(base, number))
      return []
    }
    guard isMainOn, shownRecord?.number == number else {
      house.notice = Notice(text: "\(house.items[target].name) was fired again: D compares")
      return []
    }
    return openDiff(base, number)
  }

  /// The recording of a request was looked up.
  private mutating func takeRecording(_ record: FiredExchange, isLookup: Bool) -> [Effect] {
    let target = record.target
    house.replays.waiting[target] = nil
    guard let kind = record.summary?.kind, ![.miss, .cancelled, .setup].contains(kind) else {
      endOne(nil)
      guard record.summary?.kind == .miss else { return [] }
      house.notice = Notice(
        text: "\(record.source.name) has no answer to \(house.items[target].name): see it here",
        role: .warning)
      return []
    }
    guard isLookup else {
      house.replays.waiting[target] = Replay(base: record.number)
      return [ask(.network, target)]
    }
    let live = house.history.numbers(of: target).last { number in
      house.history[number].map { !$0.source.isSession && $0.result != nil } ?? false
    }
    guard let live, isMainOn else { return [] }
    main.answer.pinned = live
    house.replays.pairs[live] = record.number
    return openDiff(record.number, live)
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
    house.notice = Notice(text: "fired again: \(parts); D on one of them shows what differs")
  }

  private func compared(_ base: Int, _ number: Int) -> Change.Kind? {
    guard let from = house.history[base], let to = house.history[number],
      let order = CompareOrder(from: from, to: to, pipeline: house.pipeline(of: to)),
      order.cost <= House.compareAtOnce
    else { return nil }
    return order.run().kind
  }

  /// The recording of a live answer, where one is known or can be looked up.
  mutating func lookUpRecording(of record: FiredExchange) -> LookUp {
    guard !record.source.isSession, let recording = replaySource else { return .none }
    if let base = newestAnswer(of: record.target, from: recording) { return .found(base) }
    guard house.replays.waiting[record.target] == nil, !hasMiss(record.target, recording) else {
      return .none
    }
    house.replays.waiting[record.target] = Replay(base: nil, isLookup: true)
    return .ordered([ask(recording, record.target)])
  }

  enum LookUp {
    case none
    case found(Int)
    case ordered([Effect])
  }

  /// Whether the recording was asked before, in vain.
  private func hasMiss(_ target: Int, _ recording: AnswerSource) -> Bool {
    house.history.numbers(of: target).contains { number in
      house.history[number].map { $0.source == recording && $0.summary?.kind == .miss } ?? false
    }
  }
}

extension AnswerSource {
  fileprivate var path: String? {
    if case .session(let path) = self { path } else { nil }
  }
}
