import LosslessJSON

/// How long each phase of a hop took, in microseconds; nil where a phase did not happen.
///
/// A reused connection has no `dns`, `connect` and `tls`; a stub has nothing at all.
public struct Timings: Sendable, Hashable {
  /// Waiting for a connection, a proxy or its turn, as browsers record it; we hold back nothing.
  public var blocked: Int?
  /// Looking up the name.
  public var dns: Int?
  /// Opening the connection.
  public var connect: Int?
  /// The TLS handshake.
  public var tls: Int?
  /// Writing the request, up to its last byte.
  public var send: Int?
  /// From the last byte sent to the first byte received.
  public var wait: Int?
  /// From the first byte to the last.
  public var receive: Int?

  /// Takes phases as they are.
  public init(
    blocked: Int? = nil, dns: Int? = nil, connect: Int? = nil, tls: Int? = nil, send: Int? = nil,
    wait: Int? = nil, receive: Int? = nil
  ) {
    self.blocked = blocked
    self.dns = dns
    self.connect = connect
    self.tls = tls
    self.send = send
    self.wait = wait
    self.receive = receive
  }

  /// The sum of the phases, at most `Int.max`: a recording may claim anything.
  public var total: Int {
    [blocked, dns, connect, tls, send, wait, receive].reduce(0) { $0.saturatingSum($1 ?? 0) }
  }
}
