import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// Every limit over a real socket: named with its figure, what arrived is kept.
@Suite struct LimitTests {
  private static func limits(_ change: (inout Limits) -> Void) -> Limits {
    var limits = Limits()
    change(&limits)
    return limits
  }

  private static func result(
    _ url: String, _ change: (inout Limits) -> Void
  ) async -> Result<Response, NetError> {
    let limits = limits(change)
    return await Demo.transport.fire(url) { $0.limits = limits }
  }

  /// One limit, where it is met, and what is left.
  struct Row: CustomTestStringConvertible, Sendable {
    let exceeded: LimitExceeded
    let path: String
    var kept: Int?
    let change: @Sendable (inout Limits) -> Void

    var testDescription: String { "\(exceeded.limit) at \(path)" }

    init(
      _ limit: LimitExceeded.Limit, _ allowed: Int, found: Int? = nil, _ path: String,
      kept: Int? = nil, _ change: @escaping @Sendable (inout Limits) -> Void
    ) {
      exceeded = LimitExceeded(limit, allowed: allowed, found: found)
      (self.path, self.kept, self.change) = (path, kept, change)
    }
  }

  static let rows: [Row] = [
    // Announced: nothing of the body is taken.
    Row(.wireBody, 999, found: 1_000, "/bytes/1000", kept: 0) { $0.wireBody = 999 },
    Row(.wireBody, 0, found: 1, "/bytes/1", kept: 0) { $0.wireBody = 0 },
    // Not announced: what fits is there.
    Row(.wireBody, 20, "/stream/50?ms=0", kept: 20) { $0.wireBody = 20 },
    Row(.wireBody, 10, "/until-close", kept: 10) { $0.wireBody = 10 },
    Row(.headerFields, 1, found: 2, "/echo") { $0.headerFields = 1 },
    Row(.headerLine, 20, found: 32, "/echo") { $0.headerLine = 20 },
    Row(.headerBlock, 40, "/echo") { $0.headerBlock = 40 },
    Row(.interimResponses, 2, found: 3, "/broken/interim/102") { $0.interimResponses = 2 },
    Row(.headerFields, 1, found: 2, "/broken/chunks/trailers", kept: 5) { $0.headerFields = 1 },
  ]

