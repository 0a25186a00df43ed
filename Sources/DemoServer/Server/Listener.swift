import Glibc

/// Which loopback address the server listens on.
package enum Loopback: Sendable {
  /// 127.0.0.1
  case ipv4
  /// ::1
  case ipv6
}

/// Why the server could not start.
public enum StartFailure: Error, Equatable, CustomStringConvertible {
  /// Another program has the port.
  case portTaken(UInt16)
  /// The system refused a call, with its error number.
  case system(call: String, code: Int32)

  /// What happened, as a sentence.
  public var description: String {
    switch self {
    case .portTaken(let port):
      "Port \(port) is taken by another program; without --port any free one is taken."
    case .system(let call, let code):
      "\(call) failed: \(String(cString: strerror(code)))."
    }
  }
}

/// A listening loopback socket.
struct Listener {
  let descriptor: Int32
  let port: UInt16

  /// Listens on `port`, or on any free one when it is 0.
  init(port wanted: UInt16, on loopback: Loopback) throws(StartFailure) {
    let family = loopback == .ipv4 ? AF_INET : AF_INET6
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard Self.bind(descriptor, port: wanted, on: loopback) == 0 else {
      let code = errno
      Glibc.close(descriptor)
      throw code == EADDRINUSE ? .portTaken(wanted) : .system(call: "bind", code: code)
    }
    guard listen(descriptor, 1_024) == 0 else {
      let code = errno
      Glibc.close(descriptor)
      throw code == EADDRINUSE ? .portTaken(wanted) : .system(call: "listen", code: code)
    }
    // accept must never block: a connection can vanish between poll and accept.
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    port = Self.boundPort(of: descriptor)
  }

  func close() {
    _ = Glibc.close(descriptor)
  }

  /// The next connection's descriptor; nil when there is none right now.
  func accept() -> Int32? {
    let accepted = Glibc.accept(descriptor, nil, nil)
    guard accepted >= 0 else { return nil }
    _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
    var yes: Int32 = 1
    setsockopt(
      accepted, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    return accepted
  }

  private static func bind(_ descriptor: Int32, port: UInt16, on loopback: Loopback) -> Int32 {
    switch loopback {
    case .ipv4:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
      return bind(descriptor, to: &address)
    case .ipv6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      return bind(descriptor, to: &address)
    }
  }

  private static func bind<Address>(_ descriptor: Int32, to address: inout Address) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }

  /// The port stands at the same place in an IPv4 and an IPv6 address.
  private static func boundPort(of descriptor: Int32) -> UInt16 {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    return result == 0 ? UInt16(bigEndian: address.sin6_port) : 0
  }
}
