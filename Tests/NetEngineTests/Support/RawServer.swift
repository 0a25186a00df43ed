import Glibc
import NetEngine

/// A loopback server that knows no HTTP: a closure talks on each connection, which then ends.
final class RawServer: Sendable {
  let port: Int
  private let listener: Descriptor

  /// The other side of one connection.
  struct Peer: Sendable {
    fileprivate let descriptor: Int32

    /// The next bytes; empty at the end.
    func receive() -> [UInt8] {
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      return count > 0 ? Array(buffer[..<count]) : []
    }

    /// Everything up to the end of a request's head.
    func receiveHead() -> String {
      var bytes: [UInt8] = []
      while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
        let piece = receive()
        if piece.isEmpty { break }
        bytes += piece
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    func send(_ text: String) {
      let bytes = Array(text.utf8)
      _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
  }

  init(_ talk: @escaping @Sendable (Peer) -> Void) throws {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let listener = Descriptor(socket(AF_INET, kind, 0))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(listener.number, raw, length) == 0 && listen(listener.number, 64) == 0
          ? getsockname(listener.number, raw, &length) : -1
      }
    }
    guard code == 0 else { throw ScratchFolder.Failure(what: "bind", code: errno) }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    BackgroundThread.start {
      while case let descriptor = accept(listener.number, nil, nil), descriptor >= 0 {
        BackgroundThread.start {
          talk(Peer(descriptor: descriptor))
          close(descriptor)
        }
      }
    }
  }

  deinit { shutdown(listener.number, Int32(SHUT_RDWR)) }
}
