/// Reports of how far long work is: reading, sealing, judging.
///
/// A command shows them on a terminal. Without an observer a report costs one lock.
package enum WorkProgress {
  /// One report.
  ///
  /// The units are bytes where `isBytes` says so. A total of 0 is not known.
  package struct Step: Sendable, Hashable {
    package var name: String
    package var done: Int
    package var total: Int
    package var isBytes = false

    package init(_ name: String, _ done: Int, of total: Int, isBytes: Bool = false) {
      (self.name, self.done, self.total, self.isBytes) = (name, done, total, isBytes)
    }
  }

  private static let observer = Lock<(@Sendable (Step) -> Void)?>(nil)

  package static func observe(_ body: (@Sendable (Step) -> Void)?) {
    observer.withLock { $0 = body }
  }

  package static func report(_ step: @autoclosure () -> Step) {
    guard let observer = observer.withLock({ $0 }) else { return }
    observer(step())
  }
}
