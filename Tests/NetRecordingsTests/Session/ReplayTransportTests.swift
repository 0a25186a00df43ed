import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Offline replay")
struct ReplayTransportTests {
  private func recorded(
    _ number: Int, _ url: String, _ answer: String, method: HTTPMethod = .get,
    headers: Headers = [:], body: RequestBody = .none
  ) -> Exchange {
    let request = HTTPRequest(method: method, url: url, headers: headers, body: body)
    return Exchange(
      sequence: number, name: "recording \(number)", startedAt: 0, request: request,
      result: .success(Response(statusCode: 200, body: Body(answer), request: request)))
  }

  private func ask(
    _ replay: ReplayTransport, _ url: String, method: HTTPMethod = .get, headers: Headers = [:],
    body: RequestBody = .none
  ) async -> String {
    let request = HTTPRequest(method: method, url: url, headers: headers, body: body)
    do throws(TransportError) {
      let response = try await replay.send(request, reporting: Transfer())
      #expect(response.request == request)
      return response.body.text ?? ""
    } catch {
      return "\(error.kind.kind): \(error.detail)"
    }
  }

  @Test("the n-th request gets the n-th recording, then the last one again")
  func inOrder() async {
    let url = "http://a.test/x"
    let replay = ReplayTransport((1...3).map { recorded($0, url, "answer \($0)") })
    var answers: [String] = []
    for _ in 0..<4 { answers.append(await ask(replay, url)) }
    #expect(answers == ["answer 1", "answer 2", "answer 3", "answer 3"])
    #expect(replay.report.used == [1, 2, 3])
    #expect(replay.report.repeated == [3: 2])
    #expect(replay.report.summary == "3 used, 1 repeated")
  }

  @Test("once exhausted it can refuse")
  func exhausted() async {
    var options = ReplayTransport.Options()
    options.exhausted = .error
    let replay = ReplayTransport([recorded(1, "http://a.test/x", "one")], options: options)
    #expect(await ask(replay, "http://a.test/x") == "one")
    #expect(await ask(replay, "http://a.test/x") == "miss: the recording of GET /x is used")
    #expect(replay.report.missed.map(\.request) == ["GET /x"])
  }

