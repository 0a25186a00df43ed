import Glibc

/// Why a connection can no longer be used.
enum WireEnd: Error, Equatable {
  /// The peer closed or reset the connection, or the server is stopping.
  case peerGone
  /// Nothing came for the idle time, or the connection's lifetime is over.
  case expired
}

/// The bytes of one connection: what was received and not yet used, and what is sent.
///
/// Used by the connection's own thread only. Every wait is a `poll` on the descriptor, so a
/// `shutdown` by `DemoServer.stop()` ends each of them at once.
final class Wire {
  let descriptor: Int32
  let end: Instant
  private(set) var received: [UInt8] = []
  /// Where the unused part of `received` begins.
  private(set) var start = 0
  private var pending: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 16 * 1_024)

  /// Linux's `POLLRDHUP`, which Glibc hides without `_GNU_SOURCE`.
  private static let peerHungUp: Int16 = 0x2000
  private static let pendingLimit = 64 * 1_024

  init(descriptor: Int32, end: Instant) {
    self.descriptor = descriptor
    self.end = end
  }

  var unused: ArraySlice<UInt8> { received[start...] }

  /// Marks the first `count` unused bytes as used.
  func consume(_ count: Int) {
    start += count
    if start == received.count {
      received.removeAll(keepingCapacity: received.capacity <= Self.pendingLimit)
      start = 0
    } else if start > Self.pendingLimit {
      received.removeFirst(start)
      start = 0
    }
  }

  /// Waits for more bytes and appends them to the unused ones.
  func receive(idleMilliseconds: Int) throws(WireEnd) {
    while true {
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        received.append(contentsOf: buffer[..<count])
        return
      }
      if count == 0 { throw .peerGone }
      if errno == EINTR { continue }
      guard errno == EAGAIN else { throw .peerGone }
      let timeout = min(idleMilliseconds, end.remaining)
      guard pollFor(Int16(POLLIN), milliseconds: timeout) != 0 else { throw .expired }
    }
  }

  // MARK: Sending

  /// Adds bytes to what goes out; small pieces wait for `flush` and leave in one segment.
  func send(_ bytes: [UInt8]) throws(WireEnd) {
    if bytes.count + pending.count < Self.pendingLimit {
      pending += bytes
      return
    }
    try flush()
    try sendAll(bytes)
  }

  func flush() throws(WireEnd) {
    guard !pending.isEmpty else { return }
    defer { pending.removeAll(keepingCapacity: true) }
    try sendAll(pending)
  }

  private func sendAll(_ bytes: [UInt8]) throws(WireEnd) {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        Glibc.send(descriptor, raw.baseAddress?.advanced(by: sent), bytes.count - sent, flags)
      }
      if count >= 0 {
        sent += count
        guard end.remaining > 0 else { throw .expired }
        continue
      }
      if errno == EINTR { continue }
      guard errno == EAGAIN else { throw .peerGone }
      guard pollFor(Int16(POLLOUT), milliseconds: end.remaining) != 0 else { throw .expired }
    }
  }

  // MARK: Waiting

  /// Sends what is pending, then does nothing for a while; throws when the peer goes meanwhile.
  ///
  /// A peer that only shuts its sending side counts as gone: no HTTP client does that, and a
  /// cancelled call must be noticed at once.
  func wait(milliseconds: Int) throws(WireEnd) {
    try flush()
    let until = Instant.now.advanced(byMilliseconds: milliseconds)
    while true {
      let left = min(until.remaining, end.remaining)
      guard pollFor(Self.peerHungUp, milliseconds: left) == 0 else { throw .peerGone }
      if until.remaining == 0 { return }
      if end.remaining == 0 { throw .expired }
    }
  }

  /// Sends what is pending, then waits for the peer to go; returns only by throwing.
  func hang() throws(WireEnd) {
    while true { try wait(milliseconds: 60_000) }
  }

  /// Polls for `events` and returns what came; 0 when the time is over.
  private func pollFor(_ events: Int16, milliseconds: Int) -> Int16 {
    let until = Instant.now.advanced(byMilliseconds: milliseconds)
    while true {
      var entry = pollfd(fd: descriptor, events: events, revents: 0)
      let count = poll(&entry, 1, Int32(clamping: until.remaining))
      if count >= 0 { return entry.revents }
      guard errno == EINTR else { return Int16(POLLERR) }
    }
  }

  // MARK: Ending

  func halfClose() throws(WireEnd) {
    try flush()
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Makes the coming `close` send RST instead of FIN.
  func prepareReset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Says goodbye with FIN and reads what the peer still sends, for a moment.
  ///
  /// Closing with unread bytes would send RST, which can destroy the answer on its way.
  func closeGently() {
    shutdown(descriptor, Int32(SHUT_WR))
    let until = Instant.now.advanced(byMilliseconds: 500)
    while until.remaining > 0 {
      guard pollFor(Int16(POLLIN), milliseconds: until.remaining) != 0 else { return }
      guard recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 else {
        return
      }
    }
  }
}
