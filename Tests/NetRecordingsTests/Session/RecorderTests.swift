import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Recording", .timeLimit(.minutes(10))) struct RecorderTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func recorder(
    _ name: String = "r", _ configure: (inout Recorder.Settings) -> Void = { _ in }
  ) -> Recorder {
    var settings = Recorder.Settings(folder: folder.path, name: name)
    configure(&settings)
    return Recorder(settings)
  }

  private func record(_ recorder: Recorder, _ count: Int, body: String = "{\"ok\":true}") async {
    for _ in 0..<count {
      let sample = Exchange.sample(body: body)
      let open = await recorder.begin(sample.request, name: "sample")
      if let result = sample.result { await recorder.finish(open, result) }
    }
  }

  private func journal(_ name: String = "r") throws -> Leftover {
    try Leftover("\(folder.path)/.journal/\(name).jsonl")
  }

  @Test("what a provider sends is in the journal, failures and unanswered requests too")
  func plugin() async throws {
    let recorder = recorder()
    let transport = ScriptedTransport(.status(200), .failure(.reset), .status(503))
    let provider = Provider(transport: transport) { $0.plugins = [recorder.plugin] }
    for _ in 0..<3 { _ = await provider.request(GitHub.zen).result }
    await recorder.begin(HTTPRequest(url: "http://h.test/crash"), name: "crash")
    let left = try journal()
    #expect(left.session.count == 4)
    let exchanges = Array(left.session.exchanges)
    #expect(exchanges.map(\.sequence) == [1, 2, 3, 4])
    #expect(exchanges.map { $0.response?.statusCode ?? 0 } == [200, 0, 503, 0])
    #expect(exchanges[1].failureKind == .reset)
    #expect(exchanges[3].result == nil)
    #expect(exchanges[3].request.url == "http://h.test/crash")
    #expect(exchanges.map(\.order) == [1, 2, 3, nil])
    #expect(left.session.row(at: 3).isPending)
    #expect(!left.hasEnd)
  }

  @Test("the journal is nobody else's: 0600 in 0700, and git does not see it")
  func modes() async throws {
    let recorder = recorder()
    await record(recorder, 1, body: String(repeating: "x", count: 20_000))
    #expect(folder.mode(".journal") == 0o700)
    #expect(folder.mode(".journal/r.jsonl") == 0o600)
    #expect(folder.mode(".journal/r.bodies") == 0o700)
    #expect(folder.text(".journal/.gitignore") == "*\n")
    let body = try #require(folder.files.first { $0.contains(".bodies/") })
    #expect(folder.mode(body) == 0o600)
    #expect(body.hasSuffix(Body(String(repeating: "x", count: 20_000)).sha256.hex))
    #expect(try journal().session.exchange(at: 0).response?.body.count == 20_000)
  }

  @Test("sealing leaves the session alone, and nothing of the journal")
  func seal() async throws {
    let recorder = recorder()
    await record(recorder, 3, body: String(repeating: "y", count: 20_000))
    let report = try await recorder.seal(to: folder.path + "/s.har")
    #expect(report.count == 3)
    let names = folder.files
    #expect(names.filter { !$0.contains(".bodies/") } == [".journal/.gitignore", "s.har"])
    #expect(names.count { $0.hasPrefix("s.bodies/") } == 1)
    let session = try Session.open(folder.path + "/s.har")
    #expect(session.exchanges.allSatisfy { $0.response?.body.count == 20_000 })
    await #expect(throws: SessionProblem(.empty, path: folder.path + "/s.har")) {
      try await recorder.seal(to: folder.path + "/s.har")
    }
    await record(recorder, 1)
    #expect(try journal().session.sequence(at: 0) == 4)
    await #expect(throws: SessionProblem(.exists, path: folder.path + "/s.har")) {
      try await recorder.seal(to: folder.path + "/s.har")
    }
  }

  @Test("a recording that is replaced takes no bodies from another one of its name")
  func sharedBodies() throws {
    var options = SealOptions()
    options.overwrites = true
    let body = String(repeating: "y", count: 20_000)
    try Session([Exchange.sample(body: body)]).seal(to: folder.path + "/s.har", options)
    try Session([Exchange.sample(body: "{}")]).seal(to: folder.path + "/s.har.gz", options)
    #expect(try Session.open(folder.path + "/s.har").exchange(at: 0).response?.body.text == body)
    unlink(folder.path + "/s.har.gz")
    try Session([Exchange.sample(body: "{}")]).seal(to: folder.path + "/s.har", options)
    #expect(folder.files == ["s.har"])
  }

  @Test("a remark is kept with its exchange")
  func remarks() async throws {
    let recorder = recorder()
    await record(recorder, 2)
    await recorder.remark(2, note: "odd", isMarked: true, tags: ["t"])
    let session = try journal().session
    let exchange = try session.exchange(at: 1)
    #expect(exchange.note == "odd" && exchange.isMarked && exchange.tags == ["t"])
    #expect(session.row(at: 1).isMarked && session.row(at: 1).hasNote)
    #expect(!session.row(at: 0).isMarked)
  }

  @Test("everything before a torn line is whole, whatever was torn", arguments: [1, 5, 40, 200])
  func torn(missing: Int) async throws {
    let recorder = recorder()
    await record(recorder, 3)
    await recorder.end()
    var bytes = folder.bytes(".journal/r.jsonl")
    let end = try #require(bytes.dropLast().lastIndex(of: 0x0a))
    bytes = Array(bytes[...end])
    let lastLine = try #require(bytes.dropLast().lastIndex(of: 0x0a))
    try folder.write(".journal/r.jsonl", Array(bytes.dropLast(min(missing, end - lastLine - 1))))
    let left = try #require(Leftover.all(in: folder.path).first)
    #expect(left.session.count == 3)
    #expect(try left.session.exchange(at: 1).response?.statusCode == 200)
    #expect(try left.session.exchange(at: 2).result == nil)
    #expect(left.wholeBytes == lastLine + 1)
    try left.seal(to: folder.path + "/s.har")
    #expect(folder.files == [".journal/.gitignore", ".journal/r.torn", "s.har"])
    #expect(folder.mode(".journal/r.torn") == 0o600)
    #expect(try Session.open(folder.path + "/s.har").count == 3)
  }

  @Test("a journal that another program writes is left to it")
  func locked() async throws {
    let first = recorder("r")
    await record(first, 1)
    let second = recorder("r") { $0.continues = true }
    await record(second, 2)
    #expect(await second.path?.hasSuffix("/r-2.jsonl") == true)
    #expect(
      await second.notices == ["another program is recording into 'r': this one records into 'r-2'"]
    )
    #expect(try journal().session.count == 1)
    #expect(try journal("r-2").session.count == 2)
    #expect(Leftover.all(in: folder.path).isEmpty)
  }

  @Test("a journal that another program compacts is not taken for one that it records")
  func compacted() async throws {
    let first = recorder("r")
    await record(first, 1)
    await first.end()
    let path = folder.path + "/.journal/r.jsonl"
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    #expect(Leftover.running(in: folder.path).isEmpty)
    #expect(Leftover.all(in: folder.path).map(\.path) == [path])
    let second = recorder("r") { $0.continues = true }
    await record(second, 2)
    #expect(await second.path?.hasSuffix("/r-2.jsonl") == true)
    #expect(await second.notices.isEmpty)
    let running = Leftover.running(in: folder.path).map(\.path)
    #expect(running == [folder.path + "/.journal/r-2.jsonl"])
    await second.end()
    #expect(Leftover.running(in: folder.path).isEmpty)
  }

  @Test("the next run goes on where the scratch recording ended")
  func goesOn() async throws {
    let first = recorder { $0.continues = true }
    await record(first, 2)
    await first.end()
    let torn = folder.bytes(".journal/r.jsonl") + Array("{\"req\":{\"_row\":[9".utf8)
    try folder.write(".journal/r.jsonl", torn)
    let second = recorder { $0.continues = true }
    await record(second, 1)
    #expect(await second.notices.count == 1)
    #expect(Array(try journal().session.exchanges).map(\.sequence) == [1, 2, 3])
    #expect(folder.text(".journal/r.torn") == "{\"req\":{\"_row\":[9")
  }

  @Test("a run that was cut off stays in the journal, which goes on, and can be sealed once")
  func cutOffRun() async throws {
    let first = recorder { $0.continues = true }
    await record(first, 2)
    await first.end()
    let second = recorder { $0.continues = true }
    await record(second, 3)
    let cutOff = folder.bytes(".journal/r.jsonl") + Array("{\"req\":{\"_row\":[9".utf8)
    await second.end()
    try folder.write(".journal/r.jsonl", cutOff)
    #expect(try journal().cutOffCount == 3)
    let third = recorder { $0.continues = true }
    await record(third, 1)
    #expect(try journal().cutOffCount == 3, "the run that goes on is not cut off")
    await third.end()
    let left = try journal()
    #expect(left.hasEnd && left.session.count == 6 && left.cutOffCount == 3)
    let report = try left.sealCutOffRuns(to: folder.path + "/s.har", SealOptions())
    #expect(report.count == 3 && report.journal == left.path)
    let sealed = try Session.open(folder.path + "/s.har")
    #expect(Array(sealed.exchanges).map(\.sequence) == [1, 2, 3])
    let kept = try journal()
    #expect(kept.hasEnd && kept.session.count == 6 && kept.cutOffCount == 0)
    #expect(folder.files.filter { $0.hasSuffix(".jsonl") } == [".journal/r.jsonl"])
  }

  @Test("a torn end is set aside when the run before it is sealed, and stays so")
  func tornCutOffRun() async throws {
    let recorder = recorder { $0.continues = true }
    await record(recorder, 2)
    let cutOff = folder.bytes(".journal/r.jsonl")
    await recorder.end()
    try folder.write(".journal/r.jsonl", cutOff + Array("{\"req\":{\"_row\":[9".utf8))
    let report = try journal().sealCutOffRuns(to: folder.path + "/s.har", SealOptions())
    #expect(report.count == 2)
    #expect(folder.text(".journal/r.torn") == "{\"req\":{\"_row\":[9")
    #expect(folder.bytes(".journal/r.jsonl").starts(with: cutOff))
    let kept = try journal()
    #expect(kept.hasEnd && kept.cutOffCount == 0 && kept.session.count == 2)
  }

  @Test("a journal that another program has removed is not made anew")
  func removedTwice() async throws {
    let recorder = recorder()
    await record(recorder, 1)
    await recorder.end()
    let (first, second) = (try journal(), try journal())
    #expect(first.remove() && second.remove())
    #expect(folder.files == [".journal/.gitignore"])
  }

  @Test("rows of the scratch recording have their entry and their run, sealed ones have neither")
  func firings() async throws {
    for entry in ["a", "b"] {
      let recorder = recorder { $0.continues = true }
      let sample = Exchange.sample()
      let firing = Exchange.Firing(entry: entry, environment: "dev")
      let open = await recorder.begin(sample.request, name: "sample", firing)
      if let result = sample.result { await recorder.finish(open, result) }
      await recorder.end()
    }
    let left = try journal()
    let rows = (0..<left.session.count).map { left.session.row(at: $0) }
    #expect(rows.map(\.entry) == ["a", "b"])
    #expect(Set(rows.map(\.run)).count == 2 && rows.allSatisfy { !$0.run.isEmpty })
    #expect(try left.session.exchange(at: 0).firing?.entry == "a")
    #expect(try left.session.exchange(at: 1).firing?.environment == "dev")
    var options = SealOptions()
    options.numbersAfter = 1
    options.only = { $0.sequence > 1 }
    try left.session.seal(to: folder.path + "/s.har", options)
    let sealed = try Session.open(folder.path + "/s.har")
    #expect(sealed.count == 1 && sealed.sequence(at: 0) == 1)
    #expect(try sealed.exchange(at: 0).firing == nil)
    #expect(!folder.text("s.har").contains("_run") && !folder.text("s.har").contains("_environ"))
  }

  @Test("a bounded recording keeps the newest")
  func bound() async throws {
    let recorder = recorder { $0.bound = 200_000 }
    for _ in 0..<40 { await record(recorder, 10) }
    await record(recorder, 8, body: String(repeating: "z", count: 30_000))
    await recorder.flush()
    let session = try journal().session
    #expect(session.count < 400)
    #expect(Array(session.exchanges).last?.sequence == 408)
    #expect(folder.bytes(".journal/r.jsonl").count <= 200_000)
    let numbers = (0..<session.count).map { session.sequence(at: $0) }
    #expect(numbers == Array((408 - session.count + 1)...408))
  }

  @Test("a body that went with the oldest is kept anew when it comes again")
  func droppedBody() async throws {
    let recorder = recorder { $0.bound = 200_000 }
    let first = String(repeating: "a", count: 30_000)
    await record(recorder, 1, body: first)
    for letter in "bcdefghi" {
      await record(recorder, 1, body: String(repeating: letter, count: 30_000))
    }
    await recorder.flush()
    #expect(
      try journal().session.exchange(at: 0).truncatedFrom != nil, "the bound took no effect")
    await record(recorder, 1, body: first)
    await recorder.flush()
    let session = try journal().session
    #expect(try session.exchange(at: session.count - 1).response?.body.text == first)
  }

  @Test("files of a request are kept as they were sent")
  func files() async throws {
    let path = try folder.write("upload.txt", Array("content".utf8))
    let recorder = recorder()
    var request = HTTPRequest(method: .post, url: "http://h.test/")
    request.body = .file(FileSource(path: path, count: 7))
    await recorder.begin(request, name: "up")
    unlink(path)
    #expect(try journal().session.exchange(at: 0).request.body == .bytes("content"))
  }

  @Test("a symlink, a FIFO or a folder in the journal's place is not written to")
  func places() async throws {
    mkdir(folder.path + "/.journal", 0o700)
    try folder.write("other", [])
    symlink(folder.path + "/other", folder.path + "/.journal/r.jsonl")
    mkfifo(folder.path + "/.journal/f.jsonl", 0o600)
    mkdir(folder.path + "/.journal/d.jsonl", 0o700)
    for name in ["r", "f", "d"] {
      let recorder = recorder(name)
      await record(recorder, 2)
      guard case .unsaved(_, let count) = await recorder.state else {
        Issue.record("\(name) was written to")
        continue
      }
      #expect(count == 2)
      #expect(try await recorder.session().count == 2)
    }
    #expect(folder.bytes("other") == [])
  }
}
