/// Keeps the event that ends a run back until the run is over.
///
/// A run may answer several times, by `retry` or `then`; its reader gets one end, and nothing after it.
final class LastProgress: Sendable {
  private struct State {
    var last: Progress?
    var isOver = false
  }

  private let state = Lock(State())
  private let report: @Sendable (Progress) -> Void

  init(_ report: @escaping @Sendable (Progress) -> Void) {
    self.report = report
  }

  func take(_ progress: Progress) {
    let passes = state.withLock { state in
      // What comes late is a cancelled part's of a sequence that has broken.
      guard !state.isOver, progress.isEnd else { return !state.isOver }
      state.last = progress
      return false
    }
    if passes { report(progress) }
  }

  /// Tells of the end, if there was one; true when there was.
  @discardableResult
  func finish() -> Bool {
    let last = state.withLock { state in
      state.isOver = true
      return state.last
    }
    guard let last else { return false }
    report(last)
    return true
  }
}

extension Progress {
  /// The end of a transfer, or of a whole sequence; that of a part is none.
  fileprivate var isEnd: Bool { phase == .done && parts.isEmpty }
}
