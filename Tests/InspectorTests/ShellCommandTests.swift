import Glibc
import Inspector
import InspectorCommands
import InspectorScreens
import NetEngine
import TestSupport
import Testing

/// A shell command is fed, heard and ended, whatever it does with its input.
struct ShellCommandTests {
  /// As the program does: a command that does not read its input must not end the tests.
  init() { signal(SIGPIPE, SIG_IGN) }

  struct Row: Sendable, CustomTestStringConvertible {
    let command: String
    var input: Body = "one\ntwo\n"
    let says: String
    var ends = PipeEnd.exited(0)
    var testDescription: String { command }
  }

  static let rows = [
    Row(command: "cat", says: "one\ntwo\n"),
    Row(command: "wc -c", input: Body([UInt8](repeating: 0x61, count: 1 << 20)), says: "1048576\n"),
    Row(command: "head -c 3", input: Body([UInt8](repeating: 0x61, count: 1 << 20)), says: "aaa"),
    Row(command: "echo no >&2; exit 3", says: "no\n", ends: .exited(3)),
    Row(command: "kill -9 $$", says: "", ends: .killed(signal: 9)),
    Row(command: "sleep 60 & echo left", says: "left\n"),
    Row(command: "true", input: .empty, says: ""),
  ]

  @Test("commands say what they say and end as they end", .timeLimit(.minutes(1)), arguments: rows)
  func runs(row: Row) {
    var said: [UInt8] = []
    let end = ShellCommand(text: row.command, input: row.input).run(
      unless: { false }, hear: { bytes, _ in said += bytes })
    #expect(String(decoding: said, as: UTF8.self) == row.says)
    #expect(end == row.ends)
  }

  @Test(
    "a command that says more than a pipe holds waits, and is not refused", .timeLimit(.minutes(1)))
  func saysMuch() {
    var count = 0
    var complaints: [UInt8] = []
    let command = ShellCommand(
      text: "cat", input: Body([UInt8](repeating: 0x61, count: 8 << 20)),
      separatesComplaints: true)
    let end = command.run(
      unless: { false },
      hear: { bytes, isComplaint in
        if isComplaint { complaints += bytes } else { count += bytes.count }
      })
    #expect(end == .exited(0) && count == 8 << 20, "\(String(decoding: complaints, as: UTF8.self))")
  }

  @Test(
    "a command that is asked to end does, with all it has started", .timeLimit(.minutes(1)),
    arguments: ["sleep 600", "sleep 600 | sleep 600", "trap '' TERM; sleep 600; sleep 600"])
  func cancels(command: String) {
    let end = ShellCommand(text: command, input: "x").run(
      unless: { true }, hear: { _, _ in })
    #expect(end == .cancelled)
  }
}
