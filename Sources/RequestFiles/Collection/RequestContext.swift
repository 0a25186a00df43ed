import LosslessJSON
import NetEngine

/// What a request file's requests are resolved with: the chosen environment, values set for this run,
/// earlier exchanges.
public struct RequestContext: Sendable {
  /// The name of the environment; nil: only what all environments share.
  public var environment: String?
  /// Values set for this run; taken as they are.
  public var set: [String: String] = [:]
  /// Values that were sent before and stand for variables of the process's environment.
  public var held: [String: String] = [:]
  /// Time, chance and the process's environment.
  package var system = VariableSystem.live
  /// The last exchange of a request, asked when another refers to it; nil where nothing was fired.
  public var earlier: (@Sendable (RequestCollection.Entry) -> EarlierExchange?)?
  /// What was kept of earlier answers under a variable's name.
  public var kept: @Sendable (String) -> KeptValue? = { _ in nil }
  /// The profiles `# @profile` can name.
  public var profiles = EnvelopeProfile.readyMade
  /// How requests travel where they say nothing.
  public var options = RequestOptions()
  /// Whether samples are read: only a stub needs them.
  public var readsSamples = false
  /// Whether values that each firing makes anew, such as `{{$uuid}}`, stay as they are written: no
  /// value that is shown before is the one that is sent.
  package var namesMadeValues = false

  /// No environment, the machine's own time and chance, no earlier exchange.
  public init() {}
}
