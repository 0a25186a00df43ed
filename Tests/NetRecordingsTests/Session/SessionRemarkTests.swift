import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Marks and notes in a session at rest", .timeLimit(.minutes(5))) struct SessionRemarkTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private var path: String { folder.path + "/s.har" }

  private func seal(_ exchanges: [Exchange]) throws -> Session {
    try Session(exchanges).seal(to: path)
    return try Session.open(path)
  }

  @Test("they are there when it is opened again, and everything else is byte for byte as it was")
  func ours() throws {
    let session = try seal((1...5).map { .sample($0, url: "http://h.test/\($0)") })
    chmod(path, 0o640)
    let before = folder.text("s.har")
    try session.remark(
      [1: Remark(note: "odd \"one\"\n", isMarked: true), 3: Remark(isMarked: true)], in: path)
    let after = try Session.open(path)
    #expect(Array(after.exchanges).map(\.note) == ["", "odd \"one\"\n", "", "", ""])
    #expect((0..<5).map { after.isMarked(at: $0) } == [false, true, false, true, false])
    #expect((0..<5).map { after.row(at: $0).hasNote } == [false, true, false, false, false])
    #expect(folder.mode("s.har") == 0o640 && folder.files == ["s.har"])
    let (old, new) = (before.split(separator: "\n"), folder.text("s.har").split(separator: "\n"))
    #expect(zip(old, new).count { $0 != $1 } == 2)
    // Taken away again, the file is the one it was.
    try after.remark(
      [1: Remark(note: "", isMarked: false), 3: Remark(isMarked: false)], in: path)
    #expect(folder.text("s.har") == before)
  }

  @Test("what one remark does not say is kept from the one before")
  func kept() throws {
    var first = Exchange.sample(1)
    first.result = .failure(.transport(TransportError(.reset)))
    first.tags = ["t"]
    try seal([first]).remark([0: Remark(note: "a")], in: path)
    try Session.open(path).remark([0: Remark(isMarked: true)], in: path)
    let exchange = try Session.open(path).exchange(at: 0)
    #expect(exchange.note == "a" && exchange.isMarked && exchange.tags == ["t"])
    #expect(try Session.open(path).row(at: 0).failure == .reset)
  }

  @Test("a note of another program that was not seen stays in front; one that was seen goes")
  func unseen() throws {
    let session = try seal([.sample(1), .sample(2), .sample(3)])
    try session.remark([0: Remark(note: "theirs"), 2: Remark(note: "gone")], in: path)
    var mine = Remark(note: "mine")
    mine.known = [""]
    var none = Remark(note: "", isMarked: true)
    none.known = ["gone"]
    try session.remark([0: mine, 1: mine, 2: none], in: path)
    let notes = try Session.open(path).exchanges.map(\.note)
    #expect(notes == ["theirs / mine", "mine", ""])
    // A note that was seen is replaced.
    mine.known = ["", "theirs / mine"]
    try session.remark([0: mine], in: path)
    #expect(try Session.open(path).exchange(at: 0).note == "mine")
  }

  @Test("programs that write at the same moment keep each other's marks", arguments: [false, true])
  func together(isJournal: Bool) async throws {
    let count = 12
    var path = path
    if isJournal {
      let recorder = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
      await recorder.record((1...count).map { .sample($0) })
      await recorder.end()
      path = folder.path + "/.journal/r.jsonl"
    } else {
      _ = try seal((1...count).map { .sample($0) })
    }
    let session = try Session.open(path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for row in 0..<count {
        group.addTask { [path] in
          try session.remark([row: Remark(note: "n\(row)", isMarked: true)], in: path)
        }
      }
      try await group.waitForAll()
    }
    let exchanges = try Session.open(path).exchanges.map { $0 }
    #expect(exchanges.count { $0.isMarked } == count)
    #expect(exchanges.map(\.note) == (0..<count).map { "n\($0)" })
  }

  static let foreign: [(String, String)] = [
    ("{\"startedDateTime\":\"\",\"request\":{\"method\":\"GET\",\"url\":\"http://h.test/\"}}", ""),
    (
      "{\n  \"request\": {\"url\": \"http://h.test/\", \"x\": [1, {}]},\n  \"comment\": \"theirs\",\n"
        + "  \"_vendor\": {\"_note\": \"not ours\"}\n}", "theirs"
    ),
    ("{\"_note\":\"old\", \"request\":{\"url\":\"http://h.test/\"}}", "old"),
    (
      "{\"_marked\":true,\"_note\":\"old\",\"request\":{\"url\":\"http://h.test/\"},\"a\":1}", "old"
    ),
    ("{\"request\":{\"url\":\"http://h.test/\"} , \"_marked\" : true , \"_note\" : \"\" }", ""),
  ]

  @Test("another tool's entry keeps all that is its own", arguments: foreign.indices)
  func theirs(index: Int) throws {
    let (entry, note) = Self.foreign[index]
    let text = "{\"log\":{\"creator\":{\"name\":\"T\"},\"entries\":[{\"request\":7}, \(entry)]}}"
    try folder.write("s.har", Array(text.utf8))
    let session = try Session.open(path)
    #expect(try session.exchange(at: 1).note == note)
    #expect(session.row(at: 1).hasNote == !note.isEmpty)
    for (new, mark) in [("new", true), ("", true), ("é\u{1}", false), ("", false)] {
      try Session.open(path).remark([1: Remark(note: new, isMarked: mark)], in: path)
      let again = try Session.open(path)
      #expect(again.count == 2 && again.notices == session.notices)
      let exchange = try again.exchange(at: 1)
      #expect(exchange.note == new && exchange.isMarked == mark)
      #expect(again.row(at: 1).hasNote == !new.isEmpty && again.isMarked(at: 1) == mark)
      #expect(exchange.request.url == "http://h.test/")
      let bytes = folder.text("s.har")
      #expect(bytes.contains("{\"request\":7}") && (try? JSON(parsing: Array(bytes.utf8))) != nil)
      #expect(!entry.contains("_vendor") || bytes.contains("{\"_note\": \"not ours\"}"))
    }
  }

  @Test("a journal gets a line for each, and is as ended as it was")
  func journal() async throws {
    let recorder = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
    for _ in 0..<2 {
      let sample = Exchange.sample()
      let open = await recorder.begin(sample.request, name: "sample")
      if let result = sample.result { await recorder.finish(open, result) }
    }
    let path = folder.path + "/.journal/r.jsonl"
    let live = try Session.open(path)
    #expect(throws: SessionProblem(.locked, path: path)) {
      try live.remark([0: Remark(isMarked: true)], in: path)
    }
    await recorder.end()
    try Session.open(path).remark([1: Remark(note: "n")], in: path)
    try Session.open(path).remark([1: Remark(isMarked: true)], in: path)
    let left = try Leftover(path)
    #expect(left.hasEnd && Leftover.all(in: folder.path, isUnfinished: true).isEmpty)
    let exchange = try left.session.exchange(at: 1)
    #expect(exchange.note == "n" && exchange.isMarked && left.session.isMarked(at: 1))
  }

  @Test("nothing is written into another file than was opened, a packed one, or a full disk")
  func refused() throws {
    let session = try seal([.sample(1), .sample(2)])
    let remarks = [1: Remark(isMarked: true)]
    let bytes = folder.bytes("s.har")
    var small = Disk.standard
    small.write = SmallDisk(900).disk.write
    #expect(throws: SessionProblem.self) { try session.remark(remarks, in: path, disk: small) }
    #expect(folder.bytes("s.har") == bytes && folder.files == ["s.har"])
    try Session([.sample(1), .sample(2, url: "http://h.test/other")])
      .seal(to: path, overwriting)
    let other = folder.bytes("s.har")
    #expect(throws: SessionProblem(.replaced, path: path)) {
      try session.remark(remarks, in: path)
    }
    #expect(folder.bytes("s.har") == other)
    try folder.write("s.har", [0x1f, 0x8b, 8, 0])
    #expect(throws: SessionProblem(.packed, path: path)) { try session.remark(remarks, in: path) }
  }

  private var overwriting: SealOptions {
    var options = SealOptions()
    options.overwrites = true
    return options
  }

  @Test("a link stays a link, and what it leads to is changed")
  func link() throws {
    let session = try seal([.sample(1)])
    symlink("s.har", folder.path + "/link.har")
    try session.remark([0: Remark(isMarked: true)], in: folder.path + "/link.har")
    var facts = stat()
    #expect(lstat(folder.path + "/link.har", &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
    #expect(try Session.open(path).isMarked(at: 0))
  }
}
