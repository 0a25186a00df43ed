import Glibc
import InspectorProxy
import LosslessJSON
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// A long day of an app: ten thousand exchanges, a gigabyte of bodies with INSPECTOR_DEEP, a few hundred
/// without.
@Suite("Many exchanges, kept")
struct ManyKeptTests {
  private static let isDeep = getenv("INSPECTOR_DEEP") != nil
  private static let count = isDeep ? 10_000 : 300
  private static let size = 100_000

  @Test(
    "each is in the recording once, with the body that was its own",
    .timeLimit(.minutes(ManyKeptTests.isDeep ? 15 : 5)))
  func many() async throws {
    var template = Array("/tmp/inspector-many-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    let folder = String(cString: made)
    defer { _ = system("rm -rf '\(folder)'") }
    let recorder = Recorder(Recorder.Settings(folder: folder, name: "many"))
    let before = Self.peak
    try await pass(into: recorder)
    // Beside other tests nobody knows whose it is.
    if Self.isDeep { #expect(Self.peak - before < 256 << 10, "\(before) \(Self.peak) KiB") }
    _ = try await recorder.seal(to: folder + "/many.har")
    let session = try Session.open(folder + "/many.har")
    #expect(session.count == Self.count)
    var seen: Set<Int> = []
    for row in 0..<session.count {
      let exchange = try session.exchange(at: row)
      let number = exchange.request.url.split(separator: "/").last.flatMap { Int($0) } ?? -1
      #expect(exchange.response?.body.bytes == Self.body(number), "\(exchange.request.url)")
      seen.insert(number)
    }
    #expect(seen.count == Self.count)
  }

  /// Four clients ask in turn; each exchange is recorded as it ends.
  private func pass(into recorder: Recorder) async throws {
    let behind = try Behind { request, _ in
      let number = Int(request.split(separator: " ")[1].dropFirst(3)) ?? 0
      let head = "HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\n\r\n"
      return .answer(Array(head.utf8) + Self.body(number))
    }
    let (all, add) = AsyncStream<PassedExchange>.makeStream()
    // As the program does: who has dealt with one says so, and the server waits for nobody longer.
    let teller = Lock<PassingServer?>(nil)
    var options = PassingServer.Options([try #require(Upstream(behind.url))])
    options.onEnd = { add.yield($0) }
    let passing = PassingServer(options)
    teller.withLock { $0 = passing }
    let writer = Task {
      for await passed in all {
        await recorder.record([passed.exchange])
        teller.withLock { $0 }?.told(passed)
      }
    }
    let server = try passing.listen(on: ["127.0.0.1"], port: 0, hosts: HostGuard())
    let clients = try (0..<4).map { _ in
      let client = try #require(RawClient(port: server.port, patienceSeconds: 30))
      client.host = "localhost:\(server.port)"
      return client
    }
    for number in 0..<Self.count {
      let client = clients[number % clients.count]
      #expect(try client.ask("GET", "/n/\(number)").body == Self.body(number))
      // Who asks and waits so often lets others have the thread between.
      await Task.yield()
    }
    await server.stop()
    await passing.settle()
    teller.withLock { $0 = nil }
    add.finish()
    await writer.value
  }

  /// The most memory this process has had, in KiB.
  private static var peak: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }

  /// Begins with its number: no two are alike, and none takes long to make.
  private static func body(_ number: Int) -> [UInt8] {
    var bytes = common
    withUnsafeBytes(of: number.littleEndian) { bytes.replaceSubrange(..<$0.count, with: $0) }
    return bytes
  }
  private static let common = (0..<size).map { UInt8(truncatingIfNeeded: ($0 &* 31) >> 3) }
}
