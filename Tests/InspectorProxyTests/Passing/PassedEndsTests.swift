import CurlTransport
import InspectorProxy
import LosslessJSON
import NetEngine
import TestSupport
import Testing

@Suite("How passed exchanges end")
struct PassedEndsTests {
  @Test(
    "a client that leaves is left by the server's connection, before the head and in the body",
    .timeLimit(.minutes(2)))
  func clientLeaves() async throws {
    for part in ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"] {
      let (left, leaves) = AsyncStream<Void>.makeStream()
      let (asked, asks) = AsyncStream<Void>.makeStream()
      let behind = try RawServer { peer in
        _ = peer.receiveHead()
        asks.yield()
        peer.send(part)
        while !peer.receive().isEmpty {}
        leaves.yield()
      }
      let between = try Between(to: ["http://127.0.0.1:\(behind.port)"])
      do {
        let client = try between.client()
        client.send("GET", "/a")
        for await _ in asked { break }
        if !part.isEmpty { #expect(client.receive(atLeast: 20) == nil) }
      }
      for await _ in left { break }
      let told = await between.end()
      #expect(told.count == 1 && !told[0].end.isWhole, "\(part)")
      #expect(told.first?.received.failure?.kind == .cancelled, "\(part)")
    }
  }

  @Test("an answer that is cut is cut for the client as well")
  func cut() async throws {
    let rows: [(sent: String, reset: Bool)] = [
      ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", false),
      ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", true),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n", false),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf", true),
    ]
    for row in rows {
      let behind = try Behind { _, _ in
        row.reset ? .reset(Array(row.sent.utf8)) : .close(Array(row.sent.utf8))
      }
      let between = try Between(to: [behind.url])
      let client = try between.client()
      #expect(throws: RawAnswer.Failure.self, "\(row)") { try client.ask("GET", "/a") }
      let told = await between.end()
      #expect(told.count == 1 && !told[0].end.isWhole && told[0].received.failure != nil, "\(row)")
    }
  }

  @Test(
    "where nothing comes back the client hears why: 502 or 504, the kind and where it was on its way"
  )
  func instead() async throws {
    let silent = try Behind { _, _ in .silence }
    let gone = try Behind { _, _ in .close([]) }
    let breaking = try Behind { _, _ in .reset(Array("HTTP/1.1 20".utf8)) }
    let closed = try RawServer { _ in }
    let port = closed.port
    let rows: [(url: String, status: Int, kind: String)] = [
      (silent.url, 504, "timeout"), (gone.url, 502, "connection"),
      (breaking.url, 502, "connection"),
      ("http://127.0.0.1:1", 502, "connection"), ("http://nobody.invalid", 502, "connection"),
    ]
    _ = port
    for row in rows {
      let between = try Between(to: [row.url]) { $0.limits.idleTimeout = .milliseconds(300) }
      let answer = try between.client().ask("GET", "/a")
      #expect(answer.status == row.status, "\(row): \(answer.text)")
      let words = JSONDocument(answer.body).json
      #expect(
        words["kind"].stringValue.isEmpty == false && words["phase"].stringValue.isEmpty == false)
      #expect(words["upstream"].stringValue == row.url + "/a")
      let told = await between.end()
      #expect(told.count == 1 && told[0].instead == row.status && told[0].end.isWhole)
    }
  }

  @Test(
    "a kept connection that dies under a request is tried anew where nothing was sent of a body")
  func keptConnection() async throws {
    // Answers once on each connection, and then ends it as the next request comes.
    let behind = try RawServer { peer in
      _ = peer.receiveHead()
      peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      _ = peer.receiveHead()
    }
    let between = try Between(to: ["http://127.0.0.1:\(behind.port)"])
    let client = try between.client()
    for _ in 0..<3 { #expect(try client.ask("GET", "/a").text == "ok") }
    let told = await between.end()
    #expect(told.count == 3 && told.allSatisfy { $0.instead == nil })
  }

  @Test("what is open when the server stops is over, and told of")
  func stop() async throws {
    let behind = try Behind { _, _ in .silence }
    let between = try Between(to: [behind.url])
    let clients = try (0..<50).map { _ in try between.client() }
    for client in clients { client.send("GET", "/a") }
    while behind.requests.withLock({ $0.count }) < 50 { await Task.yield() }
    let told = await between.end()
    #expect(told.count == 50 && told.allSatisfy { !$0.end.isWhole })
    for client in clients { #expect([.end, .reset].contains(client.receiveAll())) }
  }

  @Test("a page of a strange site, and a name that is not this server's, reach no server behind")
  func strangers() async throws {
    let behind = try Behind { _, _ in .text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
    let between = try Between(to: [behind.url])
    let rows = [
      "Host: evil.example\r\n", "Host: 127.0.0.1.evil.example\r\n",
      "Host: \(between.authority)\r\nOrigin: http://evil.example\r\nSec-Fetch-Site: cross-site\r\n",
    ]
    for row in rows {
      let client = try between.client()
      client.send("POST /a HTTP/1.1\r\n\(row)Content-Length: 0\r\n\r\n")
      #expect(try client.readAnswer().status == 403, "\(row)")
    }
    #expect(await between.end().isEmpty && behind.requests.withLock { $0.isEmpty })
  }
}
