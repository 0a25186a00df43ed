import Dispatch
import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// A disk with so much room; a write that does not fit goes in as far as it does.
final class SmallDisk: Sendable {
  private let room: Watched<Int>

  init(_ room: Int) {
    self.room = Watched(room)
  }

  func give(_ bytes: Int) { room.update { $0 += bytes } }

  func fill() { room.update { $0 = 0 } }

  var disk: Disk {
    var disk = Disk()
    disk.write = { [room] descriptor, bytes in
      let fits = min(room.value, bytes.count)
      guard fits > 0 else {
        errno = ENOSPC
        return -1
      }
      let count = Glibc.write(descriptor, bytes.baseAddress, fits)
      room.update { $0 -= max(0, count) }
      return count
    }
    return disk
  }
}

@Suite("Recording onto a full disk", .timeLimit(.minutes(10))) struct FullDiskTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func record(_ recorder: Recorder, _ count: Int, body: String = "{\"ok\":true}") async {
    for _ in 0..<count {
      let sample = Exchange.sample(body: body)
      let open = await recorder.begin(sample.request, name: "sample")
      if let result = sample.result { await recorder.finish(open, result) }
    }
  }

  @Test("a body written before a full disk refused the next one is synced with it later")
  func twoBodies() async throws {
    let small = SmallDisk(45_000)
    let synced = Watched<Set<String>>([])
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk = small.disk
    settings.disk.sync = { descriptor in
      let path = JournalOrderTests.path(of: descriptor)
      synced.update { _ = $0.insert(path) }
      return fdatasync(descriptor)
    }
    let recorder = Recorder(settings)
    var sample = Exchange.sample(body: String(repeating: "b", count: 30_000))
    sample.request.body = .bytes(Body(String(repeating: "a", count: 30_000)))
    await recorder.record(sample)
    #expect(await recorder.shortfall.inMemory == 1)
    small.give(1 << 20)
    #expect(await recorder.retry())
    await recorder.flush()
    let bodies = folder.files.filter { $0.contains(".bodies/") }
    #expect(bodies.count == 2)
    for body in bodies { #expect(synced.value.contains { $0.hasSuffix(body) }) }
  }

  @Test(
    "it goes on in memory, tells so, and resumes without a duplicate",
    arguments: [0, 1, 100, 900, 1_700, 4_000, 9_999], ["{}", String(repeating: "b", count: 20_000)])
  func resumes(room: Int, body: String) async throws {
    let small = SmallDisk(room)
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk = small.disk
    let recorder = Recorder(settings)
    await record(recorder, 20, body: body)
    guard case .unsaved(let problem, let count) = await recorder.state else {
      Issue.record("the disk was not full")
      return
    }
    #expect(problem.message.contains("No space left on device"))
    #expect(count > 0)
    #expect(try await recorder.session().count == 20)
    if room > 0, let left = try? Leftover(folder.path + "/.journal/r.jsonl") {
      // Nothing torn stands in front of what comes later.
      #expect(left.wholeBytes == folder.bytes(".journal/r.jsonl").count)
    }
    small.give(1 << 20)
    #expect(await recorder.retry())
    #expect(await recorder.state == .saved)
    await record(recorder, 2, body: body)
    let session = try Leftover(folder.path + "/.journal/r.jsonl").session
    #expect(Array(session.exchanges).map(\.sequence) == Array(1...22))
    let lines = folder.text(".journal/r.jsonl").split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("{\"res\"") } == 22)
    #expect(lines.count { $0.hasPrefix("{\"req\"") } == 22)
    #expect(await recorder.lost == 0)
  }

  /// A disk that takes what is recorded and refuses to keep it, as long as it is told to.
  ///
  /// Of bodies alone where it takes the journal's lines.
  private static func forgetful(_ refuses: Watched<Bool>, bodiesAlone: Bool = false) -> Disk {
    var disk = Disk()
    disk.sync = { descriptor in
      let path = JournalOrderTests.path(of: descriptor)
      guard refuses.value, path.hasSuffix(".jsonl") && !bodiesAlone || path.contains(".bodies/")
      else {
        return fdatasync(descriptor)
      }
      errno = EIO
      return -1
    }
    return disk
  }

  @Test(
    "what the disk refuses to keep is not saved, until it is tried again", arguments: [10, 20_000])
  func refused(length: Int) async throws {
    let refuses = Watched(true)
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk = Self.forgetful(refuses)
    let recorder = Recorder(settings)
    await record(recorder, 3, body: String(repeating: "b", count: length))
    await recorder.flush()
    let journal = folder.bytes(".journal/r.jsonl")
    guard case .unsaved(let problem, let count) = await recorder.state else {
      Issue.record("it was told as saved")
      return
    }
    #expect(problem.message.contains("Input/output error"))
    #expect(count > 0)
    #expect(try await recorder.session().count == 3)
    #expect(await !recorder.retry())
    refuses.update { $0 = false }
    #expect(await recorder.retry())
    #expect(await recorder.state == .saved)
    // What was refused is written once more, and into its place.
    #expect(folder.bytes(".journal/r.jsonl").starts(with: journal))
    await record(recorder, 1)
    let left = try Leftover(folder.path + "/.journal/r.jsonl").session
    #expect(left.exchanges.compactMap { $0.response?.body.count } == [length, length, length, 11])
  }

  @Test("a body that the disk refuses to keep is not saved, though its line is")
  func refusedBodies() async throws {
    let refuses = Watched(true)
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk = Self.forgetful(refuses, bodiesAlone: true)
    let recorder = Recorder(settings)
    await record(recorder, 2, body: String(repeating: "b", count: 20_000))
    await recorder.flush()
    guard case .unsaved(let problem, let count) = await recorder.state else {
      Issue.record("it was told as saved")
      return
    }
    #expect(problem.message.contains("Input/output error") && count == 2)
    refuses.update { $0 = false }
    #expect(await recorder.retry())
    #expect(await recorder.state == .saved)
  }

  @Test("what the disk refuses at the very end is told by the end itself")
  func refusedAtTheEnd() async throws {
    let refuses = Watched(false)
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk = Self.forgetful(refuses)
    let recorder = Recorder(settings)
    await record(recorder, 3)
    await recorder.flush()
    refuses.update { $0 = true }
    await record(recorder, 2)
    guard case .unsaved(let problem, let count) = await recorder.end() else {
      Issue.record("it was told as saved")
      return
    }
    #expect(problem.path == folder.path + "/.journal/r.jsonl")
    #expect(count == 2)
    refuses.update { $0 = false }
    await record(recorder, 1)
    #expect(await recorder.end() == .saved)
  }

  @Test("a refusal behind the recorder's back is told without being asked")
  func refusedLate() async throws {
    let problems = Watched<[SessionProblem]>([])
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk = Self.forgetful(Watched(true))
    let recorder = Recorder(settings)
    recorder.onShortfall { now in problems.update { $0 += now.problem.map { [$0] } ?? [] } }
    await record(recorder, 1)
    await problems.wait { !$0.isEmpty }
    #expect(await recorder.state != .saved)
    let report = try await recorder.seal(to: folder.path + "/there.har")
    #expect(report.count == 1)
    #expect(await recorder.state == .saved)
  }

  @Test("what is in memory can be sealed elsewhere")
  func elsewhere() async throws {
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk = SmallDisk(2_000).disk
    let recorder = Recorder(settings)
    await record(recorder, 10, body: String(repeating: "c", count: 20_000))
    let report = try await recorder.seal(to: folder.path + "/there.har")
    #expect(report.count == 10)
    let session = try Session.open(folder.path + "/there.har")
    #expect(session.exchanges.allSatisfy { $0.response?.body.count == 20_000 })
    #expect(await recorder.state == .saved)
  }

  @Test("lines written together stay as far as they fit, and the rest follows")
  func together() async throws {
    let small = SmallDisk(3_000)
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk = small.disk
    let recorder = Recorder(settings)
    await recorder.record((1...20).map { Exchange.sample($0) })
    let written = folder.text(".journal/r.jsonl")
    #expect(written.hasSuffix("}\n") && written.contains("{\"res\""))
    small.give(1 << 20)
    #expect(await recorder.retry())
    let lines = folder.text(".journal/r.jsonl").split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("{\"res\"") } == 20)
    let left = try Leftover(folder.path + "/.journal/r.jsonl").session
    #expect(left.exchanges.map(\.sequence) == Array(1...20))
  }

  @Test("the last report is the newest one, whichever thread makes it")
  func reportOrder() async throws {
    let refuses = Watched(true)
    let reports = Watched<[Bool]>([])
    let calls = Watched(0)
    let gate = DispatchSemaphore(value: 0)
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk = Self.forgetful(refuses)
    let recorder = Recorder(settings)
    recorder.onShortfall { now in
      calls.update { $0 += 1 }
      if calls.value == 1 { gate.wait() }
      reports.update { $0.append(now.problem != nil) }
    }
    // One line alone: its sync fails on the recorder's thread, a quarter of a second later.
    await recorder.begin(HTTPRequest(url: "http://h.test/"), name: "")
    await calls.wait { $0 == 1 }
    refuses.update { $0 = false }
    #expect(await recorder.retry())
    gate.signal()
    await reports.wait { $0.count >= 2 }
    #expect(reports.value == [true, false])
  }

  @Test("a session that does not fit is not there at all, and the journal stays")
  func seal() async throws {
    let recorder = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
    await record(recorder, 10)
    var options = SealOptions()
    options.disk = SmallDisk(1_500).disk
    await #expect(throws: SessionProblem.self) {
      try await recorder.seal(to: folder.path + "/s.har", options)
    }
    #expect(folder.files == [".journal/.gitignore", ".journal/r.jsonl"])
  }

  @Test("memory is bounded too, and what was given up is counted")
  func bounded() async throws {
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk = SmallDisk(0).disk
    settings.memory = 20_000
    let recorder = Recorder(settings)
    await record(recorder, 100)
    #expect(await recorder.lost > 0)
    #expect(try await recorder.session().count < 100)
  }

  @Test("a folder that may not be written is told at once, and found again when it may")
  func readOnly() async throws {
    guard getuid() != 0 else { return }
    chmod(folder.path, 0o500)
    let recorder = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
    await record(recorder, 2)
    #expect(await recorder.state != .saved)
    chmod(folder.path, 0o700)
    await record(recorder, 1)
    #expect(await recorder.state == .saved)
    #expect(try Leftover(folder.path + "/.journal/r.jsonl").session.count == 3)
  }

  @Test("a body that waited in memory is found beside the journal that was opened in the end")
  func otherName() async throws {
    try folder.write(".journal", [])
    let body = String(repeating: "b", count: 20_000)
    let waiting = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
    await record(waiting, 2, body: body)
    #expect(await waiting.shortfall.inMemory == 2)
    unlink(folder.path + "/.journal")
    let other = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
    await record(other, 1)
    #expect(await waiting.retry())
    let path = try #require(await waiting.path)
    #expect(path.hasSuffix("/r-2.jsonl"))
    #expect(try Leftover(path).session.exchanges.map { $0.response?.body.text } == [body, body])
    #expect(folder.files.count { $0.hasPrefix(".journal/r-2.bodies/") } == 1)
    #expect(folder.files.allSatisfy { !$0.hasPrefix(".journal/r.bodies/") })
  }

  @Test("what the disk refuses is reported with the other counts, and its end too")
  func reported() async throws {
    let refuses = Watched(false)
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    let small = SmallDisk(0)
    settings.disk = small.disk
    settings.disk.sync = Self.forgetful(refuses).sync
    settings.memory = 50_000
    let recorder = Recorder(settings)
    let reports = Watched<[Shortfall]>([])
    recorder.onShortfall { now in reports.update { $0.append(now) } }
    await record(recorder, 6, body: String(repeating: "b", count: 20_000))
    small.give(10 << 20)
    #expect(await recorder.retry())
    #expect(reports.value.last?.problem == nil && reports.value.last?.cut ?? 0 > 0)
    refuses.update { $0 = true }
    await record(recorder, 1)
    await reports.wait { $0.last?.problem != nil }
    #expect(reports.value.last?.cut == reports.value.dropLast().last?.cut)
    refuses.update { $0 = false }
    #expect(await recorder.retry())
    #expect(reports.value.last?.problem == nil)
  }

  @Test("the next write of a name removes what killed programs left, and nothing else")
  func unfinished() throws {
    let mine = try folder.write("s.har.new-56-78", "is being written")
    for name in ["s.har.new-12-34", "s.har.new-notes", "t.har.new-12-34"] {
      try folder.write(name, "left")
    }
    let writer = open(mine, O_RDONLY | O_CLOEXEC)
    defer { close(writer) }
    #expect(flock(writer, LOCK_EX | LOCK_NB) == 0)
    try Session([.sample(1)]).seal(to: folder.path + "/s.har")
    #expect(
      folder.files == ["s.har", "s.har.new-56-78", "s.har.new-notes", "t.har.new-12-34"])
  }

  /// Whether the file system of the tests has files without names.
  private static let hasUnnamedFiles: Bool = {
    let file = open("/tmp", O_WRONLY | 0o20_000_000 | O_DIRECTORY | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
    return file >= 0
  }()

  @Test(
    "a session that is being written has no name, so that a kill leaves nothing of it",
    .enabled(if: hasUnnamedFiles, "the file system has no files without names"),
    arguments: [false, true])
  func unnamed(overwrites: Bool) throws {
    let names = Watched<[[String]]>([])
    var options = SealOptions()
    options.overwrites = overwrites
    let folder = folder
    options.disk.write = { descriptor, bytes in
      names.update { $0.append(folder.names) }
      return write(descriptor, bytes.baseAddress, bytes.count)
    }
    if overwrites { try folder.write("s.har", "before") }
    try Session([.sample(1)]).seal(to: folder.path + "/s.har", options)
    let before = overwrites ? ["s.har"] : []
    #expect(!names.value.isEmpty && names.value.allSatisfy { $0 == before })
    #expect(folder.names == ["s.har"])
    #expect(try Session.open(folder.path + "/s.har").count == 1)
  }
}
