import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// Redirects over real sockets: what crossed is what the server received.
@Suite struct RedirectSocketTests {
  let server: DemoServer

  init() throws {
    server = try Demo.server()
  }

  /// `/redirect/to` with a goal, percent-encoded as a query must be.
  static func redirecting(from origin: String, to goal: String, status: Int = 302) -> String {
    let escaped = goal.utf8.map { byte -> String in
      let isPlain = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
      return isPlain
        ? String(Character(Unicode.Scalar(byte)))
        : "%" + (byte < 16 ? "0" : "")
          + String(byte, radix: 16)
    }.joined()
    return "\(origin)/redirect/to?status=\(status)&to=\(escaped)"
  }

  // MARK: Credentials

  /// Where a redirect leads, seen from the first origin.
  enum Way: String, CaseIterable, CustomTestStringConvertible {
    case sameOrigin, otherHost, otherPort, thereAndBack

    var testDescription: String { rawValue }
    var keepsSecrets: Bool { self == .sameOrigin }

    func location(_ server: DemoServer, _ goal: String) -> String {
      switch self {
      case .sameOrigin: goal
      case .otherHost: "http://localhost:\(server.port)\(goal)"
      case .otherPort: server.otherOriginURL + goal
      case .thereAndBack:
        RedirectSocketTests.redirecting(from: server.otherOriginURL, to: server.baseURL + goal)
      }
    }
  }

  /// A secret, where it is said, and the header it is received as.
  enum Secret: String, CaseIterable, CustomTestStringConvertible {
    case authorization, cookie, apiKey, userInfo

    var testDescription: String { rawValue }

    var header: (name: String, value: String) {
      switch self {
      case .authorization: ("Authorization", "Bearer top-secret")
      case .cookie: ("Cookie", "session=top-secret")
      case .apiKey: ("X-Api-Key", "top-secret")
      case .userInfo: ("Authorization", "Basic YWRhOnRvcC1zZWNyZXQ=")
      }
    }

    func apply(to target: inout TestTarget) {
      if self == .userInfo {
        target.baseURL = "http://ada:top-secret@" + target.baseURL.dropFirst(7)
      } else {
        target.headers[header.name] = header.value
      }
    }
  }

  @Test(arguments: Way.allCases, Secret.allCases)
  func nothingSecretCrossesAnOrigin(way: Way, secret: Secret) async throws {
    let id = Unique.text()
    let goal = "/echo/\(id)"
    let url = Self.redirecting(from: server.baseURL, to: way.location(server, goal))
    let response = try await Demo.transport.fire(url, secret.apply).get()
    #expect(response.statusCode == 200)
    let received = server.requests(with: id)
    let (name, value) = secret.header
    #expect(received.first?.header(name) == value)
    #expect(received.last?.header(name) == (way.keepsSecrets ? value : nil))
    #expect(received.dropFirst().allSatisfy { way.keepsSecrets || $0.header(name) == nil })
    #expect(received.count == (way == .thereAndBack ? 3 : 2))
    #expect(response.hops.first?.dropped == [])
    #expect(response.hops.last?.dropped == (way.keepsSecrets ? [] : [name]))
    let kinds = response.warnings.map(\.kind)
    #expect(kinds.contains(.secretsDropped) == !way.keepsSecrets)
    // Nor does it stand in what is kept of the later hops.
    for hop in response.hops.dropFirst() where !way.keepsSecrets {
      let head = String(decoding: hop.requestHead, as: UTF8.self)
      #expect(!head.contains("top-secret") && !head.contains(value))
      #expect(!hop.url.contains("ada"))
    }
  }

