import CurlTransport
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("What a live replay sends")
struct ReplayPlanTests {
  private func options(_ change: (inout LiveReplay.Options) -> Void = { _ in })
    -> LiveReplay.Options
  {
    var options = LiveReplay.Options()
    options.comparison = Comparison(pipeline: Pipeline(profile: EnvelopeProfile.codeMsgData))
    change(&options)
    return options
  }

  private func exchange(
    _ url: String, method: HTTPMethod = .get, headers: Headers = [:], body: RequestBody = .none,
    status: Int = 200, answer: Headers = [:]
  ) -> Exchange {
    let request = HTTPRequest(method: method, url: url, headers: headers, body: body)
    let response = Response(statusCode: status, headers: answer, request: request)
    return Exchange(
      sequence: 1, name: "", startedAt: 0, request: request, result: .success(response))
  }

  private func decision(
    _ exchange: Exchange, _ change: (inout LiveReplay.Options) -> Void = { _ in }
  ) throws -> ReplayPlan.Decision {
    try ReplayPlan([exchange], options(change)).decision(on: exchange)
  }

  private func sent(
    _ exchange: Exchange, _ change: (inout LiveReplay.Options) -> Void = { _ in }
  ) throws -> HTTPRequest {
    let decision = try decision(exchange, change)
    guard case .send(let request) = decision else {
      throw SetupProblem(.url, .empty, text: "\(decision)")
    }
    return request
  }

  /// An answer with a token in its body and another secret in a cookie, then what was sent with both.
  private var chain: [Exchange] {
    var login = exchange(
      "http://a.test/login", answer: ["Set-Cookie": "sid=‹redacted:sid#0b›; Path=/"])
    let body = #"{"data":[{"token":"T-‹redacted:token#0a›"}],"pin":"‹redacted:pin,number#0c›"}"#
    login.result = .success(
      Response(
        statusCode: 200, headers: ["Set-Cookie": "sid=‹redacted:sid#0b›; Path=/"],
        body: Body(body), request: login.request))
    return [
      login,
      exchange(
        "http://a.test/item?pin=%E2%80%B9redacted%3Apin%230c%E2%80%BA",
        headers: [
          "Authorization": "Bearer ‹redacted:authorization#0a›", "Cookie": "sid=‹redacted:sid#0b›",
        ]),
    ]
  }

  @Test("secrets that an answer before gives are not asked for; those behind it are")
  func given() throws {
    #expect(try missing(chain) == [])
    let backwards = Array(chain.reversed())
    #expect(try missing(backwards) == ["PIN", "AUTHORIZATION", "SID"])
    var unanswered = chain
    unanswered[0].result = nil
    #expect(try missing(unanswered).count == 3)
  }

  private func missing(
    _ exchanges: [Exchange], _ change: (inout LiveReplay.Options) -> Void = { _ in }
  ) throws -> [String] {
    try ReplayPlan(exchanges, options(change)).missing(exchanges).map(\.secret.variable)
  }

