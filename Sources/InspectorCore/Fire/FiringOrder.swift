import NetEngine

/// Which requests have to be fired before which, and which of them wait.
///
/// A value: it is told what is asked for and what has ended, and says what is to be done. A request
/// that takes values from answers waits until they are there; what it needs is fired first, once,
/// however many need it.
package struct FiringOrder: Sendable {
  /// What is to be done next; each ends with ``end(_:_:with:)`` sooner or later.
  package enum Step: Sendable, Hashable {
    case fire(Int, AnswerSource)
    /// It can't be fired: there is a mistake in it or in what it needs.
    case refuse(Int, AnswerSource)
    /// What it needs at the other place has failed.
    case giveUp(Int, AnswerSource, need: Int, isCancelled: Bool)
  }

  private struct Waiting: Sendable {
    let place: Int
    let source: AnswerSource
    var needs: Set<Int>
  }

  private var waiting: [Waiting] = []
  /// Fired because others need them; nobody has asked for them yet.
  private var implied: Set<Int> = []

  /// Nobody waits.
  package init() {}

  /// Whether nobody waits.
  package var isEmpty: Bool { waiting.isEmpty }

  /// Somebody asks for a request.
  ///
  /// `isForced` fires it though it is under way; `needs` tells which answers a request lacks, in the
  /// order in which they can be had, nil where that cannot be said.
  package mutating func ask(
    _ place: Int, _ source: AnswerSource, isForced: Bool = false, inFlight: Set<Int>,
    needs: (Int) -> [Int]?
  ) -> [Step] {
    // Asked for while it is under way for another's sake: one firing serves both.
    let isImplied = implied.remove(place) != nil
    guard !isImplied || isForced || !isWaiting(place) && !inFlight.contains(place) else {
      return []
    }
    var steps: [Step] = []
    var underway = inFlight
    var asked = [(place: place, isImplied: false)]
    while let (next, isImplied) = asked.popLast() {
      if isImplied {
        // Another one that needs it may have brought it under way meanwhile.
        guard !underway.contains(next), !isWaiting(next) else { continue }
        implied.insert(next)
      }
      guard let needs = needs(next) else {
        steps.append(.refuse(next, source))
        underway.insert(next)
        continue
      }
      guard !needs.isEmpty else {
        steps.append(.fire(next, source))
        underway.insert(next)
        continue
      }
      waiting.append(Waiting(place: next, source: source, needs: Set(needs)))
      asked += needs.reversed().map { ($0, true) }
    }
    return steps
  }

  /// A firing has ended: what waited for it goes on, or is given up.
  package mutating func end(_ place: Int, isFailure: Bool, isCancelled: Bool = false) -> [Step] {
    implied.remove(place)
    var steps: [Step] = []
    var others: [Waiting] = []
    for var one in waiting {
      guard one.needs.remove(place) != nil else {
        others.append(one)
        continue
      }
      if isFailure {
        steps.append(.giveUp(one.place, one.source, need: place, isCancelled: isCancelled))
      } else if one.needs.isEmpty {
        steps.append(.fire(one.place, one.source))
      } else {
        others.append(one)
      }
    }
    waiting = others
    return steps
  }

  /// Nothing waits any more.
  package mutating func clear() { self = FiringOrder() }

  private func isWaiting(_ place: Int) -> Bool { waiting.contains { $0.place == place } }
}
