import CurlTransport
import LosslessJSON
import NetEngine

// An answer that is known: its time, its pace, its end.

extension ClientLane {
  func begin(_ answer: ClientAnswer, on connection: ClientConnection) {
    connection.begin(answer)
    if answer.delay > 0 {
      connection.phase = .delayed
      connection.deadline = now + answer.delay
      note(connection.deadline)
    } else {
      connection.phase = .sending
      allow(connection)
    }
  }

  /// An answer that cannot be sent for so long is given up.
  func allow(_ connection: ClientConnection) {
    if connection.answer?.ending == .hang {
      connection.phase = .hanging
      connection.deadline = .max
    } else {
      connection.deadline = now + limits.idleTime
      note(connection.deadline)
    }
  }

  /// False when the client, or the pace, has to be waited for.
  func sendNext(_ connection: ClientConnection) -> Bool {
    let rate = connection.answer?.bytesPerSecond
    switch connection.send(allowance: rate.map { max(1, $0 / Pace.turns) }) {
    case .all:
      finish(connection)
      return true
    case .gone: end(connection, isReset: false)
    case .blocked:
      connection.deadline = now + limits.idleTime
      note(connection.deadline)
      watch(connection, for: .writing)
    case .paced:
      connection.deadline = Pace.next(after: now, bytesPerSecond: rate ?? 1)
      connection.phase = .delayed
      note(connection.deadline)
      watch(connection, for: .leaving)
    }
    return false
  }

  func finish(_ connection: ClientConnection) {
    let ending = connection.answer?.ending
    let closes = connection.closes
    now = MonotonicClock.microseconds
    connection.finish(isWhole: ending == .whole, now: now)
    if case .reset = ending { return end(connection, isReset: true) }
    turn(connection, isKept: !closes)
  }
}