  static let sameRequests: [(name: String, recorded: HTTPRequest, asked: HTTPRequest)] = [
    ("case and default port", .at("HTTP://A.test:80/x#top"), .at("http://a.TEST/x")),
    ("an order of the query", .at("http://a.test/?b=2&a=1"), .at("http://a.test/?a=1&b=2")),
    (
      "white space and order of JSON", .json(#"{"a":1.10,"b":[1,2]}"#),
      .json(#"{ "b" : [1, 2], "a" : 1.10 }"#)
    ),
    ("an order of form fields", .form("a=1&b=2"), .form("b=2&a=1")),
    ("another boundary", .parts(boundary: "one"), .parts(boundary: "another-one")),
    ("no body and an empty one", .post(.none), .post(.bytes(.empty))),
    (
      "another salt", .at("http://a.test/?t=%E2%80%B9redacted%3Atoken%23aa%E2%80%BA"),
      .at("http://a.test/?t=%E2%80%B9redacted%3Atoken%23bb%E2%80%BA")
    ),
    (
      "another salt in JSON", .json(#"{"t":"‹redacted:token#aa›"}"#),
      .json(#"{"t":"‹redacted:token›"}"#)
    ),
    (
      "a secret that got its name elsewhere", .json(#"{"t":"‹redacted:token#aa›"}"#),
      .json(#"{"t":"‹redacted:authorization#bb›"}"#)
    ),
    (
      "another name in a URL", .at("http://a.test/?t=%E2%80%B9redacted%3Atoken%23aa%E2%80%BA"),
      .at("http://a.test/?t=%E2%80%B9redacted%3Apin%E2%80%BA")
    ),
  ]

  @Test("these are one request", arguments: sameRequests.map(\.name))
  func same(name: String) async throws {
    let row = try #require(Self.sameRequests.first { $0.name == name })
    let exchange = Exchange(
      sequence: 1, name: "", startedAt: 0, request: row.recorded,
      result: .success(Response(statusCode: 200, body: "yes", request: row.recorded)))
    let response = try await ReplayTransport([exchange]).send(row.asked, reporting: Transfer())
    #expect(response.body == "yes")
  }

  static let otherRequests:
    [(name: String, recorded: HTTPRequest, asked: HTTPRequest, why: String)] =
      [
        (
          "another method", .at("http://a.test/x"), .post(.none, path: "/x"), "the method is GET"
        ),
        (
          "another path", .at("http://a.test/users/42"), .at("http://a.test/users/43"),
          "the path has '42' for '43'"
        ),
        (
          "a longer path", .at("http://a.test/users/42/x"), .at("http://a.test/users/42"),
          "the path is longer"
        ),
        (
          "another parameter", .at("http://a.test/?page=1"), .at("http://a.test/?page=2"),
          "the query has page '1'"
        ),
        (
          "an order within a name", .at("http://a.test/?a=1&a=2"), .at("http://a.test/?a=2&a=1"),
          "the query has a '1'"
        ),
        (
          "one parameter more", .at("http://a.test/?a=1&b=2"), .at("http://a.test/?a=1"),
          "the query also has b=2"
        ),
        (
          "one parameter less", .at("http://a.test/"), .at("http://a.test/?a=1"),
          "the query has no a=1"
        ),
        (
          "another number text", .json(#"{"a":9007199254740993}"#),
          .json(#"{"a":9007199254740992}"#), "the body differs at /a: it has 9007199254740993"
        ),
        ("another form", .form("a=1"), .form("a=2"), "the body differs"),
      ]

  @Test("these are not, and the miss says why", arguments: otherRequests.map(\.name))
  func other(name: String) async throws {
    let row = try #require(Self.otherRequests.first { $0.name == name })
    let exchange = Exchange(
      sequence: 7, name: "", startedAt: 0, request: row.recorded,
      result: .success(Response(statusCode: 200, request: row.recorded)))
    let error = await #expect(throws: TransportError.self) {
      try await ReplayTransport([exchange]).send(row.asked, reporting: Transfer())
    }
    #expect(error?.kind == .miss)
    let detail = try #require(error?.detail)
    #expect(detail.contains("nearest: #7"), "\(detail)")
    #expect(detail.hasSuffix("(\(row.why))"), "\(detail)")
  }

  @Test("a miss names the three nearest, the nearest first")
  func nearest() async {
    let urls = ["/orders", "/users/9/posts", "/users/42?x=1", "/users/43", "/health"]
    let replay = ReplayTransport(
      urls.enumerated().map { recorded($0 + 1, "http://a.test\($1)", "") })
    let answer = await ask(replay, "http://a.test/users/42")
    #expect(
      answer == "miss: GET /users/42 is not in it; nearest: #3 GET /users/42?x=1"
        + " (the query also has x=1); #4 GET /users/43 (the path has '43' for '42');"
        + " #2 GET /users/9/posts (the path has '9' for '42')")
  }

  @Test("an empty session says so")
  func emptySession() async {
    let answer = await ask(ReplayTransport([]), "http://a.test/x")
    #expect(answer == "miss: GET /x is not in it: it holds no response at all")
  }

  @Test("a session of one origin answers for any; of two, each for itself")
  func origins() async {
    let one = ReplayTransport([recorded(1, "http://a.test/x?q=1", "one")])
    #expect(await ask(one, "https://staging.test:8443/x?q=1") == "one")
    let two = ReplayTransport([
      recorded(1, "http://a.test/x", "a"), recorded(2, "http://b.test/x", "b"),
    ])
    #expect(await ask(two, "http://b.test/x") == "b")
    #expect(await ask(two, "http://c.test/x").hasPrefix("miss: "))
  }

  @Test("equal headers choose between recordings of one request")
  func ties() async {
    let url = "http://a.test/x"
    let replay = ReplayTransport([
      recorded(1, url, "xml", headers: ["Accept": "text/xml"]),
      recorded(2, url, "json", headers: ["Accept": "application/json"]),
    ])
    #expect(await ask(replay, url, headers: ["accept": "application/json"]) == "json")
    #expect(await ask(replay, url, headers: ["accept": "application/json"]) == "xml")
  }

  @Test("a header that is to be matched is part of the request")
  func matchedHeaders() async {
    var options = ReplayTransport.Options()
    options.matchedHeaders = ["X-Tenant"]
    let replay = ReplayTransport(
      [recorded(1, "http://a.test/x", "a", headers: ["x-tenant": "a"])], options: options)
    #expect(await ask(replay, "http://a.test/x", headers: ["X-Tenant": "a"]) == "a")
    let miss = await ask(replay, "http://a.test/x", headers: ["X-Tenant": "b"])
    #expect(miss.hasSuffix("(the header x-tenant is 'a')"), "\(miss)")
  }

  @Test("secrets are hidden on both sides before anything is compared")
  func redaction() async {
    var options = ReplayTransport.Options()
    options.redact = { request in
      var request = request
      if request.url.hasSuffix("?token=real") {
        request.url = "http://a.test/x?token=%E2%80%B9redacted%3Atoken%2311%E2%80%BA"
      }
      return request
    }
    let mark = "http://a.test/x?token=%E2%80%B9redacted%3Atoken%2399%E2%80%BA"
    let replay = ReplayTransport([recorded(1, mark, "one")], options: options)
    #expect(await ask(replay, "http://a.test/x?token=real") == "one")
  }

  static let failures: [(NetError, Kind)] = [
    (.transport(TransportError(.dns, detail: "no such host")), .dns),
    (.transport(TransportError(.reset, phase: .receiving)), .reset),
    (.limit(LimitExceeded(.wireBody, allowed: 1), nil), .limit),
    (.cancelled, .cancelled),
  ]

  @Test(
    "a recorded failure fails in the same way", arguments: [Kind.dns, .reset, .limit, .cancelled])
  func failure(kind: Kind) async throws {
    let recorded = try #require(Self.failures.first { $0.1 == kind })
    let request = HTTPRequest(url: "http://a.test/x")
    let exchange = Exchange(
      sequence: 1, name: "", startedAt: 0, request: request, result: .failure(recorded.0))
    let provider = Provider(transport: ReplayTransport([exchange]))
    let result = await provider.request(TestTarget(baseURL: "http://a.test/x")).result
    #expect(result.error?.kind == kind)
  }

  @Test("an answer that was refused is an answer; what has none answers nothing")
  func refused() async {
    let request = HTTPRequest(url: "http://a.test/x")
    let response = Response(statusCode: 500, body: "sorry", request: request)
    let refused = Exchange(
      sequence: 1, name: "", startedAt: 0, request: request, result: .failure(.statusCode(response))
    )
    let open = Exchange(
      sequence: 2, name: "", startedAt: 0, request: HTTPRequest(url: "http://a.test/y"))
    let replay = ReplayTransport([refused, open])
    #expect(await ask(replay, "http://a.test/x") == "sorry")
    #expect(await ask(replay, "http://a.test/y").hasPrefix("miss: "))
    #expect(replay.report.unused.isEmpty)
  }

  @Test("hops come back as they were recorded, and nothing follows them again")
  func redirects() async throws {
    let request = HTTPRequest(url: "http://a.test/x")
    var first = Hop(url: "http://a.test/x", method: .get)
    first.statusCode = 302
    first.headers = ["Location": "/y"]
    var second = Hop(url: "http://a.test/y", method: .get)
    second.statusCode = 200
    let response = Response(request: request, hops: [first, second], body: "there")
    let exchange = Exchange(
      sequence: 1, name: "", startedAt: 0, request: request, result: .success(response))
    let answer = try await ReplayTransport([exchange]).send(request, reporting: Transfer())
    #expect(answer.hops == [first, second])
  }

  static let latencies: [(ReplayTransport.Latency, Duration?)] = [
    (.none, nil), (.recorded(times: 1), .milliseconds(30)),
    (.recorded(times: 2), .milliseconds(60)),
    (.fixed(.milliseconds(200)), .milliseconds(200)),
  ]

  @Test("an answer takes as long as asked, by the clock it is given", arguments: latencies.indices)
  func latency(row: Int) async throws {
    let (latency, expected) = Self.latencies[row]
    let clock = ManualClock()
    var options = ReplayTransport.Options()
    options.latency = latency
    options.clock = clock
    var exchange = recorded(1, "http://a.test/x", "one")
    var response = try #require(exchange.response)
    response.hops[0].timings = Timings(wait: 20_000, receive: 10_000)
    exchange.result = .success(response)
    let replay = ReplayTransport([exchange], options: options)
    async let answer = ask(replay, "http://a.test/x")
    if let expected {
      await clock.waitForSleeps(1)
      #expect(clock.slept == [expected])
      clock.advance(by: expected)
    }
    #expect(await answer == "one")
  }
}

extension HTTPRequest {
  fileprivate static func at(_ url: String) -> HTTPRequest { HTTPRequest(url: url) }

  fileprivate static func post(
    _ body: RequestBody, path: String = "/", type: String? = nil
  ) -> HTTPRequest {
    HTTPRequest(
      method: .post, url: "http://a.test\(path)",
      headers: type.map { ["Content-Type": $0] } ?? [:], body: body)
  }

  fileprivate static func json(_ text: String) -> HTTPRequest {
    post(.bytes(Body(text)), type: "application/json")
  }

  fileprivate static func form(_ text: String) -> HTTPRequest {
    post(.bytes(Body(text)), type: "application/x-www-form-urlencoded")
  }

  fileprivate static func parts(boundary: String) -> HTTPRequest {
    let text =
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--\(boundary)--\r\n"
    return post(.bytes(Body(text)), type: "multipart/form-data; boundary=\(boundary)")
  }
}
