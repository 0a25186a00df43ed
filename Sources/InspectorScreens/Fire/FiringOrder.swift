import NetEngine

/// Which requests have to be fired before which, and which of them wait.
///
/// A value: it is told what is asked for and what has ended, and says what is to be done. A request
/// that takes values from answers waits until they are there; what it needs is fired first, once,
/// however many need it.
package struct FiringOrder: Sendable {
  /// What is to be done next; each ends with ``end(_:isFailure:isCancelled:)`` sooner or later.
  package enum Step: Sendable, Hashable {
    case fire(Int, AnswerSource)
    /// It is under way for another request: that firing serves both.
    case share(Int)
    /// It can't be fired: there is a mistake in it or in what it needs.
    case refuse(Int, AnswerSource)
    /// What it needs at the other place has failed.
    case giveUp(Int, AnswerSource, need: Int, isCancelled: Bool)
  }

  /// A request with the answers it has to wait for.
  package typealias Need = (place: Int, needs: [Int])

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
  /// `isForced` fires it though it is under way; `plan` has all that has to be fired, each behind
  /// what it needs, the request itself last; nil where that cannot be said.
  package mutating func ask(
    _ place: Int, _ source: AnswerSource, isForced: Bool = false, inFlight: Set<Int>,
    plan: () -> [Need]?
  ) -> [Step] {
    var underway = inFlight.union(waiting.map(\.place))
    // Asked for while it is under way for another's sake: one firing serves both.
    let isImplied = implied.remove(place) != nil
    guard !isImplied || isForced || !underway.contains(place) else {
      return inFlight.contains(place) ? [.share(place)] : []
    }
    guard let plan = plan() else { return [.refuse(place, source)] }
    var steps: [Step] = []
    for next in plan {
      if next.place != place {
        guard underway.insert(next.place).inserted else { continue }
        implied.insert(next.place)
      }
      if next.needs.isEmpty {
        steps.append(.fire(next.place, source))
      } else {
        waiting.append(Waiting(place: next.place, source: source, needs: Set(next.needs)))
      }
    }
    return steps
  }

  /// A firing has ended: what waited for it goes on, or is given up with all that waits for that.
  package mutating func end(_ place: Int, isFailure: Bool, isCancelled: Bool = false) -> [Step] {
    implied.remove(place)
    guard isFailure else { return release(place) }
    var steps: [Step] = []
    var lost = [place]
    while let next = lost.popLast() {
      for one in waiting where one.needs.contains(next) {
        steps.append(.giveUp(one.place, one.source, need: place, isCancelled: isCancelled))
        lost.append(one.place)
      }
      waiting.removeAll { $0.needs.contains(next) }
    }
    return steps
  }

  private mutating func release(_ place: Int) -> [Step] {
    var steps: [Step] = []
    for index in waiting.indices where waiting[index].needs.remove(place) != nil {
      let one = waiting[index]
      if one.needs.isEmpty { steps.append(.fire(one.place, one.source)) }
    }
    waiting.removeAll { $0.needs.isEmpty }
    return steps
  }

  /// Nothing waits any more.
  package mutating func clear() { self = FiringOrder() }
}