  @Test(
    "Nothing secret crosses from https to http",
    .enabled(if: Certificates.areAvailable, "needs the openssl tool"), arguments: Secret.allCases)
  func leavingTLS(secret: Secret) async throws {
    let id = Unique.text()
    let goal = "/echo/\(id)"
    let tls = try await TLSServer(Certificates.made.get().own) { _ in
      TLSServer.answer(
        "moved", status: "302 Found", fields: ["Location: http://localhost:\(server.port)\(goal)"])
    }
    let response = try await Demo.transport.fire(tls.url) { target in
      secret.apply(to: &target)
      if secret == .userInfo {
        target.baseURL = "https://ada:top-secret@localhost:\(tls.port)"
      }
      target.options = RequestOptions()
      target.options?.verifiesTLS = false
    }.get()
    let (name, value) = secret.header
    #expect(tls.requests.all.first?.contains("\(name): \(value)\r\n") == true)
    let received = try #require(server.requests(with: id).first)
    #expect(received.header(name) == nil)
    #expect(response.hops.last?.dropped == [name])
    let kinds = Set(response.warnings.map(\.kind))
    #expect(kinds == [.leftHTTPS, .secretsDropped, .unverifiedTLS])
  }

  @Test(
    "A body reaches a server without TLS only where somebody allows it",
    .enabled(if: Certificates.areAvailable, "needs the openssl tool"), arguments: [false, true])
  func bodyLeavingTLS(isAllowed: Bool) async throws {
    let id = Unique.text()
    let goal = "http://localhost:\(server.port)/echo/\(id)"
    let tls = try await TLSServer(Certificates.made.get().own) { _ in
      TLSServer.answer("moved", status: "307 Moved", fields: ["Location: \(goal)"])
    }
    let result = await Demo.transport.fire(tls.url) { target in
      target.method = .post
      target.task = .requestData("password=hunter2")
      target.options = RequestOptions()
      target.options?.verifiesTLS = false
      target.options?.allowsDowngrade = isAllowed
    }
    let received = server.requests(with: id)
    guard !isAllowed else {
      #expect(try result.get().statusCode == 200 && received.count == 1)
      return
    }
    #expect(received.isEmpty)
    guard case .failure(let error) = result else {
      Issue.record("sent")
      return
    }
    #expect(error.message.contains("https://") && error.message.contains(":\(server.port)"))
    #expect(error.exitCode == 1)
  }

  // MARK: Method and body

  /// A status, what is sent, and what the goal is asked with.
  static let methods: [(Int, HTTPMethod, HTTPMethod)] = [301, 302, 303, 307, 308].flatMap {
    status in
    [HTTPMethod.get, .head, .post, .put, .delete].map { method in
      let becomesGet =
        (status == 303 && method != .head) || (status < 303 && method == .post)
      return (status, method, becomesGet ? .get : method)
    }
  }

  @Test(arguments: methods)
  func theGoalIsAskedAsTheStatusSays(
    row: (status: Int, sent: HTTPMethod, asked: HTTPMethod)
  ) async throws {
    let id = Unique.text()
    let url = Self.redirecting(from: server.baseURL, to: "/upload?\(id)", status: row.status)
    let body: Body = row.sent == .head || row.sent == .get ? .empty : "the body"
    let response = try await Demo.transport.fire(url) { target in
      target.method = row.sent
      if !body.isEmpty { target.task = .requestData(body) }
      target.headers["Content-Type"] = "text/plain"
    }.get()
    let received = try #require(server.requests(with: id).last)
    #expect(received.method == row.asked.rawValue)
    #expect(response.hops.map(\.method) == [row.sent, row.asked])
    let isKept = row.sent == row.asked
    #expect(received.body.kept == (isKept ? body.bytes : []))
    #expect(received.header("Content-Type") == (isKept ? "text/plain" : nil))
  }

  @Test func aFileIsReadAgainForTheNextHop() async throws {
    let folder = try TestFolder()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = try folder.write("large", bytes)
    let goal = "/upload?\(Unique.text())"
    let url = Self.redirecting(from: server.baseURL, to: goal, status: 308)
    let response = try await Demo.transport.fire(url) { target in
      target.method = .put
      target.task = .uploadFile(path)
    }.get()
    let received = try #require(server.requests(with: String(goal.dropFirst(8))).last)
    #expect(received.body.kept == bytes)
    #expect(response.hops.map(\.sentBodyBytes) == [bytes.count, bytes.count])
  }

  // MARK: What is kept

