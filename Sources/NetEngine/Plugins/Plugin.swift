import LosslessJSON

/// The place to step into a request's way: everything else only flows on.
///
/// Per try, in the order of the provider's array:
/// ```
/// prepare → willSend → (transport or stub) → unpack → didReceive → retry?  ┐
///    ▲──────────────────────── once more ──────────────────────────────────┘ → process
/// ```
/// `willSend` and `didReceive` always come in pairs; when a request cannot be built neither comes.
///
/// Conform in an extension, `extension Counter: Plugin { … }`: there the compiler points out a function
/// that nearly is one of these, which nobody would call.
public protocol Plugin: Sendable {
  /// What an error and a header's source call it.
  var name: String { get }
  /// For whom it would send a target's request: equal requests of two identities share no transfer.
  ///
  /// Only asked where transfers are shared. A plugin that adds a user's credential says here whose.
  func identity(for target: TargetWords) async -> String
  /// How answers are wrapped where neither target nor provider says it; the first that knows decides.
  func envelope(for target: TargetWords) -> EnvelopeProfile?
  /// Changes the request before it is sent.
  func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest
  /// Hears of the request at the moment it is sent.
  func willSend(_ request: HTTPRequest, for attempt: Attempt) async
  /// A step of its own between decoding and mapping: what a body is once it is decrypted, for one.
  ///
  /// Asked of every answer that came whole and has a body; nil leaves it to the next one, and the first
  /// that answers decides. What it throws fails the answer at this step, which bears the plugin's name;
  /// the body that came is kept either way.
  func unpack(_ body: Body, of response: Response, for attempt: Attempt) async throws -> Body?
  /// Hears of the result of the try, after validation.
  func didReceive(_ result: Result<Response, NetError>, for attempt: Attempt) async
  /// Says whether to try again; the first plugin that wants to decides.
  func retry(
    _ result: Result<Response, NetError>, of request: HTTPRequest, for attempt: Attempt
  ) async -> RetryDecision
  /// Changes the final result.
  func process(
    _ result: Result<Response, NetError>, for attempt: Attempt
  ) async -> Result<Response, NetError>
}

extension Plugin {
  /// The type's name.
  public var name: String { "\(Self.self)" }
  /// For nobody in particular.
  public func identity(for target: TargetWords) async -> String { "" }
  /// Does not know.
  public func envelope(for target: TargetWords) -> EnvelopeProfile? { nil }
  /// Changes nothing.
  public func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest {
    request
  }
  /// Does nothing.
  public func willSend(_ request: HTTPRequest, for attempt: Attempt) async {}
  /// Leaves it as it is.
  public func unpack(
    _ body: Body, of response: Response, for attempt: Attempt
  ) async throws -> Body? { nil }
  /// Does nothing.
  public func didReceive(_ result: Result<Response, NetError>, for attempt: Attempt) async {}
  /// Lets the result stand.
  public func retry(
    _ result: Result<Response, NetError>, of request: HTTPRequest, for attempt: Attempt
  ) async -> RetryDecision { .stop }
  /// Changes nothing.
  public func process(
    _ result: Result<Response, NetError>, for attempt: Attempt
  ) async -> Result<Response, NetError> { result }
}
