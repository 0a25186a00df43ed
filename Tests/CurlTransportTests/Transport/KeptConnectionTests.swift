import CurlTransport
import Glibc
import NetEngine
import TestSupport
import Testing

/// A kept connection is lent to the next request only if nothing odd lies in it.
@Suite(.timeLimit(.minutes(1))) struct KeptConnectionTests {
  let transport = LibcurlTransport(environment: [:])

  /// A server whose first connection says something late, once the test has let it.
  private final class LateServer: Sendable {
    let server: RawServer
    let wasSaid = Gate()
    private let say: Int32

    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    init(_ late: String, then next: String = LateServer.ok) throws {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw TestFolder.Failure(what: "pipe", code: errno) }
      let (wait, say) = (ends[0], ends[1])
      self.say = say
      let (wasSaid, connections) = (wasSaid, Lock(0))
      server = try RawServer { peer in
        let number = connections.withLock { count in
          count += 1
          return count
        }
        _ = peer.receiveHead()
        peer.send(number == 1 ? LateServer.ok : next)
        if number == 1 {
          var byte: UInt8 = 0
          _ = Glibc.read(wait, &byte, 1)
          peer.send(late)
          wasSaid.open()
        }
        while !peer.receiveHead().isEmpty {
          peer.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nmine")
        }
      }
    }

    func speak() async {
      _ = Glibc.write(say, "x", 1)
      await wasSaid.wait()
    }

    var url: String { "http://127.0.0.1:\(server.port)/" }
  }

  @Test(
    "What came late on it is nobody's answer",
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison",
      "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", "\r\n", "x",
    ])
  func late(bytes: String) async throws {
    let server = try LateServer(bytes)
    #expect(await transport.fire(server.url + "first").response?.body.text == "ok")
    await server.speak()
    let next = try await transport.fire(server.url) { $0.method = .post }.get()
    #expect(next.body.text == "ok")
    #expect(next.warnings == [Warning(.unaskedBytes, "GET \(server.url)first")])
    #expect(next.hops.count == 1)
    #expect(next.hops[0].connection.isReused == false)
    // The new connection is kept in turn.
    let third = try await transport.fire(server.url).get()
    #expect(third.body.text == "mine")
    #expect(third.warnings.isEmpty)
    #expect(third.hops[0].connection.isReused)
  }

  /// A server whose first connection sends `late` as the second request is read.
  private static func late(
    _ late: String, to requests: Record<String>, every: Bool = false
  ) throws -> RawServer {
    let connections = Lock(0)
    return try RawServer { peer in
      let isFirst = connections.withLock { count in
        count += 1
        return count == 1
      }
      var count = 0
      while case let head = peer.receiveHead(), !head.isEmpty {
        count += 1
        requests.append(String(head.prefix { $0 != " " }))
        let isLate = isFirst ? count > 1 : every
        peer.send(isLate ? late : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        if isLate { return }
      }
    }
  }

  @Test("Late bytes before a request stay told when its own response is no HTTP")
  func lateBeforeNonsense() async throws {
    let server = try LateServer("x", then: "rest of a body")
    _ = await transport.fire(server.url + "first")
    await server.speak()
    let error = try #require(await transport.fire(server.url).transportError)
    #expect(error.kind == .protocol)
    #expect(error.response?.warnings == [Warning(.unaskedBytes, "GET \(server.url)first")])
  }

  @Test(
    "Late bytes on a kept connection are no response to the request that went out on it",
    arguments: [HTTPMethod.get, .put, .delete])
  func lateBehindARequest(method: HTTPMethod) async throws {
    let requests = Record<String>()
    let server = try Self.late("rest of a body", to: requests)
    let url = "http://127.0.0.1:\(server.port)/"
    _ = try await transport.fire(url + "first").get()
    let next = try await transport.fire(url) { $0.method = method }.get()
    #expect(next.body.text == "ok")
    let sent = method.rawValue
    #expect(
      next.warnings == [
        Warning(.unaskedBytes, "GET \(url)first"), Warning(.requestRepeated, "\(sent) \(url)"),
      ])
    #expect(next.hops.map(\.connection.isReused) == [false])
    #expect(requests.all == ["GET", sent, sent])
  }

  @Test("Neither a POST goes out again, nor a request whose own response is no HTTP")
  func noResponse() async throws {
    for (method, every) in [(HTTPMethod.post, false), (.get, true)] {
      let requests = Record<String>()
      let server = try Self.late("rest of a body", to: requests, every: every)
      let url = "http://127.0.0.1:\(server.port)/"
      _ = try await transport.fire(url).get()
      let result = await transport.fire(url) { $0.method = method }
      let error = try #require(result.transportError)
      #expect(error.kind == .protocol)
      #expect(error.detail.contains("does not begin with HTTP/"))
      #expect((error.response?.warnings ?? []).map(\.kind) == (every ? [.requestRepeated] : []))
      #expect(requests.all == ["GET"] + (every ? ["GET", "GET"] : ["POST"]))
    }
  }

  /// Takes a second request on its first connection and ends it without an answer.
  private static func forgetful(_ requests: Record<String>) throws -> RawServer {
    let connections = Lock(0)
    return try RawServer { peer in
      let number = connections.withLock { count in
        count += 1
        return count
      }
      let method = String(peer.receiveHead().prefix { $0 != " " })
      // A connection over which nothing is asked: opened for a repetition that was then refused.
      guard !method.isEmpty else { return }
      requests.append(method)
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      guard number == 1 else { return }
      requests.append(String(decoding: peer.receive().prefix { $0 != 0x20 }, as: UTF8.self))
    }
  }

  @Test("Dead after a POST was read, it is not sent again")
  func post() async throws {
    let requests = Record<String>()
    let server = try Self.forgetful(requests)
    let url = "http://127.0.0.1:\(server.port)/"
    _ = try await transport.fire(url).get()
    let error = try #require(
      await transport.fire(url) {
        $0.method = .post
        $0.task = .requestData("pay 100")
      }.transportError)
    #expect(error.kind == .reset)
    #expect(error.detail.contains("POST may have been carried out"))
    #expect(requests.all == ["GET", "POST"])
  }

  @Test("Dead after a GET was read, it is sent once more and says so")
  func get() async throws {
    let requests = Record<String>()
    let server = try Self.forgetful(requests)
    let url = "http://127.0.0.1:\(server.port)/"
    _ = try await transport.fire(url).get()
    let response = try await transport.fire(url).get()
    #expect(response.body.text == "ok")
    #expect(response.warnings.map(\.kind) == [.requestRepeated])
    #expect(requests.all == ["GET", "GET", "GET"])
  }
}
