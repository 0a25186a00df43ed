import LosslessJSON
import NetEngine

/// What a replay used of its session, and what it had no answer for.
public struct ReplayReport: Sendable, Hashable {
  /// A request without a recording.
  public struct Miss: Sendable, Hashable {
    /// The request as messages call it: `GET /users?page=2`.
    public var request: String
    /// The nearest recordings, and what differs.
    public var detail: String
  }

  /// The numbers of the recordings that answered.
  public let used: [Int]
  /// The numbers of those that were never asked for.
  public let unused: [Int]
  /// Those that answered more than once, and how often.
  public let repeated: [Int: Int]
  /// What was asked for in vain, in order.
  public let missed: [Miss]

  init(_ sequences: [Int], uses: [Int], _ missed: [Miss]) {
    let pairs = Array(zip(sequences, uses))
    used = pairs.filter { $1 > 0 }.map { $0.0 }
    unused = pairs.filter { $1 == 0 }.map { $0.0 }
    repeated = Dictionary(pairs.filter { $1 > 1 }, uniquingKeysWith: { $0 + $1 })
    self.missed = missed
  }

  /// `3 used, 1 unused, 2 missed, 1 repeated`; what did not happen is left out.
  public var summary: String {
    var parts = ["\(used.count) used"]
    if !unused.isEmpty { parts.append("\(unused.count) unused") }
    if !missed.isEmpty { parts.append("\(missed.count) missed") }
    if !repeated.isEmpty { parts.append("\(repeated.count) repeated") }
    return parts.joined(separator: ", ")
  }
}
