import Glibc
import NetEngine

/// A program that runs beside a test and is ended with it; its output is read as it comes.
package final class ChildProcess: Sendable {
  private let process: pid_t
  private let socket: Descriptor

  /// Starts a program from the PATH; `onOutput` hears what it writes, on a thread of its own.
  package init(
    _ words: [String], in folder: String = "/",
    onOutput: @escaping @Sendable (ArraySlice<UInt8>) -> Void
  ) throws {
    var pair: [Int32] = [-1, -1]
    // A socket, for a pipe to a dead program would kill the test with SIGPIPE.
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else {
      throw TestFolder.Failure(what: "socketpair", code: errno)
    }
    defer { close(pair[1]) }
    socket = Descriptor(pair[0])
    process = try Self.spawn(words, in: folder, end: pair[1])
    BackgroundThread.start { [socket] in
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while case let count = read(socket.number, &buffer, buffer.count), count != 0 {
        if count > 0 { onOutput(buffer[..<count]) } else if errno != EINTR { break }
      }
    }
  }

  deinit {
    kill(process, SIGTERM)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // The reading thread sees the end.
    shutdown(socket.number, Int32(SHUT_RDWR))
  }

  /// Writes to the program's standard input.
  package func write(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        send(
          socket.number, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL)
        )
      }
      if count > 0 { sent += count } else if errno != EINTR { return }
    }
  }

  private static func spawn(_ words: [String], in folder: String, end: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for standard: Int32 in 0...2 {
      posix_spawn_file_actions_adddup2(&actions, end, standard)
    }
    // Tasks run on threads that block most signals, and a program inherits that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    // The shell changes the folder, for posix_spawn cannot. A test run that is killed cannot end
    // its programs: they end by themselves.
    let all: [String] = ["sh", "-c", "cd \"$0\" && exec timeout 600 \"$@\"", folder] + words
    let variables: [String] = ["PATH=/usr/bin:/bin:/usr/sbin", "HOME=/nonexistent"]
    var arguments = all.map { strdup($0) } + [nil]
    var environment = variables.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var process = pid_t()
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, &environment)
    guard code == 0 else { throw TestFolder.Failure(what: "posix_spawn", code: code) }
    return process
  }
}
