import LosslessJSON

/// One try at sending a target: what a plugin is told beside the request.
public struct Attempt: Sendable {
  /// What the target says; `target.target` is the value the caller gave.
  public let target: TargetWords
  /// The same for every try of one run of a call, different for every run.
  public let run: Int
  /// Counted from 0; a retry is one more.
  public let number: Int

  /// Describes a try.
  public init(target: TargetWords, run: Int, number: Int) {
    self.target = target
    self.run = run
    self.number = number
  }
}

/// What a plugin thinks should happen after a try.
public enum RetryDecision: Sendable, Hashable {
  /// Nothing: the result stands.
  case stop
  /// Try again once the time has passed.
  case retry(after: Duration)
}
