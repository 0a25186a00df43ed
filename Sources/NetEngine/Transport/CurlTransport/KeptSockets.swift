import Glibc

/// The sockets of kept connections over which HTTP/1 is spoken: one answer after the other.
///
/// libcurl lends such a connection also when bytes lie in it that nobody has asked for: a late second
/// answer, a 408. They would be taken for the answer to the next request. HTTP/2 is left out: its
/// frames may come at any time, and have numbers. Touched by the loop only.
struct KeptSockets {
  /// By the local port, which tells nearly all connections apart.
  private var sockets: [Int32: (ends: ConnectionEnds.Pair, socket: Int32)] = [:]

  /// Finds the connection's socket among those that were opened for it.
  mutating func remember(_ connection: Connection, among opened: [Int32]) -> Int32? {
    let ends = ConnectionEnds.Pair(local: connection.local, remote: connection.remote)
    // Where several were opened the ones that lost are closed by now, and forgotten.
    guard let port = connection.local?.split(separator: ":").last.flatMap({ Int32($0) }) else {
      return nil
    }
    let socket = opened.last { ClosedSockets.localPort(of: $0) == Int(port) }
    sockets[port] = socket.map { (ends, $0) }
    return socket
  }

  mutating func forget(_ socket: Int32) {
    guard let port = sockets.first(where: { $0.value.socket == socket })?.key else { return }
    sockets[port] = nil
  }

  /// Whether something lies unread in the connection between these ends.
  func holdsUnread(_ ends: ConnectionEnds.Pair, _ localPort: Int32) -> Bool {
    guard let kept = sockets[localPort], kept.ends == ends else { return false }
    var byte: UInt8 = 0
    return recv(kept.socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
  }
}
