import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// A real file system that is full, and then is not: as root, where the long cases run.
@Suite(
  "Recording onto a file system that fills up", .timeLimit(.minutes(10)),
  .enabled(if: getenv("INSPECTOR_DEEP") != nil && getuid() == 0, "INSPECTOR_DEEP=1, as root"))
struct SmallFileSystemTests {
  /// A tmpfs of 256 KiB, gone with the last reference to it.
  private final class Mounted: Sendable {
    let folder: TestFolder

    init() throws {
      folder = try TestFolder()
      guard mount("tmpfs", folder.path, "tmpfs", 0, "size=256k") == 0 else {
        throw TestFolder.Failure(what: "mount", code: errno)
      }
    }

    deinit { umount2(folder.path, Int32(MNT_DETACH)) }

    /// Takes all room but so many bytes.
    func fill(leaving room: Int) throws {
      var facts = statvfs()
      guard statvfs(folder.path, &facts) == 0 else { return }
      let free = Int(facts.f_bavail) * Int(facts.f_frsize)
      try folder.write("filler", [UInt8](repeating: 7, count: max(0, free - room)))
    }

    func empty() { unlink(folder.path + "/filler") }
  }

  @Test(
    "full at record k, it tells so, keeps all in memory, and goes on without a duplicate",
    arguments: [4_096, 8_192, 20_480, 40_960, 65_536], [300, 20_000])
  func fullAndEmptyAgain(room: Int, body: Int) async throws {
    let disk = try Mounted()
    let recorder = Recorder(Recorder.Settings(folder: disk.folder.path, name: "r"))
    await record(recorder, 1, body: body)
    try disk.fill(leaving: room)
    await record(recorder, 59, body: body)
    guard case .unsaved(let problem, let count) = await recorder.state else {
      Issue.record("the disk was not full")
      return
    }
    #expect(problem.message.contains("No space left on device") && count > 0)
    #expect(try await recorder.session().count == 60)
    disk.empty()
    // As the next request would find it: nobody has to ask for it.
    await record(recorder, 1, body: 10)
    #expect(await recorder.state == .saved)
    await recorder.end()
    let left = try Leftover(disk.folder.path + "/.journal/r.jsonl")
    #expect(left.hasEnd && left.wholeBytes == disk.folder.bytes(".journal/r.jsonl").count)
    #expect(Array(left.session.exchanges).map(\.sequence) == Array(1...61))
    let lines = disk.folder.text(".journal/r.jsonl").split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("{\"res\"") } == 61)
    #expect(lines.count { $0.hasPrefix("{\"req\"") } == 61)
  }

  /// Every body is another one, or they would share a file.
  private func record(_ recorder: Recorder, _ count: Int, body: Int) async {
    for number in 0..<count {
      let text = "\(number % 2) " + String(repeating: "x", count: body)
      let sample = Exchange.sample(body: text)
      let open = await recorder.begin(sample.request, name: "sample")
      if let result = sample.result { await recorder.finish(open, result) }
    }
  }
}
