/// Why there is no screen: told in one line on stderr, with what to do about it.
nonisolated enum TerminalProblem: Error, Equatable {
  /// stdin or stdout is a file, a pipe or closed.
  case notATerminal(Stream)
  /// TERM is unset or empty.
  case unnamed
  /// TERM names nothing that the terminal database knows.
  case unknown(String)
  /// TERM names something that cannot move its cursor.
  case tooSimple(String)
  /// There is no UTF-8 locale to draw with.
  case noUnicode
  /// The system refused something that always works, and said why.
  case system(call: String, code: Int32)

  enum Stream: String {
    case input = "stdin"
    case output = "stdout"
  }
}

nonisolated extension TerminalProblem {
  /// What happened, and what to do next.
  func text(reason: (Int32) -> String) -> String {
    let withoutScreen = "'inspector --script FILE --size 80x24' prints the screens as text"
    let examples = "for example TERM=xterm-256color (or linux, screen, vt100)"
    switch self {
    case .notATerminal(let stream):
      return "\(stream.rawValue) is not a terminal, so there is no screen to draw on; "
        + "start it in a terminal, or \(withoutScreen)"
    case .unnamed:
      return "TERM is not set, so nobody knows how to draw on this terminal; set it, \(examples)"
    case .unknown(let name):
      return "the terminal '\(name)' (TERM) is not in this machine's terminal database; "
        + "set another, \(examples), or install ncurses-term"
    case .tooSimple(let name):
      return "the terminal '\(name)' (TERM) cannot move its cursor; "
        + "set another, \(examples), or \(withoutScreen)"
    case .noUnicode:
      return "this machine has no UTF-8 locale, not even C.UTF-8; "
        + "install one (Debian: apt-get install libc-bin) and start again"
    case .system(let call, let code):
      return "the terminal could not be opened: \(call) says '\(reason(code))'; "
        + "\(withoutScreen)"
    }
  }
}
