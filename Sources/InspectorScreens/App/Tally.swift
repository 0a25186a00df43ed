import NetEngine

/// How many requests under each heading run, went well, failed, or may have been refused.
///
/// Counted when something changes, never while drawing: a heading may stand over 100,000 requests.
struct Tally: Sendable {
  struct Counts: Sendable, Hashable {
    var running = 0
    var good = 0
    var bad = 0
    var unsure = 0
  }

  private var counts: [Counts] = []

  /// The counts under all headings.
  private(set) var total = Counts()

  /// The counts under a heading.
  subscript(group: Int) -> Counts {
    counts.indices.contains(group) ? counts[group] : Counts()
  }

  /// Counts everything that shows: after another filter.
  mutating func recount(_ list: TargetList, _ house: House) {
    counts = Array(repeating: Counts(), count: list.groups.count)
    total = Counts()
    for (group, targets) in list.members.enumerated() {
      for target in targets { add(house.state(of: target), 1, group) }
    }
  }

  /// One request stands otherwise now.
  mutating func move(_ group: Int, from old: TargetState, to new: TargetState) {
    add(old, -1, group)
    add(new, 1, group)
  }

  private mutating func add(_ state: TargetState, _ step: Int, _ group: Int) {
    counts[group].add(state, step)
    total.add(state, step)
  }
}

extension Tally.Counts {
  fileprivate mutating func add(_ state: TargetState, _ step: Int) {
    switch state {
    case .idle, .outdated: break
    case .running: running += step
    case .finished(let summary) where summary.isBeingRead: running += step
    // A cancelled request counts neither as good nor as bad.
    case .finished(let summary) where summary.sign == Kind.cancelled.sign: break
    case .finished(let summary) where summary.isUnsure: unsure += step
    case .finished(let summary) where summary.isGood: good += step
    case .finished: bad += step
    }
  }
}
