import Glibc

/// How many bytes a connection had received when it was closed, asked of the kernel.
///
/// libcurl calls an answer that ends inside its first line nothing at all. Touched by the loop only.
final class ClosedSockets {
  private var counts: [Int: Int] = [:]

  /// Where the kernel's `tcp_info` holds `tcpi_bytes_received`; older C headers end before it.
  private static let offset = 128
  /// The state of a connection that the peer has ended.
  private static let closeWait: UInt8 = 8

  /// Closes the socket for libcurl, after a last look at it.
  func close(_ socket: Int32) -> Int32 {
    if let count = Self.received(on: socket), count > 0, let port = Self.localPort(of: socket) {
      counts[port] = count
    }
    return Glibc.close(socket)
  }

  /// What the connection from a local port had received; nil when nothing, or when it is open.
  func received(onPort port: Int) -> Int? { counts[port] }

  /// Forgets: the next connection may have the same port.
  func forget() {
    if !counts.isEmpty { counts.removeAll(keepingCapacity: true) }
  }

  private static func received(on socket: Int32) -> Int? {
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { info in
      var length = socklen_t(info.count)
      guard getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, info.baseAddress, &length) == 0,
        Int(length) >= offset + 8
      else { return nil }
      let count = Int(clamping: info.load(fromByteOffset: offset, as: UInt64.self))
      // The peer's FIN takes a place in the sequence and is counted as a byte.
      let hasEnded = info.load(as: UInt8.self) == closeWait
      return hasEnded ? count - 1 : count
    }
  }

  /// The port stands at the same place in an IPv4 and an IPv6 address.
  private static func localPort(of socket: Int32) -> Int? {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(socket, $0, &length)
      }
    }
    return code == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : nil
  }
}
