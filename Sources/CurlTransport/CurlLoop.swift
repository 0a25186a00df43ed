internal import CCurl
import Glibc
import NetEngine

/// The thread behind a transport: every libcurl call happens on it, but the first, and the last where
/// there is no thread to be had.
///
///     post ─► inbox ─► drain ─► perform ─► finished handles ─► deadlines ─► wait ─┐
///                        ▲────────────────── bell or socket ─────────────────────┘
///
/// `@unchecked Sendable`: `inbox` is locked, everything else is touched by the one thread.
final class CurlLoop: @unchecked Sendable {
  /// What the thread is asked to do.
  enum Order {
    case start(CurlExchange)
    case cancel(CurlExchange)
    case resume(CurlExchange)
    case host(any LoopGuest)
    case stop
  }

  private struct Inbox {
    var orders: [Order] = []
    var isSleeping = false
    /// What wakes the loop; nil while there is none.
    var bell: Int32?
    /// How many threads are about to wake the loop: they still need its bell.
    var wakers = 0
    var isClosed = false
  }

  private let inbox = Lock(Inbox())
  private let multi: UnsafeMutableRawPointer
  private(set) var live: [UnsafeMutableRawPointer: CurlExchange] = [:]
  /// For whom no descriptor was left: each begins again when another one ends.
  private var held: [CurlExchange] = []
  /// How many handles were given back since one of those was let go on.
  private var freed = 0
  /// Whose transfers have ended in this turn.
  private var answered: [CurlExchange] = []
  /// Of whose answers something was passed on in this turn.
  private var moved: [CurlExchange] = []
  /// Whose sockets are served on this thread, too.
  private var guest: (any LoopGuest)?
  /// When the deadlines are looked at next.
  private var nextCheck = UInt64.max
  /// When those that connect are looked at next.
  private var nextLook = UInt64.max
  /// How many looks for what comes soon were lately in vain, one after another.
  private var misses = 0
  /// How many were lately on their way at once.
  private var crowd = 0
  /// How long the last sleep was, in microseconds, with what it was tried to do without it.
  private var lastWait = Int.max
  let proxies: ProxyEnvironment
  let pools: ConnectionPools
  let sockets = LoopSockets()
  let closedSockets = ClosedSockets()
  let ownSockets = OwnSockets()
  var sessions = TLSSessions()
  var ends = ConnectionEnds()
  /// Counts the looks at the sockets: what comes in one of them comes at one time.
  private(set) var turn = 0
  /// When this look at the sockets began: what it brings was there by then.
  private(set) var turnBegan: UInt64 = 0
  var keptSockets = KeptSockets()
  /// Something has come over a shared connection since its buffers were last looked into.
  var streamsHaveMoved = false

  /// Needs libcurl to be open; nil where there is no memory for it, or no descriptor.
  init?(proxies: ProxyEnvironment, sharingFilesWith others: Int) {
    guard let multi = curl_multi_init() else { return nil }
    self.proxies = proxies
    self.multi = multi
    pools = ConnectionPools(multi: multi, sharingFilesWith: others)
    sockets.serve(multi)
  }

  /// Nothing is to be done until something comes.
  var isAtRest: Bool { inbox.withLock { $0.isSleeping } }

  /// Hands an order over from any thread; wakes the loop only when it sleeps.
  func post(_ order: Order) {
    let (bell, isClosed) = inbox.withLock { inbox -> (Int32?, Bool) in
      guard !inbox.isClosed else { return (nil, true) }
      inbox.orders.append(order)
      defer { inbox.isSleeping = false }
      guard inbox.isSleeping, let bell = inbox.bell else { return (nil, false) }
      inbox.wakers += 1
      return (bell, false)
    }
    if let bell {
      Readiness.ring(bell)
      inbox.withLock { $0.wakers -= 1 }
    }
    if isClosed { refuse([order]) }
  }

