import BytesAndJSON
import ExchangesAndOutcomes
import Listening
import NetEngine
import Sessions
import TestSupport
import Testing

@Suite("Answers that rules alter on their way")
struct AlteredExchangeTests {
  private static let profile = EnvelopeProfile(
    name: "p", statusCodeKey: "status", tipStrKey: "msg", modelKey: "data", successValues: ["ok"],
    invalidSessionValues: ["expired"])
  private static let ok = #"{"status":"ok","msg":"","data":[1]}"#

  private func between(_ rules: String, _ url: String) throws -> Between {
    let alterations = Alterations(try Rules(rules))
    return try Between(to: [url]) {
      $0.alterations = alterations
      $0.profile = { _ in Self.profile }
    }
  }

  private func behind() throws -> Behind {
    try Behind { _, _ in
      .text(
        "HTTP/1.1 200 Fine\r\nContent-Type: application/json\r\nETag: \"a\"\r\nSet-Cookie: a=1; Secure\r\n"
          + "Content-Length: \(Self.ok.utf8.count)\r\n\r\n\(Self.ok)")
    }
  }

  @Test("what the backend would say: the server is asked as ever, the app hears another code")
  func means() async throws {
    let behind = try behind()
    let between = try between("POST /orders answer as invalidSession every 2", behind.url)
    let client = try between.client()
    #expect(try client.ask("POST", "/orders", body: Array("a".utf8)).text == Self.ok)
    let altered = try client.ask("POST", "/orders", body: Array("b".utf8))
    #expect(
      altered.text == #"{"status":"expired","msg":"altered: invalidSession","data":[1]}"#)
    #expect(altered.statusLine == "HTTP/1.1 200 Fine")
    #expect(altered.field("Inspector-Altered") == "rule 1" && altered.field("ETag") == nil)
    #expect(altered.field("Set-Cookie") == "a=1")
    #expect(try client.ask("GET", "/orders").text == Self.ok)
    let told = await between.end()
    #expect(behind.requests.withLock { $0.count } == 3)
    #expect(behind.requests.withLock { $0.allSatisfy { !$0.contains("chunked") } })
    #expect(told.map(\.altered.count) == [0, 1, 0])
    // The recording has what the server has said, and a note of what was made of it.
    #expect(told[1].exchange.response?.body.text == Self.ok)
    #expect(
      told[1].exchange.note == "altered by rule 1: POST /orders answer as invalidSession every 2")
    #expect(told[1].uploaded == 1 && told[1].exchange.request.body == .bytes("b"))
  }

  @Test("a rule that cannot be applied says why, and the answer goes through as it came")
  func impossible() async throws {
    let behind = try Behind { _, _ in
      .text("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
    }
    let between = try between("* /** answer as business", behind.url)
    #expect(try between.client().ask("GET", "/a").text == "hello")
    let told = await between.end()
    #expect(told[0].altered.first?.contains("rule 1 is not applied: its body is no JSON") == true)
  }

  @Test("a status of a rule asks no server; fields are dropped, set and added")
  func status() async throws {
    let behind = try behind()
    let between = try between(
      "GET /a answer status 503\nGET /a answer header set Retry-After=2\nGET /b answer header drop ETag",
      behind.url)
    let client = try between.client()
    let refused = try client.ask("GET", "/a")
    #expect(refused.status == 503 && refused.field("Retry-After") == "2")
    #expect(behind.requests.withLock { $0.isEmpty })
    let dropped = try client.ask("GET", "/b")
    #expect(dropped.text == Self.ok && dropped.field("ETag") == nil)
    let told = await between.end()
    #expect(told.map { $0.exchange.response?.statusCode } == [503, 200])
  }

  @Test("an answer is cut, broken, or never comes")
  func endings() async throws {
    let behind = try behind()
    let between = try between(
      "GET /cut answer cut at 50%\nGET /reset answer reset\nGET /empty answer empty\nGET /hang answer hang",
      behind.url)
    let cut = try between.client()
    cut.send("GET", "/cut")
    #expect(cut.receiveAll() == .end)
    #expect(
      String(decoding: cut.buffer.suffix(Self.ok.utf8.count / 2), as: UTF8.self)
        == Self.ok.prefix(Self.ok.utf8.count / 2))
    let reset = try between.client()
    reset.send("GET", "/reset")
    #expect(reset.receiveAll() == .reset && reset.buffer.isEmpty)
    let empty = try between.client()
    empty.send("GET", "/empty")
    #expect(empty.receiveAll() == .end && empty.buffer.suffix(4) == [13, 10, 13, 10])
    do {
      let hanging = try between.client()
      hanging.send("GET", "/hang")
      while behind.requests.withLock({ $0.count }) < 4 { await Task.yield() }
    }
    let told = await between.end()
    #expect(told.count == 4 && told.allSatisfy { !$0.end.isWhole })
  }

  @Test(
    "a client that leaves while its altered answer is awaited is told of, and so is the server",
    .timeLimit(.minutes(2)))
  func leaving() async throws {
    let behind = try Behind { _, _ in .silence }
    let between = try between("* /** answer as business", behind.url)
    do {
      let client = try between.client()
      client.send("GET", "/a")
      while behind.requests.withLock({ $0.isEmpty }) { await Task.yield() }
    }
    for await _ in behind.left { break }
    let told = await between.end()
    #expect(told.count == 1 && !told[0].end.isWhole)
  }
}
