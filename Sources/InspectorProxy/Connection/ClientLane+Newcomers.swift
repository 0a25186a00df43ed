import CurlTransport
import Glibc
import NetEngine

// Connections as they come and go.

extension ClientLane {
  func acceptAll() {
    guard pausedUntil == nil else { return }
    for socket in sockets {
      for _ in 0..<64 {
        guard let descriptor = socket.accept() else {
          if errno == EMFILE || errno == ENFILE { pause() }
          break
        }
        guard let (lane, count) = lanes.enter() else {
          close(descriptor)
          continue
        }
        let newcomer = Newcomer(
          descriptor: descriptor, port: socket.port, isTooMany: count > limits.connections)
        if lane === self { admit(newcomer) } else { lane.adopt(newcomer) }
      }
    }
  }

  func admit(_ newcomer: Newcomer) {
    let connection = ClientConnection(newcomer.descriptor, limits, now: now)
    connection.comesBack = handler.comesBack(newcomer.descriptor)
    connections[newcomer.descriptor] = connection
    readiness.watch(newcomer.descriptor, for: connection.interest)
    note(connection.deadline)
    guard newcomer.isTooMany else { return handler.opened(newcomer.descriptor, at: newcomer.port) }
    refuse(
      Refusal(503, "\(limits.connections) connections are open; no more are taken."),
      on: connection)
  }

  /// It is none of this lane's any more.
  func forget(_ connection: ClientConnection) {
    connection.phase = .closed
    connections[connection.descriptor] = nil
    lanes.leave(place)
  }

  /// Out of descriptors: asking again at once would only turn the processor.
  private func pause() {
    pausedUntil = now + 100_000
    for socket in sockets { readiness.change(socket.descriptor, to: []) }
  }
}