  /// Answers who came too late.
  private func refuse(_ orders: [Order]) {
    for case .start(let exchange) in orders { exchange.fail(TransportError(.cancelled)) }
  }

  /// Something of its answer was passed on: whoever sends it further hears once of all of it.
  func hasMoved(_ exchange: CurlExchange) {
    if moved.last !== exchange { moved.append(exchange) }
  }

  private func tellMoved() {
    for exchange in moved { exchange.passage?.listener.pauses() }
    moved.removeAll(keepingCapacity: true)
  }

  // MARK: - The thread

  /// The thread keeps the loop alive until it is told to stop.
  func startThread(onEnd: @escaping @Sendable () -> Void) throws(OwnThread.Refused) {
    do throws(OwnThread.Refused) {
      try OwnThread {
        self.run()
        onEnd()
      }.detach()
    } catch {
      close()
      throw error
    }
  }

  private func run() {
    cc_watch_streams(curlLoopSeesFrame, Unmanaged.passUnretained(self).toOpaque())
    while drain() {
      turn &+= 1
      turnBegan = MonotonicClock.microseconds
      crowd = max(live.count, crowd * 3 / 4)
      let performed = sockets.perform(multi, at: turnBegan)
      if nextLook <= turnBegan { lookAtConnecting(turnBegan) }
      finishDone()
      tellMoved()
      let guestsTurn = turnOfGuest()
      let now = MonotonicClock.microseconds
      if nextCheck <= now { checkDeadlines(now) }
      if letHeldGoOn() { continue }
      closedSockets.forget()
      if streamsHaveMoved {
        lookIntoBuffers()
        continue
      }
      if performed == CURLM_OK, comesSoon(now) { continue }
      sleep(now, guestsTurn)
      // Out of memory: turning fast helps nobody.
      if performed != CURLM_OK { usleep(10_000) }
    }
    cc_watch_streams(nil, nil)
    close()
  }

  /// Carries out orders until there are none: false when it is time to stop.
  private func drain() -> Bool {
    var orders: [Order] = []
    while true {
      inbox.withLock { swap(&$0.orders, &orders) }
      if orders.isEmpty { return true }
      for (index, order) in orders.enumerated() {
        switch order {
        case .start(let exchange): begin(exchange)
        case .cancel(let exchange): cancel(exchange)
        case .resume(let exchange): resume(exchange)
        case .host(let guest):
          self.guest = guest
          sockets.watchGuest(guest.descriptor)
        case .stop:
          refuse(Array(orders[(index + 1)...]))
          return false
        }
      }
      orders.removeAll(keepingCapacity: true)
    }
  }

  /// Lets the guest do its work; how long it may wait, -1 for ever.
  private func turnOfGuest() -> Int32 {
    guard let guest else { return -1 }
    if let patience = guest.turn(isReady: sockets.takeGuest()) { return patience }
    sockets.watchGuest(nil)
    self.guest = nil
    return -1
  }

  private static func sooner(_ own: Int32, _ guests: Int32) -> Int32 {
    guests < 0 ? own : min(own, guests)
  }

  /// Looks out for what comes, for a moment and awake, where the last wait was hardly longer.
  ///
  /// To be woken takes as long as a near server takes for its answer. Where answers take longer than
  /// that, as over any network, nobody stays awake for them, nor where several are on their way: the
  /// processor is theirs who answer.
  private func comesSoon(_ now: UInt64) -> Bool {
    // Who has looked out in vain again and again begins anew only where it would have paid.
    guard crowd <= 1, lastWait < (misses < 3 ? 2 : 1) * Self.moment else { return false }
    // What libcurl has to do by itself, as to begin the next hop, is found by no look at sockets.
    if let due = sockets.nextTurn, due <= now { return true }
    if misses >= 3 { misses = 0 }
    repeat {
      if inbox.withLock({ !$0.orders.isEmpty }) { return true }
      if sockets.wait(milliseconds: 0) {
        misses = 0
        return true
      }
    } while MonotonicClock.distance(now, MonotonicClock.microseconds) < Self.moment
    misses += 1
    return false
  }

