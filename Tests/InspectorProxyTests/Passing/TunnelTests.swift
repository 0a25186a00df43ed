import DemoServer
import Glibc
import InspectorProxy
import LosslessJSON
import NetEngine
import TestSupport
import Testing

@Suite("Connections that become something else")
struct TunnelTests {
  static let asking = [
    Field("Connection", "keep-alive, Upgrade"), Field("Upgrade", "WebSocket"),
    Field("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="), Field("X-A", "b"),
  ]

  /// Takes the upgrade, keeps what it was asked, and sends back what comes.
  private func echo(
    _ asked: Lock<String>, _ head: String = Self.taken, ends: Bool = false
  ) throws -> RawServer {
    try RawServer { peer in
      var bytes: [UInt8] = []
      while true {
        let piece = peer.receive()
        if piece.isEmpty { return }
        bytes += piece
        guard let end = bytes.end(of: "\r\n\r\n") else { continue }
        asked.withLock { $0 = String(decoding: bytes[..<end], as: UTF8.self) }
        peer.send(Array(head.utf8) + bytes[end...])
        break
      }
      if ends { return }
      while true {
        let piece = peer.receive()
        if piece.isEmpty { return peer.send(Array("bye".utf8)) }
        peer.send(piece)
      }
    }
  }

  private static let taken =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSet-Cookie: a=b; Secure\r\n\r\n"

  @Test("bytes pass both ways as they come, and are counted; the last words come too")
  func echoes() async throws {
    let asked = Lock("")
    let server = try echo(asked)
    let between = try Between(to: ["http://127.0.0.1:\(server.port)/base"])
    let client = try between.client()
    client.send(
      "GET", "/chat?x=1", fields: Self.asking + [Field("Origin", "http://\(client.host)")])
    let answer = try client.readHead()
    #expect(answer.statusLine == "HTTP/1.1 101 Switching Protocols")
    #expect(answer.field("Upgrade") == "websocket" && answer.field("Connection") == "Upgrade")
    #expect(answer.field("Set-Cookie") == "a=b")
    let said = asked.withLock { $0 }
    #expect(said.hasPrefix("GET /base/chat?x=1 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"))
    #expect(said.contains("\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n"))
    #expect(said.contains("\r\nOrigin: http://127.0.0.1:\(server.port)\r\n"))
    #expect(said.contains("\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-A: b\r\n"))
    // More than any buffer holds, and every byte of it.
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    // `nonisolated(unsafe)`: `sender` only sends and `client` only receives; each touches things of its own.
    nonisolated(unsafe) let sender = client
    BackgroundThread.start { sender.send(bytes) }
    #expect(client.receive(atLeast: bytes.count) == nil)
    #expect(client.take(bytes.count) == bytes)
    client.halfClose()
    #expect(client.receiveAll() == .end && client.buffer == Array("bye".utf8))
    let told = await between.end()
    #expect(told.count == 1)
    #expect(told.first?.exchange.response?.statusCode == 101)
    #expect(told.first?.exchange.truncatedFrom == 3_000_003)
    #expect(told.first?.note == "a tunnel: 3000000 bytes to the server, 3000003 back")
  }

  @Test("a server that looks at Origin takes a page from here; no other site's comes to it")
  func origins() async throws {
    let port = Lock(0)
    let server = try RawServer { peer in
      let own = "Origin: http://127.0.0.1:\(port.withLock { $0 })\r\n"
      let isOwn = peer.receiveHead().contains(own)
      peer.send(isOwn ? Self.taken : "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")
    }
    port.withLock { $0 = server.port }
    let between = try Between(to: ["http://127.0.0.1:\(server.port)"])
    let rows: [(origin: String, status: Int, isOurs: Bool)] = [
      ("http://OWN", 101, false), ("http://localhost:3000", 403, false),
      ("https://evil.example", 403, true), ("null", 403, true),
    ]
    for row in rows {
      let client = try between.client()
      let origin = row.origin == "http://OWN" ? "http://\(client.host)" : row.origin
      client.send("GET", "/chat", fields: Self.asking + [Field("Origin", origin)])
      let answer = try client.readHead()
      #expect(answer.status == row.status, "\(row)")
      #expect((answer.field("Inspector-Error") != nil) == row.isOurs, "\(row)")
    }
    _ = await between.end()
  }

