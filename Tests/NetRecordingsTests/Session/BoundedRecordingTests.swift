import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("A recording that is full", .timeLimit(.minutes(5))) struct BoundedRecordingTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func recorder(bound: Int) -> Recorder {
    var settings = Recorder.Settings(folder: folder.path, name: "r", bound: bound)
    settings.continues = true
    return Recorder(settings)
  }

  private func record(
    _ recorder: Recorder, _ count: Int = 1, url: String = "http://h.test/a", body: String
  ) async {
    for _ in 0..<count {
      let sample = Exchange.sample(url: url, body: body)
      let open = await recorder.begin(sample.request, name: "sample")
      if let result = sample.result { await recorder.finish(open, result) }
    }
  }

  private static let profile = EnvelopeProfile(
    name: "code/message/data", statusCodeKey: "code", tipStrKey: "message", modelKey: "data",
    successValues: ["200"], invalidSessionValues: ["401"])

  private func envelope(_ count: Int, code: Int = 401) -> String {
    "{\"code\":\(code),\"message\":\"expired\",\"data\":\""
      + String(repeating: "x", count: count) + "\"}"
  }

  @Test("large responses of two runs cut older bodies; every head stays, in both runs")
  func twoRuns() async throws {
    let first = recorder(bound: 640_000)
    await record(first, 3, url: "http://other.test/", body: "{\"code\":200}")
    await record(first, body: envelope(400_000, code: 500))
    await first.end()
    let told = Watched<[Shortfall]>([])
    let second = recorder(bound: 640_000)
    second.onShortfall { now in told.update { $0.append(now) } }
    await record(second, body: envelope(400_000))
    await second.flush()
    let session = try Leftover(folder.path + "/.journal/r.jsonl").session
    let all = Array(session.exchanges)
    #expect(all.map(\.sequence) == [1, 2, 3, 4, 5])
    #expect(all.prefix(3).allSatisfy { $0.response?.body.text == "{\"code\":200}" })
    let cut = all[3]
    #expect(cut.response?.statusCode == 200)
    #expect(cut.truncatedFrom == envelope(400_000, code: 500).utf8.count)
    #expect(cut.bodyHash == Body(envelope(400_000, code: 500)).sha256.hex)
    #expect(cut.response?.body.text?.hasPrefix("{\"code\":500,\"message\":\"expired\"") == true)
    let pipeline = Pipeline(profile: Self.profile)
    #expect(cut.outcome(pipeline)?.kind == .business, "its verdict stays")
    #expect(cut.outcome(pipeline)?.envelope?.message == "expired")
    #expect(all[4].outcome(pipeline)?.kind == .invalidSession)
    #expect(all[4].response?.body.text == envelope(400_000) && all[4].truncatedFrom == nil)
    #expect(told.value.last?.cut == 1 && told.value.last?.dropped == 0)
  }

  @Test("a body larger than the whole recording is cut at once, and nothing else")
  func hugeBody() async throws {
    let recorder = recorder(bound: 200_000)
    await record(recorder, 4, body: envelope(10))
    await record(recorder, body: envelope(400_000))
    await recorder.flush()
    let all = Array(try Leftover(folder.path + "/.journal/r.jsonl").session.exchanges)
    #expect(all.count == 5)
    #expect(all.prefix(4).allSatisfy { $0.response?.body.text == envelope(10) })
    #expect(all[4].truncatedFrom == envelope(400_000).utf8.count)
    #expect(folder.files.allSatisfy { !$0.contains(".bodies/") })
  }

  @Test("one body that fills most of the recording takes no older exchange away")
  func largeBody() async throws {
    let recorder = recorder(bound: 400_000)
    for number in 0..<6 { await record(recorder, body: envelope(20_000 + number)) }
    await record(recorder, body: envelope(330_000))
    await recorder.flush()
    let all = Array(try Leftover(folder.path + "/.journal/r.jsonl").session.exchanges)
    #expect(all.map(\.sequence) == Array(1...7))
    #expect(all[0].truncatedFrom != nil && all[6].response?.body.text == envelope(330_000))
  }

  @Test("a response that comes again in a second run takes no more room")
  func sameBody() async throws {
    let first = recorder(bound: 640_000)
    for number in 0..<2 { await record(first, body: envelope(250_000 + number)) }
    await first.end()
    let second = recorder(bound: 640_000)
    for number in 0..<2 { await record(second, body: envelope(250_000 + number)) }
    await second.flush()
    let all = Array(try Leftover(folder.path + "/.journal/r.jsonl").session.exchanges)
    #expect(all.count == 4 && all.allSatisfy { $0.truncatedFrom == nil })
    #expect(await second.shortfall == Shortfall())
  }

  @Test("journals of one name share the bound")
  func sharedBound() async throws {
    let first = recorder(bound: 400_000)
    await record(first, body: envelope(300_000))
    let second = recorder(bound: 400_000)
    for number in 0..<4 { await record(second, body: envelope(60_000 + number)) }
    await second.flush()
    let size = folder.files.filter { $0.hasPrefix(".journal/r-2.") }
      .reduce(0) { $0 + folder.bytes($1).count }
    #expect(size <= 100_000)
    let kept = try Leftover(folder.path + "/.journal/r-2.jsonl").session
    #expect(kept.count == 4)
    #expect(try kept.exchange(at: 3).response?.body.text == envelope(60_003))
    await first.end()
  }

  @Test("journals of programs that have ended make room too, and stay recoverable")
  func idleJournals() async throws {
    var ended: [Recorder] = []
    for _ in 0..<3 {
      let other = recorder(bound: 4_000_000)
      for number in 0..<6 { await record(other, body: envelope(60_000 + number)) }
      ended.append(other)
    }
    for other in ended { await other.end() }
    let running = recorder(bound: 400_000)
    await record(running, body: envelope(10))
    await running.flush()
    let cut = ["r", "r-2", "r-3"].flatMap { name in
      let left = try? Leftover("\(folder.path)/.journal/\(name).jsonl")
      return left.map { Array($0.session.exchanges) } ?? []
    }.count { $0.truncatedFrom != nil }
    #expect(cut > 0)
    #expect(await running.shortfall.cut == cut, "the bodies in other journals count too")
    let size = folder.files.filter { $0.hasPrefix(".journal/r") }
      .reduce(0) { $0 + folder.bytes($1).count }
    #expect(size <= 400_000)
    for name in ["r-2", "r-3"] {
      let left = try Leftover("\(folder.path)/.journal/\(name).jsonl")
      #expect(left.hasEnd && left.session.count == 6)
      #expect(left.session.exchanges.allSatisfy { $0.response?.body.isEmpty == false })
    }
    #expect(!folder.files.contains { $0.hasSuffix(".new") })
  }

  @Test("a response of more than 32 MiB is counted, and keeps its envelope")
  func overTheLimit() async throws {
    let running = recorder(bound: 400_000_000)
    await record(running, body: envelope(33 << 20))
    await record(running, body: envelope(10))
    await running.flush()
    #expect(await running.shortfall.capped == 1)
    let kept = try await running.session().exchange(at: 0)
    #expect(kept.response?.body.count == 32 << 20)
    #expect(kept.response?.bodySize == envelope(33 << 20).utf8.count)
    #expect(kept.outcome(Pipeline(profile: Self.profile))?.kind == .invalidSession)
  }

  /// The recorders of `r` and `r-2`; the second one has exchanges with large responses.
  private func twoJournals(_ count: Int) async -> [Recorder] {
    let both = [recorder(bound: 4_000_000), recorder(bound: 4_000_000)]
    await record(both[0], body: envelope(10))
    for number in 0..<count { await record(both[1], body: envelope(60_000 + number)) }
    for recorder in both { await recorder.flush() }
    return both
  }

  @Test("an idle journal with a run that did not end stays whole")
  func idleCutOffRun() async throws {
    let both = await twoJournals(8)
    let cutOff = folder.bytes(".journal/r-2.jsonl")
    for recorder in both { await recorder.end() }
    try folder.write(".journal/r-2.jsonl", cutOff)
    let running = recorder(bound: 400_000)
    await record(running, body: envelope(10))
    await running.flush()
    let left = try Leftover(folder.path + "/.journal/r-2.jsonl")
    #expect(left.cutOffCount == 8)
    let texts = left.session.exchanges.map { $0.response?.body.text ?? "" }
    #expect(texts == (0..<8).map { envelope(60_000 + $0) })
    #expect(folder.bytes(".journal/r-2.jsonl") == cutOff)
  }

  @Test("bodies that no line names leave an idle journal in which nothing is cut")
  func idleUnneededBody() async throws {
    for recorder in await twoJournals(1) { await recorder.end() }
    let journal = folder.bytes(".journal/r-2.jsonl")
    let unneeded = ".journal/r-2.bodies/" + String(repeating: "0", count: 64)
    try folder.write(unneeded, [UInt8](repeating: 0x78, count: 500_000))
    let running = recorder(bound: 400_000)
    await record(running, body: envelope(10))
    await running.flush()
    #expect(!folder.files.contains(unneeded))
    #expect(!folder.files.contains { $0.hasSuffix(".new") })
    #expect(folder.bytes(".journal/r-2.jsonl") == journal)
    let left = try Leftover(folder.path + "/.journal/r-2.jsonl").session
    #expect(try left.exchange(at: 0).response?.body.text == envelope(60_000))
  }

  @Test("a run that did not end can be recovered after a compaction, and no other run")
  func compactedCutOffRun() async throws {
    let first = recorder(bound: 400_000)
    await record(first, 2, body: envelope(10))
    await first.end()
    let second = recorder(bound: 400_000)
    await record(second, 3, body: envelope(10))
    await second.flush()
    let cutOff = folder.bytes(".journal/r.jsonl")
    await second.end()
    try folder.write(".journal/r.jsonl", cutOff)
    let third = recorder(bound: 400_000)
    for number in 0..<8 { await record(third, body: envelope(60_000 + number)) }
    await third.flush()
    await third.end()
    let left = try Leftover(folder.path + "/.journal/r.jsonl")
    #expect(left.session.exchanges.contains { $0.truncatedFrom != nil })
    #expect(left.session.count == 13 && left.cutOffCount == 3)
  }

  @Test("a run that ended stays so when the next run compacts it and records nothing")
  func compactedEndedRun() async throws {
    let first = recorder(bound: 4_000_000)
    for number in 0..<6 { await record(first, body: envelope(60_000 + number)) }
    await first.end()
    let second = recorder(bound: 200_000)
    await second.retry()
    await second.flush()
    // A copy has no program that writes it.
    let copy = try folder.write(".journal/copy.jsonl", folder.bytes(".journal/r.jsonl"))
    let left = try Leftover(copy)
    #expect(left.session.count == 6 && left.cutOffCount == 0)
    #expect(left.session.exchanges.contains { $0.truncatedFrom != nil })
  }

  @Test("remarks and requests stay with an exchange whose body is cut")
  func remarks() async throws {
    let recorder = recorder(bound: 300_000)
    var request = HTTPRequest(method: .post, url: "http://h.test/")
    request.body = .bytes(Body("{\"sent\":1}"))
    let open = await recorder.begin(request, name: "sent")
    await recorder.finish(
      open, .success(Response(statusCode: 200, body: Body(envelope(200_000)), request: request)))
    await recorder.remark(1, note: "odd", isMarked: true)
    await record(recorder, body: envelope(200_000, code: 200))
    await recorder.flush()
    let old = try Leftover(folder.path + "/.journal/r.jsonl").session.exchange(at: 0)
    #expect(old.truncatedFrom != nil && old.note == "odd" && old.isMarked)
    #expect(old.request.body == .bytes(Body("{\"sent\":1}")))
  }

  @Test("exchanges go once heads alone are too large, the oldest first, and that is counted")
  func heads() async throws {
    let recorder = recorder(bound: 200_000)
    for _ in 0..<40 { await record(recorder, 10, body: "{\"ok\":true}") }
    await recorder.flush()
    let session = try Leftover(folder.path + "/.journal/r.jsonl").session
    let numbers = (0..<session.count).map { session.sequence(at: $0) }
    #expect(numbers == Array((401 - session.count)...400))
    #expect(session.count > 20)
    #expect(await recorder.shortfall.dropped == 400 - session.count)
    #expect(await recorder.shortfall.cut == 0)
  }

  @Test("bytes that are no text are cut to their start while heads fit, and the bound is kept")
  func binary() async throws {
    let recorder = recorder(bound: 300_000)
    for number in 0..<30 {
      let sample = Exchange.sample()
      let open = await recorder.begin(sample.request, name: "image")
      let bytes = [UInt8](repeating: 0xff, count: 50_000 + number)
      await recorder.finish(
        open, .success(Response(statusCode: 200, body: Body(bytes), request: sample.request)))
    }
    await recorder.flush()
    let session = try Leftover(folder.path + "/.journal/r.jsonl").session
    #expect(session.count == 30)
    #expect(session.exchanges.allSatisfy { $0.response?.statusCode == 200 })
    let counts = session.exchanges.map { $0.response?.body.count ?? -1 }
    #expect(
      counts.contains(4_096) && counts.allSatisfy { [0, 4_096].contains($0) || $0 >= 50_000 })
    let size = folder.files.filter { $0.hasPrefix(".journal/r.") }
      .reduce(0) { $0 + folder.bytes($1).count }
    #expect(size <= 300_000)
  }

  @Test("the sizes of a cut body stay those of the whole body", arguments: [false, true])
  func sizes(isBinary: Bool) async throws {
    let recorder = recorder(bound: 200_000)
    let sample = Exchange.sample()
    let open = await recorder.begin(sample.request, name: "large")
    let body = [UInt8](repeating: isBinary ? 0xff : 0x78, count: 400_000)
    await recorder.finish(
      open, .success(Response(statusCode: 200, body: Body(body), request: sample.request)))
    await recorder.flush()
    let left = try Leftover(folder.path + "/.journal/r.jsonl").session.exchange(at: 0)
    #expect(left.response?.body.count == 4_096)
    for line in [folder.bytes(".journal/r.jsonl"), HARWriter().document([left])] {
      let text = String(decoding: line, as: UTF8.self)
      #expect(text.contains("\"headersSize\":-1,\"bodySize\":400000"))
      #expect(!text.contains("\"compression\""))
    }
  }

  @Test("memory that is full cuts bodies before it gives an exchange up")
  func memory() async throws {
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    let small = SmallDisk(0)
    (settings.disk, settings.memory) = (small.disk, 200_000)
    let recorder = Recorder(settings)
    for _ in 0..<10 { await record(recorder, body: envelope(50_000)) }
    let shortfall = await recorder.shortfall
    #expect(shortfall.lost == 0 && shortfall.cut > 0 && shortfall.inMemory == 10)
    #expect(shortfall.problem?.message.contains("No space left on device") == true)
    small.give(10 << 20)
    #expect(await recorder.retry())
    let all = Array(try Leftover(folder.path + "/.journal/r.jsonl").session.exchanges)
    #expect(all.map(\.sequence) == Array(1...10))
    #expect(all.last?.response?.body.text == envelope(50_000))
    #expect(all.first?.truncatedFrom == envelope(50_000).utf8.count)
  }

  @Test("a journal whose head did not fit is one all the same", arguments: [2, 20, 60, 90])
  func head(room: Int) async throws {
    let small = SmallDisk(room)
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk = small.disk
    let recorder = Recorder(settings)
    await record(recorder, 2, body: "{}")
    small.give(1 << 20)
    #expect(await recorder.retry())
    #expect(try Leftover(folder.path + "/.journal/r.jsonl").session.count == 2)
  }
}

