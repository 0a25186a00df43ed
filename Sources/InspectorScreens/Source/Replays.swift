/// Requests that are fired again, to be compared with what they answered before.
struct Replays: Sendable {
  /// Those whose answers are still to come, by target.
  var waiting: [Int: Replay] = [:]
  /// How several of them end, while they run.
  var tally: ReplayTally?
  /// The number of the answer each answer is compared with, where that was found out.
  var pairs: [Int: Int] = [:]
  /// The requests a recording was asked for in vain.
  var missing: Set<Place> = []

  /// A request in a recording.
  struct Place: Sendable, Hashable {
    var source: AnswerSource
    var target: Int
  }
}

/// A request that is fired over the network and compared with what it answered before.
struct Replay: Sendable, Hashable {
  /// The number of the answer before, which counts where the recording has none.
  var before: Int?
  /// The number of the answer that is to be compared; nil while it is on its way.
  var answer: Int?
  /// Only the difference is wanted: nothing is sent.
  var isLookup = false
}

/// How several of them ended.
struct ReplayTally: Sendable, Hashable {
  var left: Int
  var kinds: [String: Int] = [:]
  var order: [String] = []
}
