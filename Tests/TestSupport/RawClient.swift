import DemoServer
import Glibc

/// A client that sends bytes and reads bytes: it knows just enough HTTP to find an answer's end.
package final class RawClient {
  /// How a read came out.
  package enum Received: Equatable {
    case bytes([UInt8])
    case end
    case reset
    case silence
  }

  private let peer: RawServer.Peer
  private var descriptor: Int32 { peer.descriptor }
  /// What stands in the Host field of requests that are made here.
  package var host = "demo"
  package private(set) var buffer: [UInt8] = []

  /// Connects to a loopback port; a server that stays silent for `patience` ends a read.
  package init?(port: UInt16, on loopback: Loopback = .ipv4, patienceSeconds: Int = 5) {
    guard let peer = RawServer.Peer(connectingTo: Int(port), overIPv6: loopback == .ipv6) else {
      return nil
    }
    self.peer = peer
    var patience = timeval(tv_sec: patienceSeconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
  }

  deinit { peer.close() }

  package func send(_ text: String) { send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) { peer.send(bytes) }

  /// Sends a request with a Host field, and with a length when there is a body.
  package func send(
    _ method: String, _ target: String, fields: [Field] = [], body: [UInt8]? = nil
  ) {
    var text = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    if let body { text += "Content-Length: \(body.count)\r\n" }
    send(Array((text + "\r\n").utf8) + (body ?? []))
  }

  /// Says that nothing more is sent.
  package func halfClose() { peer.halfClose() }

  /// One read; the bytes are appended to the buffer, too.
  package func receive() -> Received {
    var piece = [UInt8](repeating: 0, count: 65_536)
    var count = 0
    // Another test of this process may have been sent a signal: that is no end of anything.
    repeat { count = recv(descriptor, &piece, piece.count, 0) } while count < 0 && errno == EINTR
    guard count > 0 else {
      if count == 0 { return .end }
      return errno == EAGAIN ? .silence : .reset
    }
    piece.removeLast(piece.count - count)
    buffer += piece
    return .bytes(piece)
  }

  /// What would be read right now, without waiting for it.
  package func peek() -> Received {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    if count > 0 { return .bytes([byte]) }
    if count == 0 { return .end }
    return errno == EAGAIN ? .silence : .reset
  }

  /// Reads until at least `count` bytes are in the buffer; what came instead, if they never do.
  package func receive(atLeast count: Int) -> Received? {
    while buffer.count < count {
      let received = receive()
      guard case .bytes = received else { return received }
    }
    return nil
  }

  /// Reads to the end of the connection and says how it ended.
  package func receiveAll() -> Received {
    while true {
      let received = receive()
      guard case .bytes = received else { return received }
    }
  }

  /// Takes bytes off the buffer.
  package func take(_ count: Int) -> [UInt8] {
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }
}
