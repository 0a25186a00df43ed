import CurlTransport
import Glibc
import LosslessJSON
import NetEngine
import NetRecordings

/// A connection that has become something else, as a WebSocket does: bytes both ways, on a thread of
/// its own, until either side ends it.
///
///     client ─► descriptor ─► Tunnel ─► RawConnection ─► server behind
///            ◄─             ◄─        ◄─
package final class Tunnel: Sendable {
  private let head: PassedHead
  let request: HTTPRequest
  private let number: Int
  private let startedAt: Int
  private let began = MonotonicClock.microseconds
  private let report: @Sendable (PassedExchange) -> Void
  /// Ends the thread: who waits for it finds it closed.
  private let stop: (read: Int32, write: Int32)
  private let isStopped = Lock(false)

  init(
    _ head: PassedHead, number: Int, startedAt: Int, limits: Limits,
    report: @escaping @Sendable (PassedExchange) -> Void
  ) {
    var request = head.request(within: limits)
    var fields = request.headers.filter {
      !$0.name.isSameHeaderName(as: "Connection") && !$0.name.isSameHeaderName(as: "TE")
    }
    fields.append(HeaderField("Connection", "Upgrade", source: .engine))
    fields.append(
      HeaderField("Upgrade", head.client.headers["Upgrade"] ?? "websocket", source: .wire))
    request.headers = Headers(Array(fields))
    (self.head, self.request, self.number, self.report) = (head, request, number, report)
    self.startedAt = startedAt
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    stop = (ends[0], ends[1])
  }

  deinit {
    close(stop.read)
    if !isStopped.withLock({ $0 }) { close(stop.write) }
  }

  /// Both sides are left.
  func end() {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    if isFirst { close(stop.write) }
  }

  /// Takes the client's connection over; what it has sent behind its head comes along.
  ///
  /// Where nobody says anything for so many microseconds it ends.
  func begin(on client: Int32, early: [UInt8], idleTime: UInt64) {
    let idle = Int32(clamping: idleTime / 1_000)
    do throws(OwnThread.Refused) {
      try OwnThread { self.run(client, early, idle) }.detach()
    } catch {
      close(client)
      tell(nil, "", TransportError(.connect, detail: "no thread for a tunnel"))
    }
  }

  // MARK: On its thread

  private func run(_ client: Int32, _ early: [UInt8], _ idle: Int32) {
    defer { close(client) }
    do throws(TransportError) {
      let server = try RawConnection(to: request)
      let line = MessageHead.requestLine(request.method, request.url, version: "HTTP/1.1")
      var said = Array(line.utf8) + [0x0d, 0x0a]
      for field in request.headers { said.append(passing: field) }
      said += [0x0d, 0x0a]
      var flow = TunnelFlow(client, server, stop: stop.read, out: said)
      var scanner = HeadScanner(
        limits: request.limits, method: request.method, asksForUpgrade: true)
      let interims = try flow.readHead(&scanner, idle: idle) { head.interim($0) ?? [] }
      let hop = hop(of: scanner)
      // What is refused is an answer as any: its bytes pass, then both sides end.
      flow.pass(client: interims + head.upgrade(hop, scanner.framing))
      if hop.statusCode == 101 { flow.pass(server: early) }
      flow.run(idle: idle)
      var note = "a tunnel: \(max(0, flow.up - said.count)) bytes to the server, \(flow.down) back"
      if flow.wasSilent {
        note += "; ended, for nobody said anything for \((Int(idle) * 1_000).shownAsTime)"
      }
      tell(hop, note, nil, down: flow.down)
    } catch {
      var answer = OwnWords.sentence(
        error.kind == .timeout ? 504 : 502, "upstream", error.message)
      let sent = SentAnswer(answer, to: head.client)
      answer.head += Array("Connection: close\r\n\r\n".utf8)
      let bytes = answer.head + answer.body.bytes
      _ = bytes.withUnsafeBytes {
        Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      tell(nil, "", error, sent)
    }
  }

  private func hop(of scanner: HeadScanner) -> Hop {
    var hop = Hop(url: request.url, method: request.method)
    (hop.head, hop.httpVersion) = (scanner.raw, scanner.version)
    (hop.statusCode, hop.reason) = (scanner.statusCode, scanner.reason)
    hop.headers = scanner.headers
    return hop
  }

  private func tell(
    _ hop: Hop?, _ note: String, _ failure: TransportError?, _ sent: SentAnswer? = nil,
    down: Int = 0
  ) {
    let time = Int(MonotonicClock.distance(began, MonotonicClock.microseconds))
    var hop = hop
    hop?.timings.receive = time
    var received = ReceivedExchange(
      request: request, hops: hop.map { [$0] } ?? [], failure: failure)
    if down > 0 { received.passedCount = down }
    var exchange = PassedExchange(
      number: number, startedAt: startedAt, client: head.client, request: request,
      received: received, sent: sent,
      end: ClientEnd(
        sent: sent?.keptBytes ?? down, isWhole: failure == nil || sent != nil, time: time))
    if hop?.statusCode == 101 { exchange.note = note }
    report(exchange)
  }
}

/// The bytes of a tunnel in both directions; of each, what the other side does not take yet waits.
private struct TunnelFlow {
  private let client: Int32
  private let server: RawConnection
  private let stop: Int32
  /// To the server, and to the client.
  private var out: [UInt8]
  private var back: [UInt8] = []
  private(set) var up = 0
  private(set) var down = 0
  /// It ended because nobody said anything.
  private(set) var wasSilent = false
  private var serverEnded = false
  private var clientEnded = false
  /// The client takes nothing any more.
  private var isGone = false
  /// Each side was told that the other one says nothing more.
  private var serverIsTold = false
  private var clientIsTold = false
  private var isStopped = false
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  private static let mostHead = 64 << 10

  init(_ client: Int32, _ server: RawConnection, stop: Int32, out: [UInt8]) {
    (self.client, self.server, self.stop, self.out) = (client, server, stop, out)
  }

  /// Reads up to the end of the server's final head; the bytes behind it wait.
  ///
  /// Returns the interim heads before it, each as `written` makes it.
  mutating func readHead(
    _ scanner: inout HeadScanner, idle: Int32, written: (HeadScanner.Interim) -> [UInt8]
  ) throws(TransportError) -> [UInt8] {
    var interims: [UInt8] = []
    while true {
      sendOut()
      var got: [UInt8] = []
      receive(into: &got)
      back += got
      while !scanner.isComplete, let end = back.firstIndex(of: 0x0a) {
        let count = scanner.interimResponses
        if let problem = back[...end].withUnsafeBytes({ scanner.take($0) }) {
          throw TransportError(problem.kind, phase: .waiting, detail: problem.detail)
        }
        back.removeFirst(end + 1)
        if scanner.interimResponses > count { interims += written(scanner.interim) }
      }
      if scanner.isComplete { return interims }
      guard back.count <= Self.mostHead else {
        throw TransportError(
          .limit(LimitExceeded(.headerBlock, allowed: Self.mostHead)), phase: .waiting)
      }
      if serverEnded { throw TransportError(.empty, phase: .waiting) }
      if got.isEmpty, !wait(readsClient: false, idle: idle) {
        throw TransportError(.cancelled, phase: .waiting)
      }
    }
  }

  /// Puts a head in front of what waits for the client.
  mutating func pass(client head: [UInt8]) {
    down -= head.count
    back = head + back
  }

  /// Puts bytes behind those that wait for the server.
  mutating func pass(server bytes: [UInt8]) { out += bytes }

  /// Until both sides have ended, or nobody says anything for so long.
  ///
  /// Who has ended may still be told something: the other side hears of the end, and goes on.
  mutating func run(idle: Int32) {
    while !isGone {
      let before = (up, down, back.count, out.count)
      sendBack()
      sendOut()
      if back.count < buffer.count, !serverEnded {
        var got: [UInt8] = []
        receive(into: &got)
        back += got
      }
      if out.count < buffer.count, !clientEnded { readClient() }
      if serverEnded, back.isEmpty, !clientIsTold {
        clientIsTold = true
        shutdown(client, Int32(SHUT_WR))
      }
      if clientEnded, out.isEmpty, !serverIsTold {
        serverIsTold = true
        shutdown(server.descriptor, Int32(SHUT_WR))
      }
      if serverIsTold, clientIsTold { return }
      guard (up, down, back.count, out.count) == before else { continue }
      let hasEnd = serverIsTold || clientIsTold
      guard wait(readsClient: true, idle: hasEnd ? min(idle, Self.lastWords) : idle) else {
        wasSilent = !hasEnd && !isStopped
        return
      }
    }
  }

  /// So long one side may say nothing once the other has ended.
  private static let lastWords: Int32 = 10_000

  private mutating func receive(into bytes: inout [UInt8]) {
    switch buffer.withUnsafeMutableBytes({ server.receive(into: $0) }) {
    case .bytes(let count): bytes += buffer[..<count]
    case .blocked: break
    case .closed: serverEnded = true
    }
  }

  private mutating func readClient() {
    let count = recv(client, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count > 0 { out += buffer[..<count] }
    if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { clientEnded = true }
  }

  private mutating func sendOut() {
    guard !out.isEmpty else { return }
    switch out.withUnsafeBytes({ server.send($0) }) {
    case .bytes(let count):
      out.removeFirst(count)
      up += count
    case .blocked: break
    case .closed:
      // It takes nothing any more; what it has said before still comes.
      out = []
      clientEnded = true
    }
  }

  private mutating func sendBack() {
    guard !back.isEmpty else { return }
    let count = back.withUnsafeBytes {
      Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    if count > 0 {
      back.removeFirst(count)
      down += count
    } else if count < 0, errno != EAGAIN, errno != EINTR {
      isGone = true
    }
  }

  /// False once it is to end, or nothing was said for so long.
  private mutating func wait(readsClient: Bool, idle: Int32) -> Bool {
    let reads = readsClient && !clientEnded && out.count < buffer.count
    var wanted = [
      Self.wanted(
        server.descriptor, reads: back.count < buffer.count && !serverEnded, writes: !out.isEmpty),
      Self.wanted(client, reads: reads, writes: !back.isEmpty),
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = poll(&wanted, nfds_t(wanted.count), idle)
      if count < 0, errno == EINTR { continue }
      isStopped = wanted[2].revents != 0
      return count > 0 && !isStopped
    }
  }

  /// One of which nothing is wanted is not looked at: its end would wake for nothing.
  private static func wanted(_ descriptor: Int32, reads: Bool, writes: Bool) -> pollfd {
    pollfd(
      fd: reads || writes ? descriptor : -1,
      events: Int16(reads ? POLLIN : 0) | Int16(writes ? POLLOUT : 0), revents: 0)
  }
}