extension BoundedRecordingTests {
  /// A disk that keeps new journals waiting until it is opened, or refuses them.
  private final class SlowDisk: Sendable {
    let syncs = Watched(0)
    private let refuses: Bool
    private let ends: (read: Int32, write: Int32)

    init(refuses: Bool) {
      var ends: [Int32] = [-1, -1]
      _ = pipe(&ends)
      (self.refuses, self.ends) = (refuses, (ends[0], ends[1]))
    }

    deinit { close(ends.read) }

    /// Ends the waiting of all threads.
    func open() { close(ends.write) }

    var disk: Disk {
      var disk = Disk()
      disk.sync = { [self] descriptor in
        guard JournalOrderTests.path(of: descriptor).hasSuffix(".new") else {
          return fdatasync(descriptor)
        }
        syncs.update { $0 += 1 }
        if refuses {
          errno = EIO
          return -1
        }
        var byte: UInt8 = 0
        _ = read(ends.read, &byte, 1)
        return fdatasync(descriptor)
      }
      return disk
    }
  }

  @Test("requests are recorded while a busy disk keeps the compaction waiting, and stay")
  func busyDisk() async throws {
    let slow = SlowDisk(refuses: false)
    let now = Watched(1_700_000_000_000_000)
    var settings = Recorder.Settings(folder: folder.path, name: "r", bound: 400_000)
    (settings.disk, settings.now) = (slow.disk, { now.value })
    let recorder = Recorder(settings)
    for number in 0..<8 { await record(recorder, body: envelope(60_000 + number)) }
    await slow.syncs.wait { $0 > 0 }
    await record(recorder, 20, body: "{}")
    await record(recorder, body: envelope(80_000))
    #expect(try Leftover(folder.path + "/.journal/r.jsonl").session.count == 29)
    #expect(await !recorder.shortfall.isMakingRoom)
    now.update { $0 += 6_000_000 }
    #expect(await recorder.shortfall.isMakingRoom)
    slow.open()
    await recorder.flush()
    #expect(await !recorder.shortfall.isMakingRoom)
    await recorder.end()
    let all = Array(try Leftover(folder.path + "/.journal/r.jsonl").session.exchanges)
    #expect(all.map(\.sequence) == Array(1...29))
    #expect(all[0].truncatedFrom != nil && all[28].response?.body.text == envelope(80_000))
    #expect(!folder.files.contains { $0.hasSuffix(".new") })
    let size = folder.files.filter { $0.hasPrefix(".journal/r.") }
      .reduce(0) { $0 + folder.bytes($1).count }
    #expect(size <= 400_000)
  }

  @Test("a compaction that fails is tried again only when much was added, and loses nothing")
  func refusedCompaction() async throws {
    let disk = SlowDisk(refuses: true)
    defer { disk.open() }
    var settings = Recorder.Settings(folder: folder.path, name: "r", bound: 200_000)
    settings.disk = disk.disk
    let recorder = Recorder(settings)
    for number in 0..<7 { await record(recorder, body: envelope(30_000 + number)) }
    await recorder.flush()
    #expect(disk.syncs.value == 1)
    await record(recorder, 10, body: "{}")
    await recorder.flush()
    #expect(disk.syncs.value == 1, "ten small lines are less than a quarter of the bound")
    for number in 0..<2 { await record(recorder, body: envelope(31_000 + number)) }
    await recorder.flush()
    #expect(disk.syncs.value == 2)
    #expect(try Leftover(folder.path + "/.journal/r.jsonl").session.count == 19)
    #expect(!folder.files.contains { $0.hasSuffix(".new") })
  }
}
