import Glibc
import InspectorCore
import NetEngine

/// A line for `/bin/sh` with a body as its input: started, fed, heard, and ended when asked.
package nonisolated struct ShellCommand: Sendable {
  let text: String
  let input: Body

  package init(text: String, input: Body) {
    (self.text, self.input) = (text, input)
  }

  /// So much is written or read at a time.
  private static let chunk = 64 << 10
  /// So long a command that was asked to end may take before it is made to.
  private static let grace = 1_000

  /// Runs it and waits for its end; both its streams go to `hear`, piece by piece.
  package func run(unless isCancelled: () -> Bool, hear: ([UInt8]) -> Void) -> PipeEnd {
    guard let toChild = Ends(), let fromChild = Ends() else {
      return .failed("no pipe: \(Output.reason(errno))")
    }
    defer { for end in [toChild, fromChild] { end.closeAll() } }
    var child = pid_t()
    let code = start(&child, input: toChild.reading, output: fromChild.writing)
    guard code == 0 else { return .failed("/bin/sh was not started: \(Output.reason(code))") }
    toChild.close(\.reading)
    fromChild.close(\.writing)
    return follow(child, toChild, fromChild, isCancelled, hear)
  }

  /// In a group of its own, so that everything it starts can be ended with it.
  private func start(_ child: inout pid_t, input: Int32, output: Int32) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    sigfillset(&all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(text), nil]
    defer { for word in words { free(word) } }
    return posix_spawn(&child, "/bin/sh", &actions, &attributes, words, environ)
  }

  private func follow(
    _ child: pid_t, _ toChild: Ends, _ fromChild: Ends, _ isCancelled: () -> Bool,
    _ hear: ([UInt8]) -> Void
  ) -> PipeEnd {
    var written = 0
    var waited: Int?
    while true {
      if isCancelled(), waited == nil {
        kill(-child, SIGTERM)
        waited = 0
      }
      if let time = waited, time > Self.grace { kill(-child, SIGKILL) }
      let isHeard = exchange(&written, toChild, fromChild, hear)
      if waited != nil { waited? += 50 }
      guard let end = Self.end(of: child, waits: isHeard == .ended && !isCancelled()) else {
        continue
      }
      // What it said last still stands in the pipe; what it left behind it may hold that open.
      while exchange(&written, toChild, fromChild, hear, waiting: 0) == .said {}
      kill(-child, SIGTERM)
      return waited == nil ? end : .cancelled
    }
  }

  private enum Heard { case said, nothing, ended }

  /// Writes and reads what goes without waiting longer than a moment.
  private func exchange(
    _ written: inout Int, _ toChild: Ends, _ fromChild: Ends, _ hear: ([UInt8]) -> Void,
    waiting: Int32 = 50
  ) -> Heard {
    if written == input.count { toChild.close(\.writing) }
    guard fromChild.reading >= 0 else { return .ended }
    var ends = [
      pollfd(fd: fromChild.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: toChild.writing, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&ends, nfds_t(ends.count), waiting) > 0 else { return .nothing }
    if ends[1].revents != 0 { feed(&written, toChild) }
    guard ends[0].revents != 0 else { return .nothing }
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    let count = read(fromChild.reading, &buffer, buffer.count)
    if count > 0 {
      hear(Array(buffer[..<count]))
      return .said
    }
    if count < 0, errno == EINTR || errno == EAGAIN { return .nothing }
    fromChild.close(\.reading)
    return .ended
  }

  /// A command that wants no more of the body has had enough: that is no failure.
  private func feed(_ written: inout Int, _ toChild: Ends) {
    let rest = min(Self.chunk, input.count - written)
    let count = input.withUnsafeBytes { bytes in
      bytes.baseAddress.map { write(toChild.writing, $0 + written, rest) } ?? 0
    }
    if count > 0 {
      written += count
    } else if count < 0, errno != EINTR, errno != EAGAIN {
      written = input.count
      toChild.close(\.writing)
    }
  }

  /// How the child ended; nil while it runs.
  ///
  /// With its streams closed, it is waited for a moment.
  private static func end(of child: pid_t, waits: Bool) -> PipeEnd? {
    var status: Int32 = 0
    if waits { usleep(10_000) }
    let found = waitpid(child, &status, WNOHANG)
    guard found == child else { return found < 0 && errno == ECHILD ? .exited(0) : nil }
    let signal = status & 0x7F
    return signal == 0 ? .exited(Int(status >> 8 & 0xFF)) : .killed(signal: Int(signal))
  }
}

/// The two ends of a pipe, each closed once; it never leaves the thread that made it.
private nonisolated final class Ends {
  var reading: Int32 = -1
  var writing: Int32 = -1

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A command that does not read must not hold this thread; its own end stays as it is.
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
  }

  func close(_ end: ReferenceWritableKeyPath<Ends, Int32>) {
    if self[keyPath: end] >= 0 { Glibc.close(self[keyPath: end]) }
    self[keyPath: end] = -1
  }

  func closeAll() {
    close(\.reading)
    close(\.writing)
  }
}
