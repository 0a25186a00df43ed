import BytesAndJSON

/// A transfer that failed, with what it had reached and what had arrived.
public struct TransportError: Error, Sendable, Hashable {
  /// What went wrong.
  public var kind: Kind
  /// What the transfer was doing.
  public var phase: Phase
  /// libcurl's code, where the failure is one of its own.
  public var curlCode: Int?
  /// What the system or libcurl said, or our own words where we noticed first.
  public var detail: String
  /// How long the transfer had run, in microseconds.
  public var elapsed: Int?
  /// What had arrived, marked incomplete; nil when nothing had.
  public var response: Response?
  /// Every hop with what was sent, where to, and how long it took; the one that failed is the last.
  public var hops: [Hop] = []

  /// The server has said that it did nothing with the request: any method may be sent again.
  ///
  /// HTTP/2 says so with REFUSED_STREAM (RFC 9113 §8.7), on a connection that was not kept: of a kept
  /// one libcurl does not tell it from a dead one.
  package var isDeclined = false

  /// What another tool's recording says, where the kind alone would say too much; nil elsewhere.
  package var told: Told?

  /// How whoever wrote the request says that certificates are not checked; nil where that would not
  /// help, or cannot be said.
  package var tlsSwitch: String?

  /// The redirect from https to http that was not followed, as it would have taken the body along.
  package var downgrade: Downgrade?

  /// Takes everything as it is.
  public init(
    _ kind: Kind, phase: Phase = .connecting, curlCode: Int? = nil, detail: String = "",
    elapsed: Int? = nil, response: Response? = nil
  ) {
    self.kind = kind
    self.phase = phase
    self.curlCode = curlCode
    self.detail = detail
    self.elapsed = elapsed
    self.response = response
  }

  /// The failure of a redirect that would have taken the body of this method along.
  package init(_ downgrade: Downgrade, of method: HTTPMethod, response: Response? = nil) {
    self.init(
      .redirect, phase: .receiving,
      detail: "it leads from \(downgrade.from) to \(downgrade.to), where the body of the"
        + " \(method.rawValue) would travel unencrypted", response: response)
    self.downgrade = downgrade
  }

  /// The failures below HTTP's own.
  public enum Kind: Sendable, Hashable {
    case dns, connect, tls, timeout, reset, empty, `protocol`, truncated, decode, redirect
    case cancelled
    /// A bound was reached.
    case limit(LimitExceeded)
    /// An offline replay has no answer.
    case miss
    /// The download could not be written.
    case storage
  }

  /// The origin that a body was sent to, and the origin without TLS that a redirect named.
  package struct Downgrade: Sendable, Hashable {
    /// Origins such as `https://api.test`.
    package var from, to: String
    /// How a person allows it.
    package var remedy: String

    package init(from: String, to: String, remedy: String) {
      (self.from, self.to, self.remedy) = (from, to, remedy)
    }
  }

  /// What a recording says of a failure that nobody can look into any more.
  package enum Told: String, Sendable, Hashable {
    /// The browser, or something in it, has kept the request back: no server heard of it.
    case blocked
    /// The tool names no reason, or one that is no other kind's.
    case unexplained
    /// A line of rules, or a person, has made it for an app.
    case made
    /// An app has left while its answer was sent.
    case left
  }

  /// What a transfer is doing, in the order it does it.
  public enum Phase: String, Sendable, Hashable {
    case resolving, connecting, handshaking, sending, waiting, receiving, decoding
  }
}
