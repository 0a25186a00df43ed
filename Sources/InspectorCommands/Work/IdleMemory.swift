internal import CPlatform
import Dispatch
import NetEngine

/// Gives freed memory back to the system while the program waits.
///
/// By itself the allocator keeps all freed pages that lie between used blocks.
package nonisolated enum IdleMemory {
  /// Gives it back on a worker; takes some milliseconds.
  package static func giveBack() {
    Task.detached(executorPreference: Workers.shared) {
      ResidentMemory.standard.settle(to: 1 << 20)
      memory_trim()
    }
  }

  private static let isOrdered = Lock(false)

  /// Gives it back five seconds from now, for commands without screens.
  ///
  /// Does nothing while that is ordered: the last exchange is followed by one, then nothing wakes.
  static func giveBackSoon() {
    let isFirst = isOrdered.withLock { isOrdered in
      defer { isOrdered = true }
      return !isOrdered
    }
    guard isFirst else { return }
    DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(5)) {
      isOrdered.withLock { $0 = false }
      giveBack()
    }
  }
}
