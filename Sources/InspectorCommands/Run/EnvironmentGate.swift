import Glibc
import NetEngine
import RequestFiles

/// Decides, before a request of a file is sent, whether its variables of the environment may go.
///
/// On a terminal a person is asked once for each variable and origin. Elsewhere a line on stderr
/// names them, or a strict run keeps the request back.
nonisolated final class EnvironmentGate {
  let access: EnvironmentAccess
  /// Answered with no in this run, or named on stderr.
  private var declined: Set<EnvironmentUse> = []
  private var named: Set<EnvironmentUse> = []

  init(_ access: EnvironmentAccess) {
    self.access = access
  }

  /// The reason to keep the request back; nil when it may be sent.
  func problem(of target: inout RequestFileTarget) -> RequestFileProblem? {
    RequestFileProblem(target.place, keeping: refused(access.uses(of: &target)))
  }

  /// The uses that a request may not be sent with; a person is asked where that can be.
  func refused(_ uses: [EnvironmentUse]) -> [EnvironmentUse] {
    let unlisted = access.unknown(uses)
    if unlisted.isEmpty || access.isStrict || unlisted.contains(where: declined.contains) {
      return unlisted
    }
    ProgressLine.clear()
    switch ForegroundTerminal.confirm("inspector: \(Self.words(unlisted)). Send? [y/N] ") {
    case true?:
      access.remember(unlisted)
      return []
    case false?:
      declined.formUnion(unlisted)
      return unlisted
    case nil:
      let new = unlisted.filter { named.insert($0).inserted }
      if !new.isEmpty {
        Output.talk("note: \(Self.words(new)); --strict refuses what --allow-env does not name")
      }
      return []
    }
  }

  private static func words(_ uses: [EnvironmentUse]) -> String {
    "sends of the environment " + uses.map(\.description).joined(separator: ", ")
  }
}

/// The terminal of a program in the foreground: a person there can answer.
nonisolated enum ForegroundTerminal {
  /// Asks, and reads one line.
  ///
  /// Every other line is a no, and so is a cancelled task. Returns nil when stderr is no terminal
  /// or the program runs in the background.
  static func confirm(_ question: String) -> Bool? {
    guard Output.isTerminal(STDERR_FILENO) else { return nil }
    let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    guard tcgetpgrp(terminal) == getpgrp() else { return nil }
    _ = Descriptor.write(Output.shown(question, on: terminal), to: terminal)
    let answer = line(from: terminal).lowercased().split(separator: " ").first
    return answer == "y" || answer == "yes"
  }

  private static func line(from terminal: Int32) -> String {
    var line: [UInt8] = []
    while !Task.isCancelled, line.count < 1_024 {
      var waiting = [pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)]
      // A signal ends the task on another thread: this one looks for it again and again.
      guard poll(&waiting, 1, 200) > 0 else { continue }
      var byte: UInt8 = 0
      guard read(terminal, &byte, 1) == 1, byte != 0x0a else { break }
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}
