import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("HAR: what is written is read again", .timeLimit(.minutes(10))) struct HARRoundTripTests {
  @Test("every exchange comes back as it was", arguments: 0..<8)
  func property(seed: Int) throws {
    var dice = HARDice(seed: UInt64(seed))
    let exchanges = (1...60).map { dice.exchange($0) }
    let writer = HARWriter()
    let session = try Session.read(writer.document(exchanges))
    #expect(session.count == exchanges.count)
    #expect(session.notices == [])
    for (index, exchange) in exchanges.enumerated() {
      let again = try session.exchange(at: index)
      #expect(again.difference(from: exchange) == nil, "seed \(seed), exchange \(index + 1)")
    }
  }

  @Test("open, seal, open gives the same exchanges, bodies beside the file", arguments: 0..<4)
  func sealed(seed: Int) throws {
    let folder = try TestFolder()
    var dice = HARDice(seed: UInt64(seed) + 400)
    let exchanges = (1...40).map { dice.exchange($0) }
    var options = SealOptions()
    options.redactor = nil
    try Session(exchanges).seal(to: folder.path + "/a.har", options)
    let first = try Session.open(folder.path + "/a.har")
    try first.seal(to: folder.path + "/b.har", options)
    let second = try Session.open(folder.path + "/b.har")
    #expect(folder.files.contains { $0.hasPrefix("b.bodies/") })
    for (index, exchange) in exchanges.enumerated() {
      let once = try first.exchange(at: index)
      #expect(try second.exchange(at: index).difference(from: once) == nil, "\(index + 1)")
      var original = exchange
      original.bodyHash = once.bodyHash
      #expect(once.difference(from: original) == nil, "\(index + 1)")
    }
  }

  @Test("writing what was read writes the same bytes", arguments: 0..<4)
  func stable(seed: Int) throws {
    var dice = HARDice(seed: UInt64(seed) + 100)
    let bytes = HARWriter().document((1...40).map { dice.exchange($0) })
    let session = try Session.read(bytes)
    let again = HARWriter().document(session.exchanges)
    #expect(again == bytes)
  }

  @Test("that no profile judges is a word of its own, and no profile's name")
  func noProfile() throws {
    let request = HTTPRequest(url: "http://a.test/")
    func written(_ change: (inout Response) -> Void) throws -> (line: String, Response?) {
      var response = Response(statusCode: 200, body: "{}", request: request)
      change(&response)
      let exchange = Exchange(
        sequence: 1, name: "", startedAt: 0, request: request, result: .success(response))
      let bytes = HARWriter().document([exchange])
      let again = try Session.read(bytes).exchange(at: 0)
      return (String(decoding: bytes, as: UTF8.self), again.response)
    }
    let (none, unread) = try written { $0.readsNoEnvelope = true }
    #expect(none.contains(#","_profile":"none""#))
    #expect(unread?.readsNoEnvelope == true && unread?.profile == nil)
    let profile = EnvelopeProfile(name: "none", statusCodeKey: "code")
    let (_, named) = try written { $0.profile = profile }
    #expect(named?.readsNoEnvelope == false && named?.profile == profile)
    let (silent, plain) = try written { _ in }
    #expect(!silent.contains("_profile"))
    #expect(plain?.readsNoEnvelope == false && plain?.profile == nil)
  }

  @Test("a row tells the same as its exchange", arguments: 0..<4)
  func rows(seed: Int) throws {
    var dice = HARDice(seed: UInt64(seed) + 200)
    let exchanges = (1...60).map { dice.exchange($0) }
    let session = try Session.read(HARWriter().document(exchanges))
    for (index, exchange) in exchanges.enumerated() {
      let (row, expected) = (session.row(at: index), SessionRow(exchange))
      #expect(row.sequence == expected.sequence && row.method == expected.method)
      #expect(row.url == expected.url && row.name == expected.name)
      #expect(row.status == expected.status && row.failure == expected.failure)
      #expect(row.size ?? 0 == expected.size ?? 0 && row.startedAt == expected.startedAt)
      #expect(row.isMarked == expected.isMarked && row.hasNote == expected.hasNote)
      #expect(row.isAltered == expected.isAltered && row.hasIdleRule == expected.hasIdleRule)
      #expect(row.isPending == expected.isPending && row.isReplay == expected.isReplay)
    }
  }

  @Test(
    "a line of rules that could not be applied has altered nothing, and is told apart",
    arguments: [
      ([], false, false), (["rule 1: GET /a answer status 503"], true, false),
      ([Exchange.notApplied("rule 1: GET /a answer as success", "no JSON")], false, true),
      ([Exchange.notApplied("rule 1: GET /a answer hang", "no profile"), "held"], true, true),
      (["rule 1: (~p 'not applied (') answer hang"], true, false),
    ])
  func altered(notes: [String], isAltered: Bool, hasIdleRule: Bool) throws {
    var dice = HARDice(seed: 7)
    var exchange = dice.exchange(1)
    exchange.altered = notes
    let session = try Session.read(HARWriter().document([exchange]))
    let row = session.row(at: 0)
    #expect((row.isAltered, row.hasIdleRule) == (isAltered, hasIdleRule))
    #expect(SessionRow(exchange).hasIdleRule == hasIdleRule)
    #expect(ExchangeSubject(exchange, nil, now: 0).filterIsAltered == isAltered)
    #expect(try session.exchange(at: 0).altered == notes)
  }

  @Test(
    "what an app has got in place of the response comes back as it was, inside and beside the file",
    arguments: [
      Body.empty, #"{"status":"expired"}"#, Body([0xff, 0, 1]),
      Body(String(repeating: "x", count: 40_000)),
    ])
  func toApp(body: Body) throws {
    let folder = try TestFolder()
    let request = HTTPRequest(url: "http://a.test/users/1?b=c")
    var hop = Hop(url: request.url, method: request.method)
    hop.head = Array("HTTP/1.1 401 No\r\nX-A: 1\r\n\r\n".utf8)
    (hop.statusCode, hop.reason, hop.httpVersion) = (401, "No", "1.1")
    hop.headers = Headers([HeaderField("X-A", "1", source: .wire)])
    let whole = Response(request: request, hops: [hop], body: body)
    var cut = TransportError(.truncated, phase: .receiving)
    cut.hops = [hop]
    cut.response = Response(request: request, hops: [hop], body: body, isComplete: false)
    let never = TransportError(.timeout, phase: .waiting, detail: "nothing comes")
    let answer = Response(statusCode: 200, body: "{}", request: request)
    let all: [Result<Response, NetError>?] = [
      .success(whole), .failure(.transport(cut)), .failure(.transport(never)), nil,
    ]
    let exchanges = all.enumerated().map { place, toApp in
      var exchange = Exchange(
        sequence: place + 1, name: "a", startedAt: 0, request: request, result: .success(answer))
      exchange.toApp = toApp
      return exchange
    }
    let read = try Session.read(HARWriter().document(exchanges))
    var options = SealOptions()
    options.redactor = nil
    try read.seal(to: folder.path + "/a.har", options)
    let opened = try Session.open(folder.path + "/a.har")
    for (index, exchange) in exchanges.enumerated() {
      #expect(try read.exchange(at: index).difference(from: exchange) == nil, "\(index + 1)")
      #expect(try opened.exchange(at: index).difference(from: exchange) == nil, "\(index + 1)")
    }
    let isBeside = body.text == nil || body.count > 30_000
    #expect(folder.files.contains { $0.hasPrefix("a.bodies/") } == isBeside)
    #expect(HARCheck(try JSON(parsing: HARWriter().document(exchanges))).complaints == [])
    #expect(try opened.exchange(at: 1).asApp.response?.isComplete == false)
    #expect(try opened.exchange(at: 3).asApp.response?.statusCode == 200)
  }

  @Test("the document is JSON, one entry a line, the row first")
  func lines() throws {
    var dice = HARDice(seed: 1)
    let bytes = HARWriter().document((1...20).map { dice.exchange($0) })
    _ = try JSON(parsing: bytes)
    let lines = bytes.split(separator: 0x0a)
    #expect(lines.count == 22)
    for line in lines.dropFirst().dropLast() {
      #expect(line.starts(with: "{\"_row\":[".utf8))
    }
  }

  @Test("every field that HAR demands is there as a real value", arguments: 0..<6)
  func demanded(seed: Int) throws {
    var dice = HARDice(seed: UInt64(seed) + 500)
    let exchanges = (1...50).map { dice.exchange($0) }
    #expect(HARCheck(try JSON(parsing: HARWriter().document(exchanges))).complaints == [])
    var stable = SealReport(path: "")
    var options = SealOptions()
    options.isStable = true
    var kept: [Exchange] = []
    try Session(exchanges).forEach(options, &stable) { kept.append($0) }
    #expect(HARCheck(try JSON(parsing: HARWriter().document(kept))).complaints == [])
  }

  @Test("the check of demanded fields finds what is missing or no real value")
  func checkFinds() throws {
    let good = String(
      decoding: HARWriter().document([Exchange.sample()]), as: UTF8.self)
    let rows: [(String, String)] = [
      ("\"statusText\":\"\",", ""), ("\"cache\":{},", ""), ("\"send\":0", "\"send\":-1"),
      ("\"time\":0", "\"time\":null"), ("\"cookies\":[]", "\"cookies\":{}"),
      ("\"mimeType\":\"application/json\"", "\"mimeType\":\"\""), (".000001Z", "Z"),
      ("\"name\":\"Inspector\"", "\"name\":7"), ("http://h.test/a\"", "http://h.test/a#b\""),
    ]
    #expect(HARCheck(try JSON(parsing: good)).complaints == [])
    for (part, instead) in rows {
      let bad = good.replacing(part, with: instead)
      #expect(bad != good, "\(part)")
      #expect(HARCheck(try JSON(parsing: bad)).complaints != [], "\(part)")
    }
  }
}
