import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Somebody sets the clock while the screens are open: two days back, a year ahead.
///
/// The program is started with the clock of `faketime`, which reads a file at every look.
@Suite(
  "A clock that jumps", .timeLimit(.minutes(5)),
  .enabled(
    if: ProcessLook.isDeep && ProcessLook.fakeClock != nil, "INSPECTOR_DEEP=1, and faketime"))
struct ClockJumpTests {
  @Test("what is fired is answered, recorded in the order it was fired, and took no year")
  func jumps() throws {
    let folder = try TestFolder()
    let clock = try folder.write("clock", "+0")
    // The library changes the environment, and a program of Swift then finds no arguments: a shell
    // takes that upon itself.
    let desk = try Desk(
      folder, behind: "exec",
      environment: [
        "LD_PRELOAD": ProcessLook.fakeClock, "FAKETIME_TIMESTAMP_FILE": clock,
        "FAKETIME_NO_CACHE": "1",
        "DONT_FAKE_MONOTONIC": "1",
      ])
    for jump in ["+0", "-2d", "+365d", "-400d", "+0"] {
      try folder.write("clock", jump)
      try desk.fireAll()
      try desk.cancelOne()
    }
    try desk.terminal.wait(for: "30✓")
    try desk.terminal.type("Q")
    #expect(try desk.terminal.waitForEnd() == .exited(0))
    let left = try Leftover(folder.path + "/state/inspector/.journal/scratch.jsonl")
    let all = Array(left.session.exchanges)
    #expect(all.map(\.sequence) == Array(1...desk.asked))
    let days = all.map { ($0.startedAt - all[0].startedAt) / 86_400_000_000 }
    #expect(Set(days).isSuperset(of: [0, 365]) && days.contains { $0 < -300 }, "\(Set(days))")
    let times = all.compactMap { $0.response?.totalTime }
    #expect(times.count >= 5 * Desk.quick && times.allSatisfy { 0..<60_000_000 ~= $0 })
    print("a clock that jumped five times, \(desk.asked) firings, days: \(Set(days).sorted())")
  }
}
