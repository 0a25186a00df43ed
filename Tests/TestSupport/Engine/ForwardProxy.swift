import Glibc
import NetEngine

/// A small forward proxy: whole URLs are passed on, CONNECT is tunnelled.
package final class ForwardProxy: Sendable {
  /// The heads it was sent.
  package let heads: Record<String>
  private let server: RawServer

  package var port: Int { server.port }
  package var url: String { "http://127.0.0.1:\(port)" }

  /// Asks for the user `ada` and the password `secret` when told so.
  package init(asksForPassword: Bool = false) throws {
    let heads = Record<String>()
    self.heads = heads
    server = try RawServer { client in
      let head = client.receiveHead()
      guard !head.isEmpty else { return }
      heads.append(head)
      if asksForPassword, !head.contains(Self.password) {
        return client.send(
          "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n"
            + "Proxy-Authenticate: Basic realm=\"test\"\r\nConnection: close\r\n\r\n")
      }
      Self.pass(head, from: client)
    }
  }

  /// What the user and the password look like on the way.
  package static let password = "Proxy-Authorization: Basic YWRhOnNlY3JldA==\r\n"

  private static func pass(_ head: String, from client: RawServer.Peer) {
    let words = head.split(separator: " ", maxSplits: 2).map(String.init)
    let isTunnel = words[0] == "CONNECT"
    let authority =
      isTunnel ? words[1] : words[1].split(separator: "/").dropFirst().first.map(String.init) ?? ""
    guard let port = authority.split(separator: ":").last.flatMap({ Int($0) }),
      let server = RawServer.Peer(connectingTo: port)
    else {
      return client.send("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
    }
    if isTunnel {
      client.send("HTTP/1.1 200 Connection established\r\n\r\n")
    } else {
      let path = words[1].dropFirst("http://\(authority)".utf8.count)
      let lines = words[2].split(separator: "\r\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix("Proxy-") }
      server.send("\(words[0]) \(path) " + lines.joined(separator: "\r\n"))
    }
    relay(client, server)
  }

  /// Carries bytes both ways until one side ends.
  private static func relay(_ client: RawServer.Peer, _ server: RawServer.Peer) {
    let isOver = Lock(false)
    BackgroundThread.start {
      while case let bytes = server.receive(), !bytes.isEmpty { client.send(bytes) }
      client.end()
      server.end()
      isOver.withLock { $0 = true }
    }
    while case let bytes = client.receive(), !bytes.isEmpty { server.send(bytes) }
    server.end()
    // The descriptors may be closed only when the other direction is done with them.
    while !isOver.withLock(\.self) { usleep(1_000) }
    server.close()
  }
}
