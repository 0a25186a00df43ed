import BytesAndJSON
import ExchangesAndOutcomes
import Glibc
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

  /// Finds the listener; may look up the host's name and look into `/proc`.
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
  /// Finds the program by its socket.
  package static func find(_ host: String, _ port: Int) -> RingGuard.Listener {
    guard let addresses = OwnAddresses.all(of: host) else { return .elsewhere }
    let sockets = listening(at: port, addresses)
    return !sockets.isEmpty && isHeldByInspector(sockets) ? .inspector : .other
  }

  /// The inodes of sockets that accept connections to one of these addresses.
  private static func listening(at port: Int, _ addresses: [[UInt8]]) -> Set<String> {
    var inodes: Set<String> = []
    for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
      for line in lines(of: table) {
        let words = line.split(separator: UInt8(ascii: " "))
        // 0A is LISTEN.
        guard words.count > 9, words[3].elementsEqual("0A".utf8),
          let end = SystemAddress(words[1]), end.port == port,
          end.isAny || addresses.contains(end.bytes)
        else { continue }
        inodes.insert(String(decoding: words[9], as: UTF8.self))
      }
    }
    return inodes
  }

  private static func isHeldByInspector(_ inodes: Set<String>) -> Bool {
    let names = Set(inodes.map { "socket:[\($0)]" })
    for process in entries(of: "/proc") where process.utf8.allSatisfy({ $0 &- 0x30 < 10 }) {
      guard lines(of: "/proc/\(process)/comm").first?.elementsEqual("inspector".utf8) == true else {
        continue
      }
      let folder = "/proc/\(process)/fd"
      if entries(of: folder).contains(where: { names.contains(target(of: "\(folder)/\($0)")) }) {
        return true
      }
    }
    return false
  }

  // MARK: Files of the system

  private static func lines(of path: String) -> [ArraySlice<UInt8>] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 32 << 10)
    while case let count = read(descriptor, &piece, piece.count), count > 0 {
      bytes += piece[..<count]
    }
    return bytes.split(separator: 0x0a)
  }

  private static func target(of link: String) -> String {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = bytes.withUnsafeMutableBytes { raw in
      raw.baseAddress.map {
        readlink(link, $0.assumingMemoryBound(to: CChar.self), raw.count)
      } ?? 0
    }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

/// `0100007F:1F90` of `/proc/net/tcp`: an address, each four bytes turned round, and a port.
private struct SystemAddress {
  let bytes: [UInt8]
  let port: Int

  init?(_ text: ArraySlice<UInt8>) {
    let (host, rest) = text.split(at: UInt8(ascii: ":"))
    guard let rest, let port = Int(String(decoding: rest, as: UTF8.self), radix: 16),
      host.count % 8 == 0
    else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: host.startIndex, to: host.endIndex, by: 8) {
      let word = String(decoding: host[start..<start + 8], as: UTF8.self)
      guard let number = UInt32(word, radix: 16) else { return nil }
      withUnsafeBytes(of: number) { bytes += $0 }
    }
    self.port = port
    self.bytes = OwnAddresses.withoutMapping(bytes)
  }

  var isAny: Bool { bytes.allSatisfy { $0 == 0 } }
}