  @Test func everyHopKeepsItsOwnHeadBodyAndTimes() async throws {
    let url = Self.redirecting(from: server.baseURL, to: server.otherOriginURL + "/echo")
    let clock = ContinuousClock()
    let start = clock.now
    let response = try await LibcurlTransport(environment: [:]).fire(url).get()
    let elapsed = clock.now - start
    #expect(response.hops.count == 2)
    #expect(response.hops.map(\.statusCode) == [302, 200])
    let goal = server.otherOriginURL + "/echo"
    #expect(response.hops[0].body.text == "See \(goal)\n")
    #expect(response.hops[0].headers["Location"] == goal)
    #expect(response.hops[1].body.isEmpty)
    #expect(response.body.text?.contains("\"port\":\(server.otherPort)") == true)
    #expect(response.url == goal)
    #expect(response.hops.map(\.url) == [url, goal])
    for hop in response.hops {
      #expect(hop.head.starts(with: "HTTP/1.1 \(hop.statusCode) ".utf8))
      #expect(hop.requestHead.starts(with: "GET /".utf8))
      #expect(!hop.connection.isReused)
      #expect(hop.timings.connect != nil)
    }
    #expect(response.totalTime <= Int(elapsed / .microseconds(1)))
  }

  @Test func aRedirectIsNotFollowedWhenToldSo() async throws {
    let id = Unique.text()
    let goal = "/echo/\(id)"
    let url = Self.redirecting(from: server.baseURL, to: goal)
    let response = try await Demo.transport.fire(url) { target in
      target.options = RequestOptions()
      target.options?.followsRedirects = false
    }.get()
    #expect(response.statusCode == 302)
    #expect(response.hops.count == 1)
    #expect(response.body.text == "See \(goal)\n")
    #expect(server.requests(with: id).count == 1)
  }

  @Test func theNumberOfRedirectsIsALimitThatCanBeSet() async throws {
    let start = server.baseURL + "/redirect/3"
    let enough = await Demo.transport.fire(start) { $0.limits = Self.redirects(3) }
    #expect(enough.response?.hops.count == 4)
    let result = await Demo.transport.fire(start) { $0.limits = Self.redirects(2) }
    let error = try #require(result.transportError)
    #expect(error.kind == .redirect)
    #expect(error.message.contains("more than 2 redirects, the next one leads to http"))
    #expect(error.message.contains("raise limits.redirects of the target, the provider or"))
    #expect(error.response?.isComplete == false)
    #expect(error.response?.hops.map(\.statusCode) == [302, 302, 302])
    #expect(error.hops.count == 3)
    let none = await Demo.transport.fire(start) { $0.limits = Self.redirects(0) }
    #expect(none.transportError?.kind == .redirect)
  }

  private static func redirects(_ count: Int) -> Limits {
    var limits = Limits()
    limits.redirects = count
    return limits
  }

  @Test func aLoopEndsAfterTenRedirects() async throws {
    let result = await Demo.transport.fire(server.baseURL + "/broken/redirect/loop")
    #expect(result.transportError?.kind == .redirect)
    #expect(result.error?.response?.hops.count == 11)
    #expect(result.transportError?.elapsed == result.error?.response?.totalTime)
  }

  @Test func aLocationTooLongIsALimit() async throws {
    let server = try DemoServer.answering { _ in
      .text("", status: 302, fields: [Field("Location", "/" + String(repeating: "x", count: 400))])
    }
    let result = await Demo.transport.fire(server.baseURL) {
      var limits = Limits()
      limits.urlLength = 100
      $0.limits = limits
    }
    let length = server.baseURL.utf8.count + 401
    #expect(result.limit == LimitExceeded(.urlLength, allowed: 100, found: length))
    #expect(result.error?.hint.contains("limits.urlLength") == true)
    #expect(result.arrived?.hops.map(\.statusCode) == [302])
  }

  @Test func aHopThatFailsLeavesTheOnesBeforeIt() async throws {
    let url = Self.redirecting(from: server.baseURL, to: "http://127.0.0.1:1/")
    let result = await Demo.transport.fire(url)
    let error = try #require(result.transportError)
    #expect(error.kind == .connect)
    #expect(error.hops.map(\.statusCode) == [302, 0])
    #expect(error.hops.last?.url == "http://127.0.0.1:1/")
    #expect(error.response?.hops.count == 2)
    #expect(error.response?.hops.first?.headers["Location"] == "http://127.0.0.1:1/")
  }
}
