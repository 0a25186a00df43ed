import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("HAR as it really is", .timeLimit(.minutes(10))) struct HARReaderTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  @Test("each quirk opens", arguments: HARQuirk.all)
  func quirk(_ quirk: HARQuirk) throws {
    let session = try Session.read(Array(quirk.file.utf8))
    #expect(try quirk.look(session) == quirk.expected)
  }

  @Test("what is no HAR is refused, and the message says why")
  func refused() throws {
    let rows: [(String, String)] = [
      ("", "it is no session: it is empty"), ("[]", "it is no session: it does not start with '{'"),
      ("{\"a\":1}", "it is no session: there is no 'log' in it"),
      ("{\"log\":{\"version\":\"1.2\"}}", "it is no session: its log has no entries"),
      ("{\"log\":[]}", "it is no session: there is no 'log' in it"),
    ]
    for (text, message) in rows {
      do throws(SessionProblem) {
        _ = try Session.read(Array(text.utf8))
        Issue.record("'\(text)' was opened")
      } catch {
        #expect(error.message == message)
      }
    }
  }

  @Test("compressed files open, cut ones up to the cut", arguments: ["s.har.gz", "s.zhar"])
  func compressed(name: String) throws {
    let entries = Array(repeating: HARQuirk.entry(), count: 200).joined(separator: ",")
    try folder.write("plain", Array(HARQuirk.log(entries).utf8))
    #expect(try Shell.run("gzip -c plain > \(name)", in: folder.path).status == 0)
    let session = try Session.open("\(folder.path)/\(name)")
    #expect(session.count == 200 && session.name == "s" && session.notices == [])
    let packed = folder.bytes(name)
    try folder.write(name, Array(packed.dropLast(packed.count / 3)))
    let cut = try Session.open("\(folder.path)/\(name)")
    #expect(cut.count > 0 && cut.count < 200)
    #expect(cut.notices.count == 1)
  }

  @Test("our own file opens wherever it is cut, up to there")
  func ourCut() throws {
    let bytes = HARWriter().document((1...5).map { Exchange.sample($0) })
    let head = HARWriter.head().count
    for length in stride(from: head, to: bytes.count - 5, by: 7) {
      let session = try Session.read(Array(bytes[..<length]))
      #expect(session.notices.count == 1, "\(length)")
      for index in 0..<session.count { _ = try session.exchange(at: index) }
    }
    #expect(try Session.read(bytes).notices == [])
  }

  @Test(
    "a byte that stands nowhere in JSON is stepped over", arguments: ["\u{1}", "\u{f}", "\u{1f}"])
  func strayByte(byte: String) throws {
    let entry = HARQuirk.entry()
    let text = HARQuirk.log(byte + entry + "," + byte + byte + entry + byte)
    let session = try Session.read(Array(text.utf8))
    #expect(session.count == 2)
    #expect(session.notices == ["there is something between its entries that was left out"])
  }

  @Test("our own file opens after somebody has edited it")
  func edited() throws {
    var text = String(
      decoding: HARWriter().document((1...4).map { Exchange.sample($0) }), as: UTF8.self)
    var lines = text.split(separator: "\n").map(String.init)
    lines[1] = lines[1].replacing("\"_row\":[1,\"GET\",200,\"application/json\",11],", with: "")
    lines[2] = "{\"_row\":[2,\"GE" + ","
    lines[3] = "   " + lines[3] + "\r"
    text = lines.joined(separator: "\n")
    let session = try Session.read(Array(text.utf8))
    #expect(session.count == 4)
    #expect(session.row(at: 0).status == 200 && session.row(at: 0).problem == nil)
    #expect(session.row(at: 1).problem != nil)
    #expect(try session.exchange(at: 2).sequence == 3)
    // Reformatted it is a file like any other tool's.
    let pretty = JSONPrinter.pretty.bytes(
      try JSON(parsing: HARWriter().document((1...4).map { Exchange.sample($0) })))
    let again = try Session.read(pretty)
    #expect(again.count == 4)
    #expect(
      try again.exchange(at: 3).difference(
        from: Session.read(HARWriter().document([Exchange.sample(4)])).exchange(at: 0)) == nil)
  }

  @Test("a body's file is read from beside the session, and from nowhere else")
  func files() throws {
    try folder.write("body.txt", Array("beside".utf8))
    let rows: [(String, String?)] = [
      ("body.txt", "beside"), ("./body.txt", "beside"), ("../body.txt", nil), ("/etc/passwd", nil),
      ("missing", nil), ("link", nil), ("fifo", nil), ("", nil), ("a/../../x", nil),
    ]
    symlink("/etc/passwd", folder.path + "/link")
    mkfifo(folder.path + "/fifo", 0o600)
    for (path, expected) in rows {
      let entry = HARQuirk.entry(response: HARQuirk.response("{\"_file\":\"\(path)\"}"))
      let file = try folder.write("s.har", Array(HARQuirk.log(entry).utf8))
      let session = try Session.open(file)
      #expect((try? session.exchange(at: 0))?.response?.body.text == expected, "\(path)")
      #expect(session.row(at: 0).status == 200)
    }
  }

  @Test("nothing but a plain file is opened, and not a too large one")
  func places() throws {
    mkfifo(folder.path + "/fifo", 0o600)
    symlink("loop", folder.path + "/loop")
    for path in ["/dev/zero", folder.path, folder.path + "/fifo", folder.path + "/loop", "/none"] {
      #expect(throws: SessionProblem.self, "\(path)") { try Session.open(path) }
    }
    let file = try folder.write("s.har", HARWriter().document([Exchange.sample()]))
    var limits = SessionLimits()
    limits.bytes = 100
    #expect(throws: SessionProblem.self) { try Session.open(file, limits: limits) }
    limits.bytes = 1 << 20
    limits.entries = 1
    #expect(try Session.open(file, limits: limits).count == 1)
    try folder.write("s.har", HARWriter().document([Exchange.sample(), Exchange.sample(2)]))
    #expect(throws: SessionProblem(.tooManyEntries(allowed: 1), path: file)) {
      try Session.open(file, limits: limits)
    }
  }

  @Test("a file that is cut while it is open is no bus error")
  func cutWhileOpen() throws {
    let file = try folder.write(
      "s.har", HARWriter().document((1...500).map { Exchange.sample($0) }))
    let session = try Session.open(file)
    truncate(file, 100)
    #expect(throws: SessionProblem(.changed)) { try session.exchange(at: 499) }
    #expect(session.row(at: 499).problem == "it was cut while it was open")
  }

  @Test("the first rows come before the rest, with progress")
  func progress() throws {
    let exchanges = (1...1_500).map {
      Exchange.sample($0, body: String(repeating: "a", count: 4_000))
    }
    let file = try folder.write("s.har", HARWriter().document(exchanges))
    var seen: [(Int, Double)] = []
    let session = try Session.open(file) { soFar, done in
      seen.append((soFar.count, done))
      return soFar.row(at: 0).status == 200
    }
    #expect(session.count == 1_500 && session.isComplete)
    let first = try #require(seen.first)
    #expect(first.0 > 50 && first.0 < 1_000 && first.1 < 0.2)
    let stopped = try Session.open(file) { _, _ in false }
    #expect(stopped.count == first.0 && !stopped.isComplete)
  }

  @Test("what is damaged at random never traps", arguments: 0..<4)
  func damage(seed: Int) throws {
    var dice = HARDice(seed: UInt64(seed) + 300)
    let ours = HARWriter().document((1...6).map { dice.exchange($0) })
    let theirs = Array(HARQuirk.log(HARQuirk.entry() + "," + HARQuirk.entry()).utf8)
    for original in [ours, theirs] {
      for _ in 0..<60 {
        var bytes = original
        for _ in 0..<dice.number(1..<6) {
          let place = dice.number(0..<bytes.count)
          switch dice.number(0..<3) {
          case 0: bytes[place] = dice.pick(Array("{}[]\",:\\u0n\n".utf8))
          case 1: bytes.remove(at: place)
          default: bytes.insert(dice.pick(Array("{}[]\",:\\ 9".utf8)), at: place)
          }
        }
        guard let session = try? Session.read(bytes) else { continue }
        for index in 0..<session.count {
          _ = session.row(at: index)
          _ = try? session.exchange(at: index)
        }
      }
    }
  }
}
