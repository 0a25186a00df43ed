import Glibc

/// The signals of the keyboard while another program has the terminal.
///
/// An interrupt is that program's affair; a stop stops us with it, so that the shell sees a whole
/// job stopped.
enum LentSignals {
  static func during<Result>(_ body: () -> Result) -> Result {
    let numbers = [(SIGINT, SIG_IGN), (SIGQUIT, SIG_IGN), (SIGTSTP, SIG_DFL)]
    var before: [(Int32, sigaction)] = []
    for (number, handler) in numbers {
      var old = sigaction()
      sigaction(number, nil, &old)
      before.append((number, old))
      signal(number, handler)
    }
    defer {
      for (number, action) in before {
        var old = action
        sigaction(number, &old, nil)
      }
    }
    return body()
  }
}
