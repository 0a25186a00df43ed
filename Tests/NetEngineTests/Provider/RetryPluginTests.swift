import NetEngine
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct RetryPluginTests {
  static let request = HTTPRequest(url: "https://a.test/")
  let plugin = RetryPlugin(limit: 3, jitter: { 1 })

  static func answer(_ status: Int, _ headers: Headers = [:]) -> Result<Response, NetError> {
    .success(Response(statusCode: status, headers: headers, request: request))
  }

  static func failure(_ kind: TransportError.Kind) -> Result<Response, NetError> {
    .failure(.transport(TransportError(kind)))
  }

  func decide(
    _ result: Result<Response, NetError>, _ method: HTTPMethod = .get, try number: Int = 0,
    _ plugin: RetryPlugin? = nil
  ) async -> RetryDecision {
    var request = Self.request
    request.method = method
    return await (plugin ?? self.plugin)
      .retry(result, of: request, for: Attempt(target: TestTarget().words, run: 1, number: number))
  }

  @Test(
    "only methods that may be repeated are",
    arguments: [
      (HTTPMethod.get, true), (.head, true), (.put, true), (.delete, true), (.options, true),
      (.trace, true), (.post, false), (.patch, false), (.connect, false), ("PURGE", false),
      ("get", false),
    ])
  func methods(method: HTTPMethod, isRetried: Bool) async {
    let decision = await decide(Self.answer(503), method)
    #expect(decision == (isRetried ? .retry(after: .seconds(0.5)) : .stop))
  }

  @Test("only statuses that pass are, as answers and as failed validations", arguments: 100..<600)
  func statuses(code: Int) async throws {
    let expected: RetryDecision =
      [408, 429, 500, 502, 503, 504].contains(code) ? .retry(after: .seconds(0.5)) : .stop
    let answer = Self.answer(code)
    #expect(await decide(answer) == expected)
    #expect(await decide(.failure(.statusCode(try answer.get()))) == expected)
  }

  static let limit = LimitExceeded(.wireBody, allowed: 1)
  static let kinds: [(NetError, isRetried: Bool)] = [
    (.transport(TransportError(.dns)), true), (.transport(TransportError(.connect)), true),
    (.transport(TransportError(.timeout)), true), (.transport(TransportError(.reset)), true),
    (.transport(TransportError(.empty)), true), (.transport(TransportError(.truncated)), true),
    (.transport(TransportError(.tls)), false), (.transport(TransportError(.protocol)), false),
    (.transport(TransportError(.decode)), false), (.transport(TransportError(.redirect)), false),
    (.transport(TransportError(.cancelled)), false), (.transport(TransportError(.miss)), false),
    (.transport(TransportError(.storage)), false),
    (.transport(TransportError(.limit(limit))), false), (.limit(limit, nil), false),
    (.cancelled, false), (.plugin(name: "p", cause: CancellationError()), false),
    (.parameterEncoding(cause: CancellationError()), false),
    (.underlying(CancellationError(), nil), false),
    (.requestMapping(SetupProblem(.url, .empty, text: "")), false),
  ]

  @Test("only losses of the transport are", arguments: kinds.indices)
  func failures(index: Int) async {
    let (error, isRetried) = Self.kinds[index]
    let decision = await decide(.failure(error))
    #expect(decision == (isRetried ? .retry(after: .seconds(0.5)) : .stop), "\(error)")
  }

  @Test("what the server declined is tried again whatever its method", arguments: [true, false])
  func declined(isDeclined: Bool) async {
    var error = TransportError(.reset)
    error.isDeclined = isDeclined
    let decision = await decide(.failure(.transport(error)), .post)
    #expect(decision == (isDeclined ? .retry(after: .seconds(0.5)) : .stop))
    #expect(await decide(.failure(.transport(error)), .get) == .retry(after: .seconds(0.5)))
  }

  @Test("it waits 0.5·2ⁿ seconds, times the jitter, up to the limit")
  func backOff() async {
    let waits = [0.5, 1, 2, 4, 8, 16, 32]
    for jitter in [0.8, 1, 1.2] {
      let plugin = RetryPlugin(limit: 7, jitter: { jitter })
      for (number, wait) in waits.enumerated() {
        #expect(
          await decide(Self.failure(.reset), try: number, plugin)
            == .retry(after: .seconds(wait * jitter)))
      }
      #expect(await decide(Self.failure(.reset), try: 7, plugin) == .stop)
    }
    let endless = RetryPlugin(limit: .max, jitter: { 1 })
    #expect(await decide(Self.failure(.reset), try: 7, endless) == .stop, "64 s is too long")
    #expect(await decide(Self.failure(.reset), try: 5_000, endless) == .stop)
    #expect(await decide(Self.failure(.reset), RetryPlugin(limit: 0)) == .stop)
  }

  func decide(_ result: Result<Response, NetError>, _ plugin: RetryPlugin) async -> RetryDecision {
    await decide(result, .get, try: 0, plugin)
  }

  static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  static let retryAfter: [(id: String, headers: Headers, decision: RetryDecision)] = [
    ("seconds", ["Retry-After": "7"], .retry(after: .seconds(7))),
    ("no wait", ["retry-after": "0"], .retry(after: .zero)),
    ("the longest", ["Retry-After": "60"], .retry(after: .seconds(60))),
    ("too long", ["Retry-After": "61"], .stop),
    ("far too long", ["Retry-After": "99999999999999999999"], .stop),
    (
      "a date", ["Date": date, "Retry-After": "Sun, 06 Nov 1994 08:50:07 GMT"],
      .retry(after: .seconds(30))
    ),
    (
      "a date over midnight",
      [
        "Date": "Sat, 31 Dec 1994 23:59:50 GMT",
        "Retry-After": "Sun, 01 Jan 1995 00:00:05 GMT",
      ], .retry(after: .seconds(15))
    ),
    (
      "a date over a leap day",
      [
        "Date": "Mon, 28 Feb 2000 23:59:59 GMT",
        "Retry-After": "Tue, 29 Feb 2000 00:00:00 GMT",
      ], .retry(after: .seconds(1))
    ),
    (
      "a date in the form of RFC 850",
      ["Date": date, "Retry-After": "Sunday, 06-Nov-94 08:50:07 GMT"],
      .retry(after: .seconds(30))
    ),
    (
      "a date as asctime writes it",
      ["Date": "Sun Nov  6 08:49:37 1994", "Retry-After": "Sun Nov  6 08:50:07 1994"],
      .retry(after: .seconds(30))
    ),
    ("blanks around a number", ["Retry-After": " \t7 \t"], .retry(after: .seconds(7))),
    ("a blank in a number", ["Retry-After": "1 2"], .retry(after: .seconds(0.5))),
    (
      "a date that has passed", ["Date": date, "Retry-After": "Sun, 06 Nov 1994 08:49:00 GMT"],
      .retry(after: .zero)
    ),
    ("a date by our own clock", ["Retry-After": date], .retry(after: .zero)),
    ("a date too far", ["Date": date, "Retry-After": "Mon, 07 Nov 1994 08:49:37 GMT"], .stop),
    ("a sign", ["Retry-After": "+7"], .retry(after: .seconds(0.5))),
    ("negative", ["Retry-After": "-7"], .retry(after: .seconds(0.5))),
    ("words", ["Retry-After": "soon, maybe"], .retry(after: .seconds(0.5))),
    ("nothing", ["Retry-After": ""], .retry(after: .seconds(0.5))),
    (
      "a date that does not exist", ["Date": date, "Retry-After": "Sun, 32 Nov 1994 08:49:37 GMT"],
      .retry(after: .seconds(0.5))
    ),
  ]

  @Test("Retry-After comes first, unless it makes no sense", arguments: retryAfter.indices)
  func serversWish(index: Int) async throws {
    let (id, headers, decision) = Self.retryAfter[index]
    let answer = Self.answer(503, headers)
    #expect(await decide(answer) == decision, "\(id)")
    #expect(await decide(.failure(.statusCode(try answer.get()))) == decision, "\(id)")
  }

  @Test("a loss after the head honours what the head said")
  func lossWithHead() async {
    let response = Response(statusCode: 200, headers: ["Retry-After": "3"], request: Self.request)
    let error = NetError.transport(TransportError(.truncated, response: response))
    #expect(await decide(.failure(error)) == .retry(after: .seconds(3)))
  }

  @Test("a provider waits on its clock between the tries, and the last answer stands")
  func throughProvider() async {
    let clock = ManualClock()
    let transport = ScriptedTransport(
      .failure(.reset), .status(503), .status(429, ["Retry-After": "9"]), .status(500, body: "last")
    )
    let provider = Provider(transport: transport) {
      $0.clock = clock
      $0.plugins = [plugin]
    }
    let call = provider.request(TestTarget()).start()
    for (sleeps, wait) in [0.5, 1, 9].enumerated() {
      await clock.waitForSleeps(sleeps + 1)
      #expect(transport.requests.count == sleeps + 1)
      clock.advance(by: .seconds(wait))
    }
    let response = await call.result.response
    #expect(response?.statusCode == 500)
    #expect(response?.body == "last")
    #expect(transport.requests.count == 4)
    #expect(clock.slept == [.seconds(0.5), .seconds(1), .seconds(9)])
  }
}
