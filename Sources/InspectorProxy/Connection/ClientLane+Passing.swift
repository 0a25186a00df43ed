import CurlTransport
import LosslessJSON
import NetEngine

// A connection whose request is passed on while it comes, and whose answer comes back so.

extension ClientLane {
  func begin(_ passed: PassedRequest, on connection: ClientConnection) {
    connection.passed = passed
    connection.ticket = passed.ticket
    connection.askedAt = now
    connection.hasBegun = false
    connection.isAllRead = false
    connection.phase = .passing
  }

  /// Moves what can be moved in both directions; false when something has to be waited for.
  func passOn(_ connection: ClientConnection) -> Bool {
    guard let passed = connection.passed else { return false }
    readOn(connection, passed)
    guard connection.phase == .passing else { return true }
    let (sent, end) = connection.sendPassed(passed.answer)
    switch sent {
    case .gone:
      self.end(connection, isReset: false)
      return false
    case .all:
      if let end {
        finish(connection, end)
        return true
      }
    case .blocked, .paced: break
    }
    wait(for: connection, isBlocked: sent == .blocked, passed)
    return false
  }

  /// Hands the request's body on as far as it has come and there is room.
  private func readOn(_ connection: ClientConnection, _ passed: PassedRequest) {
    while !connection.isAllRead, passed.upload?.hasRoom ?? true {
      let event = connection.input.withUnsafeBytes { bytes in
        connection.scanner.next(in: bytes, from: &connection.start)
      }
      switch event {
      case .body(let range):
        connection.input.withUnsafeBytes { bytes in
          _ = passed.upload?.put(UnsafeRawBufferPointer(rebasing: bytes[range]))
        }
      case .end(let trailers):
        passed.endBody(trailers)
        connection.isAllRead = true
      case .refused(let refusal): return breakOff(connection, passed, refusal)
      case .head: return
      case nil: return connection.dropRead()
      }
    }
  }

  /// A body that cannot be read on: the server behind is left, and told nothing more.
  private func breakOff(
    _ connection: ClientConnection, _ passed: PassedRequest, _ refusal: Refusal
  ) {
    passed.leave()
    let hasBegun = passed.answer.hasBegun
    connection.finishPassed(isWhole: false, now: now)
    if hasBegun { end(connection, isReset: true) } else { refuse(refusal, on: connection) }
  }

  private func wait(for connection: ClientConnection, isBlocked: Bool, _ passed: PassedRequest) {
    var interest: Readiness.Interest = connection.isAllRead ? .leaving : []
    // Few clients send the next request before they have the answer to this one: to stop watching
    // for it costs a system call each time, and so does to watch again.
    let waitsLazily = connection.isAllRead && !isBlocked && connection.interest.contains(.reading)
    if waitsLazily { interest.insert(.reading) }
    if !connection.isAllRead, passed.upload?.hasRoom ?? true { interest.insert(.reading) }
    if isBlocked { interest.insert(.writing) }
    // How long the server behind may be silent its own limits say.
    let waitsForClient = isBlocked || !connection.isAllRead && interest.contains(.reading)
    connection.deadline = waitsForClient ? now + limits.idleTime : .max
    if waitsForClient { note(connection.deadline) }
    watch(connection, for: interest)
  }

  private func finish(_ connection: ClientConnection, _ end: AnswerPipe.End) {
    let isKept = !connection.closes && connection.isAllRead && end == .whole
    connection.finishPassed(isWhole: end == .whole, now: MonotonicClock.microseconds)
    // A broken connection says that something is missing, where a plain end might not.
    if end == .cut { return self.end(connection, isReset: true) }
    turn(connection, isKept: isKept)
  }
}
