import Glibc
import NetEngine

/// The last line of a terminal's stderr, which shows how far work is.
///
/// `Output` clears it before it writes.
package nonisolated enum ProgressLine {
  private struct State {
    var isShown = false
    var work = ""
    var began: UInt64 = 0
    var last: UInt64 = 0
  }

  private static let state = Lock(State())
  private static let isOn: Bool = {
    let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
    return Output.isTerminal(STDERR_FILENO) && terminal != "dumb" && !terminal.isEmpty
  }()

  /// Replaces the line; without a terminal the text is not even made.
  static func show(_ text: @autoclosure () -> String) {
    guard isOn else { return }
    let line = cut(text())
    state.withLock { state in
      state.isShown = true
      write("\r\(line)\u{1b}[K")
    }
  }

  /// Clears the line, before other output or at the end.
  package static func clear() {
    state.withLock { state in
      guard state.isShown else { return }
      state.isShown = false
      write("\r\u{1b}[K")
    }
  }

  /// Shows work that takes longer than half a second, ten times a second at most.
  package static func followWork() {
    guard isOn else { return }
    WorkProgress.observe { step in
      let now = MonotonicClock.microseconds
      let elapsed = state.withLock { state -> UInt64? in
        if state.work != step.name { (state.work, state.began) = (step.name, now) }
        guard now - state.began > 500_000, now - state.last > 100_000 else { return nil }
        state.last = now
        return now - state.began
      }
      if let elapsed { show(text(step, after: elapsed)) }
    }
  }

  /// The line, such as `writing · 1200 of 5000 · 400/s · 9.50 s left`.
  package static func text(_ step: WorkProgress.Step, after elapsed: UInt64) -> String {
    func amount(_ count: Int) -> String { step.isBytes ? Units.bytes(count) : "\(count)" }
    let rate = Int(saturating: Double(step.done) * 1_000_000 / Double(max(1, elapsed)))
    let total = step.total > 0 ? " of \(amount(step.total))" : ""
    return "\(step.name) · \(amount(step.done))\(total) · \(amount(rate))/s"
      + left(step.done, of: step.total, after: elapsed)
  }

  /// The time that the rest takes at the same rate; empty where that is not known.
  static func left(_ done: Int, of total: Int, after elapsed: UInt64) -> String {
    guard done > 0, total > done, elapsed >= 1_000_000 else { return "" }
    let left = Double(elapsed) / Double(done) * Double(total - done)
    return " · \(Units.time(microseconds: Int(saturating: left))) left"
  }

  /// Cuts text to the width of the terminal, without anything that acts on it.
  private static func cut(_ text: String) -> String {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1
    let width = isKnown ? Int(size.ws_col) - 1 : 79
    let rule = DisplayRule()
    let safe = Array(text.utf8).withUnsafeBufferPointer { rule.plainText(of: $0) }
    var shown = ""
    var used = 0
    for scalar in String(decoding: safe, as: UTF8.self).unicodeScalars where scalar != "\n" {
      used += rule.width(of: String(scalar))
      if used > width { break }
      shown.unicodeScalars.append(scalar)
    }
    return shown
  }

  private static func write(_ text: String) {
    _ = Descriptor.write(text.utf8, to: STDERR_FILENO)
  }
}
