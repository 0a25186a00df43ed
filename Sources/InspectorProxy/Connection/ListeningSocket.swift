import CurlTransport
import Glibc

/// A socket that takes connections.
package struct ListeningSocket {
  package let descriptor: Int32
  package let port: UInt16

  /// Why nothing can be listened on.
  package enum Problem: Error, Equatable, CustomStringConvertible {
    case portTaken(UInt16)
    case badAddress(String)
    case system(call: String, code: Int32)

    package var description: String {
      switch self {
      case .portTaken(let port):
        "port \(port) is taken by another program; take another one, or 0 for any free one"
      case .badAddress(let text): "'\(text)' is no address of this machine: an IPv4 or IPv6 one"
      case .system("bind", EACCES): "ports below 1024 are for the administrator; take a higher one"
      case .system(let call, let code): "\(call) failed: \(String(cString: strerror(code)))"
      }
    }
  }

  /// Listens on an address as numbers; 0 is any free port.
  package init(_ address: String, port wanted: UInt16) throws(Problem) {
    let isOld = address.utf8.contains(UInt8(ascii: "."))
    descriptor = socket(
      isOld ? AF_INET : AF_INET6,
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        | Int32(SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    if !isOld { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size) }
    do throws(Problem) {
      try Self.bind(descriptor, address, wanted, isOld: isOld)
      guard listen(descriptor, 1_024) == 0 else {
        throw errno == EADDRINUSE ? .portTaken(wanted) : .system(call: "listen", code: errno)
      }
      port = SocketEnd(localOf: descriptor)?.port ?? 0
    } catch {
      Glibc.close(descriptor)
      throw error
    }
  }

  /// The next port that nobody has; nil where none of the next hundred is free.
  package static func firstFree(after port: UInt16, on address: String) -> UInt16? {
    let last = UInt16(clamping: Int(port) + 100)
    guard port < last else { return nil }
    return (port + 1...last).first { port in
      guard let socket = try? ListeningSocket(address, port: port) else { return false }
      socket.close()
      return true
    }
  }

  package func close() { Glibc.close(descriptor) }

  /// The next connection, which never waits; nil where there is none, or no descriptor for it.
  package func accept() -> Int32? {
    let accepted = Glibc.accept(descriptor, nil, nil)
    guard accepted >= 0 else { return nil }
    _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
    _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
    var yes: Int32 = 1
    setsockopt(
      accepted, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    return accepted
  }

  private static func bind(
    _ descriptor: Int32, _ address: String, _ port: UInt16, isOld: Bool
  ) throws(Problem) {
    let result: Int32
    if isOld {
      var full = sockaddr_in()
      full.sin_family = sa_family_t(AF_INET)
      full.sin_port = port.bigEndian
      guard inet_pton(AF_INET, address, &full.sin_addr) == 1 else { throw .badAddress(address) }
      result = bind(descriptor, to: &full)
    } else {
      var full = sockaddr_in6()
      full.sin6_family = sa_family_t(AF_INET6)
      full.sin6_port = port.bigEndian
      guard inet_pton(AF_INET6, address, &full.sin6_addr) == 1 else { throw .badAddress(address) }
      result = bind(descriptor, to: &full)
    }
    guard result != 0 else { return }
    switch errno {
    case EADDRINUSE: throw .portTaken(port)
    case EADDRNOTAVAIL: throw .badAddress(address)
    default: throw .system(call: "bind", code: errno)
    }
  }

  private static func bind<Address>(_ descriptor: Int32, to address: inout Address) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}