  /// In microseconds.
  private static let moment = 50

  /// Waits until something comes; only looks where something is there already.
  private func sleep(_ now: UInt64, _ guestsTurn: Int32) {
    let bell = sockets.bell
    let sleeps = inbox.withLock { inbox in
      inbox.bell = bell
      inbox.isSleeping = inbox.orders.isEmpty
      return inbox.isSleeping
    }
    defer { if sleeps { inbox.withLock { $0.isSleeping = false } } }
    guard sleeps, guest?.maySleep() ?? true else {
      _ = sockets.wait(milliseconds: 0)
      return
    }
    _ = sockets.wait(milliseconds: Self.sooner(patience(now), guestsTurn))
    guest?.hasWoken()
    lastWait = MonotonicClock.distance(now, MonotonicClock.microseconds)
  }

  private func close() {
    for exchange in Array(live.values) {
      end(exchange, TransportError(.cancelled, phase: exchange.phase))
    }
    for exchange in held { exchange.fail(TransportError(.cancelled)) }
    refuse(closeInbox())
    curl_multi_cleanup(multi)
    pools.close()
  }

  /// Takes no more orders; returns once nobody is about to use libcurl's handle.
  private func closeInbox() -> [Order] {
    while true {
      let late = inbox.withLock { inbox -> [Order]? in
        inbox.isClosed = true
        guard inbox.wakers == 0 else { return nil }
        defer { inbox.orders = [] }
        return inbox.orders
      }
      if let late { return late }
      sched_yield()
    }
  }
}

// MARK: - Exchanges

extension CurlLoop {
  private func begin(_ exchange: CurlExchange) {
    // The cancel order may have come first: it found nothing to cancel but left its mark.
    if exchange.isCancelled { return exchange.fail(TransportError(.cancelled)) }
    exchange.start()
    if let deadline = exchange.totalDeadline { check(at: deadline) }
    startHop(of: exchange)
  }

  private func startHop(of exchange: CurlExchange) {
    if let late = exchange.timeout(at: MonotonicClock.microseconds) { return exchange.fail(late) }
    do throws(TransportError) {
      let hop = try CurlHop(exchange, on: self)
      guard let easy = hop.easy else { return }
      exchange.hop = hop
      hop.setUp()
      live[easy] = exchange
      let code = curl_multi_add_handle(multi, easy)
      guard code == CURLM_OK else {
        // Nobody else would ever end it.
        let why = String(cString: curl_multi_strerror(code))
        return end(exchange, TransportError(.connect, detail: "libcurl: \(why)"))
      }
    } catch {
      exchange.fail(error)
    }
  }

  private func cancel(_ exchange: CurlExchange) {
    exchange.isCancelled = true
    if let place = held.firstIndex(where: { $0 === exchange }) {
      held.remove(at: place)
      return exchange.fail(TransportError(.cancelled))
    }
    guard exchange.hop != nil else { return }
    end(exchange, TransportError(.cancelled, phase: exchange.phase))
  }

  private func resume(_ exchange: CurlExchange) {
    guard let hop = exchange.hop, hop.isPaused || hop.waitsForBody, let easy = hop.easy else {
      return
    }
    (hop.isPaused, hop.waitsForBody) = (false, false)
    let now = MonotonicClock.microseconds
    hop.clock.resume(now)
    check(at: now.saturatingSum(hop.request.limits.idleTimeout.microseconds))
    // The bytes that waited come at once; libcurl forgets the failure of their callback.
    if curl_easy_pause(easy, CURLPAUSE_CONT) != CURLE_OK, exchange.hop === hop {
      end(exchange, hop.failure ?? TransportError(.reset, phase: hop.phase))
    }
  }

  /// Ends the transfer from our side, whatever it is doing.
  private func end(_ exchange: CurlExchange, _ error: TransportError) {
    detach(exchange)
    _ = exchange.finishHop(.stopped, error)
    exchange.answer()
  }

