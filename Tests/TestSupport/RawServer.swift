import Glibc
import InspectorProxy

/// A loopback server that knows no HTTP: a closure talks on each connection, which then ends.
package final class RawServer: Sendable {
  package let port: Int
  private let listener: Descriptor

  package init(overIPv6: Bool = false, _ talk: @escaping @Sendable (Peer) -> Void) throws {
    let socket = try ListeningSocket(overIPv6 ? "::1" : "127.0.0.1", port: 0)
    port = Int(socket.port)
    // accept has to wait, and does so until the listener is shut down.
    _ = fcntl(socket.descriptor, F_SETFL, 0)
    let listener = Descriptor(socket.descriptor)
    self.listener = listener
    BackgroundThread.start {
      while case let descriptor = accept(listener.number, nil, nil), descriptor >= 0 {
        BackgroundThread.start {
          let peer = Peer(descriptor: descriptor)
          talk(peer)
          peer.close()
        }
      }
    }
  }

  deinit { shutdown(listener.number, Int32(SHUT_RDWR)) }

  /// The other side of one connection.
  package struct Peer: Sendable {
    package let descriptor: Int32

    fileprivate init(descriptor: Int32) {
      self.descriptor = descriptor
    }

    /// Connects to a loopback port; nil when nobody listens there.
    package init?(connectingTo port: Int, overIPv6: Bool = false) {
      descriptor = socket(
        overIPv6 ? AF_INET6 : AF_INET,
        Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      var four = sockaddr_in()
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = UInt16(port).bigEndian
      four.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
      var six = sockaddr_in6()
      six.sin6_family = sa_family_t(AF_INET6)
      six.sin6_port = UInt16(port).bigEndian
      six.sin6_addr = in6addr_loopback
      guard overIPv6 ? connect(to: &six) : connect(to: &four) else {
        close()
        return nil
      }
    }

    private func connect<Address>(to address: inout Address) -> Bool {
      withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
        }
      }
    }

    /// The next bytes; empty at the end.
    package func receive() -> [UInt8] {
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      var count = 0
      repeat {
        count = recv(descriptor, &buffer, buffer.count, 0)
      } while count < 0 && errno == EINTR
      return count > 0 ? Array(buffer[..<count]) : []
    }

    /// Everything up to the end of a request's head.
    package func receiveHead() -> String {
      var rest: [UInt8] = []
      return receiveHead(&rest)
    }

    /// The same; `rest` is what has come behind it.
    package func receiveHead(_ rest: inout [UInt8]) -> String {
      var bytes = rest
      var end = 0
      while true {
        while end + 4 <= bytes.count, !bytes[end..<end + 4].elementsEqual([13, 10, 13, 10]) {
          end += 1
        }
        if end + 4 <= bytes.count { break }
        let piece = receive()
        if piece.isEmpty { break }
        bytes += piece
      }
      let head = bytes.prefix(end + 4)
      rest = Array(bytes.dropFirst(end + 4))
      return String(decoding: head, as: UTF8.self)
    }

    package func send(_ text: String) { send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    /// Ends both directions; the descriptor stays until it is closed.
    package func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Says that nothing more is sent.
    package func halfClose() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends the connection with a reset once it is closed.
    package func reset() {
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    package func close() { _ = Glibc.close(descriptor) }
  }
}
