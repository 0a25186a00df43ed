import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("What reaches the disk first", .timeLimit(.minutes(5))) struct JournalOrderTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  /// Which files were brought to the disk so far, and lines that were there before their bodies.
  private struct Seen {
    var synced: Set<String> = []
    var early: [String] = []
    var journalSyncs = 0
  }

  static func path(of descriptor: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  /// The files of bodies that a journal names.
  private static func named(in journal: [UInt8]) -> [String] {
    String(decoding: journal, as: UTF8.self).split(separator: "\"_file\":\"").dropFirst().map {
      String($0.prefix { $0 != "\"" }.split(separator: "/").last ?? "")
    }
  }

  @Test("a line that is on the disk never names a body that is not")
  func bodiesFirst() async throws {
    let seen = Watched(Seen())
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk.sync = { descriptor in
      let path = Self.path(of: descriptor)
      guard path.hasSuffix(".jsonl") else {
        let code = fdatasync(descriptor)
        seen.update { $0.synced.insert(String(path.split(separator: "/").last ?? "")) }
        return code
      }
      // Long enough for lines to be written meanwhile: they are as much on the disk afterwards.
      var code: Int32 = 0
      for _ in 0..<20 { code = fdatasync(descriptor) }
      let named = Self.named(in: TestFolder.bytes(at: path) ?? [])
      seen.update { seen in
        seen.journalSyncs += 1
        seen.early += named.filter { !seen.synced.contains($0) }
      }
      return code
    }
    let recorder = Recorder(settings)
    for number in 0..<600 {
      // Every third body has a file of its own.
      let body = "\(number) " + String(repeating: "b", count: number % 3 == 0 ? 20_000 : 10)
      let sample = Exchange.sample(body: body)
      let open = await recorder.begin(sample.request, name: "sample")
      if let result = sample.result { await recorder.finish(open, result) }
    }
    await recorder.end()
    #expect(seen.value.early == [])
    #expect(seen.value.journalSyncs > 3 && seen.value.synced.count >= 200)
  }

  /// What a flush may meet: a body on its way, and the journal behind it.
  private struct Way {
    var isBodyBegun = false
    var isBodyThere = false
    var isJournalThere = false
    var isJournalEarly = false
  }

  @Test("a flush waits for the bodies that are on their way to the disk, and then for their lines")
  func flushWaits() async throws {
    let way = Watched(Way())
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk.sync = { descriptor in
      let path = Self.path(of: descriptor)
      guard path.contains(".bodies/") else {
        guard path.hasSuffix(".jsonl") else { return 0 }
        way.update {
          $0.isJournalEarly = $0.isJournalEarly || $0.isBodyBegun && !$0.isBodyThere
          $0.isJournalThere = $0.isBodyThere
        }
        return 0
      }
      way.update { $0.isBodyBegun = true }
      // Long enough for a flush that does not wait to bring the journal there before.
      for _ in 0..<400 where !way.value.isJournalEarly { fdatasync(descriptor) }
      way.update { $0.isBodyThere = true }
      return 0
    }
    let recorder = Recorder(settings)
    let sample = Exchange.sample(body: String(repeating: "b", count: 20_000))
    let open = await recorder.begin(sample.request, name: "sample")
    let response = try #require(sample.response)
    await recorder.finish(open, .failure(.statusCode(response)))
    await way.wait { $0.isBodyBegun }
    await recorder.flush()
    #expect(way.value.isBodyThere && way.value.isJournalThere && !way.value.isJournalEarly)
  }

  @Test("flushes from all sides come to an end, whatever the disk answers")
  func manyFlushes() async throws {
    let answers = Watched(0)
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk.sync = { _ in
      answers.update { $0 += 1 }
      errno = EIO
      return answers.value % 3 == 0 ? 0 : -1
    }
    let recorder = Recorder(settings)
    await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask {
          let length = number % 2 == 0 ? 20_000 : 10
          let sample = Exchange.sample(body: String(repeating: "\(number)", count: length))
          let open = await recorder.begin(sample.request, name: "sample")
          if let result = sample.result { await recorder.finish(open, result) }
          await recorder.flush()
          if number % 50 == 0 { await recorder.end() }
        }
      }
    }
    await recorder.end()
    #expect(try Leftover(folder.path + "/.journal/r.jsonl").session.count > 0)
  }

  @Test(
    "a body that a crash has left short, or full of nothing, is noticed",
    arguments: [0, 7, 20_000])
  func damaged(length: Int) async throws {
    let recorder = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
    for body in [String(repeating: "x", count: 20_000), "small"] {
      let sample = Exchange.sample(body: body)
      let open = await recorder.begin(sample.request, name: "sample")
      if let result = sample.result { await recorder.finish(open, result) }
    }
    await recorder.end()
    let name = try #require(folder.files.first { $0.contains(".bodies/") })
    try folder.write(name, [UInt8](repeating: 0, count: length))
    let left = try Leftover(folder.path + "/.journal/r.jsonl")
    #expect(throws: SessionProblem.self) { try left.session.exchange(at: 0) }
    let report = try left.seal(to: folder.path + "/s.har")
    #expect(report.count == 1 && report.skipped.count == 1)
    #expect(report.skipped.first?.message.contains("is not what was recorded") == true)
  }

  @Test("a body that an earlier run has left damaged is written anew when it comes again")
  func again() async throws {
    for round in 0..<2 {
      var settings = Recorder.Settings(folder: folder.path, name: "r")
      settings.continues = true
      let recorder = Recorder(settings)
      let sample = Exchange.sample(body: String(repeating: "x", count: 20_000))
      let open = await recorder.begin(sample.request, name: "sample")
      if let result = sample.result { await recorder.finish(open, result) }
      await recorder.end()
      guard round == 0 else { break }
      let name = try #require(folder.files.first { $0.contains(".bodies/") })
      try folder.write(name, [UInt8](repeating: 0, count: 20_000))
    }
    let session = try Leftover(folder.path + "/.journal/r.jsonl").session
    #expect(try session.exchange(at: 1).response?.body.text?.hasPrefix("xxx") == true)
  }
}
