import DemoServer
import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// A disk that fills up and empties while the screens record.
@Suite(
  "A disk that fills under the screens", .timeLimit(.minutes(10)),
  .enabled(if: ProcessLook.isDeep && getuid() == 0, "INSPECTOR_DEEP=1, as root: it mounts"))
struct EnduredDiskTests {
  /// A tmpfs, gone with the last reference to it.
  private final class Mounted {
    let path: String

    init(_ path: String, kibibytes: Int) throws {
      self.path = path
      mkdir(path, 0o700)
      guard mount("tmpfs", path, "tmpfs", 0, "size=\(kibibytes)k") == 0 else {
        throw PTY.Failure(description: "mount: \(errno)")
      }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    func fill() throws {
      let descriptor = open(path + "/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(descriptor) }
      let page = [UInt8](repeating: 7, count: 4_096)
      while write(descriptor, page, page.count) > 0 {}
    }

    func empty() { unlink(path + "/filler") }
  }

  @Test("it is said, all is kept in memory, and written in order once there is room again")
  func fullAndEmptyAgain() throws {
    let folder = try TestFolder()
    let disk = try Mounted(folder.path + "/state", kibibytes: 2_048)
    let desk = try Desk(folder)
    for _ in 0..<5 {
      try desk.fireAll()
      try disk.fill()
      try desk.fireAll()
      try desk.terminal.wait(for: "not saved, in memory only")
      try desk.fireAll()
      disk.empty()
      try desk.fireAll()
      try desk.terminal.wait(for: "the recording is on the disk again")
    }
    let look = ProcessLook(desk.terminal.pid)
    print("a disk that filled five times, \(desk.asked) firings: \(look.words)")
    try desk.terminal.type("Q")
    #expect(try desk.terminal.waitForEnd() == .exited(0))
    let left = try Leftover(folder.path + "/state/inspector/.journal/scratch.jsonl")
    #expect(left.hasEnd)
    let all = Array(left.session.exchanges)
    #expect(all.map(\.sequence) == Array(1...desk.asked))
    #expect(all.allSatisfy { $0.response?.statusCode == 200 })
  }

  @Test("a capture in a project whose disk is full is kept in the state folder, all of it")
  func captured() throws {
    let server = try DemoServer()
    let folder = try TestFolder()
    let disk = try Mounted(folder.path + "/project", kibibytes: 200)
    let run = try folder.shell(
      "cd project; inspector capture --to \(server.baseURL) --port 0 --record x --run"
        + " 'for n in $(seq 1 300); do inspector send $INSPECTOR_URL/users/1 > /dev/null; done'")
    withExtendedLifetime(disk) {}
    #expect(run.ending == .exited(5), "\(run.error)")
    #expect(run.error.contains("10 exchanges in memory only: "), "\(run.error)")
    #expect(run.error.contains("300 exchanges kept in "), "\(run.error)")
    #expect(try Session.open(folder.path + "/state/inspector/sessions/x.har").count == 300)
  }
}
