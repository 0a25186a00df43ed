import CurlTransport
import Glibc
import LosslessJSON
import NetEngine

/// Some of a server's connections on one thread, its own or a transport's: reads their requests,
/// sends what the handler says.
///
///     accept ─► read ─► RequestScanner ─► handler ─► (delay) ─► send ─► read …
///                                            └─ later, from any thread: answer(_:to:)
///
/// One thread and readiness events, so that a thousand slow clients cost what one does.
///
/// `@unchecked Sendable`: `inbox` is locked, everything else is touched by the one thread.
package final class ClientLane: LoopGuest, @unchecked Sendable {
  /// Which of the server's lanes it is.
  let place: Int
  let lanes: Lanes
  /// What it takes connections from; none where it gets them from another one.
  let sockets: [ListeningSocket]
  let readiness: Readiness
  private let bell: Int32
  let handler: any RequestHandler
  let limits: ListeningLimits
  /// On whose thread it is; kept, for the thread ends with the transport.
  private var host: LibcurlTransport?
  private let inbox = Lock(Inbox())
  /// By their descriptors.
  var connections: [Int32: ClientConnection] = [:]
  /// When the connections' deadlines are looked at next.
  var nextCheck = UInt64.max
  /// When connections are taken again, after descriptors ran out.
  var pausedUntil: UInt64?
  var now = MonotonicClock.microseconds
  /// Taken out of the inbox.
  private var moved: [ClientRequest.Ticket] = []
  private var scratch = [UInt8](repeating: 0, count: 64 << 10)

  private struct Inbox {
    var newcomers: [Newcomer] = []
    var answers: [(ClientAnswer, ClientRequest.Ticket)] = []
    /// Until when an answer is waited for without a word.
    var times: [(ClientRequest.Ticket, UInt64)] = []
    /// Of whose passed requests something has moved.
    var moved: [ClientRequest.Ticket] = []
    /// The bell rings for what is here already.
    var isRung = false
    var isStopping = false
    var hasEnded = false
    var waiters: [@Sendable () -> Void] = []

    /// Whether nothing has come.
    var isEmpty: Bool {
      answers.isEmpty && times.isEmpty && moved.isEmpty && newcomers.isEmpty && !isStopping
    }
  }

  /// A connection that was accepted just now.
  struct Newcomer {
    let descriptor: Int32
    /// The port that it was accepted at.
    let port: UInt16
    /// There are as many as may be without it.
    let isTooMany: Bool
  }

  init(
    _ place: Int, of lanes: Lanes, taking sockets: [ListeningSocket] = []
  ) throws(ListeningSocket.Problem) {
    do throws(Readiness.Refused) { readiness = try Readiness() } catch {
      throw .system(call: error.call, code: error.code)
    }
    bell = readiness.bellDescriptor
    (self.place, self.lanes, self.sockets) = (place, lanes, sockets)
    (handler, limits) = (lanes.handler, lanes.limits)
    for socket in sockets { readiness.watch(socket.descriptor, for: .reading) }
  }

  /// On a transport's thread, and on one of its own where that has none.
  func begin(hostedBy transport: LibcurlTransport?) throws(ListeningSocket.Problem) {
    if let transport, begins(on: transport) { return }
    do throws(OwnThread.Refused) {
      try OwnThread { self.run() }.detach()
    } catch {
      throw .system(call: "pthread_create", code: error.code)
    }
  }

  /// Begins on a transport's thread; false where that has none.
  func begins(on transport: LibcurlTransport) -> Bool {
    guard (try? transport.host(self)) != nil else { return false }
    host = transport
    return true
  }

  /// Answers a request that was left open; one whose client has left is passed by.
  package func answer(_ answer: ClientAnswer, to ticket: ClientRequest.Ticket) {
    inbox.withLock { inbox in
      guard !inbox.hasEnded else { return }
      inbox.answers.append((answer, ticket))
      ring(&inbox)
    }
  }

  /// Tells the handler when a request has waited for its answer for so many microseconds.
  func wake(_ ticket: ClientRequest.Ticket, in time: UInt64) {
    inbox.withLock { inbox in
      guard !inbox.hasEnded else { return }
      inbox.times.append((ticket, MonotonicClock.microseconds.saturatingSum(time)))
      ring(&inbox)
    }
  }

  /// Something can be done for a passed request: an answer has grown, or its body has room again.
  func hasMoved(_ ticket: ClientRequest.Ticket) {
    inbox.withLock { inbox in
      guard !inbox.hasEnded, inbox.moved.last != ticket else { return }
      inbox.moved.append(ticket)
      ring(&inbox)
    }
  }

  /// Takes a connection that another lane has accepted.
  func adopt(_ newcomer: Newcomer) {
    let isTaken = inbox.withLock { inbox in
      guard !inbox.hasEnded else { return false }
      inbox.newcomers.append(newcomer)
      ring(&inbox)
      return true
    }
    if !isTaken { close(newcomer.descriptor) }
  }

  /// Closes every connection, and the port where it has it, soon; then calls a function.
  func end(then done: @escaping @Sendable () -> Void = {}) {
    let hasEnded = inbox.withLock { inbox in
      guard !inbox.hasEnded else { return true }
      inbox.isStopping = true
      inbox.waiters.append(done)
      ring(&inbox)
      return false
    }
    if hasEnded { done() }
  }

  /// Called with the inbox locked: the bell is there as long as the thread has not ended.
  private func ring(_ inbox: inout Inbox) {
    guard !inbox.isRung else { return }
    inbox.isRung = true
    Readiness.ring(bell)
  }

  // MARK: - The thread

  /// On a thread of its own.
  private func run() {
    while let patience = turn(isReady: false) {
      guard maySleep() else { continue }
      wait(milliseconds: patience)
    }
  }

  /// Takes what came from other threads; with `isReady` also what came from clients.
  package func turn(isReady: Bool) -> Int32? {
    let (newcomers, answers, times, isStopping) = inbox.withLock { inbox in
      defer { (inbox.newcomers, inbox.answers, inbox.times) = ([], [], []) }
      swap(&inbox.moved, &moved)
      // Nobody rings for who is awake.
      inbox.isRung = true
      return (inbox.newcomers, inbox.answers, inbox.times, inbox.isStopping)
    }
    if !newcomers.isEmpty { now = MonotonicClock.microseconds }
    for newcomer in newcomers { admit(newcomer) }
    if isStopping {
      finish()
      return nil
    }
    setTimes(times)
    for (answer, ticket) in answers {
      guard let connection = connections[ticket.descriptor], connection.ticket == ticket,
        connection.phase == .waiting
      else { continue }
      begin(answer, on: connection)
      goOn(connection)
    }
    passOnMoved()
    if isReady { wait(milliseconds: 0) }
    checkDeadlines()
    return patience
  }

  package var descriptor: Int32 { readiness.descriptor }

  package func maySleep() -> Bool {
    inbox.withLock { inbox in
      guard inbox.isEmpty else { return false }
      inbox.isRung = false
      return true
    }
  }

  package func hasWoken() { inbox.withLock { $0.isRung = true } }

  /// Handles what can be read or written, once there is any of it.
  private func wait(milliseconds: Int32) {
    var hasNewcomers = false
    readiness.wait(milliseconds: milliseconds) { descriptor, found in
      now = MonotonicClock.microseconds
      if let connection = connections[descriptor] {
        handle(connection, found)
      } else {
        // Last of all: a descriptor that was closed in this turn may be given to a new one.
        hasNewcomers = true
      }
    }
    now = MonotonicClock.microseconds
    if hasNewcomers { acceptAll() }
  }

  private func finish() {
    lanes.takeNoMore()
    for socket in sockets { socket.close() }
    for connection in connections.values { end(connection, isReset: false, byClient: false) }
    let (late, waiters) = inbox.withLock { inbox in
      inbox.hasEnded = true
      return (inbox.newcomers, inbox.waiters)
    }
    for newcomer in late { close(newcomer.descriptor) }
    for waiter in waiters { waiter() }
  }

  private var patience: Int32 {
    let next = min(nextCheck, pausedUntil ?? .max)
    guard next != .max else { return -1 }
    return Int32(clamping: MonotonicClock.distance(now, next) / 1_000 + 1)
  }

  // MARK: Connections

  private func handle(_ connection: ClientConnection, _ found: Readiness.Interest) {
    if !found.isDisjoint(with: .gone) { return end(connection, isReset: false) }
    switch connection.phase {
    case .reading, .draining:
      read(connection)
    case .passing:
      // Of what is not read yet nobody knows whether it ends here.
      if found.contains(.leaving), connection.isAllRead { return end(connection, isReset: false) }
      if found.contains(.reading), connection.isAllRead {
        // The next request has come early, and waits in the system.
        watch(connection, for: connection.interest.subtracting(.reading))
      } else if found.contains(.reading) {
        read(connection)
      }
      if !found.contains(.reading) || found.contains(.writing) { goOn(connection) }
    case .waiting, .delayed, .hanging:
      // Who sends nothing more while an answer is looked for has left.
      if found.contains(.leaving) { return end(connection, isReset: false) }
      watch(connection, for: .leaving)
    case .sending:
      if found.contains(.writing) {
        goOn(connection)
      } else {
        // What comes early waits in the system; an answer that is on its way is sent to its end.
        watch(connection, for: .writing)
      }
    case .closed: break
    }
  }

  func watch(_ connection: ClientConnection, for interest: Readiness.Interest) {
    guard connection.interest != interest else { return }
    connection.interest = interest
    readiness.change(connection.descriptor, to: interest)
  }

  private func read(_ connection: ClientConnection) {
    let count = recv(connection.descriptor, &scratch, scratch.count, 0)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { return end(connection, isReset: false) }
    guard connection.phase == .reading || connection.phase == .passing else { return }
    connection.input += scratch[..<count]
    goOn(connection)
  }

  /// Reads and answers as long as something can be done without waiting.
  func goOn(_ connection: ClientConnection) {
    while connection.phase != .closed {
      switch connection.phase {
      case .reading:
        guard readNext(connection) else { return }
      case .sending:
        guard sendNext(connection) else { return }
      case .passing:
        guard passOn(connection) else { return }
      case .delayed:
        if connection.deadline > now { return }
        connection.phase = .sending
        allow(connection)
      case .waiting, .hanging, .draining, .closed: return
      }
    }
  }

  /// False when more has to come.
  private func readNext(_ connection: ClientConnection) -> Bool {
    while connection.phase == .reading {
      let event = connection.input.withUnsafeBytes { bytes in
        connection.scanner.next(in: bytes, from: &connection.start)
      }
      switch event {
      case .head(let head): take(head, connection)
      case .body(let range):
        guard connection.body.count + range.count <= limits.body else {
          refuse(Refusal(413, "The body is larger than \(limits.body >> 20) MiB."), on: connection)
          break
        }
        connection.body += connection.input[range]
      case .end(let trailers): ask(connection, trailers)
      case .refused(let refusal): refuse(refusal, on: connection)
      case nil:
        connection.dropRead()
        wait(for: connection)
        watch(connection, for: [.reading, .leaving])
        return false
      }
    }
    return true
  }

  /// A head has its time as a whole, a body between two pieces, a kept connection until it begins.
  private func wait(for connection: ClientConnection) {
    if connection.head != nil {
      connection.deadline = now + limits.idleTime
    } else if connection.scanner.isInside, !connection.hasBegun {
      connection.hasBegun = true
      connection.deadline = now + limits.headTime
    }
    note(connection.deadline)
  }

  private func take(_ head: ClientHead, _ connection: ClientConnection) {
    connection.head = head
    if let refusal = refusal(of: head, on: connection) { return refuse(refusal, on: connection) }
    do throws(Refusal) {
      switch try handler.passes(head, from: connection.descriptor, on: self) {
      case .request(let passed): return begin(passed, on: connection)
      case .tunnel(let tunnel): return hand(connection, over: tunnel)
      case .answer(let answer): return end(connection, behind: answer)
      case nil: break
      }
    } catch { return refuse(error, on: connection) }
    if case .length(let length) = head.framing, length > limits.body {
      return refuse(
        Refusal(413, "The body is larger than \(limits.body >> 20) MiB."), on: connection)
    }
    if head.expectsContinue {
      let word = "HTTP/1.1 100 Continue\r\n\r\n"
      _ = Array(word.utf8).withUnsafeBytes {
        send(connection.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
    }
  }

  /// Why a head is not let in; nil where it is.
  private func refusal(of head: ClientHead, on connection: ClientConnection) -> Refusal? {
    if connection.comesBack {
      return Refusal(508, "The server behind is this one: requests go round.")
    }
    let host = head.headers["Host"]
    let isKnown = host.map { connection.host?.isSameText(as: $0) == true } ?? false
    if let refusal = lanes.hosts?.refusal(of: head, isKnown: isKnown) { return refusal }
    connection.host = host
    guard head.headers.contains("Expect"), !head.expectsContinue, !head.isOldVersion,
      head.headers["Expect"]?.lowercasedASCII != "100-continue"
    else { return nil }
    return Refusal(417, "Only 'Expect: 100-continue' is met.")
  }

  /// The connection is the tunnel's from now on, with what has come behind the head.
  private func hand(_ connection: ClientConnection, over tunnel: Tunnel) {
    let early = Array(connection.input[connection.start...])
    readiness.forget(connection.descriptor)
    forget(connection)
    tunnel.begin(on: connection.descriptor, early: early, idleTime: limits.tunnelTime)
  }

  private func ask(_ connection: ClientConnection, _ trailers: [HeaderField]) {
    guard let head = connection.head else { return }
    connection.hasBegun = false
    let ticket = nextTicket(for: connection.descriptor)
    connection.ticket = ticket
    connection.askedAt = now
    let request = ClientRequest(
      ticket: ticket, head: head, body: connection.body, trailers: trailers)
    connection.body = []
    connection.dropRead()
    if let answer = handler.answer(request, on: self) {
      begin(answer, on: connection)
    } else {
      connection.phase = .waiting
      connection.deadline = .max
    }
  }

  /// Draws the server's next number for the request that came over a connection.
  func nextTicket(for descriptor: Int32) -> ClientRequest.Ticket {
    ClientRequest.Ticket(descriptor: descriptor, number: lanes.takeNumber())
  }

  func refuse(_ refusal: Refusal, on connection: ClientConnection) {
    end(connection, behind: handler.answer(refusal, connection.head))
  }

  /// Sends a response although not all of the request was read, which ends the connection.
  private func end(_ connection: ClientConnection, behind answer: ClientAnswer) {
    var answer = answer
    answer.closes = true
    connection.askedAt = now
    connection.body = []
    begin(answer, on: connection)
    // Later bytes are not read, but the response may still be sent.
    if connection.phase == .sending { goOn(connection) }
  }

  // MARK: Passing

  private func passOnMoved() {
    guard !moved.isEmpty else { return }
    now = MonotonicClock.microseconds
    for ticket in moved {
      guard let connection = connections[ticket.descriptor], connection.ticket == ticket,
        connection.phase == .passing
      else { continue }
      goOn(connection)
    }
    moved.removeAll(keepingCapacity: true)
  }

  /// Waits for the next request, or ends the connection in order.
  func turn(_ connection: ClientConnection, isKept: Bool) {
    if isKept {
      connection.phase = .reading
      connection.deadline = now + limits.keptTime
      return note(connection.deadline)
    }
    // Closing with unread bytes would break the connection, and the answer on its way with it.
    shutdown(connection.descriptor, Int32(SHUT_WR))
    connection.phase = .draining
    connection.input = []
    connection.deadline = now + 500_000
    note(connection.deadline)
    watch(connection, for: [.reading, .leaving])
  }

  /// Closes a connection; `byClient` is false where the server ends it before its client does.
  func end(_ connection: ClientConnection, isReset: Bool, byClient: Bool = true) {
    if connection.phase == .waiting, let ticket = connection.ticket { handler.clientLeft(ticket) }
    let isOver = isReset || !byClient || connection.phase == .draining
    let isBusy = connection.phase != .reading || connection.scanner.isInside
    connection.finish(isWhole: false, now: now)
    connection.passed?.leave()
    connection.finishPassed(isWhole: false, now: now)
    forget(connection)
    if isReset { connection.prepareReset() }
    close(connection.descriptor)
    handler.closed(connection.descriptor, byClient: !isOver, isBusy: isBusy)
  }
}