  @Test(arguments: rows)
  func aLimitIsNamedWithItsFigureAndItsRemedy(row: Row) async throws {
    let result = await Self.result(try Demo.server().baseURL + row.path, row.change)
    let exceeded = try #require(result.limit)
    #expect(exceeded.limit == row.exceeded.limit)
    #expect(exceeded.allowed == row.exceeded.allowed)
    if let found = row.exceeded.found { #expect(exceeded.found == found) }
    let error = try #require(result.error)
    #expect(error.kind == .limit)
    #expect(error.message.contains("limited to \(row.exceeded.allowed)"))
    #expect(error.hint.contains("limits.\(row.exceeded.limit.rawValue)"))
    #expect(error.response?.isComplete == false)
    #expect(error.response?.hops.last?.head.isEmpty == false)
    if let kept = row.kept { #expect(error.response?.wire.count == kept) }
  }

  static let fitting: [Row] = [
    Row(.wireBody, 1_000, "/bytes/1000") { $0.wireBody = 1_000 },
    Row(.wireBody, 0, "/empty") { $0.wireBody = 0 },
    Row(.wireBody, 46, "/until-close") { $0.wireBody = 46 },
    Row(.interimResponses, 3, "/broken/interim/102") { $0.interimResponses = 3 },
    Row(.headerFields, 2, "/echo") { $0.headerFields = 2 },
    Row(.headerFields, 2, "/broken/chunks/trailers") { $0.headerFields = 2 },
  ]

  @Test(arguments: fitting)
  func atTheLimitAllIsWell(row: Row) async throws {
    let response = try await Self.result(try Demo.server().baseURL + row.path, row.change).get()
    #expect(response.isComplete)
    #expect(response.statusCode == 200)
  }

  @Test func headDoesNotMeetTheLimitOfABody() async throws {
    let server = try Demo.server()
    let limits = Self.limits { $0.wireBody = 10 }
    let response = try await Demo.transport.fire("\(server.baseURL)/bytes/1000") {
      $0.method = .head
      $0.limits = limits
    }.get()
    #expect(response.headers["Content-Length"] == "1000")
    #expect(response.body.isEmpty)
  }

  @Test func aURLThatIsTooLongIsNotSent() async throws {
    let server = try Demo.server()
    let id = Unique.text()
    let url = "\(server.baseURL)/echo/\(id)"
    let length = url.utf8.count
    #expect(await Self.result(url) { $0.urlLength = length }.response != nil)
    let result = await Self.result(url + "x") { $0.urlLength = length }
    let problem = try #require(result.error?.setupProblem)
    #expect(problem.reason == .tooLong(allowed: length))
    #expect(result.error?.message.contains("\(length) bytes") == true)
    #expect(result.error?.hint.contains("limits.urlLength") == true)
    #expect(server.requests(with: id).count == 1)
  }

  @Test func libcurlsOwnBoundIsNotPromisedAway() async throws {
    let server = try Demo.server()
    let result = await Self.result("\(server.baseURL)/broken/headers/line-1m") {
      $0.headerLine = 10 << 20
      $0.headerBlock = 10 << 20
    }
    #expect(result.limit == LimitExceeded(.headerLine, allowed: 100 << 10))
    #expect(result.error?.hint.contains("can only be lowered") == true)
  }

  @Test func aHeadBeyondLibcurlsBoundIsALimitToo() async throws {
    let line = "X: " + String(repeating: "x", count: 50_000) + "\r\n"
    let server = try DemoServer.answering([
      .raw("HTTP/1.1 200 OK\r\n"), .repeated(10, [.raw(line)]), .raw("\r\n"), .close,
    ])
    let raised = await Self.result(server.baseURL) { $0.headerBlock = 10 << 20 }
    #expect(raised.limit == LimitExceeded(.headerBlock, allowed: 300 << 10))
    #expect(raised.arrived?.headers.count ?? 0 >= 5)
    let usual = await Self.result(server.baseURL) { _ in }
    #expect(usual.limit?.limit == .headerBlock)
  }
}

/// Time that is up, each kind with what the transfer was doing.
@Suite struct TimeoutTests {
  private static func error(
    _ url: String, timeout: Duration? = nil, _ change: (inout Limits) -> Void = { _ in }
  ) async throws -> TransportError {
    var limits = Limits()
    change(&limits)
    let result = await Demo.transport.fire(url) { [limits] in
      $0.limits = limits
      $0.timeout = timeout
    }
    return try #require(result.transportError)
  }

  @Test func connectingHasALimit() async throws {
    let hole = try BlackHole()
    let error = try await Self.error("http://127.0.0.1:\(hole.port)/") {
      $0.connectTimeout = .milliseconds(100)
      // Silence is not counted before there is a connection.
      $0.idleTimeout = .milliseconds(1)
    }
    #expect(error.kind == .timeout)
    #expect(error.phase == .connecting)
    #expect(error.message.contains("connecting may take 100 ms; raise limits.connectTimeout"))
    #expect(error.response == nil)
    let timings = try #require(error.hops.first?.timings)
    #expect(timings.dns != nil && timings.connect != nil && timings.send == nil)
  }

  @Test func theWholeExchangeHasALimitWhileConnectingToo() async throws {
    let hole = try BlackHole()
    let error = try await Self.error("http://127.0.0.1:\(hole.port)/", timeout: .milliseconds(60))
    #expect(error.kind == .timeout)
    #expect(error.phase == .connecting)
    #expect(error.detail.contains("may take 60 ms; raise the target's timeout"))
  }

  @Test func theWholeExchangeHasALimit() async throws {
    let url = try Demo.server().baseURL + "/broken/time/hang"
    let target = try await Self.error(url, timeout: .milliseconds(80))
    #expect(target.kind == .timeout)
    #expect(target.phase == .waiting)
    #expect(target.detail.contains("the target's timeout"))
    #expect(target.elapsed ?? 0 >= 80_000)
    let limits = try await Self.error(url) { $0.totalTimeout = .milliseconds(80) }
    #expect(limits.detail.contains("limits.totalTimeout"))
    // The target's own limit goes before that of the limits.
    let both = try await Self.error(url, timeout: .milliseconds(80)) {
      $0.totalTimeout = .seconds(60)
    }
    #expect(both.detail.contains("the target's timeout"))
  }

  @Test func silenceHasALimit() async throws {
    let server = try DemoServer.answering([
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"), .hang,
    ])
    let error = try await Self.error(server.baseURL) { $0.idleTimeout = .milliseconds(500) }
    #expect(error.kind == .timeout)
    #expect(error.phase == .receiving)
    #expect(error.message.contains("nothing moved for 500 ms; raise limits.idleTimeout"))
    #expect(error.response?.wire.text == "hello")
    #expect(error.response?.isComplete == false)
    #expect(error.response?.statusCode == 200)
  }

  @Test func silenceBeforeTheFirstByteIsWaiting() async throws {
    let error = try await Self.error(try Demo.server().baseURL + "/broken/time/hang") {
      $0.idleTimeout = .milliseconds(100)
    }
    #expect(error.kind == .timeout)
    #expect(error.phase == .waiting)
    #expect(error.hops.first?.requestHead.starts(with: "GET /broken/time/hang ".utf8) == true)
  }

  @Test func silenceAfterAnInterimResponseIsWaitingStill() async throws {
    let server = try DemoServer.answering([.raw("HTTP/1.1 103 Early Hints\r\n\r\n"), .hang])
    let error = try await Self.error(server.baseURL) { $0.idleTimeout = .milliseconds(500) }
    #expect(error.phase == .waiting)
    #expect(error.response?.hops.first?.interimResponses == 1)
  }

  @Test func silenceWhileSendingIsSending() async throws {
    // The body is never read: once the kernel's buffers are full, nothing moves.
    let server = try DemoServer.deaf()
    var limits = Limits()
    limits.idleTimeout = .milliseconds(500)
    let result = await Demo.transport.fire(server.baseURL) { [limits] in
      $0.limits = limits
      $0.method = .post
      $0.task = .requestData(Body([UInt8](repeating: 0, count: 64 << 20)))
    }
    let error = try #require(result.transportError)
    #expect(error.kind == .timeout)
    #expect(error.phase == .sending)
  }

  @Test func anEventStreamMayBeSilent() async throws {
    let server = try DemoServer.answering([
      .head(Head(200, fields: [Field("Content-Type", "text/event-stream")])),
      .body(Array("data: a\n\n".utf8)), .wait(milliseconds: 700), .body(Array("data: b\n\n".utf8)),
      .close,
    ])
    var limits = Limits()
    limits.idleTimeout = .milliseconds(400)
    let response = try await Demo.transport.fire(server.baseURL) { [limits] in $0.limits = limits }
      .get()
    #expect(response.body.text == "data: a\n\ndata: b\n\n")
  }

  @Test func anEventStreamHasTheLimitOfTheWhole() async throws {
    let url = try Demo.server().baseURL + "/events/endless?ms=10"
    let error = try await Self.error(url, timeout: .milliseconds(150))
    #expect(error.kind == .timeout)
  }

  @Test func slowButSteadyIsNotSilent() async throws {
    let server = try DemoServer.answering([
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"),
      .repeated(10, [.raw("."), .wait(milliseconds: 60)]),
    ])
    var limits = Limits()
    limits.idleTimeout = .seconds(1)
    let response = try await Demo.transport.fire(server.baseURL) { [limits] in $0.limits = limits }
      .get()
    #expect(response.body.count == 10)
  }

  @Test func manyDeadlinesEachEndTheirOwn() async throws {
    let url = try Demo.server().baseURL + "/broken/time/hang"
    let transport = LibcurlTransport(environment: [:])
    let details = await withTaskGroup(of: (Int, String?).self) { group in
      for number in 0..<60 {
        group.addTask {
          let result = await transport.fire(url) { $0.timeout = .milliseconds(50 + number) }
          return (50 + number, result.transportError?.detail)
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(details.count == 60)
    for (limit, detail) in details {
      #expect(detail.contains("may take \(limit) ms;"))
    }
  }

  @Test func aLimitOfCenturiesIsNoLimit() async throws {
    var limits = Limits()
    limits.connectTimeout = .seconds(Int64.max)
    limits.idleTimeout = .seconds(Int64.max)
    let url = try Demo.server().baseURL + "/echo"
    let response = try await Demo.transport.fire(url) { [limits] in
      $0.limits = limits
      $0.timeout = .seconds(Int64.max)
    }.get()
    #expect(response.statusCode == 200)
  }

  @Test func theTimeThatIsLeftIsSharedByTheHops() async throws {
    let server = try Demo.server()
    let url = RedirectSocketTests.redirecting(
      from: server.baseURL, to: server.otherOriginURL + "/broken/time/hang")
    let error = try await Self.error(url, timeout: .milliseconds(500))
    #expect(error.kind == .timeout)
    #expect(error.hops.count == 2)
    #expect(error.response?.hops.first?.statusCode == 302)
    #expect(error.elapsed ?? 0 >= 500_000)
  }
}

/// Names and ports where nobody is.
@Suite struct UnreachableTests {
  @Test func anUnknownNameIsDNS() async throws {
    let result = await Demo.transport.fire("http://nosuch.invalid/")
    let error = try #require(result.transportError)
    #expect(error.kind == .dns)
    #expect(error.phase == .resolving)
    #expect(error.message.contains("nosuch.invalid"))
    #expect(error.hops.first?.connection.remote == nil)
  }

  @Test func aRefusedPortIsConnect() async throws {
    let result = await Demo.transport.fire("http://127.0.0.1:1/")
    let error = try #require(result.transportError)
    #expect(error.kind == .connect)
    #expect(error.phase == .connecting)
    #expect(error.message.contains("127.0.0.1 port 1"))
    #expect(error.message.contains("Connection refused"))
    #expect(error.response == nil)
    #expect(error.curlCode == 7)
  }

  @Test(arguments: ["http://exa_mple..invalid/", "http://[::1/", "http://a b/"])
  func aHostThatIsNoneFailsBeforeAnythingIsSent(url: String) async throws {
    let result = await Demo.transport.fire(url)
    #expect([.dns, .setup].contains(result.error?.kind))
  }
}
