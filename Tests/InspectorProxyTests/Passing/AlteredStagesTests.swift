import DemoServer
import InspectorProxy
import LosslessJSON
import NetEngine
import NetRecordings
import TestServer
import TestSupport
import Testing

@Suite("Rules that meet on one exchange")
struct AlteredStagesTests {
  private static let profile = EnvelopeProfile(
    name: "p", statusCodeKey: "status", tipStrKey: "msg", modelKey: "data", successValues: ["ok"],
    invalidSessionValues: ["expired"])
  private static let ok = #"{"status":"ok","msg":"","data":[1]}"#

  private func between(
    _ rules: String, _ url: String, _ desk: HoldDesk = HoldDesk()
  ) throws -> Between {
    let alterations = Alterations(try Rules(rules))
    return try Between(to: [url]) {
      $0.alterations = alterations
      $0.desk = desk
      $0.profile = { _ in Self.profile }
    }
  }

  private func behind(_ fields: String = "", _ body: [UInt8] = Array(ok.utf8)) throws -> Behind {
    try Behind { _, _ in
      .answer(
        Array(
          "HTTP/1.1 200 OK\r\n\(fields)Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
            .utf8) + body)
    }
  }

  @Test("of one stage the first line counts, of several each one, whatever order they stand in")
  func stages() async throws {
    let behind = try behind()
    let rules = """
      GET /a answer cut at 50%
      GET /a answer late 1ms
      GET /a answer header set X=1
      GET /a answer header set X=2
      GET /a answer as invalidSession
      GET /a answer as business
      GET /a request header set Y=1
      """
    let between = try between(rules, behind.url)
    let client = try between.client()
    client.send("GET", "/a")
    #expect(client.receiveAll() == .end)
    let text = String(decoding: client.buffer, as: UTF8.self)
    #expect(text.contains("\r\nX: 1\r\n") && !text.contains("X: 2"))
    #expect(text.contains("Inspector-Altered: rule 5, 3, 2, 1\r\n"), "\(text)")
    #expect(text.contains(#"{"status":"expired""#) && !text.contains("[1]}"))
    #expect(behind.requests.withLock { $0[0].contains("\r\nY: 1\r\n") })
    let told = await between.end()
    #expect(told.first?.altered.count == 5 && told.first?.end.isWhole == false)
  }

  @Test("an altered body goes out unpacked, with its own length and nothing said of the old one")
  func fields() async throws {
    let packed = Deflate.gzip(Array(Self.ok.utf8))
    let behind = try behind(
      "Content-Encoding: gzip\r\nETag: \"a\"\r\nDigest: sha-256=x\r\nContent-MD5: y\r\nX: 1\r\n",
      packed)
    let between = try between("GET /a answer as invalidSession", behind.url)
    let client = try between.client()
    let answer = try client.ask("GET", "/a", fields: [Field("Accept-Encoding", "gzip")])
    #expect(answer.text.hasPrefix(#"{"status":"expired""#))
    #expect(answer.field("Content-Length") == "\(answer.body.count)" && answer.field("X") == "1")
    for name in ["Content-Encoding", "ETag", "Digest", "Content-MD5"] {
      #expect(answer.field(name) == nil, "\(name)")
    }
    // Without a rule the same bytes come as they were.
    #expect(try client.ask("GET", "/b").body == packed)
    _ = await between.end()
  }

  @Test("a cut comes where it was asked for: before the body, in it, behind it")
  func cuts() async throws {
    let behind = try behind()
    let rules = """
      GET /none  answer cut after 0
      GET /one   answer cut after 1
      GET /all   answer cut after \(Self.ok.utf8.count)
      GET /more  answer cut after 1000
      GET /reset answer reset after 1
      """
    let between = try between(rules, behind.url)
    for (path, count) in [("/none", 0), ("/one", 1), ("/all", Self.ok.utf8.count)] {
      let client = try between.client()
      client.send("GET", path)
      #expect(client.receiveAll() == .end)
      let end = try #require(client.buffer.firstPlace(of: [13, 10, 13, 10])?.upperBound)
      #expect(client.buffer.count - end == count, "\(path)")
      // What is missing is seen to be missing.
      let text = String(decoding: client.buffer, as: UTF8.self)
      #expect(text.contains("Content-Length: \(Self.ok.utf8.count)\r\n"))
    }
    let more = try between.client()
    more.send("GET", "/more")
    #expect(more.receiveAll() == .end)
    #expect(String(decoding: more.buffer, as: UTF8.self).hasSuffix(Self.ok))
    let reset = try between.client()
    reset.send("GET", "/reset")
    #expect(reset.receiveAll() == .reset)
    _ = await between.end()
  }

  // MARK: Holding

  private func holding(
    _ rules: String, _ url: String
  ) throws -> (between: Between, desk: HoldDesk, changes: AsyncStream<[HoldDesk.Held]>) {
    let (changes, sink) = AsyncStream<[HoldDesk.Held]>.makeStream()
    let desk = HoldDesk { sink.yield($0) }
    return (try between(rules, url, desk), desk, changes)
  }

  private func wait(_ changes: AsyncStream<[HoldDesk.Held]>, for count: Int) async {
    for await all in changes where all.count == count { return }
  }

  @Test("what is held, altered and late waits first, is altered then, and comes late")
  func heldAltered() async throws {
    let behind = try behind()
    let (between, desk, changes) = try holding(
      "* /** hold request\n* /** answer as invalidSession\n* /** answer late 1ms", behind.url)
    let client = try between.client()
    client.send("GET", "/a")
    await wait(changes, for: 1)
    // Nothing is opened to the server until it is let go.
    #expect(behind.requests.withLock { $0.isEmpty })
    desk.releaseAll()
    #expect(try client.readAnswer().text.contains("expired"))
    let told = await between.end()
    #expect(told.first?.altered.count == 3 && told.first?.altered.first == "held")
  }

  @Test("two of one connection are held one after the other; two connections at once")
  func heldTwice() async throws {
    let behind = try behind()
    let (between, desk, changes) = try holding("* /** hold request", behind.url)
    let client = try between.client()
    client.send("GET", "/1")
    client.send("GET", "/2")
    await wait(changes, for: 1)
    #expect(desk.all.map(\.request.url) == [behind.url + "/1"])
    desk.releaseAll()
    await wait(changes, for: 1)
    #expect(desk.all.map(\.request.url) == [behind.url + "/2"])
    let other = try between.client()
    other.send("GET", "/3")
    await wait(changes, for: 2)
    desk.releaseAll()
    for _ in 0..<2 { #expect(try client.readAnswer().text == Self.ok) }
    #expect(try other.readAnswer().text == Self.ok)
    #expect(await between.end().count == 3)
  }

  @Test(
    "what is still held when it ends is told of, and reaches no server", .timeLimit(.minutes(1)))
  func heldAtEnd() async throws {
    let behind = try behind()
    let (between, desk, changes) = try holding("* /** hold request", behind.url)
    let clients = try (0..<5).map { _ in try between.client() }
    for client in clients { client.send("GET", "/a") }
    await wait(changes, for: 5)
    let told = await between.end()
    #expect(told.count == 5 && told.allSatisfy { !$0.end.isWhole })
    #expect(desk.all.isEmpty && behind.requests.withLock { $0.isEmpty })
    for client in clients { #expect([.end, .reset].contains(client.receiveAll())) }
  }
}

extension HoldDesk {
  /// Lets all go on as they are.
  fileprivate func releaseAll() {
    for held in all { decide(held.number, .goOn) }
  }
}
