import DemoServer
import InspectorProxy
import LosslessJSON
import NetEngine
import NetRecordings
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
      told[1].exchange.altered == ["rule 1: POST /orders answer as invalidSession every 2"])
    #expect(told[1].exchange.isAltered && !told[0].exchange.isAltered)
    // Beside it stands what the app has got: nothing but its bytes.
    let seen = try #require(try told[1].exchange.toApp?.get())
    #expect(seen.body.text == altered.text && seen.hops[0].reason == "Fine")
    #expect(seen.headers["Inspector-Altered"] == "rule 1" && seen.isComplete)
    #expect(told[0].exchange.toApp == nil && told[2].exchange.toApp == nil)
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
    #expect(told[0].altered.first?.hasPrefix("not applied (its body is no JSON: line 1") == true)
    #expect(told[0].altered.first?.hasSuffix("): rule 1: * /** answer as business") == true)
    #expect(!told[0].exchange.isAltered && !told[0].isAnsweredHere)
  }

  @Test("a body too large to be changed says so by the rule that asked for it")
  func tooLarge() async throws {
    let count = (32 << 20) + 1
    let behind = try Behind { _, _ in
      .text(
        "HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n"
          + String(repeating: "x", count: count))
    }
    let between = try between("* /** answer cut at 50%", behind.url)
    #expect(try between.client().ask("GET", "/a").statusLine.contains(" 502 "))
    let told = await between.end()
    #expect(
      told[0].altered == [
        "not applied (the body has more than 33.5 MB, which a rule needs whole): rule 1:"
          + " * /** answer cut at 50%"
      ])
  }

  @Test("a status of a rule asks no server; fields are dropped, set and added")
  func status() async throws {
    let behind = try behind()
    let between = try between(
      "GET /a answer status 503\nGET /a answer header set Retry-After=2\nGET /b answer header drop ETag"
        + "\nGET /c answer status 200", behind.url)
    let client = try between.client()
    let refused = try client.ask("GET", "/a")
    #expect(refused.status == 503 && refused.field("Retry-After") == "2")
    #expect(JSONDocument(refused.body).json["error"].stringValue == "A rule has answered.")
    // An app that looks for an error finds none in what is to be well.
    let well = try client.ask("GET", "/c")
    #expect(well.status == 200 && well.text == "{\"message\":\"A rule has answered.\"}\n")
    #expect(behind.requests.withLock { $0.isEmpty })
    let dropped = try client.ask("GET", "/b")
    #expect(dropped.text == Self.ok && dropped.field("ETag") == nil)
    let told = await between.end()
    #expect(told.map { $0.exchange.response?.statusCode } == [503, 200, 200])
    // Where no server was asked what went out is the answer.
    #expect(told[0].exchange.response?.headers["Retry-After"] == "2")
    #expect(told[0].exchange.toApp == nil && told[1].exchange.toApp == nil)
    #expect(told[2].exchange.toApp?.response?.headers.contains("ETag") == false)
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
    var seen: [String: NetError] = [:]
    for one in told { seen[one.client.path] = one.exchange.toApp?.failure }
    // The client may have left before there was anything to hold back.
    let hung = seen.removeValue(forKey: "/hang")?.kind
    #expect([nil, .timeout, .reset].contains(hung))
    #expect(
      seen.mapValues(\.kind) == ["/cut": .truncated, "/reset": .reset, "/empty": .truncated])
    #expect(seen["/cut"]?.response?.body.count == Self.ok.utf8.count / 2)
    #expect(seen["/reset"]?.response == nil)
  }

  @Test("a cut that takes nothing away cuts nothing, and a change to the same is none")
  func cutsOfNothing() async throws {
    let behind = try behind()
    let between = try between(
      "GET /all answer cut at 100%\nGET /more answer cut after 1000"
        + "\nGET /same answer body set /status \"ok\"\nGET /late answer late 1ms", behind.url)
    let client = try between.client()
    #expect(try client.ask("GET", "/same").text == Self.ok)
    #expect(try client.ask("GET", "/late").text == Self.ok)
    for path in ["/all", "/more"] {
      let client = try between.client()
      client.send("GET", path)
      #expect(client.receiveAll() == .end)
    }
    for told in await between.end() {
      #expect(told.exchange.asApp.result?.failure == nil, "\(told.client.path)")
      #expect(told.exchange.asApp.response?.statusCode == 200, "\(told.client.path)")
      let isOther = told.client.path != "/same"
      #expect((told.exchange.toApp != nil) == isOther, "\(told.client.path)")
      // A delayed response has the app's time, and not the server's.
      guard told.client.path == "/late" else { continue }
      let read = try Session.read(HARWriter().document([told.exchange])).exchange(at: 0)
      #expect(read.toApp?.response?.body == read.response?.body)
      #expect(read.asApp.recordedTime == told.end.time && told.end.time >= 1_000)
      #expect(read.recordedTime == told.exchange.response?.totalTime)
    }
  }

  @Test("of an answer its app has not waited for stands what it took", .timeLimit(.minutes(2)))
  func leavingWhileSent() async throws {
    let behind = try behind()
    let between = try between("GET /a answer slow 1/s header set X-A=1", behind.url)
    do {
      let client = try between.client()
      client.send("GET", "/a")
      let head = "\r\n\r\n{"
      while !String(decoding: client.buffer, as: UTF8.self).contains(head) {
        guard case .bytes = client.receive() else {
          Issue.record("nothing came")
          break
        }
      }
    }
    let told = await between.end()
    let failure = try #require(told.first?.exchange.toApp?.failure)
    #expect(failure.kind == .truncated && failure.message.hasPrefix("the app has left"))
    let count = try #require(failure.response?.body.count)
    #expect(count > 0 && count < Self.ok.utf8.count)
    #expect(told[0].exchange.response?.body.text == Self.ok)
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

  @Test("what goes to the server behind is changed, and what cannot be says why")
  func requests() async throws {
    let behind = try behind()
    let rules = """
      POST /a request header set X-Env="a b" header drop Cookie query set page=2 query drop q
      POST /a request body set /n 2
      GET  /a request body set /n 2
      """
    let between = try between(rules, behind.url)
    let client = try between.client()
    let asked = try client.ask(
      "POST", "/a?q=1&r&page=1&s=%20",
      fields: [Field("Cookie", "a=1"), Field("Content-Type", "application/json")],
      body: Array(#"{ "n":1,"m" : 1.0}"#.utf8))
    // Nothing of the answer was altered.
    #expect(asked.text == Self.ok && asked.field("Inspector-Altered") == nil)
    _ = try client.ask("GET", "/a")
    let sent = behind.requests.withLock { $0 }
    #expect(sent[0].hasPrefix("POST /a?r&page=2&s=%20 HTTP/1.1\r\n"))
    #expect(sent[0].contains("\r\nX-Env: a b\r\n") && !sent[0].contains("Cookie"))
    #expect(sent[0].hasSuffix("\r\n\r\n" + #"{ "n":2,"m" : 1.0}"#))
    let told = await between.end()
    #expect(told[0].altered.count == 2)
    // The recording keeps what the app sent, too, and answers that when it is served.
    let exchange = told[0].exchange
    let line = HARWriter().document([exchange])
    let kept = try #require(try Session.read(line).exchange(at: 0).fromApp)
    #expect(kept.url == behind.url + "/a?q=1&r&page=1&s=%20" && kept.method == .post)
    #expect(kept.headers["Cookie"] == "a=1" && !kept.headers.contains("X-Env"))
    #expect(kept.body == .bytes(#"{ "n":1,"m" : 1.0}"#))
    let served = RecordedAnswers([exchange], ReplayTransport.Options())
    #expect(!served.candidates(for: kept).isEmpty)
    #expect(told[1].exchange.fromApp == nil)
    #expect(
      told[1].altered == [
        "not applied (the request has no body): rule 3: GET /a request body set /n 2"
      ])
  }

  @Test("bodies are changed at one place, and broken")
  func bodies() async throws {
    let behind = try behind()
    let rules = """
      GET /set    answer body set /data/0 "x y" body drop /msg
      GET /none   answer body set /data/a/b 1
      GET /json   answer body broken json
      GET /gzip   answer body broken gzip
      GET /utf8   answer body broken utf8
      GET /length answer body broken length
      GET /noise  answer garbage
      """
    let between = try between(rules, behind.url)
    let client = try between.client()
    let set = try client.ask("GET", "/set")
    #expect(set.text == #"{"status":"ok","data":["x y"]}"# && set.field("ETag") == nil)
    #expect(try client.ask("GET", "/none").text == Self.ok)
    #expect(try client.ask("GET", "/json").text == String(Self.ok.prefix(Self.ok.utf8.count / 2)))
    let gzip = try client.ask("GET", "/gzip")
    #expect(gzip.field("Content-Encoding") == "gzip" && gzip.text == Self.ok)
    #expect(try client.ask("GET", "/utf8").body.starts(with: Array(#"{""#.utf8) + [0xff]))
    let short = try between.client()
    short.send("GET", "/length")
    #expect(short.receiveAll() == .end)
    let text = String(decoding: short.buffer, as: UTF8.self)
    #expect(
      text.contains("Content-Length: \(Self.ok.utf8.count + 1)\r\n") && text.hasSuffix(Self.ok))
    let noise = try between.client()
    noise.send("GET", "/noise")
    #expect(noise.receiveAll() == .end && noise.buffer.starts(with: [0x16, 3]))
    let told = await between.end()
    #expect(
      told[1].altered == [
        "not applied (there is no place for '/data/a/b'): rule 2: GET /none answer body set /data/a/b 1"
      ])
  }

  @Test("samples and recordings answer in place of the server; unmarked says nothing")
  func sources() async throws {
    let behind = try behind()
    let request = HTTPRequest(url: "https://api.example.com/x")
    let exchange = Exchange(
      sequence: 4, name: "", startedAt: 0, request: request,
      result: .success(
        Response(
          statusCode: 201, headers: ["Content-Type": "text/x"], body: "kept", request: request)))
    let rules = try Rules("GET /a answer from monday#4\nGET /b answer from monday#4 status 404")
    let between = try Between(to: [behind.url]) {
      $0.alterations = Alterations(rules, answers: [.recording("monday", 4): exchange])
      $0.marks = false
    }
    let client = try between.client()
    let kept = try client.ask("GET", "/a")
    #expect(kept.status == 201 && kept.text == "kept" && kept.field("Content-Type") == "text/x")
    #expect(kept.field("Inspector-Altered") == nil)
    #expect(try client.ask("GET", "/b").status == 404)
    #expect(behind.requests.withLock { $0.isEmpty })
    _ = await between.end()
  }

  // MARK: Holding

  private func holding(
    _ rules: String, _ url: String
  ) throws -> (between: Between, desk: HoldDesk, changes: AsyncStream<[HoldDesk.Held]>) {
    let (changes, sink) = AsyncStream<[HoldDesk.Held]>.makeStream()
    let desk = HoldDesk { sink.yield($0) }
    let read = try Rules(rules)
    let between = try Between(to: [url]) {
      $0.alterations = Alterations(read)
      $0.desk = desk
    }
    return (between, desk, changes)
  }

  private func held(
    _ changes: AsyncStream<[HoldDesk.Held]>, _ number: Int
  ) async -> HoldDesk.Held? {
    for await all in changes {
      if let held = all.first(where: { $0.number == number }) { return held }
    }
    return nil
  }

  @Test("a request waits until it is let go, changed, answered or dropped; nothing else waits")
  func holdingRequests() async throws {
    let behind = try behind()
    let (between, desk, changes) = try holding("POST /** hold request", behind.url)
    let client = try between.client()
    client.send("POST", "/go", body: Array("{}".utf8))
    let first = try #require(await held(changes, 1))
    #expect(first.side == .request && first.request.body == .bytes("{}"))
    #expect(try between.client().ask("GET", "/other").status == 200)
    #expect(behind.requests.withLock { $0.count } == 1)
    #expect(desk.decide(1, .goOn) && !desk.decide(1, .goOn))
    #expect(try client.readAnswer().text == Self.ok)
    client.send("POST", "/change", body: Array("{}".utf8))
    var other = try #require(await held(changes, 3)).request
    other.url = behind.url + "/changed"
    other.body = .bytes("[]")
    desk.decide(3, .request(other))
    #expect(try client.readAnswer().status == 200)
    let sent = try #require(behind.requests.withLock { $0.last })
    #expect(sent.hasPrefix("POST /changed ") && sent.hasSuffix("\r\n\r\n[]"))
    client.send("POST", "/answer", body: Array("{}".utf8))
    #expect(await held(changes, 4) != nil)
    desk.decide(
      4, .answer(HoldDesk.HeldAnswer(status: 418, headers: ["X-A": "b"], body: "by me")))
    let mine = try client.readAnswer()
    #expect(mine.status == 418 && mine.text == "by me" && mine.field("X-A") == "b")
    client.send("POST", "/drop", body: Array("{}".utf8))
    #expect(await held(changes, 5) != nil)
    desk.decide(5, .drop)
    #expect(client.receiveAll() == .reset)
    let told = await between.end()
    #expect(behind.requests.withLock { $0.count } == 3)
    #expect(
      told.map { $0.altered.last } == [
        "held", nil, "held and changed by hand", "answered by hand", "dropped by hand",
      ])
    #expect(told[2].exchange.request.url == behind.url + "/changed")
  }

  @Test("an answer waits too; its time is over; a client that leaves takes it along")
  func holdingAnswers() async throws {
    let behind = try behind()
    let (between, desk, changes) = try holding(
      "GET /late hold answer for 1ms\nGET /** hold answer\nGET /a answer as business", behind.url)
    let client = try between.client()
    client.send("GET", "/late")
    #expect(await held(changes, 1) != nil)
    for await all in changes where all.isEmpty { break }
    #expect(try client.readAnswer().text == Self.ok)
    client.send("GET", "/a")
    let held = try #require(await held(changes, 2))
    var answer = try #require(held.answer)
    #expect(answer.status == 200 && answer.body.text == Self.ok)
    answer.status = 500
    answer.body = "other"
    desk.decide(2, .answer(answer))
    let other = try client.readAnswer()
    #expect(other.status == 500 && other.text == "other" && other.field("Content-Length") == "5")
    do {
      let leaving = try between.client()
      leaving.send("GET", "/b")
      #expect(await self.held(changes, 3) != nil)
    }
    for await all in changes where all.isEmpty { break }
    let told = await between.end()
    #expect(told[0].altered == ["its response was held until its time was over"])
    #expect(told[1].instead == 500 && told[1].exchange.response?.statusCode == 200)
    #expect(told[1].exchange.toApp?.response?.body == "other")
    #expect(told[0].exchange.toApp?.response?.body.text == Self.ok)
    #expect(told.count == 3 && !told[2].end.isWhole)
  }

  @Test("a held answer is recorded as it comes, and that its app got nothing where it ends so")
  func heldAnswerIsRecorded() async throws {
    let behind = try behind()
    let held = Lock<[PassedExchange]>([])
    let (changes, sink) = AsyncStream<[HoldDesk.Held]>.makeStream()
    let desk = HoldDesk { sink.yield($0) }
    let alterations = Alterations(try Rules("GET /** hold answer"))
    let between = try Between(to: [behind.url]) {
      $0.alterations = alterations
      $0.desk = desk
      $0.onHold = { exchange in held.withLock { $0.append(exchange) } }
    }
    let client = try between.client()
    client.send("GET", "/a")
    for await all in changes where all.count == 1 { break }
    let before = try #require(held.withLock { $0.first }?.exchange)
    // The screens end so: connections are closed, and nothing is let go.
    let after = try #require(await between.end().first?.exchange)
    #expect(before.altered == ["its response is held"])
    #expect(after.altered == ["its response was held until the connection ended"])
    // A held response may still reach the app.
    let line = HARWriter().document([before, after])
    let read = try Session.read(line)
    #expect(try read.exchange(at: 0).asApp.result == nil && SessionRow(before.asApp).isPending)
    #expect(before.response?.body.text == Self.ok && after.response?.body.text == Self.ok)
    let failure = try #require(try read.exchange(at: 1).asApp.result?.failure)
    #expect(failure.kind == .reset && failure.response == nil)
    #expect(failure.message.hasSuffix("nothing of the response reached the app"))
  }

  @Test("of an answer that comes late nothing is recorded as taken by an app that has left")
  func leftBeforeLateAnswer() async throws {
    let behind = try behind()
    let between = try between("GET /a answer late 60s", behind.url)
    let client = try between.client()
    client.send("GET", "/a")
    while behind.requests.withLock({ $0.isEmpty }) { await Task.yield() }
    let told = await between.end()
    let exchange = try #require(told.first?.exchange)
    let reached = (exchange.toApp ?? exchange.result)?.failure?.kind
    // The connection may end before the answer has come.
    #expect([.reset, .cancelled].contains(reached), "\(String(describing: reached))")
  }
}
