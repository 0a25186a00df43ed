import CurlTransport
import Glibc
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
    case .all: return takeStep(of: connection)
    case .gone: end(connection, isReset: false)
    case .blocked: waitToSend(connection)
    case .paced:
      connection.deadline = Pace.next(after: now, bytesPerSecond: rate ?? 1)
      connection.phase = .delayed
      note(connection.deadline)
      watch(connection, for: .leaving)
    }
    return false
  }

  private func waitToSend(_ connection: ClientConnection) {
    connection.deadline = now + limits.idleTime
    note(connection.deadline)
    watch(connection, for: .writing)
  }

  /// Takes the next step of a response that is made while it is sent, or ends the response.
  ///
  /// False when something has to be waited for.
  private func takeStep(of connection: ClientConnection) -> Bool {
    switch connection.nextStep() {
    case .bytes(let bytes):
      // Other connections have their turn between two large pieces.
      guard bytes.count >= ResponseStep.large else { return true }
      waitToSend(connection)
      return false
    case .pause(let time):
      connection.phase = .delayed
      connection.deadline = MonotonicClock.microseconds + time
      note(connection.deadline)
    case .halfClose:
      shutdown(connection.descriptor, Int32(SHUT_WR))
      return true
    case .end(.hang):
      connection.phase = .hanging
      connection.deadline = .max
    case .end, nil:
      finish(connection)
      return true
    }
    watch(connection, for: .leaving)
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
