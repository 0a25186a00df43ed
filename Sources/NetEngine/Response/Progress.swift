import LosslessJSON

/// How far a transfer is, or a sequence of them.
public struct Progress: Sendable, Hashable {
  /// What the transfer is doing.
  public var phase: Phase
  /// Bytes done in this phase: up while it sends, down while it receives.
  public var completed: Int
  /// Bytes there are to do, when that is known.
  public var total: Int?
  /// The answer: only in the last event, exactly once; in a sequence in the last one of each part.
  public var response: Response?
  /// Which part of a sequence the other figures tell of, outermost first; none outside of sequences,
  /// and none in the event that says that a whole sequence is done.
  public package(set) var parts: [Part] = []
  /// How far the sequence is that it comes from.
  package var overall: Double?

  /// Takes the figures as they are.
  public init(phase: Phase, completed: Int = 0, total: Int? = nil, response: Response? = nil) {
    self.phase = phase
    self.completed = completed
    self.total = total
    self.response = response
  }

  /// From 0 to 1; 0 while the length is unknown, 1 once the answer is there.
  ///
  /// Of a sequence it is how far all of it is, and never goes back; 0 while nobody knows how many
  /// parts there will be. How far a part is stands in ``parts``.
  public var fraction: Double {
    if let overall { return overall }
    if response != nil { return 1 }
    guard let total, total > 0 else { return 0 }
    return min(1, Double(completed) / Double(total))
  }

  /// A call of a sequence, and how far it is.
  public struct Part: Sendable, Hashable {
    /// Counted from 0, in the order of the calls.
    public let index: Int
    /// How many there are; nil when nobody has said it before.
    public let count: Int?
    /// From 0 to 1; it never goes back, a part that is tried again goes on where it was.
    public let fraction: Double

    /// Takes the figures as they are.
    package init(index: Int, count: Int?, fraction: Double) {
      (self.index, self.count, self.fraction) = (index, count, fraction)
    }
  }

  /// The stages in their order.
  public enum Phase: String, Sendable, Hashable {
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
