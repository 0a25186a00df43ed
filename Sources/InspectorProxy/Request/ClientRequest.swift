import LosslessJSON
import NetEngine

/// A request that has come whole.
package struct ClientRequest: Sendable {
  /// Which one it is: an answer that is found later names it.
  package struct Ticket: Sendable, Hashable {
    package let descriptor: Int32
    /// Counted over all requests of the server, from 1.
    package let number: Int
  }

  package let ticket: Ticket
  package let head: ClientHead
  package let body: [UInt8]
  package let trailers: [HeaderField]

  /// A request of which only the head came.
  init(refused head: ClientHead) {
    ticket = Ticket(descriptor: -1, number: 0)
    (self.head, body, trailers) = (head, [], [])
  }

  init(ticket: Ticket, head: ClientHead, body: [UInt8], trailers: [HeaderField]) {
    (self.ticket, self.head, self.body, self.trailers) = (ticket, head, body, trailers)
  }

  /// As the engine knows requests, asked of a base URL without a slash at its end.
  package func request(at base: String) -> HTTPRequest {
    HTTPRequest(
      method: HTTPMethod(rawValue: head.method), url: base + (head.path == "*" ? "" : head.path),
      headers: head.headers,
      body: body.isEmpty ? .none : .bytes(Body(body)))
  }
}
