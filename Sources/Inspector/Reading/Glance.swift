import InspectorCommands
import InspectorScreens
import NetEngine

/// Looks at the answer of one transfer while it comes, when somebody asks.
///
/// A look that finds nothing new costs a lock. Bytes are undone and read away from the main actor;
/// while one look is on its way another one is not begun, so a slow one holds nobody up.
nonisolated final class Glance: Sendable {
  let arriving = ArrivingAnswer()
  private let state = Lock(State())

  private struct State {
    var isLooking = false
  }

  /// Touched by the one look that is on its way.
  private let start = Lock(DocumentStart())

  /// Calls with what has come, if that is more than before; on a worker.
  func look(_ tell: @escaping @Sendable (Arrival) -> Void) {
    let begins = state.withLock { state in
      guard !state.isLooking, arriving.hasNews else { return false }
      state.isLooking = true
      return true
    }
    guard begins else { return }
    Task.detached(executorPreference: Workers.shared) { [self] in
      if let arrival { tell(arrival) }
      state.withLock { $0.isLooking = false }
    }
  }

  private var arrival: Arrival? {
    guard let response = arriving.look() else { return nil }
    let forest = start.withLock { $0.forest(of: response.body, as: response.headers) }
    return Arrival(response, total: response.announcedBytes, start: forest)
  }
}

nonisolated extension Response {
  /// How long the body will be, where its head says so.
  fileprivate var announcedBytes: Int? {
    headers["Content-Length"].flatMap { $0.isAllDigits ? Int($0) : nil }
  }
}

nonisolated extension String {
  fileprivate var isAllDigits: Bool { !isEmpty && utf8.allSatisfy { 0x30...0x39 ~= $0 } }
}
