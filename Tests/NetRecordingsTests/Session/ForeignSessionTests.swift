import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Recordings of other tools, as they are", .timeLimit(.minutes(10)))
struct ForeignSessionTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write("sent.txt", Array("hello".utf8))
    try folder.write("body.bin", [0, 255, 1, 254])
  }

  /// The file that is asked for, and bodies from beside it.
  private func document(_ path: String) throws -> JSON {
    try JSON(parsing: folder.bytes(path))
  }

  private func body(_ name: String) -> [UInt8]? {
    folder.files.contains(name) || name.contains("/") ? folder.bytes(name) : nil
  }

  @Test("there are enough shapes, and no two of one name")
  func enough() {
    #expect(ForeignShape.all.count >= 30)
    #expect(Set(ForeignShape.all.map(\.name)).count == ForeignShape.all.count)
  }

  @Test("sealed and exported it differs by marks and our own fields", arguments: ForeignShape.all)
  func shape(_ shape: ForeignShape) throws {
    let path = try folder.write("o.har", Array(shape.file.utf8))
    let original = try JSON(parsing: Array(shape.file.drop { $0 == "\u{feff}" }.utf8))
    let session = try Session.open(path)
    #expect(session.notices == [])
    try session.seal(to: folder.path + "/sealed.har")
    let sealed = try Session.open(folder.path + "/sealed.har")
    try sealed.seal(to: folder.path + "/again.har")
    try folder.write("export.har", SessionExport(session, as: .har).bytes)
    try folder.write("late.har", SessionExport(sealed, as: .har).bytes)
    for name in ["sealed.har", "again.har", "export.har", "late.har"] {
      let copy = try document(name)
      let comparison = ForeignComparison(original, copy, file: body)
      #expect(comparison.complaints == [], "\(name)")
      #expect(comparison.markCount > 0 || shape.secrets.isEmpty, "\(name)")
      let text = String(decoding: folder.bytes(name), as: UTF8.self)
      for secret in shape.secrets { #expect(!text.contains(secret), "\(name): \(secret)") }
      let opened = try Session.open(folder.path + "/" + name)
      #expect(opened.count == session.count && opened.notices == [])
      #expect(opened.creator == session.creator)
    }
    for file in folder.files where file.contains("bodies/") {
      let text = String(decoding: folder.bytes(file), as: UTF8.self)
      for secret in shape.secrets { #expect(!text.contains(secret), "\(file): \(secret)") }
    }
  }

  @Test("what is sealed without redaction reads as the original", arguments: ForeignShape.all)
  func reads(_ shape: ForeignShape) throws {
    let path = try folder.write("o.har", Array(shape.file.utf8))
    let session = try Session.open(path)
    var options = SealOptions()
    options.redactor = nil
    try session.seal(to: folder.path + "/sealed.har", options)
    let sealed = try Session.open(folder.path + "/sealed.har")
    for index in 0..<session.count {
      var once = try session.exchange(at: index)
      let twice = try sealed.exchange(at: index)
      once.bodyHash = twice.bodyHash
      #expect(twice.difference(from: once) == nil)
      #expect(twice.foreign?.facts == once.foreign?.facts)
      var (row, expected) = (sealed.row(at: index), session.row(at: index))
      #expect(row.url == expected.url && row.page == expected.page)
      #expect(row.source == expected.source && row.source == once.foreign?.facts.source)
      #expect(row.failure == expected.failure && row.status == expected.status)
      #expect(row.time == expected.time && row.isPending == expected.isPending)
      (row.type, expected.type) = (nil, nil)
      #expect(SessionRow(once).time == row.time && SessionRow(once).page == row.page)
    }
  }

  @Test("scan finds what another tool's fields hold, and nothing once it is sealed")
  func scanned() throws {
    for shape in ForeignShape.all where !shape.secrets.isEmpty {
      let path = try folder.write("o.har", Array(shape.file.utf8))
      let finds = try Session.open(path).exchanges.flatMap { Redactor().scan($0) }
      #expect(!finds.isEmpty, "\(shape.name)")
      var options = SealOptions()
      options.overwrites = true
      try Session.open(path).seal(to: folder.path + "/sealed.har", options)
      let left = try Session.open(folder.path + "/sealed.har").exchanges
        .flatMap { Redactor().scan($0) }
      #expect(left.isEmpty, "\(shape.name): \(left)")
    }
  }

  @Test("a request or an answer that is another one leaves what was written about it behind")
  func changed() throws {
    let session = try Session.read(Array(HARQuirk.log(HARQuirk.entry()).utf8))
    let exchange = try session.exchange(at: 0)
    #expect(exchange.foreign?.facts.tool == "T 1")
    var other = exchange
    other.note = "mine"
    other.isMarked = true
    #expect(other.foreign != nil)
    let line = String(decoding: HARWriter().entry(other).line, as: UTF8.self)
    #expect(line.contains("\"_note\":\"mine\"") && line.contains("\"_foreign\":true"))
    other.request.url = "http://h.test/b"
    #expect(other.foreign == nil)
    var third = exchange
    third.result = nil
    #expect(third.foreign == nil)
  }

  @Test("notes and marks in a sealed one are kept beside a comment")
  func remarks() throws {
    let entry = HARQuirk.entry(more: ",\"comment\":\"theirs\"")
    let path = try folder.write("o.har", Array(HARQuirk.log(entry).utf8))
    try Session.open(path).seal(to: folder.path + "/s.har")
    let sealed = try Session.open(folder.path + "/s.har")
    #expect(try sealed.exchange(at: 0).note == "theirs")
    #expect(!String(decoding: folder.bytes("s.har"), as: UTF8.self).contains("_note"))
    try sealed.remark([0: Remark(note: "ours", isMarked: true)], in: folder.path + "/s.har")
    let again = try Session.open(folder.path + "/s.har")
    #expect(try again.exchange(at: 0).note == "ours" && again.row(at: 0).isMarked)
    try again.seal(to: folder.path + "/t.har")
    let third = try Session.open(folder.path + "/t.har")
    #expect(try third.exchange(at: 0).note == "ours" && third.row(at: 0).isMarked)
    #expect(try third.exchange(at: 0).foreign != nil)
  }

  @Test("for a repository it is written in our own words, without times")
  func stable() throws {
    let path = try folder.write("o.har", Array(ForeignShape.browsers[0].file.utf8))
    var options = SealOptions()
    options.isStable = true
    try Session.open(path).seal(to: folder.path + "/s.har", options)
    let text = String(decoding: folder.bytes("s.har"), as: UTF8.self)
    #expect(!text.contains("_foreign") && !text.contains("_initiator"))
    #expect(text.contains("\"name\":\"Inspector\""))
  }
}
