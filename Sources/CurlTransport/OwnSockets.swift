import Glibc
import LosslessJSON
import NetEngine

/// One end of a connection: an address and a port, as the system writes them.
package struct SocketEnd: Sendable, Hashable {
  private let bytes: [UInt8]

  /// Our end of a connection.
  package init?(localOf socket: Int32) { self.init(socket, getsockname) }

  /// The other end of a connection.
  package init?(peerOf socket: Int32) { self.init(socket, getpeername) }

  private typealias Ask = (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>)
    -> Int32

  private init?(_ socket: Int32, _ ask: Ask) {
    var storage = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let code = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(socket, $0, &length) }
    }
    guard code == 0 else { return nil }
    // Of IPv4 the rest is padding, which nobody has promised anything about.
    let count = Int32(storage.sin6_family) == AF_INET ? 8 : Int(length)
    bytes = withUnsafeBytes(of: storage) { Array($0.prefix(count)) }
  }

  /// The port; it stands at the same place in an IPv4 and an IPv6 address.
  package var port: UInt16 { UInt16(bytes[2]) << 8 | UInt16(bytes[3]) }

  /// The address in numbers, without the port.
  package var address: String? {
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    var storage = sockaddr_in6()
    withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes) }
    let isOld = Int32(storage.sin6_family) == AF_INET
    let size = isOld ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
    let code = withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getnameinfo(
          $0, socklen_t(size), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
      }
    }
    return code == 0
      ? String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}

/// Both ends of a connection, as one of the two programs sees it.
package struct SocketEnds: Sendable, Hashable {
  private let own: SocketEnd
  private let other: SocketEnd

  /// nil where it is not connected.
  init?(of socket: Int32) {
    guard let own = SocketEnd(localOf: socket), let other = SocketEnd(peerOf: socket) else {
      return nil
    }
    (self.own, self.other) = (own, other)
  }

  /// As the program at the other end sees it.
  package init?(acrossFrom socket: Int32) {
    guard let ends = SocketEnds(of: socket) else { return nil }
    (own, other) = (ends.other, ends.own)
  }
}

/// The sockets of a transport's connections: whoever listens in the same program knows by them that a
/// request comes from itself.
///
/// By both ends: the system gives one port to several connections that lead to different places.
/// Which it is is known once it connects, so it is looked up when somebody asks.
///
/// libcurl closes a socket that never connected without a word, and the next one of the program may
/// get its number, a client's: by the file behind the number it is known that it is another.
final class OwnSockets: Sendable {
  private struct Own {
    let file: UInt
    var ends: SocketEnds?
  }

  private let all = Lock<[Int32: Own]>([:])

  func opens(_ socket: Int32) {
    guard let file = Self.file(of: socket) else { return }
    all.withLock { $0[socket] = Own(file: file) }
  }

  func closes(_ socket: Int32) { all.withLock { $0[socket] = nil } }

  func holds(_ wanted: SocketEnds) -> Bool {
    all.withLock { all in
      for (socket, own) in all where own.ends == nil {
        if Self.file(of: socket) == own.file {
          all[socket]?.ends = SocketEnds(of: socket)
        } else {
          all[socket] = nil
        }
      }
      return all.values.contains { $0.ends == wanted }
    }
  }

  /// No two that are open have the same.
  private static func file(of socket: Int32) -> UInt? {
    var status = stat()
    return fstat(socket, &status) == 0 ? UInt(status.st_ino) : nil
  }
}
