import Glibc
import LosslessJSON
import NetEngine

/// Ends rings of servers of this program, such as two captures that pass on to each other.
///
///     request ─► CDN-Loop names this run? ─► 508
///        └► the server behind is an inspector on this machine? ─► CDN-Loop: inspector-RUN (RFC 8586)
///
/// No other server gets the field. The member of a ring that starts last finds the others running.
package final class RingGuard: Sendable {
  /// The kind of program that listens at a host and port.
  package enum Listener: Sendable {
    case inspector
    /// Another program of this machine: it may end, and an inspector may take its port.
    case other
    case elsewhere
  }

  /// Finds the listener; may look up the host's name, and reads `/proc/net/unix`.
  package typealias Look = @Sendable (_ host: String, _ port: Int) -> Listener

  private struct Answer {
    var listener = Listener.other
    /// When it is looked for again.
    var next: UInt64 = 0
  }

  static let field = "CDN-Loop"
  /// This run's name in the field.
  package let id: String
  private let look: Look
  /// By the URLs of the servers behind.
  private let answers = Lock<[String: Answer]>([:])
  /// How long an answer about this machine counts, in microseconds.
  private static let keptTime: UInt64 = 5_000_000

  package init(look: @escaping Look = LocalListener.find) {
    id = "inspector-" + String(UInt64.random(in: .min ... .max), radix: 16)
    self.look = look
  }

  /// Refuses a request that has passed through this run before.
  func check(_ head: ClientHead) throws(Refusal) {
    for value in head.headers.values(Self.field) {
      for entry in value.utf8.split(separator: UInt8(ascii: ",")) {
        let name = entry.prefix { $0 != UInt8(ascii: ";") }.trimmingBlanks
        guard String(Substring(name)).isSameHeaderName(as: id) else { continue }
        throw Refusal(508, "The request has come round: its CDN-Loop names this very run.")
      }
    }
  }

  /// The field for requests to the server at this URL; nil where no inspector listens.
  func mark(for base: String) -> HeaderField? {
    let now = MonotonicClock.microseconds
    let (answer, isFirst) = answers.withLock { answers -> (Answer, Bool?) in
      let known = answers[base]
      guard now >= known?.next ?? 0 else { return (known ?? Answer(), nil) }
      // The next requests do not look too.
      answers[base, default: Answer()].next = now.saturatingSum(Self.keptTime)
      return (known ?? Answer(), known == nil)
    }
    var listener = answer.listener
    if let isFirst, let origin = (try? URLText(base))?.origin {
      if isFirst, OwnAddresses.isWritten(in: origin.host) {
        listener = find(origin, base)
      } else {
        // A name may take long to look up; the answer counts for the requests after it.
        try? OwnThread { [self] in _ = find(origin, base) }.detach()
      }
    }
    return listener == .inspector ? HeaderField(Self.field, id, source: .engine) : nil
  }

  private func find(_ origin: Origin, _ base: String) -> Listener {
    let found = look(origin.host, origin.port)
    answers.withLock { answers in
      answers[base, default: Answer()].listener = found
      if found == .elsewhere { answers[base]?.next = .max }
    }
    return found
  }
}

/// The program that listens at a port of this machine.
package enum LocalListener {
  /// Finds an inspector by the mark that it made for its port.
  package static func find(_ host: String, _ port: Int) -> RingGuard.Listener {
    guard let addresses = OwnAddresses.all(of: host) else { return .elsewhere }
    return PortMark.exists(for: port, on: addresses) ? .inspector : .other
  }
}

/// Tells other inspectors of this machine that the port belongs to one, whoever runs it.
///
/// An abstract socket whose name has the port and the addresses in hexadecimal digits; it is gone
/// with the process. Every user may read the names
/// in `/proc/net/unix`; the process behind a TCP port is hidden from other users.
final class PortMark: Sendable {
  private let descriptor: Lock<Int32>

  /// Nil without a socket.
  init?(for port: UInt16, on addresses: [String]) {
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let texts = addresses.flatMap { OwnAddresses.all(of: $0) ?? [] }.map(Self.text)
    // One byte of the path is the NUL in front; a longer list counts as every address.
    let list = texts.joined(separator: "-")
    let name = (Self.name(Int(port)) + (list.utf8.count < 80 ? list : Self.everywhere)).utf8
    // The first byte is NUL: no file is made.
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      UnsafeMutableRawBufferPointer(rebasing: path.dropFirst()).copyBytes(from: name)
    }
    let length =
      socklen_t(MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2) + 1 + socklen_t(name.count)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) }
    }
    guard result == 0 else {
      close(socket)
      return nil
    }
    descriptor = Lock(socket)
  }

  deinit { remove() }

  /// The port is another program's from now on.
  func remove() {
    descriptor.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  static func exists(for port: Int, on addresses: [[UInt8]]) -> Bool {
    let start = " @\(name(port))"
    let wanted = Set(addresses.map(text))
    return (names ?? []).split(separator: 0x0a).contains { line in
      guard let mark = line.firstPlace(of: start.utf8) else { return false }
      let marked = line[mark.upperBound...].split(separator: 0x2d).map {
        String(decoding: $0, as: UTF8.self)
      }
      return wanted.contains(everywhere)
        || marked.contains { $0 == everywhere || wanted.contains($0) }
    }
  }

  private static func name(_ port: Int) -> String { "inspector-listens-\(port)-" }

  /// A listener on zero has every address, and a request to zero reaches every listener.
  private static let everywhere = "0"

  private static func text(_ address: [UInt8]) -> String {
    let address = OwnAddresses.withoutMapping(address)
    return address.allSatisfy { $0 == 0 }
      ? everywhere : address.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The system's table of sockets.
  private static var names: [UInt8]? {
    let descriptor = open("/proc/net/unix", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 32 << 10)
    while case let count = read(descriptor, &piece, piece.count), count > 0 {
      bytes += piece[..<count]
    }
    return bytes
  }
}
