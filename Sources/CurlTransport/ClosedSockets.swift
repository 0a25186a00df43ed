import Glibc
import NetEngine

/// What the kernel knew of connections when they were closed.
///
/// libcurl calls an answer that ends inside its first line nothing at all, and does not read an
/// answer when sending has failed. Touched by the loop only.
final class ClosedSockets {
  private struct Socket {
    var received = 0
    var unread: [UInt8] = []
  }

  private var sockets: [Int: Socket] = [:]

  /// Where the kernel's `tcp_info` holds `tcpi_bytes_received`; older C headers end before it.
  private static let offset = 128
  /// The states of a connection that the peer has ended: waiting for our end, or reset after that.
  private static let closeWait: UInt8 = 8
  private static let closed: UInt8 = 7
  /// An answer that was not read is small: the server did not even take the request.
  private static let mostUnread = 256 << 10

  /// Closes the socket for libcurl, after a last look at it.
  func close(_ socket: Int32) -> Int32 {
    let received = Self.received(on: socket) ?? 0
    if received > 0, let port = SocketEnd(localOf: socket)?.port {
      sockets[Int(port)] = Socket(received: received, unread: Self.unread(on: socket))
    }
    return Glibc.close(socket)
  }

  /// How many bytes the connection from a local port had received; 0 when it is open.
  func received(onPort port: Int) -> Int { sockets[port]?.received ?? 0 }

  /// What lay in the connection from a local port and was never read.
  func unread(onPort port: Int) -> [UInt8] { sockets[port]?.unread ?? [] }

  /// Forgets: the next connection may have the same port.
  func forget() {
    if !sockets.isEmpty { sockets.removeAll(keepingCapacity: true) }
  }

  private static func unread(on socket: Int32) -> [UInt8] {
    var all: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { piece in
      while all.count < mostUnread {
        let count = recv(socket, piece.baseAddress, piece.count, Int32(MSG_DONTWAIT))
        if count > 0 {
          all += UnsafeRawBufferPointer(rebasing: piece[..<count])
        } else if count == 0 || errno != EINTR {
          break
        }
      }
    }
    return all
  }

  private static func received(on socket: Int32) -> Int? {
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { info in
      var length = socklen_t(info.count)
      guard getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, info.baseAddress, &length) == 0,
        Int(length) >= offset + 8
      else { return nil }
      let count = Int(clamping: info.load(fromByteOffset: offset, as: UInt64.self))
      // The peer's FIN takes a place in the sequence and is counted as a byte.
      let hasEnded = [closeWait, closed].contains(info.load(as: UInt8.self))
      return hasEnded ? max(0, count - 1) : count
    }
  }
}
