import LosslessJSON
import NetEngine

/// Which recording answers a request: the n-th gets the n-th, and what was used is counted.
package final class RecordedAnswers: Sendable {
  /// What a request is looked up by, and the recordings of it.
  package struct Candidates: Sendable {
    let key: MatchKey
    let redacted: HTTPRequest
    /// In the order they were recorded.
    let places: [Int]

    package var method: String { key.method }
    package var isEmpty: Bool { places.isEmpty }
  }

  /// What answers a request.
  package enum Choice: Sendable {
    /// The recording, and its place among all.
    case recording(Exchange, place: Int)
    case miss(Miss)
  }

  /// Nothing answers a request.
  package struct Miss: Sendable, Hashable {
    package var why: String
    /// What comes near, where none of the kind is recorded.
    package var nearest: [NearRecording]
    /// Its recordings have all been given.
    package var isUsedUp = false

    package init(_ why: String, _ nearest: [NearRecording] = [], isUsedUp: Bool = false) {
      (self.why, self.nearest, self.isUsedUp) = (why, nearest, isUsedUp)
    }

    /// Both as one sentence.
    package var detail: String {
      let lines = nearest.map(\.text).joined(separator: "; ")
      return nearest.isEmpty ? why : "\(why); nearest: \(lines)"
    }
  }

  private let recordings: Recordings
  private let options: ReplayTransport.Options
  private let state: Lock<State>

  /// What has been asked so far.
  private struct State {
    /// By the place of the recording.
    var uses: [Int]
    var missed: [ReplayReport.Miss] = []
    /// How many of the first recordings of a key are used, by the first one's place.
    var usedCounts: [Int: Int] = [:]
  }

  /// Takes all exchanges that can answer.
  package init(_ exchanges: [Exchange], _ options: ReplayTransport.Options) {
    self.options = options
    recordings = Recordings(exchanges, options)
    state = Lock(State(uses: Array(repeating: 0, count: exchanges.count)))
  }

  /// Whether a request's headers have a say in what answers it.
  package var readsHeaders: Bool { recordings.readsHeaders }

  /// What was used so far, what was not, and what was missed.
  package var report: ReplayReport {
    let state = state.withLock { $0 }
    return ReplayReport(recordings.exchanges.map(\.sequence), uses: state.uses, state.missed)
  }

  /// Looks a request up; nothing is used by it.
  package func candidates(for request: HTTPRequest) -> Candidates {
    let redacted = options.redact(request)
    let key = recordings.key(of: redacted, from: request)
    return Candidates(key: key, redacted: redacted, places: recordings.places[key] ?? [])
  }

  /// Uses the next of them; of those that do not fit the request none is.
  ///
  /// What only looks, as HEAD does, `uses` nothing; a miss that somebody else answers is not noted,
  /// which one whose recordings are used up need not be.
  package func choose(
    _ candidates: Candidates, uses: Bool = true, notesMiss: Bool = true, notesUsedUp: Bool = true,
    fitting fits: (Exchange) -> Bool = { _ in true }
  ) -> Choice {
    let last = candidates.places.last { fits(recordings.exchanges[$0]) }
    let chosen = state.withLock { state in
      let place =
        unused(candidates, &state) { fits(recordings.exchanges[$0]) }
        ?? (options.exhausted == .last ? last : nil)
      if let place, uses { state.uses[place] += 1 }
      return place
    }
    if let chosen { return .recording(recordings.exchanges[chosen], place: chosen) }
    return miss(candidates, hasFitting: last != nil, isNoted: last == nil ? notesMiss : notesUsedUp)
  }

  /// The first of them that nobody has got, or the one whose headers are most alike.
  private func unused(
    _ candidates: Candidates, _ state: inout State, _ fits: (Int) -> Bool
  ) -> Int? {
    let places = candidates.places
    guard let first = places.first else { return nil }
    // What is used at the front stays so: ten thousand of one request are not counted each time.
    var count = state.usedCounts[first] ?? 0
    while count < places.count, state.uses[places[count]] > 0 { count += 1 }
    state.usedCounts[first] = count
    let rest = places[count...]
    guard recordings.readsHeaders else { return rest.first { state.uses[$0] == 0 && fits($0) } }
    let open = rest.filter { state.uses[$0] == 0 && fits($0) }
    return recordings.best(of: open, for: candidates.redacted)
  }

  private func miss(
    _ candidates: Candidates, hasFitting: Bool, isNoted: Bool
  ) -> Choice {
    let shown = candidates.key.shown
    let miss: Miss
    if hasFitting {
      let count = candidates.places.count
      let all =
        count == 1 ? "the recording of \(shown) is" : "all \(count) recordings of \(shown) are"
      miss = Miss("\(all) used", isUsedUp: true)
    } else if !candidates.places.isEmpty {
      miss = Miss("no recording of \(shown) is a response to it as it was asked")
    } else if recordings.exchanges.isEmpty {
      miss = Miss("\(shown) is not in it: it holds no response at all")
    } else {
      miss = Miss(
        "\(shown) is not in it", recordings.nearest(to: candidates.key, candidates.redacted))
    }
    if isNoted {
      let note = ReplayReport.Miss(request: shown, detail: miss.detail)
      state.withLock { $0.missed.append(note) }
    }
    return .miss(miss)
  }
}
