import BytesAndJSON

/// How far a transfer is.
public struct Progress: Sendable, Hashable {
  /// What the transfer is doing.
  public var phase: Phase
  /// Bytes done in this phase: up while it sends, down while it receives.
  public var completed: Int
  /// Bytes there are to do, when that is known.
  public var total: Int?
  /// The answer: only in the last event, exactly once.
  public var response: Response?

  /// Takes the figures as they are.
  public init(phase: Phase, completed: Int = 0, total: Int? = nil, response: Response? = nil) {
    self.phase = phase
    self.completed = completed
    self.total = total
    self.response = response
  }

  /// From 0 to 1; 0 while the length is unknown, 1 once the answer is there.
  public var fraction: Double {
    if response != nil { return 1 }
    guard let total, total > 0 else { return 0 }
    return min(1, Double(completed) / Double(total))
  }

  /// The stages in their order.
  public enum Phase: Sendable, Hashable {
    /// The request is being built: plugins are at work.
    case building
    /// The connection is opened or found.
    case connecting
    /// The request is on its way out.
    case sending
    /// Everything is sent, nothing has come.
    case waiting
    /// The answer is coming in.
    case receiving
    /// The answer is complete.
    case done
  }
}
