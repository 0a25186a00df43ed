import Glibc
import NetEngine

/// The sockets of kept connections over which HTTP/1 is spoken: one answer after the other.
///
/// libcurl lends such a connection also when bytes lie in it that nobody has asked for: a late second
/// answer, a 408. They would be taken for the answer to the next request. HTTP/2 is left out: its
/// frames may come at any time, and have numbers. Touched by the loop only.
struct KeptSockets {
  private struct Socket {
    var ends: ConnectionEnds.Pair
    var socket: Int32
    /// The last request that was sent over it.
    var request: (method: HTTPMethod, url: String)?
  }

  /// By the local port, which tells nearly all connections apart.
  private var sockets: [Int32: Socket] = [:]

  /// Finds the connection's socket among those that were opened for it.
  mutating func remember(_ connection: Connection, among opened: [Int32]) -> Int32? {
    let ends = ConnectionEnds.Pair(local: connection.local, remote: connection.remote)
    // Where several were opened the ones that lost are closed by now, and forgotten.
    guard let port = connection.local?.split(separator: ":").last.flatMap({ Int32($0) }) else {
      return nil
    }
    let socket = opened.last { SocketEnd(localOf: $0).map { Int32($0.port) } == port }
    sockets[port] = socket.map { Socket(ends: ends, socket: $0) }
    return socket
  }

  mutating func forget(_ socket: Int32) {
    guard let port = sockets.first(where: { $0.value.socket == socket })?.key else { return }
    sockets[port] = nil
  }

  /// Notes a request that goes out over the connection: bytes behind its response belong to it.
  mutating func note(_ request: HTTPRequest, over ends: ConnectionEnds.Pair, _ localPort: Int32) {
    guard sockets[localPort]?.ends == ends else { return }
    sockets[localPort]?.request = (request.method, request.url)
  }

  /// The last request that went out over the connection, such as `GET http://h.test/a`.
  func lastRequest(onPort localPort: Int32) -> String {
    sockets[localPort]?.request.map { "\($0.method.rawValue) \($0.url)" } ?? ""
  }

  /// Whether something lies unread in the connection between these ends.
  func holdsUnread(_ ends: ConnectionEnds.Pair, _ localPort: Int32) -> Bool {
    guard let kept = sockets[localPort], kept.ends == ends else { return false }
    var byte: UInt8 = 0
    return recv(kept.socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
  }
}
