/// A door that stays shut until it is opened, once and for all.
package struct Gate: Sendable {
  private let isOpen = Watched(false)

  package init() {}

  package func open() { isOpen.update { $0 = true } }

  package var hasOpened: Bool { isOpen.value }

  /// Waits until it is open, or the task is cancelled.
  package func wait() async { await isOpen.wait { $0 } }

  /// Waits until the task is cancelled.
  package static func untilCancelled() async { await Gate().wait() }
}
