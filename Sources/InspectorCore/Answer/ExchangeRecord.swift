import NetEngine

/// One firing of a target, from its start to its answer.
struct ExchangeRecord: Sendable {
  let id: ExchangeID
  let target: Int
  /// Counted from 1 over the whole run.
  let number: Int
  /// The time of day it began.
  let clock: String
  let began: Instant
  var progress = Progress(phase: .building)
  /// Somebody asked for its end; the answer to that is on its way.
  var isCancelling = false
  /// nil while it runs.
  var summary: AnswerSummary?
  /// nil while it runs, and again once newer answers need the room.
  var result: Result<Response, NetError>?
  /// What the answer means; nil while it is being read, and as long as there is no result.
  var reading: Reading? {
    didSet { readingCount += 1 }
  }
  /// How often the answer was read.
  private(set) var readingCount = 0
  /// How far a long reading has come.
  var readingState: ReadingState?

  var isRunning: Bool { summary == nil }

  /// What came back, whole or in part.
  var response: Response? {
    switch result {
    case .success(let response): response
    case .failure(let error): error.response
    case nil: nil
    }
  }

  /// Bytes it holds.
  var weight: Int {
    guard let response else { return 0 }
    let wire = response.wire.count == response.body.count ? 0 : response.wire.count
    let hops = response.hops.reduce(0) { $0 + $1.head.count + $1.requestHead.count + $1.body.count }
    return response.body.count + wire + hops + (reading?.weight ?? 0)
  }
}

/// A reading that takes its time.
struct ReadingState: Sendable {
  /// From 0 to 1.
  var fraction: Double
  /// The first part of the document.
  var start: JSONDocument?
}

extension Progress.Phase {
  /// What is going on, in words.
  var words: String {
    switch self {
    case .building: "building"
    case .connecting: "connecting"
    case .sending: "sending"
    case .waiting: "waiting"
    case .receiving: "receiving"
    case .done: "done"
    }
  }
}
