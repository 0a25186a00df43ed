import CurlTransport
import LosslessJSON
import NetEngine

extension ClientLane {
  /// Sets when those that wait for an answer are heard of again.
  func setTimes(_ times: [(ClientRequest.Ticket, UInt64)]) {
    for (ticket, deadline) in times {
      guard let connection = connections[ticket.descriptor], connection.ticket == ticket,
        connection.phase == .waiting
      else { continue }
      connection.deadline = deadline
      note(deadline)
    }
  }

  func note(_ deadline: UInt64) { nextCheck = min(nextCheck, deadline) }

  func checkDeadlines() {
    now = MonotonicClock.microseconds
    if let until = pausedUntil, until <= now {
      pausedUntil = nil
      for socket in sockets { readiness.change(socket.descriptor, to: .reading) }
    }
    // A time that was noted for somebody who has left wakes for nothing.
    if connections.isEmpty { nextCheck = .max }
    guard nextCheck <= now else { return }
    nextCheck = .max
    for connection in Array(connections.values) {
      if connection.deadline <= now { expire(connection) }
      if connection.phase != .closed { note(connection.deadline) }
    }
  }

  private func expire(_ connection: ClientConnection) {
    switch connection.phase {
    case .delayed: goOn(connection)
    case .reading where connection.scanner.isInside:
      refuse(Refusal(408, "The request did not come to its end in time."), on: connection)
    case .reading, .sending, .draining, .passing:
      end(connection, isReset: false, byClient: false)
    case .waiting:
      connection.deadline = .max
      if let ticket = connection.ticket { handler.timeIsOver(ticket) }
    case .hanging, .closed: break
    }
  }
}

/// How a body is slowed down: in equal pieces at moments that all connections share, so that many slow
/// ones wake the thread no oftener than one.
package enum Pace {
  /// Pieces in a second.
  package static let turns = 20

  package static func next(after now: UInt64, bytesPerSecond: Int) -> UInt64 {
    let step = UInt64(1_000_000 / max(1, min(turns, bytesPerSecond)))
    return (now / step + 1) * step
  }
}
