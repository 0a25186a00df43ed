import Glibc
import NetEngine

/// One line on stderr that says how far a run is; only on a terminal, and never left behind.
nonisolated final class ProgressLine {
  private let isOn: Bool
  private var isShown = false

  init() {
    let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
    isOn = Output.isTerminal(STDERR_FILENO) && terminal != "dumb" && !terminal.isEmpty
  }

  /// Puts the text in place of the one before; where nobody sees it, it is not even made.
  func show(_ text: @autoclosure () -> String) {
    guard isOn else { return }
    isShown = true
    write("\r\(cut(text()))\u{1b}[K")
  }

  /// Takes the line away, before something else is written or at the end.
  func clear() {
    guard isShown else { return }
    isShown = false
    write("\r\u{1b}[K")
  }

  /// To the width of the terminal, so that it stays one line; nothing in it acts.
  private func cut(_ text: String) -> String {
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

  private func write(_ text: String) {
    _ = Descriptor.write(text.utf8, to: STDERR_FILENO)
  }
}
