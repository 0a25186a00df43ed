/// The memory that all bodies together may take; what does not fit goes to disk.
///
/// A body pays for what it holds when it grows and gives it back when its last owner lets go.
package final class MemoryBudget: Sendable {
  /// The budget of the process: 256 MiB.
  package static let standard = MemoryBudget(limit: 256 << 20)

  package let limit: Int
  private let taken = Lock(0)

  package init(limit: Int) {
    self.limit = limit
  }

  /// What living bodies hold at this moment, in bytes.
  package var used: Int { taken.withLock { $0 } }

  /// Takes `bytes` if they fit.
  package func take(_ bytes: Int) -> Bool {
    taken.withLock { used in
      guard bytes <= limit - used else { return false }
      used += bytes
      return true
    }
  }

  /// Takes `bytes` even when nothing is left: for bodies too small to be worth a file.
  func force(_ bytes: Int) {
    taken.withLock { $0 += bytes }
  }

  func giveBack(_ bytes: Int) {
    taken.withLock { $0 -= bytes }
  }
}
