import Glibc

/// A loopback port where connecting never ends: its queue is full and nobody empties it.
package final class BlackHole: Sendable {
  package let port: Int
  private let listener: Int32
  private let fillers: [Int32]

  package init() throws {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let listener = socket(AF_INET, kind, 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
    guard Self.call(&address, { bind(listener, $0, $1) }) == 0, listen(listener, 0) == 0 else {
      throw TestFolder.Failure(what: "bind", code: errno)
    }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = Self.call(&address) { raw, _ in getsockname(listener, raw, &length) }
    port = Int(UInt16(bigEndian: address.sin_port))
    // The kernel takes one more than the queue's length, and then drops every SYN.
    fillers = (0..<4).map { [address] _ in
      var address = address
      let filler = socket(AF_INET, kind | Int32(SOCK_NONBLOCK.rawValue), 0)
      _ = Self.call(&address) { connect(filler, $0, $1) }
      return filler
    }
  }

  deinit {
    for filler in fillers { close(filler) }
    close(listener)
  }

  private static func call(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
