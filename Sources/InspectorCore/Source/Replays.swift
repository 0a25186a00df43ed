/// Requests that are fired again, to be compared with what they answered before.
struct Replays: Sendable {
  /// Those whose answers are still to come, by target.
  var waiting: [Int: Replay] = [:]
  /// How several of them end, while they run.
  var tally: ReplayTally?
  /// The number of the answer each answer is compared with, where that was found out.
  var pairs: [Int: Int] = [:]
}

/// A request that is fired over the network and compared with what it answered before.
struct Replay: Sendable, Hashable {
  /// The number of the answer it is compared with; nil while that is looked up.
  var base: Int?
  /// Only the difference is wanted: nothing is sent.
  var isLookup = false
}

/// How several of them ended.
struct ReplayTally: Sendable, Hashable {
  var left: Int
  var kinds: [String: Int] = [:]
  var order: [String] = []
}
