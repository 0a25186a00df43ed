import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Recordings with damaged lines", .timeLimit(.minutes(5))) struct DamagedJournalTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  /// A journal of 42 exchanges: its head, then two lines each.
  private func journal(body: String = String(repeating: "x", count: 20_000)) async -> [[UInt8]] {
    let recorder = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
    for number in 1...42 {
      let sample = Exchange.sample(body: body + "\(number)")
      let open = await recorder.begin(sample.request, name: "sample")
      if let result = sample.result { await recorder.finish(open, result) }
    }
    await recorder.end()
    return folder.bytes(".journal/r.jsonl").split(separator: 0x0a).map { Array($0) + [0x0a] }
  }

  /// Damage that a crash, another program or a disk may do to a line.
  enum Damage: String, CaseIterable {
    case cut, cutWithItsEnd, zeroed, halfZeroed, gone, emptied, closedTwice

    func apply(to line: [UInt8]) -> [UInt8] {
      switch self {
      case .cut: line.prefix(line.count / 2) + [0x0a]
      case .cutWithItsEnd: Array(line.prefix(line.count / 2))
      case .zeroed: [UInt8](repeating: 0, count: line.count - 1) + [0x0a]
      case .halfZeroed:
        line.prefix(line.count / 2) + [UInt8](repeating: 0, count: line.count / 2) + [0x0a]
      case .gone: []
      case .emptied: [0x0a]
      case .closedTwice: line.dropLast() + Array("}\n".utf8)
      }
    }

    /// Such a line leaves no readable part.
    var leavesNothing: Bool { self == .gone || self == .emptied }
  }

  @Test(
    "the lines behind a damaged one are read, and it is told by its number",
    arguments: Damage.allCases, [1, 2, 8, 9, 85])
  func readsOn(damage: Damage, number: Int) async throws {
    var lines = await journal()
    lines[number - 1] = damage.apply(to: lines[number - 1])
    try folder.write(".journal/r.jsonl", lines.flatMap { $0 })
    let left = try Leftover(folder.path + "/.journal/r.jsonl")
    let session = left.session
    let answered = session.exchanges.count { $0.response != nil }
    // Even lines of the file are requests, odd ones behind the head their responses.
    let isResponse = number > 1 && number % 2 == 1
    #expect(answered == (isResponse ? 41 : 42), "\(damage)")
    #expect(left.wholeBytes == folder.bytes(".journal/r.jsonl").count)
    let problems = (0..<session.count).compactMap { session.row(at: $0).problem }
    #expect(problems.count == (damage.leavesNothing ? 0 : 1))
    #expect(problems.allSatisfy { $0.contains("line \(number) is damaged") }, "\(problems)")
  }

  @Test("sealing removes nothing that was not carried over, and tells what that is")
  func seal() async throws {
    var lines = await journal()
    lines[8] = Damage.cut.apply(to: lines[8])
    let damaged = lines.flatMap { $0 }
    try folder.write(".journal/r.jsonl", damaged)
    let before = folder.files
    let report = try Leftover(folder.path + "/.journal/r.jsonl").seal(to: folder.path + "/s.har")
    #expect(report.count == 42)
    #expect(report.skipped.map(\.message).count { $0.contains("line 9 is damaged") } == 1)
    #expect(report.journal == folder.path + "/.journal/r.jsonl")
    #expect(folder.bytes(".journal/r.jsonl") == damaged)
    #expect(Set(before).isSubset(of: folder.files))
    let session = try Session.open(folder.path + "/s.har")
    #expect(session.exchanges.count { $0.response?.body.count ?? 0 >= 20_000 } == 41)
  }

  @Test("a torn line is set aside with the body it names")
  func torn() async throws {
    var lines = await journal()
    lines.removeLast()
    let last = lines.removeLast()
    lines.append(Array(last.dropLast(5)))
    try folder.write(".journal/r.jsonl", lines.flatMap { $0 })
    let report = try Leftover(folder.path + "/.journal/r.jsonl").seal(to: folder.path + "/s.har")
    #expect(report.skipped.count == 1 && report.journal == nil)
    #expect(folder.bytes(".journal/r.torn") == last.dropLast(5))
    #expect(folder.files.count { $0.hasPrefix(".journal/r.torn.bodies/") } == 1)
    #expect(!folder.files.contains(".journal/r.jsonl"))
    // Neither a second torn line nor the next recorder of the name removes them.
    let recorder = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
    await recorder.begin(HTTPRequest(url: "http://h.test/next"), name: "next")
    await recorder.end()
    let again = folder.bytes(".journal/r.jsonl") + Array("{\"req\":{".utf8)
    try folder.write(".journal/r.jsonl", again)
    #expect(try Leftover(folder.path + "/.journal/r.jsonl").remove())
    #expect(folder.bytes(".journal/r.torn") == last.dropLast(5) + Array("\n{\"req\":{".utf8))
    #expect(folder.files.count { $0.hasPrefix(".journal/r.torn.bodies/") } == 1)
  }

  @Test("a journal is one although its first lines are damaged")
  func damagedStart() async throws {
    let lines = await journal(body: "{}")
    // A mark of a line inside another one says nothing about the lines behind it.
    let damaged = Array(
      "{\"hea {\"req\":{\"_row\":[ {\"res\":{\"_row\":[ {\"err\":{\"_row\":[\n".utf8)
    try folder.write(".journal/r.jsonl", damaged + lines.dropFirst().flatMap { $0 })
    #expect(
      try Leftover(folder.path + "/.journal/r.jsonl").session.exchanges.count { $0.response != nil }
        == 42)
  }

  @Test("a file that is no journal is not written to, and what another program adds is not removed")
  func notOurs() async throws {
    _ = await journal(body: "{}")
    let left = try Leftover(folder.path + "/.journal/r.jsonl")
    try folder.write(".journal/r.jsonl", folder.bytes(".journal/r.jsonl") + [0x0a])
    #expect(!left.remove() && folder.files.contains(".journal/r.jsonl"))
    try folder.write(".journal/r.jsonl", Array("notes".utf8))
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.continues = true
    let recorder = Recorder(settings)
    await recorder.begin(HTTPRequest(url: "http://h.test/next"), name: "next")
    #expect(folder.text(".journal/r.jsonl") == "notes")
    #expect(try Leftover(folder.path + "/.journal/r-2.jsonl").session.count == 1)
    #expect(try !Leftover(folder.path + "/.journal/r-2.jsonl").remove(), "it is being written")
  }

  @Test("a body that is not what was recorded keeps the journal, whoever seals it")
  func brokenBody() async throws {
    let recorder = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
    for number in 1...3 {
      let sample = Exchange.sample(body: String(repeating: "\(number)", count: 20_000))
      let open = await recorder.begin(sample.request, name: "sample")
      if let result = sample.result { await recorder.finish(open, result) }
    }
    let name = try #require(folder.files.first { $0.contains(".bodies/") })
    try folder.write(name, Array("not it".utf8))
    let report = try await recorder.seal(to: folder.path + "/s.har")
    #expect(report.count == 2 && report.skipped.count == 1)
    #expect(folder.files.contains(".journal/r.jsonl") && folder.files.contains(name))
    #expect(try Session.open(folder.path + "/s.har").count == 2)
  }

  @Test("the next run goes on behind damaged lines and removes none of them")
  func goesOn() async throws {
    var lines = await journal(body: "{}")
    lines[8] = Damage.cut.apply(to: lines[8])
    let damaged = lines.flatMap { $0 }
    try folder.write(".journal/r.jsonl", damaged)
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.continues = true
    let recorder = Recorder(settings)
    await recorder.begin(HTTPRequest(url: "http://h.test/next"), name: "next")
    #expect(await recorder.last >= 43)
    #expect(folder.bytes(".journal/r.jsonl").starts(with: damaged))
  }

  @Test(
    "a session is not written over itself without what cannot be read",
    arguments: [
      ("a damaged entry", "{\"startedDateTime\":\"2026-01-01T00:00:00Z\",\"request\":{\"meth\n"),
      ("a cut end", ""),
    ])
  func inPlace(name: String, entry: String) throws {
    let writer = HARWriter()
    var bytes = HARWriter.head()
    for number in 1...3 {
      bytes += writer.entry(Exchange.sample(number)).line + Array(",\n".utf8)
    }
    bytes += Array(entry.utf8)
    if !entry.isEmpty {
      bytes += writer.entry(Exchange.sample(4)).line + HARWriter.tail
    }
    let path = try folder.write("s.har", bytes)
    var options = SealOptions()
    (options.overwrites, options.refusesOmissions) = (true, true)
    let session = try Session.open(path)
    let problem = #expect(throws: SessionProblem.self) { try session.seal(to: path, options) }
    #expect(problem?.message.contains("it stays as it was: 1 of its entries") == true, "\(name)")
    #expect(folder.bytes("s.har") == bytes)
    options.refusesOmissions = false
    let report = try session.seal(to: folder.path + "/t.har", options)
    #expect(report.skipped.count == 1)
  }

  @Test("a torn line that its program truncates while a journal is read does not end the reader")
  func truncatedMeanwhile() throws {
    let body = String(repeating: "b", count: 40_000)
    var bytes = Array("{\"head\":{\"format\":1}}\n".utf8)
    for number in 1...10 {
      let entry = HARWriter().entry(Exchange.sample(number, body: body)).line
      bytes += Array("{\"res\":".utf8) + entry + Array("}\n".utf8)
    }
    let whole = bytes.count
    let path = try folder.write("r.jsonl", bytes + [UInt8](repeating: 0x78, count: 200_000))
    var isTruncated = false
    let session = try Session.open(path) { _, _ in
      isTruncated = truncate(path, whole) == 0
      return true
    }
    #expect(isTruncated && session.count == 10)
    #expect(session.exchanges.allSatisfy { $0.response?.body.count == 40_000 })
  }

  @Test("no session is written without an exchange")
  func empty() async throws {
    let recorder = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
    await recorder.retry()
    await #expect(throws: SessionProblem(.empty, path: folder.path + "/s.har")) {
      try await recorder.seal(to: folder.path + "/s.har")
    }
    #expect(throws: SessionProblem.self) { try Session([]).seal(to: folder.path + "/s.har") }
    #expect(folder.files == [".journal/.gitignore"])
  }
}
