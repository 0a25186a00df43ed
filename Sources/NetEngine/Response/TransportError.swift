import LosslessJSON

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

  /// The redirect that was not followed because of what it would have taken along.
  package var keptRedirect: KeptRedirect?

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

  /// The failure of a redirect that would have taken content of this method's request along.
  package init(_ redirect: KeptRedirect, of method: HTTPMethod, response: Response? = nil) {
    let names = redirect.variables.map { "'\($0)'" }.joined(separator: ", ")
    self.init(
      .redirect, phase: .receiving,
      detail: "it leads from \(redirect.from) to \(redirect.to), "
        + (names.isEmpty
          ? "where the body of the \(method.rawValue) would travel unencrypted"
          : "which may not receive \(names) of the environment"),
      response: response)
    keptRedirect = redirect
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

  /// A redirect that would have taken a body from https to http, or variables of the environment to
  /// an origin that may not receive them.
  package struct KeptRedirect: Sendable, Hashable {
    /// Origins such as `https://api.test`.
    package var from, to: String
    /// How a person allows it.
    package var remedy: String
    /// The variables; empty where the reason is the missing encryption.
    package var variables: [EnvironmentVariable] = []

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
