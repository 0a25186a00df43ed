import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("New answers in a session at rest", .timeLimit(.minutes(5))) struct SessionEditTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private var path: String { folder.path + "/s.har" }

  private func seal(_ exchanges: [Exchange], _ options: SealOptions = SealOptions()) throws
    -> Session
  {
    try Session(exchanges).seal(to: path, options)
    return try Session.open(path)
  }

  private func answer(_ body: String, status: Int = 200, of request: HTTPRequest) -> Response {
    var headers = Headers()
    headers["Content-Type"] = "application/json"
    var response = Response(
      statusCode: status, headers: headers, body: Body(body), request: request)
    for place in response.hops.indices { response.hops[place].timings.wait = 90_000 }
    return response
  }

  private func lines(_ name: String = "s.har") -> [Substring] {
    folder.text(name).split(separator: "\n")
  }

  @Test("only the entry with a new answer is another one, and its request stays")
  func ours() throws {
    var noted = Exchange.sample(2, url: "http://h.test/2?token=abcdef123456")
    (noted.note, noted.isMarked, noted.tags) = ("odd", true, ["t"])
    let session = try seal([.sample(1), noted, .sample(3), .sample(4)])
    chmod(path, 0o640)
    let before = lines()
    let recorded = try session.exchange(at: 1)
    let new = answer(#"{"ok":false}"#, status: 404, of: HTTPRequest(url: "http://other.test/2"))
    let report = try session.write(SessionEdit(answers: [1: new]), in: path, SealOptions())
    #expect(report.count == 1)
    let after = try Session.open(path)
    let exchange = try after.exchange(at: 1)
    #expect(
      exchange.response?.statusCode == 404 && exchange.response?.body.text == #"{"ok":false}"#)
    #expect(after.row(at: 1).status == 404 && after.time(at: 1) == 90_000)
    #expect(exchange.request == recorded.request && exchange.startedAt == recorded.startedAt)
    #expect(exchange.note == "odd" && exchange.tags == ["t"] && after.isMarked(at: 1))
    #expect(exchange.name == recorded.name && exchange.sequence == 2)
    let now = lines()
    #expect(now.count == before.count)
    #expect(zip(before, now).enumerated().filter { $1.0 != $1.1 }.map(\.offset) == [2])
    #expect(folder.mode("s.har") == 0o640 && folder.files == ["s.har"])
    #expect(Comparison().change(from: exchange, to: .success(new)).kind == .same)
  }

  @Test("a new response is read by the profile that the entry names")
  func profile() throws {
    var named = Exchange.sample(1, body: #"{"status":"expired","msg":"","data":null}"#)
    named.result = named.result?.map { response in
      var response = response
      response.profile = .statusMsgData
      return response
    }
    let session = try seal([named])
    let new = answer(#"{"status":"gone","msg":"","data":null}"#, of: named.request)
    _ = try session.write(SessionEdit(answers: [0: new]), in: path, SealOptions())
    let response = try Session.open(path).exchange(at: 0).response
    #expect(response?.profile == .statusMsgData && response?.body == new.body)
  }

  @Test("what a recording has of a failure is replaced as well")
  func failed() throws {
    var broken = Exchange.sample(1)
    broken.result = .failure(.transport(TransportError(.cancelled)))
    let session = try seal([broken, .sample(2)])
    let new = answer("1", of: broken.request)
    try session.write(SessionEdit(answers: [0: new]), in: path, SealOptions())
    let after = try Session.open(path)
    #expect(after.row(at: 0).status == 200 && after.row(at: 0).failure == nil)
    #expect(try after.exchange(at: 0).response?.body.text == "1")
  }

  @Test("another tool's other entries stay as they are, and what it says of the request")
  func theirs() throws {
    func entry(_ number: Int) -> String {
      """
      { "pageref": "p1", "_initiator": {"type": "other"}, "startedDateTime": "2024-01-02T03:04:05Z",
        "time": 7, "request": {"method": "GET", "url": "http://h.test/\(number)", "headers":
        [{"name": "X-A", "value": "1"}]}, "response": {"status": 200, "headers": [], "content":
        {"mimeType": "text/plain", "text": "old"}}, "_transferSize": 9 }
      """
    }
    let head = "{\"log\": {\"creator\": {\"name\": \"T\"}, \"pages\": [], \"entries\": [\n"
    let text = head + entry(1) + " ,\n" + entry(2) + "\n], \"_tail\": [1] } }\n"
    try folder.write("s.har", Array(text.utf8))
    let session = try Session.open(path)
    let new = answer("{}", status: 503, of: HTTPRequest(url: "http://h.test/2"))
    try session.write(SessionEdit(answers: [1: new]), in: path, SealOptions())
    let now = folder.text("s.har")
    #expect(now.hasPrefix(head + entry(1) + " ,\n") && now.hasSuffix("\n], \"_tail\": [1] } }\n"))
    let after = try Session.open(path)
    let exchange = try after.exchange(at: 1)
    #expect(exchange.response?.statusCode == 503 && exchange.request.headers["X-A"] == "1")
    let document = try JSON(parsing: Array(now.utf8))["log"]["entries"].arrayValue
    #expect(document[1]["pageref"].string == "p1")
    #expect(document[1]["_initiator"]["type"].string == "other")
    #expect(!document[1]["_transferSize"].exists)
  }

  @Test("no secret gets into it: not of what was sent, nor of an answer that says it back")
  func secrets() throws {
    var options = SealOptions()
    options.redactor = Redactor(salt: Array("a salt of sixteen".utf8))
    var recorded = Exchange.sample(1)
    recorded.request.headers["Authorization"] = "Bearer old-token-1234567890"
    let session = try seal([recorded, .sample(2)], options)
    var sent = recorded.request
    sent.headers["Authorization"] = "Bearer fresh-token-0987654321"
    var new = answer(#"{"you said":"fresh-token-0987654321"}"#, of: sent)
    new.hops[0].requestHead = Array(
      "GET /a HTTP/1.1\r\nAuthorization: Bearer fresh-token-0987654321\r\n\r\n".utf8)
    let report = try session.write(SessionEdit(answers: [1: new]), in: path, options)
    #expect(report.redactedCount > 0)
    let text = folder.text("s.har")
    #expect(!text.contains("fresh-token") && text.contains("‹redacted:authorization#"))
  }

  @Test("the mark of a login's token stays, so that later requests still refer to it")
  func chain() throws {
    var options = SealOptions()
    options.redactor = Redactor(salt: Array("a salt of sixteen".utf8))
    func login(_ token: String) -> Response {
      var new = answer(
        #"{"token":"\#(token)"}"#, of: HTTPRequest(method: .post, url: "http://h.test/login"))
      new.hops[0].headers["Set-Cookie"] = "sid=s-\(token); Path=/"
      return new
    }
    var first = Exchange.sample(1)
    first.request = login("").request
    first.result = .success(login("tok-one-1234567890"))
    var later = Exchange.sample(2)
    later.request.headers["Authorization"] = "Bearer tok-one-1234567890"
    later.request.headers["Cookie"] = "sid=s-tok-one-1234567890"
    var session = try seal([first, later], options)
    for token in ["tok-two-1234567890", "tok-three-1234567890"] {
      let answers = [0: login(token), 1: answer(#"{"you said":"\#(token)"}"#, of: later.request)]
      try session.write(SessionEdit(answers: answers), in: path, options)
      session = try Session.open(path)
      #expect(!folder.text("s.har").contains("tok-"))
      let exchanges = try (0..<2).map { try session.exchange(at: $0) }
      let secrets = AnsweredSecrets(exchanges)
      #expect(secrets.givers(of: exchanges[1].request, at: 1) == [0])
      #expect(secrets.ungiven(in: exchanges[1].request, at: 1, without: []).isEmpty)
      let mark = try #require(exchanges[0].response?.document.json["token"].string)
      #expect(exchanges[1].response?.document.json["you said"].string == mark)
    }
  }

  @Test("a large body stands in a file beside it; another file takes its bodies along")
  func bodies() throws {
    let large = "{\"x\":\"" + String(repeating: "a", count: 20_000) + "\"}"
    let session = try seal([.sample(1, body: large), .sample(2)])
    let source = folder.bytes("s.har")
    let larger = large.replacing("a\"", with: "b\"")
    let edit = SessionEdit(answers: [1: answer(larger, of: HTTPRequest(url: "http://h.test/a"))])
    mkdir(folder.path + "/o", 0o755)
    let other = folder.path + "/o/n.har"
    try session.write(edit, in: path, to: other, SealOptions())
    #expect(folder.bytes("s.har") == source)
    let copied = try Session.open(other)
    #expect(try copied.exchange(at: 0).response?.body.text == large)
    #expect(try copied.exchange(at: 1).response?.body.text == larger)
    #expect(throws: SessionProblem(.exists, path: other)) {
      try session.write(edit, in: path, to: other, SealOptions())
    }
    try session.write(edit, in: path, SealOptions())
    #expect(try Session.open(path).exchange(at: 1).response?.body.text == larger)
    #expect(try Session.open(path).exchange(at: 0).response?.body.text == large)
  }

  @Test("a session that was sealed for a repository stays without what differs from run to run")
  func stable() throws {
    var options = SealOptions()
    options.isStable = true
    options.redactor = Redactor()
    let session = try seal([.sample(1), .sample(2)], options)
    var new = answer("{}", of: HTTPRequest(url: "http://h.test/a"))
    new.hops[0].headers["Date"] = "Mon, 23 Nov 2026 12:00:00 GMT"
    try session.write(SessionEdit(answers: [1: new]), in: path, SealOptions())
    let text = folder.text("s.har")
    #expect(!text.contains("23 Nov") && !text.contains("_timing"))
    #expect(try Session.open(path).exchange(at: 1).startedAt == 2_000_000)
  }

  @Test("nothing is written into another file, a packed one, a journal, or a full disk")
  func refused() throws {
    let session = try seal([.sample(1), .sample(2)])
    let edit = SessionEdit(answers: [1: answer("2", of: HTTPRequest(url: "http://h.test/a"))])
    let bytes = folder.bytes("s.har")
    var small = SealOptions()
    small.disk.write = SmallDisk(900).disk.write
    #expect(throws: SessionProblem.self) { try session.write(edit, in: path, small) }
    #expect(folder.bytes("s.har") == bytes && folder.files == ["s.har"])
    var overwriting = SealOptions()
    overwriting.overwrites = true
    try Session([.sample(1), .sample(2, url: "http://h.test/other")]).seal(to: path, overwriting)
    #expect(throws: SessionProblem(.replaced, path: path)) {
      try session.write(edit, in: path, SealOptions())
    }
    let journal = "{\"head\":{\"format\":1,\"tool\":\"Inspector\",\"clock\":\"\"}}\n"
    try folder.write("s.har", Array(journal.utf8))
    #expect(throws: SessionProblem(.journal, path: path)) {
      try Session.open(path).checkWriting(in: path)
    }
    try folder.write("s.har", [0x1f, 0x8b, 8, 0])
    #expect(throws: SessionProblem(.packed, path: path)) { try session.checkWriting(in: path) }
  }

  @Test("what a session lacks stands behind what it has, which stays byte for byte")
  func added() throws {
    let session = try seal([.sample(1, url: "http://h.test/1"), .sample(2, url: "http://h.test/2")])
    let before = lines()
    var failed = Exchange.sample(4, url: "http://h.test/4")
    failed.result = .failure(.transport(TransportError(.reset)))
    let more = Session([
      .sample(1, url: "http://h.test/2", body: "7"), .sample(2, url: "http://h.test/3"),
      .sample(3, url: "http://h.test/3"), failed,
    ])
    let addition = try session.add(
      more, in: path, by: ReplayTransport.Options(), SealOptions())
    #expect(addition.report.count == 2)
    #expect(addition.thereCount == 1 && addition.unansweredCount == 1)
    let after = try Session.open(path)
    #expect((0..<after.count).map { after.sequence(at: $0) } == [1, 2, 3, 4])
    #expect((0..<after.count).map { after.row(at: $0).url.suffix(1) } == ["1", "2", "3", "3"])
    let now = lines()
    #expect(now[..<2] == before[..<2] && now[2] == before[2] + "," && now.last == before.last)
    // Once more, nothing is new.
    let again = try after.add(more, in: path, by: ReplayTransport.Options(), SealOptions())
    #expect(again.report.count == 0 && again.thereCount == 3 && lines() == now)
    try folder.write("empty.har", HARWriter().document([]))
    let empty = folder.path + "/empty.har"
    let first = try Session.open(empty).add(
      more, in: empty, by: ReplayTransport.Options(), SealOptions())
    #expect(try first.report.count == 3 && Session.open(empty).count == 3)
    // A list that does not end is no place to write behind.
    try folder.write("s.har", Array(now.dropLast().joined(separator: "\n").utf8))
    #expect(throws: SessionProblem.self) {
      try Session.open(path).add(
        Session([.sample(1, url: "http://h.test/9")]), in: path, by: ReplayTransport.Options(),
        SealOptions())
    }
  }
}
