import DemoServer
import Glibc
import TestSupport
import Testing

/// A working day in minutes: what is fired, cancelled, opened and edited leaves nothing behind but
/// its row in the history.
@Suite(
  "Endurance", .serialized, .timeLimit(.minutes(15)),
  .enabled(if: ProcessLook.isDeep, "set INSPECTOR_DEEP=1: it takes minutes"))
struct EnduranceTests {
  private static let rounds = 1_000

  @Test("30,000 firings, 3,000 cancellations, 500 sessions opened, files edited: all stays flat")
  func eightHours() throws {
    let desk = try Desk(try TestFolder())
    try desk.fireAll()
    try desk.say("save day", until: "taken out")
    var looks: [ProcessLook] = []
    for round in 0..<Self.rounds {
      if round % 50 == 0 { try edit(desk, round + 1) }
      try desk.fireAll()
      for _ in 0..<3 { try desk.cancelOne() }
      if round % 2 == 0 {
        try desk.say("open-session \(desk.folder.path)/r/sessions/day.har", until: "Session")
        try desk.terminal.type("q")
        try desk.terminal.wait(for: "Targets")
      }
      if round % 10 == 0 {
        let place = round % 20 == 0 ? "two" : "one"
        try desk.say("environment \(place)", until: "· \(place)")
      }
      if (round + 1) % (Self.rounds / 4) == 0 {
        looks.append(ProcessLook(desk.terminal.pid))
        print("endurance, \(desk.asked) firings: \(looks.last?.words ?? "")")
      }
    }
    #expect(desk.asked > 33_000 && desk.server.counters.abandoned >= 3 * Self.rounds)
    // A row of the history is kept for each, of a hundred thousand at most; an answer would be more.
    let firings = desk.asked * 3 / 4
    let grown = (looks[3].memory - looks[0].memory) << 10
    #expect(grown < firings * 1_500, "\(grown / firings) bytes a firing")
    #expect(looks[3].descriptors < looks[0].descriptors + 40)
    #expect(looks[3].threads <= looks[0].threads)
    try desk.terminal.type("Q")
    #expect(try desk.terminal.waitForEnd() == .exited(0))
    #expect(desk.terminal.isAsGiven)
  }

  /// An edit on disk is what is fired from then on.
  private func edit(_ desk: Desk, _ version: Int) throws {
    try desk.edit(version: version)
    let mark = "&v=\(version)&"
    let hasCome = {
      desk.server.log.suffix(Desk.quick).contains {
        String(decoding: $0.target, as: UTF8.self).contains(mark)
      }
    }
    while !hasCome() { try desk.fireAll() }
  }

  @Test("a terminal nobody reads holds up no transfer, and what comes meanwhile does not pile up")
  func unread() throws {
    let desk = try Desk(try TestFolder(), slow: "/stream/400000?ms=0")
    try desk.fireAll()
    let before = ProcessLook(desk.terminal.pid)
    let answered = desk.server.counters.answered
    desk.terminal.setTakesBytes(false)
    // The stream, and thirty more behind it: those are asked for before the first frame is held up.
    try desk.terminal.type("Grga")
    try desk.terminal.look(until: { desk.server.counters.answered > answered + Desk.quick })
    let after = ProcessLook(desk.terminal.pid)
    print("unread terminal, before: \(before.words); after: \(after.words)")
    #expect(after.memory - before.memory < 24 << 10, "\(before.words); \(after.words)")
    #expect(after.threads <= before.threads + 2)
    desk.terminal.setTakesBytes(true)
    try desk.terminal.wait(for: "31✓")
    try desk.terminal.type("Q")
    #expect(try desk.terminal.waitForEnd() == .exited(0))
  }

  @Test("with fewer descriptors than requests all are answered, again and again")
  func descriptors() throws {
    let desk = try Desk(try TestFolder(), behind: "ulimit -n 40; exec")
    for _ in 0..<200 { try desk.fireAll() }
    try desk.terminal.wait(for: "30✓")
    let look = ProcessLook(desk.terminal.pid)
    print("forty descriptors, \(desk.asked) firings: \(look.words)")
    #expect(look.descriptors <= 40)
    try desk.terminal.type("Q")
    #expect(try desk.terminal.waitForEnd() == .exited(0))
  }

  /// Keys that end or stop the program are left out: `q`, `Q`, Ctrl-c, Ctrl-z and the like.
  private static let keys: [String] =
    (0x20...0x7E).map { String(UnicodeScalar($0)) }.filter { $0 != "q" && $0 != "Q" }
    + (0x01...0x1A).filter { ![0x03, 0x11, 0x13, 0x1A].contains($0) }.map {
      String(UnicodeScalar($0))
    }
    + ["A", "B", "C", "D", "H", "F", "5~", "6~", "3~", "Z", "<0;30;9M", "<0;90;9M", "<65;90;9M"]
    .map { "\u{1B}[" + $0 }
    // What fires and what leads back comes often, or most keys are typed into one prompt.
    + ["a", "y", "r", "\r", "\u{1B}", "\u{1B}", "\u{1B}", "j", "k", "]", "[", "g", "G"]
    .flatMap { Array(repeating: $0, count: 6) }

  @Test("random keys over the demo for long: memory does not grow", arguments: 0..<3)
  func randomKeys(seed: UInt64) throws {
    let folder = try TestFolder()
    let line =
      "program=$(realpath '\(Spawn.inspector)') && cd '\(folder.path)'"
      + " && exec \"$program\" demo --all --port 0"
    let variables = [
      "HOME": folder.path, "XDG_STATE_HOME": nil, "EDITOR": "true", "VISUAL": "true",
      "PAGER": "cat", "TMPDIR": folder.path,
    ]
    let terminal = try PTY(
      "/bin/sh", ["-c", line], width: 120, height: 36, environment: variables)
    try terminal.wait(for: "? help")
    var seeded = SplitMix(seed: seed)
    var lowest: [Int] = []
    for _ in 0..<6 {
      var least = Int.max
      for step in 0..<5_000 {
        try terminal.type(Self.keys.randomElement(using: &seeded) ?? "j")
        try terminal.look()
        if step % 50 == 0 { least = min(least, ProcessLook(terminal.pid).memory) }
      }
      lowest.append(least)
    }
    print("random keys \(seed), lowest KiB of each 5,000 keys: \(lowest)")
    #expect(lowest[5] < 100 << 10)
  }
}
