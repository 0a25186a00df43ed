/// A door that stays shut until it is opened, once and for all.
struct Gate: Sendable {
  private let isOpen = Watched(false)

  func open() { isOpen.update { $0 = true } }

  var hasOpened: Bool { isOpen.value }

  /// Waits until it is open, or the task is cancelled.
  func wait() async { await isOpen.wait { $0 } }

  /// Waits until the task is cancelled.
  static func untilCancelled() async { await Gate().wait() }
}
