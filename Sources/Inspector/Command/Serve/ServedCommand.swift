import Glibc
import NetEngine

/// `--run COMMAND`: what is served as long as it runs, as a test suite is.
struct ServedCommand {
  let text: String

  private let child: pid_t

  /// Starts it in a group of its own, with the server's address in `$INSPECTOR_URL`.
  init(_ text: String, url: String) throws(ServeProblem) {
    self.text = text
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let said: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(text), nil]
    defer { for word in said { free(word) } }
    setenv("INSPECTOR_URL", url, 1)
    var child = pid_t()
    let code = posix_spawn(&child, "/bin/sh", nil, &attributes, said, environ)
    guard code == 0 else {
      throw ServeProblem(what: "/bin/sh cannot be started: \(Output.reason(code))")
    }
    self.child = child
  }

  /// Calls back on another thread with its exit code when it ends; 128 and more for a signal.
  func whenEnded(_ hear: @escaping @Sendable (Int32) -> Void) {
    let thread = try? OwnThread { [child] in
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      hear(status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f)
    }
    thread?.detach()
  }

  /// Passes a signal on that was sent to us alone; from a keyboard it has the signal already.
  func end(_ signal: Int32) { kill(child, signal) }
}
