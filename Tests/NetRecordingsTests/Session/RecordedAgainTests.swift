import Glibc
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// What happens to recordings a second time: the disk is full again, a body is brought again, a token
/// comes again.
@Suite("Recordings, the second time", .timeLimit(.minutes(2))) struct RecordedAgainTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func record(_ recorder: Recorder, body: String) async {
    let sample = Exchange.sample(body: body)
    let open = await recorder.begin(sample.request, name: "sample")
    if let result = sample.result { await recorder.finish(open, result) }
  }

  @Test("a disk that fills again and again loses nothing of the little that waits each time")
  func fullAgain() async throws {
    let small = SmallDisk(0)
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk = small.disk
    settings.memory = 20_000
    let recorder = Recorder(settings)
    for _ in 0..<20 {
      await record(recorder, body: String(repeating: "b", count: 8_000))
      await record(recorder, body: "{}")
      small.give(1 << 20)
      #expect(await recorder.retry())
      small.fill()
    }
    #expect(await recorder.lost == 0)
    #expect(try await recorder.session().count == 40)
  }

  @Test("a body that did not reach the disk is brought there the next time")
  func bodyAgain() async throws {
    let (isBroken, synced) = (Watched(true), Record<ino_t>())
    var settings = Recorder.Settings(folder: folder.path, name: "r")
    settings.disk.sync = { descriptor in
      var facts = stat()
      guard fstat(descriptor, &facts) == 0, !isBroken.value else {
        errno = EIO
        return -1
      }
      synced.append(facts.st_ino)
      return 0
    }
    let recorder = Recorder(settings)
    await record(recorder, body: String(repeating: "b", count: 20_000))
    await recorder.flush()
    #expect(await recorder.state != .saved)
    isBroken.update { $0 = false }
    #expect(await recorder.retry())
    // What has just been tried again is brought there a moment later: now.
    await recorder.flush()
    let bodies = folder.files.filter { $0.hasPrefix(".journal/r.bodies/") }
    #expect(bodies.count == 1)
    for body in bodies {
      var facts = stat()
      #expect(stat("\(folder.path)/\(body)", &facts) == 0)
      #expect(synced.all.contains(facts.st_ino))
    }
  }

  @Test("a journal without a torn line leaves no such line behind")
  func nothingTorn() async throws {
    let recorder = Recorder(Recorder.Settings(folder: folder.path, name: "r"))
    await record(recorder, body: "{}")
    await recorder.end()
    try Leftover(folder.path + "/.journal/r.jsonl").remove()
    #expect(folder.files == [".journal/.gitignore"])
  }

  @Test("of recordings that fit alike the first is first")
  func alike() async throws {
    func recorded(_ number: Int, _ answer: String, _ header: String) -> Exchange {
      let request = HTTPRequest(url: "http://a.test/x", headers: ["A": header])
      return Exchange(
        sequence: number, name: "", startedAt: 0, request: request,
        result: .success(Response(statusCode: 200, body: Body(answer), request: request)))
    }
    let replay = ReplayTransport([
      recorded(1, "first", "1"), recorded(2, "second", "1"), recorded(3, "other", "2"),
    ])
    let asked = HTTPRequest(url: "http://a.test/x", headers: ["A": "1"])
    for answer in ["first", "second"] {
      #expect(try await replay.send(asked, reporting: Transfer()).body.text == answer)
    }
  }

  @Test("a changed line is shown without its end")
  func lines() {
    let diff = TextDiff(from: Body("a\nb\nc"), to: Body("a\nd\nc"))
    let words = diff.changes.map { String(decoding: diff.bytes(of: $0), as: UTF8.self) }
    #expect(words == ["b", "d"])
  }

  @Test("a template is what holds one mark: two are none")
  func twoMarks() {
    #expect(RedactedText.template("a ‹redacted:x› b")?.name == "x")
    #expect(RedactedText.template("a ‹redacted:x› ‹redacted:y› b") == nil)
  }

  // MARK: Fired again

  private static func exchange(
    _ number: Int, _ path: String, token: Bool, answer: String
  ) -> Exchange {
    var request = HTTPRequest(url: "http://a.test\(path)")
    if token { request.headers["Authorization"] = "Bearer ‹redacted:token›" }
    let response = Response(
      statusCode: 200, headers: ["Content-Type": "application/json"], body: Body(answer),
      request: request)
    return Exchange(
      sequence: number, name: "", startedAt: number, request: request, result: .success(response))
  }

  @Test("a token that a second sign-in gives goes before that of the first")
  func newToken() async throws {
    let login = #"{"token": "‹redacted:token›"}"#
    let recorded = [
      Self.exchange(1, "/login", token: false, answer: login),
      Self.exchange(2, "/me", token: true, answer: "{}"),
      Self.exchange(3, "/login", token: false, answer: login),
      Self.exchange(4, "/me", token: true, answer: "{}"),
    ]
    let transport = ScriptedTransport { request, _, number in
      .success(
        Response(
          statusCode: 200, headers: ["Content-Type": "application/json"],
          body: Body(#"{"token": "fresh-\#(number)"}"#), request: request))
    }
    _ = try await LiveReplay(recorded, transport: transport).run()
    let sent = transport.requests.all.map { $0.headers["Authorization"] }
    #expect(sent == [nil, "Bearer fresh-0", nil, "Bearer fresh-2"])
  }

  @Test("one at a time is one at a time, two are two", arguments: [1, 2])
  func parallel(count: Int) async throws {
    let (inside, most) = (Lock(0), Lock(0))
    let transport = ScriptedTransport { request, _, _ in
      let now = inside.withLock { inside in
        inside += 1
        return inside
      }
      most.withLock { $0 = max($0, now) }
      for _ in 0..<100 { await Task.yield() }
      inside.withLock { $0 -= 1 }
      return .success(.ok(request))
    }
    var options = LiveReplay.Options()
    options.parallel = count
    let recorded = (1...12).map { Self.exchange($0, "/\($0)", token: false, answer: "{}") }
    _ = try await LiveReplay(recorded, transport: transport, options: options).run()
    #expect(most.withLock { $0 } <= count)
  }

  @Test("each redirect is looked at before it is followed, and as many as are allowed")
  func redirects() async throws {
    let transport = ScriptedTransport { request, _, number in
      var hop = Hop(url: request.url, method: .get)
      hop.statusCode = 302
      hop.headers = Headers([HeaderField("Location", "/\(number)", source: .wire)])
      return .success(Response(request: request, hops: [hop], body: .empty))
    }
    var options = LiveReplay.Options()
    var limits = Limits()
    limits.redirects = 3
    options.limits = limits
    let recorded = [Self.exchange(1, "/a", token: false, answer: "{}")]
    let rows = try await LiveReplay(recorded, transport: transport, options: options).run()
    #expect(rows.first?.answered?.error != nil)
    #expect(transport.requests.count == 4)
    #expect(transport.requests.all.allSatisfy { !$0.options.followsRedirects })
  }
}
