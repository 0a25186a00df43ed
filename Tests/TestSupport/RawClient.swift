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

  private let descriptor: Int32
  /// What stands in the Host field of requests that are made here.
  package var host = "demo"
  package private(set) var buffer: [UInt8] = []

  /// Connects to a loopback port; a server that stays silent for `patience` ends a read.
  package init?(port: UInt16, on loopback: Loopback = .ipv4, patienceSeconds: Int = 5) {
    let family = loopback == .ipv4 ? AF_INET : AF_INET6
    descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var four = sockaddr_in()
    four.sin_family = sa_family_t(AF_INET)
    four.sin_port = port.bigEndian
    four.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = port.bigEndian
    six.sin6_addr = in6addr_loopback
    let connected =
      loopback == .ipv4
      ? Self.connect(descriptor, to: &four) : Self.connect(descriptor, to: &six)
    guard connected == 0 else {
      Glibc.close(descriptor)
      return nil
    }
    var patience = timeval(tv_sec: patienceSeconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
  }

  private static func connect<Address>(_ descriptor: Int32, to address: inout Address) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }

  deinit {
    Glibc.close(descriptor)
  }

  package func send(_ text: String) { send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

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
  package func halfClose() { shutdown(descriptor, Int32(SHUT_WR)) }

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
