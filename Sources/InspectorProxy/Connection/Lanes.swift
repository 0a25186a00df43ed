import LosslessJSON

/// The lanes of one server: what they have in common, how many connections each has, and the numbers
/// of their requests.
final class Lanes: Sendable {
  let handler: any RequestHandler
  let hosts: HostGuard?
  let limits: ListeningLimits

  private struct State {
    var all: [ClientLane] = []
    /// By the lanes' places.
    var counts: [Int: Int] = [:]
    var requestCount = 0
  }

  private let state = Lock(State())

  init(handler: any RequestHandler, hosts: HostGuard?, limits: ListeningLimits) {
    (self.handler, self.hosts, self.limits) = (handler, hosts, limits)
  }

  func begin(_ lanes: [ClientLane]) { state.withLock { $0.all = lanes } }

  /// No lane gets another connection; those that got any.
  @discardableResult
  func takeNoMore() -> [ClientLane] {
    state.withLock { state in
      defer { state.all = [] }
      return state.all
    }
  }

  // MARK: Connections

  /// The lane that a new connection belongs to, and how many there are with it; nil at the end.
  func enter() -> (lane: ClientLane, count: Int)? {
    state.withLock { state in
      guard let first = state.all.first else { return nil }
      var lane = first
      if state.counts[first.place, default: 0] >= limits.firstLane {
        for other in state.all.dropFirst()
        where state.counts[other.place, default: 0] < state.counts[lane.place, default: 0] {
          lane = other
        }
      }
      state.counts[lane.place, default: 0] += 1
      return (lane, state.counts.values.reduce(0, +))
    }
  }

  func leave(_ place: Int) { state.withLock { $0.counts[place, default: 0] -= 1 } }

  // MARK: Requests

  /// The number of the next request, counted over all lanes from 1.
  func takeNumber() -> Int {
    state.withLock { state in
      state.requestCount += 1
      return state.requestCount
    }
  }
}
