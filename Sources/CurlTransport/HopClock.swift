import NetEngine

/// When the steps of a hop happened, on one clock; what libcurl measures by itself is only what
/// comes before the request.
package struct HopClock: Sendable {
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
    let over = MonotonicClock.distance(started, begun > 0 ? begun : end)
    timings.dns = resolved > 0 ? min(resolved, over) : over
    guard resolved > 0 else { return }
    let tlsStart = secured > 0 ? MonotonicClock.distance(started, secured) : nil
    let reached = min(max(resolved, tlsStart ?? (connected > 0 ? connected : over)), over)
    timings.connect = reached - min(resolved, over)
    if tlsStart != nil { timings.tls = over - reached }
  }

  /// Fills in what happened from the request on; the phases never overlap.
  func addPhases(to timings: inout Timings, until end: UInt64) {
    guard begun > 0 else { return }
    timings.send = MonotonicClock.distance(begun, lastSent)
    let answered = firstByte > 0 ? max(firstByte, lastSent) : end
    timings.wait = MonotonicClock.distance(lastSent, answered)
    if firstByte > 0 { timings.receive = MonotonicClock.distance(answered, end) }
  }
}

extension Duration {
  /// What libcurl takes as a limit: milliseconds, at least one, at most 24 days.
  var curlMilliseconds: Int { Int(min(max(1, microseconds / 1_000), UInt64(Int32.max))) }
}
