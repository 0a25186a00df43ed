import Glibc
import NetEngine

/// `--run COMMAND`: what is served as long as it runs, as a test suite is.
struct ServedCommand {
  private let child: pid_t
  private let isAlone: Bool

  /// Starts it with the server's address in `$INSPECTOR_URL`.
  ///
  /// At a terminal it stays in our group, so that the keyboard reaches it; elsewhere it gets its own,
  /// so that all it starts can be ended with it.
  init(_ text: String, url: String) throws(ServeProblem) {
    isAlone = isatty(STDIN_FILENO) == 0
    setenv("INSPECTOR_URL", url, 1)
    let (child, code) = ShellProcess.start(["-c", text], hasOwnGroup: isAlone)
    guard code == 0 else {
      throw ServeProblem(what: "/bin/sh cannot be started: \(Output.reason(code))")
    }
    self.child = child
  }

  /// Calls back on another thread with its exit code when it ends; 128 and more for a signal.
  func whenEnded(_ hear: @escaping @Sendable (Int32) -> Void) throws(ServeProblem) {
    do throws(OwnThread.Refused) {
      try OwnThread { [child] in
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        hear(status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f)
      }.detach()
    } catch {
      kill(isAlone ? -child : child, SIGTERM)
      throw ServeProblem(what: "no thread to wait for the command: \(Output.reason(error.code))")
    }
  }

  /// Passes a signal on; what a keyboard sends to all of a group the command has already.
  func end(_ signal: Int32) {
    if !isAlone, signal == SIGINT || signal == SIGQUIT { return }
    kill(isAlone ? -child : child, signal)
  }
}