  private func detach(_ exchange: CurlExchange) {
    guard let easy = exchange.hop?.easy else { return }
    curl_multi_remove_handle(multi, easy)
    live[easy] = nil
    freed += 1
  }

  /// Keeps back a transfer that found no descriptor while others run, which give theirs back.
  private func holdBack(_ exchange: CurlExchange, _ code: CURLcode) -> Bool {
    guard !live.isEmpty, exchange.hop?.foundNoSocket(code) == true else { return false }
    exchange.hop?.abandon()
    exchange.hop = nil
    held.append(exchange)
    freed -= 1
    return true
  }

  /// Begins as many of those again as others have ended; true when there were any.
  private func letHeldGoOn() -> Bool {
    guard !held.isEmpty else {
      freed = 0
      return false
    }
    let count = min(held.count, live.isEmpty ? max(1, freed) : freed)
    guard count > 0 else { return false }
    freed = 0
    let ready = held.prefix(count)
    held.removeFirst(count)
    for exchange in ready { startHop(of: exchange) }
    return true
  }

  private func finishDone() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
        let exchange = live[easy]
      else { continue }
      let code = cc_message_result(message)
      detach(exchange)
      if exchange.leavesConnection() {
        startHop(of: exchange)
        continue
      }
      if holdBack(exchange, code) { continue }
      if exchange.hop?.scanner.speaksHTTP2 == true { streamsHaveMoved = true }
      let isFollowed = exchange.finishHop(code == CURLE_OK ? .finished : .failed(code))
      if isFollowed { startHop(of: exchange) } else { answered.append(exchange) }
    }
    // All at once: a thread that is woken for the first one finds the others as well, where one by
    // one each would be a wake of its own.
    for exchange in answered { exchange.answer() }
    answered.removeAll(keepingCapacity: true)
  }
}

// MARK: - Deadlines

extension CurlLoop {
  /// Makes sure that the deadlines are looked at by then.
  func check(at time: UInt64) {
    nextCheck = min(nextCheck, time)
  }

  /// Ends what is late; the next look is when the next one can be.
  private func checkDeadlines(_ now: UInt64) {
    nextCheck = .max
    for exchange in Array(live.values) {
      // libcurl goes on after a failure that only its debug callback has seen.
      if let error = exchange.hop?.failure ?? exchange.timeout(at: now) {
        end(exchange, error)
      } else if let next = exchange.nextDeadline {
        // A crowd of transfers with deadlines of their own is looked at together.
        check(at: max(next, now + Self.stride))
      }
    }
    for exchange in held {
      if let late = exchange.timeout(at: now) {
        held.removeAll { $0 === exchange }
        exchange.fail(late)
      } else if let deadline = exchange.totalDeadline {
        check(at: max(deadline, now + Self.stride))
      }
    }
  }

  private static let stride: UInt64 = 5_000

  /// A socket was opened to connect by.
  func opens(_ socket: Int32) {
    sockets.opens(socket)
    nextLook = min(nextLook, turnBegan + Self.glance)
  }

  /// Where an address refuses, libcurl goes on to the next one when it is called the next time, and
  /// waits for nothing that would have it called.
  private func lookAtConnecting(_ now: UInt64) {
    sockets.performAll(multi)
    let isConnecting = live.values.contains { $0.hop?.isConnecting == true }
    nextLook = isConnecting ? now + Self.glance : .max
  }

  private static let glance: UInt64 = 50_000

  /// How many milliseconds may be slept.
  private func patience(_ now: UInt64) -> Int32 {
    // A time that was noted for what has ended wakes for nothing.
    if live.isEmpty, held.isEmpty { nextCheck = .max }
    if live.isEmpty { nextLook = .max }
    let next = min(nextCheck, nextLook, sockets.nextTurn ?? .max)
    guard next > now else { return 0 }
    return Int32(min(3_600_000, (next - now) / 1_000 + 1))
  }
}
