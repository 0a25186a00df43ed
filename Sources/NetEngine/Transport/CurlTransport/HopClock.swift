import Glibc

/// When the steps of a hop happened, on one clock; what libcurl measures by itself is only what
/// comes before the request.
struct HopClock: Sendable {
  private(set) var started: UInt64
  /// The first bytes of TLS went out; 0 before, and without TLS.
  private(set) var secured: UInt64 = 0
  /// The connection is there; 0 before.
  private(set) var begun: UInt64 = 0
  private(set) var lastSent: UInt64 = 0
  private(set) var firstByte: UInt64 = 0
  private(set) var lastActivity: UInt64

  init(now: UInt64 = MonotonicClock.microseconds) {
    started = now
    lastActivity = now
  }

  mutating func secure(_ now: UInt64) { if secured == 0 { secured = now } }

  /// A request is about to be written; a repeated one starts over.
  mutating func begin(_ now: UInt64) {
    (begun, lastSent, firstByte, lastActivity) = (now, now, 0, now)
  }

  mutating func sent(_ now: UInt64) { (lastSent, lastActivity) = (now, now) }

  mutating func received(_ now: UInt64) {
    if firstByte == 0 { firstByte = now }
    lastActivity = now
  }

  /// A pause is nobody's silence.
  mutating func resume(_ now: UInt64) { lastActivity = now }

  /// Fills in what came before the request; a phase that never ended has lasted until now.
  ///
  /// libcurl's two figures count from the start; 0 says that it did not get so far, or does not say.
  func addConnecting(
    to timings: inout Timings, resolved: Int, connected: Int, until end: UInt64
  ) {
    let over = Self.distance(started, begun > 0 ? begun : end)
    timings.dns = resolved > 0 ? min(resolved, over) : over
    guard resolved > 0 else { return }
    let tlsStart = secured > 0 ? Self.distance(started, secured) : nil
    let reached = min(max(resolved, tlsStart ?? (connected > 0 ? connected : over)), over)
    timings.connect = reached - min(resolved, over)
    if tlsStart != nil { timings.tls = over - reached }
  }

  /// Fills in what happened from the request on; the phases never overlap.
  func addPhases(to timings: inout Timings, until end: UInt64) {
    guard begun > 0 else { return }
    timings.send = Self.distance(begun, lastSent)
    let answered = firstByte > 0 ? max(firstByte, lastSent) : end
    timings.wait = Self.distance(lastSent, answered)
    if firstByte > 0 { timings.receive = Self.distance(answered, end) }
  }

  static func distance(_ from: UInt64, _ to: UInt64) -> Int { to > from ? Int(to - from) : 0 }
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
  /// Whole microseconds, never negative; what is longer than centuries is centuries.
  var microseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let whole = UInt64(min(seconds, 1 << 40)) * 1_000_000
    return whole + UInt64(attoseconds / 1_000_000_000_000)
  }

  /// What libcurl takes as a limit: milliseconds, at least one, at most 24 days.
  var curlMilliseconds: Int { Int(min(max(1, microseconds / 1_000), UInt64(Int32.max))) }
}

extension UInt64 {
  func saturatingSum(_ other: UInt64) -> UInt64 {
    let (sum, over) = addingReportingOverflow(other)
    return over ? .max : sum
  }
}
