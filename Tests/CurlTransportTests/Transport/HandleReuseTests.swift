import CurlTransport
import DemoServer
import NetEngine
import NetRecordings
import TestServer
import TestSupport
import Testing

/// State of one transfer does not show in the next one of the same transport.
@Suite struct HandleReuseTests {
  typealias Change = @Sendable (inout TestTarget) -> Void

  let server: DemoServer
  let transport = LibcurlTransport(environment: [:])

  init() throws {
    server = try DemoServer.withBroken()
  }

  static let before: [(id: String, path: String, change: Change)] = [
    ("nothing odd", "/echo", { _ in }),
    ("HEAD", "/echo", { $0.method = .head }),
    ("another method", "/echo", { $0.method = "PURGE" }),
    ("DELETE", "/echo", { $0.method = .delete }),
    ("POST without a body", "/echo", { $0.method = .post }),
    (
      "POST with a body", "/echo",
      {
        $0.method = .post
        $0.task = .requestData("a=1")
      }
    ),
    (
      "Expect", "/echo",
      {
        $0.method = .put
        $0.task = .requestData("a=1")
        $0.headers["Expect"] = "100-continue"
      }
    ),
    ("many headers", "/echo", { $0.headers = ["X-One": "1", "Accept": "", "User-Agent": "me"] }),
    ("a password", "/echo", { $0.headers["Authorization"] = "secret" }),
    ("a cookie", "/echo", { $0.headers["Cookie"] = "a=1" }),
    ("cleartext HTTP/2 asked for", "/echo", { $0.options = .version(.http2) }),
    ("HTTP/1 asked for", "/echo", { $0.options = .version(.http1) }),
    (
      "another target in the request line", "/echo",
      {
        $0.options = RequestOptions()
        $0.options?.rawTarget = "/echo?raw"
      }
    ),
    (
      "another time to connect", "/echo",
      {
        $0.limits = Limits()
        $0.limits?.connectTimeout = .seconds(1)
      }
    ),
    ("bytes behind the body", "/broken/length/too-short", { _ in }),
    ("an answer until the end", "/until-close", { _ in }),
    ("a status that is none", "/status/404", { _ in }),
    ("a timeout", "/broken/time/hang", { $0.timeout = .milliseconds(50) }),
    (
      "a body that is too long", "/bytes/100000",
      { target in
        var limits = Limits()
        limits.wireBody = 10
        target.limits = limits
      }
    ),
  ]

  @Test(arguments: before.indices) func nothingOfTheHopBeforeIsSent(row: Int) async throws {
    let (id, path, change) = Self.before[row]
    let plain = server.baseURL + "/echo"
    let first = try await transport.fire(plain).get()
    for _ in 0..<2 {
      _ = await transport.fire(server.baseURL + path, change)
      let next = try await transport.fire(plain).get()
      #expect(next.hops[0].requestHead == first.hops[0].requestHead, "\(id)")
      #expect(next.statusCode == 200, "\(id)")
      #expect(next.warnings.isEmpty, "\(id): \(next.warnings)")
      #expect(next.hops[0].connection.proxy == nil)
      #expect(next.hops[0].connection.tls == nil)
      let again = try await transport.fire(plain).get()
      #expect(again.hops[0].connection.isReused, "\(id): its connection may be kept")
    }
  }

  @Test func anErrorOfOneHopIsNotToldOfTheNext() async throws {
    _ = try await transport.fire(server.baseURL + "/echo").get()
    let closed = try RawServer { peer in
      _ = peer.receiveHead()
      peer.end()
    }
    for _ in 0..<2 {
      let broken = await transport.fire("http://127.0.0.1:\(closed.port)/")
      #expect(broken.transportError?.kind == .empty)
      let next = try await transport.fire(server.baseURL + "/echo").get()
      #expect(next.isComplete)
    }
  }
}

extension RequestOptions {
  fileprivate static func version(_ version: Version) -> RequestOptions {
    var options = RequestOptions()
    options.version = version
    return options
  }
}
