import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("A recorder that is killed", .timeLimit(.minutes(20))) struct KilledRecorderTests {
  static let count = 500
  static let rounds = getenv("INSPECTOR_DEEP") == nil ? 5 : 200

  @Test("has left everything it had called saved, and at most one torn line")
  func killed() throws {
    var random = SplitMix(seed: 9)
    for round in 0..<Self.rounds {
      let folder = try TestFolder()
      let moment = Int.random(in: 0...Self.count, using: &random)
      let saved = try run(folder.path, killedAfter: moment)
      let path = folder.path + "/.journal/killed.jsonl"
      guard let left = try? Leftover(path) else {
        #expect(saved == 0, "round \(round)")
        continue
      }
      let torn = folder.bytes(".journal/killed.jsonl")[left.wholeBytes...]
      #expect(!torn.contains(0x0a), "round \(round): more than one line is torn")
      #expect(left.session.count >= saved, "round \(round)")
      for index in 0..<saved {
        let exchange = try left.session.exchange(at: index)
        #expect(exchange.sequence == index + 1)
        let body = try #require(exchange.response?.body, "round \(round), \(index + 1)")
        let count = ((index + 1) % 7 == 0 ? 20_000 : 300) / 4
        #expect(body == Body(String(repeating: "\(index + 1) ", count: count)))
      }
      let report = try left.seal(to: folder.path + "/s.har")
      #expect(report.count == left.session.count && report.skipped == [])
    }
  }

  /// Starts the program that records and kills it once it has said so much; answers what it said.
  private func run(_ folder: String, killedAfter count: Int) throws -> Int {
    var pipe: [Int32] = [-1, -1]
    guard Glibc.pipe(&pipe) == 0 else { throw TestFolder.Failure(what: "pipe", code: errno) }
    defer { close(pipe[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO)
    posix_spawn_file_actions_addclose(&actions, pipe[0])
    posix_spawn_file_actions_addclose(&actions, pipe[1])
    let texts: [String] = [Self.program, folder, "\(Self.count)"]
    var words = texts.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, Self.program, &actions, nil, &words, nil)
    close(pipe[1])
    guard code == 0 else { throw TestFolder.Failure(what: Self.program, code: code) }
    var said: [UInt8] = []
    var lines = 0
    var byte: UInt8 = 0
    while lines < count, read(pipe[0], &byte, 1) == 1 {
      said.append(byte)
      if byte == 0x0a { lines += 1 }
    }
    kill(process, SIGKILL)
    while read(pipe[0], &byte, 1) == 1 { said.append(byte) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return said.count { $0 == 0x0a }
  }

  /// Built beside the tests.
  private static let program: String = {
    let words = CommandLine.arguments[0].split(separator: "/")
    let start = CommandLine.arguments[0].hasPrefix("/") ? "/" : ""
    return start + words.dropLast().joined(separator: "/") + "/RecordingChild"
  }()
}