  /// A login with a password that has this hash.
  private func login(_ hash: String, answer: String = "{}") -> Exchange {
    var exchange = exchange(
      "http://a.test/login", method: .post, headers: ["Content-Type": "application/json"],
      body: .bytes(Body(#"{"password":"‹redacted:password#\#(hash)›"}"#)))
    exchange.result = .success(
      Response(statusCode: 200, headers: [:], body: Body(answer), request: exchange.request))
    return exchange
  }

  /// An exchange with this token, answered with another.
  private func turn(_ hash: String, next: String) -> Exchange {
    var turn = exchange(
      "http://a.test/next", headers: ["Authorization": "Bearer ‹redacted:authorization#\(hash)›"])
    turn.result = .success(
      Response(
        statusCode: 200, headers: [:], body: Body(#"{"token":"‹redacted:token#\#(next)›"}"#),
        request: turn.request))
    return turn
  }

  @Test("two values of one name are two variables, and each request gets its own")
  func numbered() throws {
    let tries = [login("aa"), login("bb"), login("aa")]
    let values = ["PASSWORD": "wrong", "PASSWORD_2": "right"]
    let options = options {
      $0.allowsUnsafe = true
      $0.environment = { values[$0] }
    }
    let plan = try ReplayPlan(tries, options)
    let sent = tries.map { exchange -> String in
      guard case .send(let request) = plan.decision(on: exchange) else { return "nothing" }
      return request.body.collected?.text ?? ""
    }
    #expect(
      sent == ["wrong", "right", "wrong"].map { #"{"password":"\#($0)"}"# })
    #expect(try missing(tries) { $0.allowsUnsafe = true } == ["PASSWORD", "PASSWORD_2"])
    // What was said stays with its value, whichever part is fired.
    let asked = try ReplayPlan(tries, self.options { $0.allowsUnsafe = true }).missing(tries)
    let rest = [tries[1]]
    #expect(
      try missing(rest) {
        $0.allowsUnsafe = true
        $0.secrets = [asked[0].secret.id: "wrong"]
      } == ["PASSWORD"])
    #expect(
      try missing(rest) {
        $0.allowsUnsafe = true
        $0.secrets = [asked[1].secret.id: "right"]
      } == [])
  }

  @Test("a token that every answer makes anew is asked for once, where nobody gives the first")
  func rotating() throws {
    let turns = (0..<9).map { turn("a\($0)", next: "a\($0 + 1)") }
    #expect(try missing(turns) == ["AUTHORIZATION"])
    // Without the one in the middle the rest has one variable, for whatever it is then.
    var broken = turns
    broken[4].result = nil
    #expect(try missing(broken) == ["AUTHORIZATION", "AUTHORIZATION_2"])
  }

  @Test("a name with more values than a person would type is one variable, which says so")
  func many() throws {
    let few = ["a", "b", "c", "d"].map { turn($0, next: "") }
    #expect(try missing(few).last == "AUTHORIZATION_4")
    let many = few + [turn("e", next: "")]
    #expect(try missing(many) == ["AUTHORIZATION"])
    #expect(try ReplayPlan(many, options()).missing(many).map(\.secret.values) == [5])
  }

  @Test("a number that is the name of another secret is left to that")
  func takenNames() throws {
    var tries = [login("aa"), login("bb")]
    tries[0].request.headers = ["password-2": "‹redacted:password-2#cc›"]
    #expect(
      try missing(tries) { $0.allowsUnsafe = true } == ["PASSWORD_2", "PASSWORD", "PASSWORD_3"])
  }

  @Test("they are taken from the places where they stood: JSON, numbers, cookies, parts of texts")
  func taken() async throws {
    let chain = chain
    let transport = AnsweringTransport { request in
      request.url.hasSuffix("/login")
        ? Response(
          statusCode: 200,
          headers: ["Set-Cookie": "other=1", "X": "y", "set-cookie": "sid=fresh; Path=/"],
          body: Body(#"{"data":[{"token":"T-new"}],"pin":4711}"#), request: request)
        : Response(statusCode: 200, request: request)
    }
    let rows = try await LiveReplay(chain, transport: transport, options: options()).run()
    let sent = try #require(try rows[1].answered?.get().request)
    #expect(sent.headers["Authorization"] == "Bearer new")
    #expect(sent.headers["Cookie"] == "sid=fresh")
    #expect(sent.url == "http://a.test/item?pin=4711")
  }

  @Test("what an unsent login would give is not for a person to set")
  func unsent() throws {
    func reason(_ exchanges: [Exchange]) throws -> ReplayPlan.Decision {
      try ReplayPlan(exchanges, options()).decision(on: exchanges[exchanges.count - 1])
    }
    var chain = chain
    chain[0].request.method = .post
    let names = ["PIN", "AUTHORIZATION", "SID"]
    #expect(try reason(chain) == .skip(.unsent(names, giver: "POST /login")))
    #expect(
      Change.Reason.unsent(["TOKEN"], giver: "POST /login").text
        == "it needs $TOKEN of the response to POST /login; --unsafe sends that request first")
    // A secret that no response gives is named first, with '--unsafe' too.
    chain[1].request.headers["X-Api-Key"] = "‹redacted:x-api-key#ff›"
    #expect(try reason(chain) == .skip(.secret(["X_API_KEY"])))
    #expect(
      try ReplayPlan(chain, options { $0.allowsUnsafe = true }).decision(on: chain[1])
        == .skip(.secret(["X_API_KEY"])))
    #expect(try missing(chain) == [], "it is not sent, so the screens ask for nothing")
  }

  @Test("what does not stand there any more is missing, by its variable")
  func gone() async throws {
    let transport = AnsweringTransport { Response(statusCode: 200, request: $0) }
    let rows = try await LiveReplay(chain, transport: transport, options: options()).run()
    #expect(rows[1].answered == nil)
    let names = ["PIN", "AUTHORIZATION", "SID"]
    #expect(rows[1].change.kind == .skipped(.ungiven(names, giver: "GET /login")))
  }

  @Test("what a login would give that lacks its own secret is not for a person to set")
  func ungiven() async throws {
    var chain = chain
    chain[0].request.method = .post
    chain[0].request.headers = ["X-Api-Key": "‹redacted:x-api-key#ff›"]
    let transport = AnsweringTransport { Response(statusCode: 200, request: $0) }
    let rows = try await LiveReplay(
      chain, transport: transport, options: options { $0.allowsUnsafe = true }
    ).run()
    #expect(rows[0].change.kind == .skipped(.secret(["X_API_KEY"])))
    let reason = Change.Reason.ungiven(["PIN", "AUTHORIZATION", "SID"], giver: "POST /login")
    #expect(rows[1].change.kind == .skipped(reason))
    #expect(
      Change.Reason.ungiven(["SID"], giver: "POST /login").text
        == "it needs $SID, which the response to POST /login has not given; look there first, "
        + "or set it in the environment")
  }

  @Test(
    "methods that may change something wait for permission", arguments: ["POST", "DELETE", "X"])
  func unsafe(method: String) throws {
    let exchange = exchange("http://a.test/x", method: HTTPMethod(rawValue: method))
    #expect(try decision(exchange) == .skip(.method(method)))
    #expect(try sent(exchange) { $0.allowsUnsafe = true }.method.rawValue == method)
  }

  @Test("what was cancelled while it was recorded is not waited for again")
  func cancelled() throws {
    var exchange = exchange("http://a.test/x")
    exchange.result = .failure(.cancelled)
    #expect(try decision(exchange) == .skip(.cancelled))
    exchange.request.method = .post
    #expect(try decision(exchange) == .skip(.cancelled), "no permission makes it worth sending")
    let part = Response(statusCode: 404, body: "body", request: exchange.request)
    exchange.result = .failure(
      .transport(TransportError(.cancelled, phase: .receiving, response: part)))
    #expect(try decision(exchange) == .skip(.cancelled), "nor what had come of it")
  }

  @Test("what belongs to the old connection is left out, a browser's pseudo headers too")
  func connectionHeaders() throws {
    let exchange = exchange(
      "http://a.test/x",
      headers: [
        ":method": "GET", "Host": "a.test", "Content-Length": "7", "Connection": "close",
        "X-Own": "1", "User-Agent": "theirs",
      ])
    let request = try sent(exchange)
    #expect(request.headers.map(\.name) == ["X-Own", "User-Agent", "Accept", "Accept-Encoding"])
  }

  static let moves: [(String, String, String)] = [
    ("http://a.test/x?q=1", "https://b.test:8443", "https://b.test:8443/x?q=1"),
    ("https://a.test:444/", "http://b.test/v2/", "http://b.test/v2/"),
    ("https://a.test/x", "http://b.test/v2", "http://b.test/v2/x"),
  ]

  @Test("a base URL moves everything, its path in front", arguments: moves.map(\.0))
  func moved(url: String) throws {
    let row = try #require(Self.moves.first { $0.0 == url })
    #expect(try sent(exchange(url)) { $0.baseURL = row.1 }.url == row.2)
  }

  @Test("a base URL that is none is told before anything is sent")
  func badBase() {
    #expect(throws: SetupProblem.self) {
      try LiveReplay(
        [], transport: LibcurlTransport.shared, options: options { $0.baseURL = "b.test" })
    }
  }

