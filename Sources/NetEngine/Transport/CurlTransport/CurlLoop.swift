import CCurl
import Glibc

/// The thread behind a transport: every libcurl call but init and wakeup happens on it.
///
///     post ─► inbox ─► drain ─► perform ─► finished handles ─► poll ─┐
///                        ▲──────────── wakeup or socket ─────────────┘
///
/// `@unchecked Sendable`: `inbox` is locked, everything else is touched by the one thread.
final class CurlLoop: @unchecked Sendable {
  /// What the thread is asked to do.
  enum Order {
    case start(CurlExchange)
    case cancel(CurlExchange)
    case resume(CurlExchange)
    case stop
  }

  private struct Inbox {
    var orders: [Order] = []
    var isSleeping = false
  }

  private let inbox = Lock(Inbox())
  private let multi: UnsafeMutableRawPointer
  private var live: [UnsafeMutableRawPointer: CurlExchange] = [:]
  private var nextIdleCheck: UInt64?
  let proxies: ProxyEnvironment
  let pools = ConnectionPools()
  var sessions = TLSSessions()

  init(proxies: ProxyEnvironment) {
    self.proxies = proxies
    _ = Self.libraryIsReady
    guard let multi = curl_multi_init() else { fatalError("libcurl: out of memory at start") }
    self.multi = multi
    cc_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 256)
  }

  private static let libraryIsReady = cc_global_init()

  /// The thread keeps the loop alive until it is told to stop.
  func startThread() {
    var thread = pthread_t()
    let me = Unmanaged.passRetained(self).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { raw in
        if let raw { Unmanaged<CurlLoop>.fromOpaque(raw).takeRetainedValue().run() }
        return nil
      }, me)
    guard code == 0 else {
      fatalError("no thread for transfers: \(String(cString: strerror(code)))")
    }
    pthread_detach(thread)
  }

  /// Hands an order over from any thread; wakes the loop only when it sleeps.
  func post(_ order: Order) {
    let wakes = inbox.withLock { inbox in
      inbox.orders.append(order)
      defer { inbox.isSleeping = false }
      return inbox.isSleeping
    }
    if wakes { curl_multi_wakeup(multi) }
  }

  private func run() {
    var running: Int32 = 0
    while true {
      guard drain() else { return close() }
      curl_multi_perform(multi, &running)
      finishDone()
      stopIdle()
      let sleeps = inbox.withLock { inbox in
        inbox.isSleeping = inbox.orders.isEmpty
        return inbox.isSleeping
      }
      if sleeps {
        curl_multi_poll(multi, nil, 0, pollTimeout, nil)
        inbox.withLock { $0.isSleeping = false }
      }
    }
  }

  /// Carries out orders until there are none: false when it is time to stop.
  private func drain() -> Bool {
    var orders: [Order] = []
    while true {
      inbox.withLock { swap(&$0.orders, &orders) }
      if orders.isEmpty { return true }
      for order in orders {
        switch order {
        case .start(let exchange): begin(exchange)
        case .cancel(let exchange): cancel(exchange)
        case .resume(let exchange):
          exchange.hop?.easy.map { _ = curl_easy_pause($0, CURLPAUSE_CONT) }
        case .stop: return false
        }
      }
      orders.removeAll(keepingCapacity: true)
    }
  }

  private func begin(_ exchange: CurlExchange) {
    // The cancel order may have come first: it found nothing to cancel but left its mark.
    if exchange.isCancelled { return exchange.fail(.cancelled) }
    exchange.startedAt = MonotonicClock.microseconds
    startHop(of: exchange)
  }

  private func startHop(of exchange: CurlExchange) {
    do throws(TransportError) {
      let hop = try CurlHop(exchange, on: self)
      exchange.hop = hop
      guard let easy = hop.easy else { return }
      live[easy] = exchange
      scheduleIdleCheck(exchange.request.limits.idleTimeout.microseconds)
      curl_multi_add_handle(multi, easy)
    } catch {
      exchange.fail(error)
    }
  }

  private func cancel(_ exchange: CurlExchange) {
    exchange.isCancelled = true
    guard exchange.hop != nil else { return }
    end(exchange, TransportError(.cancelled, phase: exchange.phase))
  }

  /// Ends the transfer from our side, whatever it is doing.
  private func end(_ exchange: CurlExchange, _ error: TransportError) {
    exchange.failure = exchange.failure ?? error
    detach(exchange)
    exchange.finishHop(.stopped, on: self)
    exchange.hop = nil
    exchange.answer()
  }

  private func detach(_ exchange: CurlExchange) {
    guard let easy = exchange.hop?.easy else { return }
    curl_multi_remove_handle(multi, easy)
    live[easy] = nil
  }

  private func finishDone() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
        let exchange = live[easy]
      else { continue }
      let code = cc_message_result(message)
      detach(exchange)
      let next = exchange.finishHop(code == CURLE_OK ? .finished : .failed(code), on: self)
      exchange.hop = nil
      if next { startHop(of: exchange) } else { exchange.answer() }
    }
  }

  private func close() {
    for exchange in Array(live.values) {
      end(exchange, TransportError(.cancelled, phase: exchange.phase))
    }
    curl_multi_cleanup(multi)
    pools.close()
  }
}

// MARK: - Idle transfers

extension CurlLoop {
  /// Looks at idle transfers four times within the shortest allowance: rarely enough to cost nothing.
  private func scheduleIdleCheck(_ allowance: UInt64) {
    let at = MonotonicClock.microseconds + max(10_000, allowance / 4)
    nextIdleCheck = min(nextIdleCheck ?? at, at)
  }

  private func stopIdle() {
    guard let due = nextIdleCheck else { return }
    let now = MonotonicClock.microseconds
    guard now >= due else { return }
    nextIdleCheck = nil
    for exchange in Array(live.values) {
      let allowance = exchange.request.limits.idleTimeout.microseconds
      guard let hop = exchange.hop, !hop.scanner.isEventStream, !hop.isPaused else {
        scheduleIdleCheck(allowance)
        continue
      }
      if now - hop.lastActivity > allowance {
        end(exchange, exchange.idleError(after: now - hop.lastActivity))
      } else {
        scheduleIdleCheck(allowance)
      }
    }
  }

  private var pollTimeout: Int32 {
    guard let due = nextIdleCheck else { return 60_000 }
    let now = MonotonicClock.microseconds
    return due <= now ? 0 : Int32(min(60_000, (due - now) / 1_000 + 1))
  }
}

/// The clock transfers are measured with.
enum MonotonicClock {
  static var microseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
  }
}

extension Duration {
  /// Whole microseconds, never negative.
  var microseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return UInt64(seconds) &* 1_000_000 &+ UInt64(attoseconds / 1_000_000_000_000)
  }
}