  @Test("what is sent behind the head comes along; a server that ends it ends it")
  func early() async throws {
    let asked = Lock("")
    let server = try echo(asked, ends: true)
    let between = try Between(to: ["http://127.0.0.1:\(server.port)"])
    let client = try between.client()
    client.send(
      "GET /a HTTP/1.1\r\nHost: \(client.host)\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nearly"
    )
    #expect(try client.readHead().status == 101)
    #expect(client.receiveAll() == .end)
    let rest = String(decoding: client.buffer, as: UTF8.self)
    // The server may have read the head alone.
    #expect(rest == "early" || rest == "")
    _ = await between.end()
  }

  @Test("a server that ends a silent tunnel ends it for the client, too")
  func endsSilently() async throws {
    let mayEnd = Lock(false)
    let server = try RawServer { peer in
      _ = peer.receiveHead()
      peer.send(Self.taken)
      peer.send(peer.receive())
      while !mayEnd.withLock({ $0 }) { usleep(1000) }
    }
    let between = try Between(to: ["http://127.0.0.1:\(server.port)"])
    let client = try between.client()
    client.send("GET", "/a", fields: Self.asking)
    #expect(try client.readHead().status == 101)
    // What has passed is behind it: the next thing that it hears of is the end.
    client.send("x")
    #expect(client.receive(atLeast: 1) == nil)
    mayEnd.withLock { $0 = true }
    #expect(client.receiveAll() == .end)
    _ = await between.end()
  }

  @Test("an upgrade that is refused is an answer as any")
  func refused() async throws {
    let asked = Lock("")
    let server = try echo(
      asked, "HTTP/1.1 403 No\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nno")
    let between = try Between(to: ["http://127.0.0.1:\(server.port)"])
    let client = try between.client()
    let answer = try client.ask("GET", "/a", fields: Self.asking)
    #expect(answer.status == 403 && answer.text == "no")
    #expect(answer.field("Connection") == "close" && answer.field("Upgrade") == nil)
    client.halfClose()
    let told = await between.end()
    #expect(told.first?.exchange.response?.statusCode == 403)
  }

  @Test("a server that is not there is 502; what is no upgrade of ours is taken away")
  func others() async throws {
    let gone = try RawServer { _ in }.port
    let between = try Between(to: ["http://127.0.0.1:1"])
    let answer = try between.client().ask("GET", "/a", fields: Self.asking)
    #expect(answer.status == 502 && answer.field("Inspector-Error") == "upstream")
    let told = await between.end()
    #expect(told.first?.instead == 502 && gone > 0)
    let behind = try Behind { _, _ in .text("HTTP/1.1 204 No\r\n\r\n") }
    let other = try Between(to: [behind.url])
    let client = try other.client()
    for fields in [
      [Field("Connection", "Upgrade, HTTP2-Settings"), Field("Upgrade", "h2c")],
      [Field("Upgrade", "websocket")],
    ] {
      #expect(try client.ask("GET", "/a", fields: fields).status == 204)
    }
    #expect(behind.requests.withLock { $0.allSatisfy { !$0.contains("Upgrade") } })
    _ = await other.end()
  }

  @Test("ending the server ends its tunnels", .timeLimit(.minutes(1)))
  func ending() async throws {
    let asked = Lock("")
    let server = try echo(asked)
    let between = try Between(to: ["http://127.0.0.1:\(server.port)"])
    let client = try between.client()
    client.send("GET", "/a", fields: Self.asking)
    #expect(try client.readHead().status == 101)
    let told = await between.end()
    #expect(told.count == 1 && client.receiveAll() != .silence)
  }
}

extension [UInt8] {
  fileprivate func end(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return nil }
    return (0...count - wanted.count).first { self[$0..<$0 + wanted.count].elementsEqual(wanted) }
      .map { $0 + wanted.count }
  }
}