  @Test("secrets come from the environment, each spelled for its place")
  func secrets() throws {
    let exchange = exchange(
      "http://a.test/x?token=%E2%80%B9redacted%3Atoken%23aa%E2%80%BA", method: .post,
      headers: [
        "Authorization": "Bearer ‹redacted:authorization#bb›", "Content-Type": "application/json",
      ], body: .bytes(#"{"pin":"‹redacted:pin›"}"#))
    let values = ["TOKEN": "a&b", "AUTHORIZATION": "xyz", "PIN": "1\"2"]
    let request = try sent(exchange) {
      $0.allowsUnsafe = true
      $0.environment = { values[$0] }
    }
    #expect(request.url == "http://a.test/x?token=a%26b")
    #expect(request.headers["Authorization"] == "Bearer xyz")
    #expect(request.body == .bytes(#"{"pin":"1\"2"}"#))
  }

  @Test("a number that was taken out is a number again, and matches one under another salt")
  func numbers() throws {
    let body = #"{"pin":1234,"otp":"1234","n":[{"sid":9876543210}]}"#
    let whole = exchange(
      "http://a.test/x", method: .post, headers: ["Content-Type": "application/json"],
      body: .bytes(Body(body)))
    let sealed = Redactor(salt: [1]).redact(whole)
    #expect(sealed.redacted == ["request.body/pin", "request.body/otp", "request.body/n/0/sid"])
    let values = ["PIN": "1234", "OTP": "1234", "SID": "9876543210"]
    let request = try sent(sealed) {
      $0.allowsUnsafe = true
      $0.environment = { values[$0] }
    }
    #expect(request.body == .bytes(Body(body)))
    // What is no number stays a text: the server says what it thinks of it.
    let other = try sent(sealed) {
      $0.allowsUnsafe = true
      $0.environment = { _ in "a\"b" }
    }
    let text = #"{"pin":"a\"b","otp":"a\"b","n":[{"sid":"a\"b"}]}"#
    #expect(other.body == .bytes(Body(text)))
    let again = Redactor(salt: [2]).redact(whole)
    #expect(MatchKey(again.request) == MatchKey(sealed.request))
  }

  @Test("a secret nobody gives skips the request, naming the variables")
  func missingSecrets() throws {
    let exchange = exchange(
      "http://a.test/x?a=%E2%80%B9redacted%3Asid%E2%80%BA",
      headers: ["X-Api-Key": "‹redacted:x-api-key#1›"])
    #expect(try decision(exchange) == .skip(.secret(["SID", "X_API_KEY"])))
    let reason = Change.Reason.secret(["SID", "X_API_KEY"])
    #expect(reason.text == "it needs $SID, $X_API_KEY; set them in the environment")
    // A variable that is set is not one to set; where it may not go, another step helps.
    let one = try decision(exchange) {
      $0.environment = { $0 == "SID" ? "1" : nil }
      $0.permits = { _ in false }
    }
    #expect(one == .skip(.secret(["X_API_KEY"])))
    let all = try decision(exchange) {
      $0.environment = { _ in "1" }
      $0.permits = { _ in false }
    }
    #expect(all == .skip(.unpermitted(["SID", "X_API_KEY"])))
    #expect(
      Change.Reason.unpermitted(["SID"]).text
        == "it needs $SID, which may not be sent there; --allow-env SID allows it")
  }

  @Test("what cannot be sent as it was recorded is skipped, with the reason")
  func unsendable() throws {
    guard
      case .skip(.request(let words)) = try decision(
        exchange("http://a.test/x", headers: ["X": "a\nb"]))
    else { return #expect(Bool(false)) }
    #expect(words.contains("a line feed"))
  }

  @Test("an answer that was a redirect itself is not followed this time either")
  func unfollowed() throws {
    let exchange = exchange("http://a.test/x", status: 302, answer: ["Location": "/y"])
    #expect(try !sent(exchange).options.followsRedirects)
    #expect(try sent(self.exchange("http://a.test/x")).options.followsRedirects)
  }

  // MARK: Pace

  static let paces: [(rate: Double?, speed: Double?, due: [Duration])] = [
    (4, nil, [.zero, .milliseconds(250), .milliseconds(500)]),
    (nil, 1, [.zero, .seconds(1), .seconds(3)]),
    (nil, 2, [.zero, .milliseconds(500), .seconds(1.5)]),
  ]

  @Test("requests start at the pace that was asked for", arguments: paces.indices)
  func pace(row: Int) async throws {
    let row = Self.paces[row]
    let clock = ManualClock()
    let exchanges = [0, 1_000_000, 3_000_000].map { start in
      var exchange = exchange("http://a.test/x")
      exchange.startedAt = 5_000_000 + start
      return exchange
    }
    let replay = try LiveReplay(
      exchanges, transport: ScriptedTransport(),
      options: options {
        ($0.rate, $0.speed) = (row.rate, row.speed)
        $0.clock = clock
      })
    async let rows = replay.run()
    let gaps = zip(row.due, [.zero] + row.due).map { $0 - $1 }
    for (place, gap) in gaps.enumerated() {
      await clock.waitForSleeps(place + 1)
      clock.advance(by: gap)
    }
    #expect(await rows.count == 3)
    #expect(clock.slept == gaps)
  }
}

/// Answers every request as a closure says.
private struct AnsweringTransport: Transport {
  let answer: @Sendable (HTTPRequest) -> Response

  func send(
    _ request: HTTPRequest, reporting transfer: Transfer
  ) async throws(TransportError) -> Response {
    answer(request)
  }
}
