import NetEngine

/// A firing of this run: the target it is of, and what became of it.
@dynamicMemberLookup
struct FiredExchange: Sendable {
  let id: ExchangeID
  let target: Int
  var record: ExchangeRecord

  subscript<Value>(dynamicMember path: KeyPath<ExchangeRecord, Value>) -> Value {
    record[keyPath: path]
  }
}

/// An exchange from its start to its answer: a firing of this run, or one that was recorded.
struct ExchangeRecord: Sendable {
  /// Counted from 1 over the whole run, or over the recording.
  let number: Int
  /// The time of day it began.
  let clock: String
  let began: Instant
  /// Who was asked.
  let source: AnswerSource
  /// What was asked: the list may say another thing by now.
  private(set) var asked: Asked
  /// Somebody asked for its end; the answer to that is on its way.
  var isCancelling = false
  /// What was done to it on its way between an app and its server, a sentence each.
  var altered: [String] = []
  /// The request as its app sent it, where another one went on.
  var fromApp: HTTPRequest?
  /// Which of two answers it shows; nil where the app has got the server's.
  var shownAnswer: ShownAnswer?
  /// When the earlier run began that has fired it; nil for a firing of this run.
  var run: String?
  /// When it was sent, in microseconds since 1970; that of the recorded exchange where one answers.
  var sentAt = 0
  /// This time as a person reads it, of a response that did not come in this run.
  var moment: String?
  /// Read from a recording only to be compared: it says nothing of how the request stands now.
  var isLookedUp = false
  /// An earlier run has fired it.
  var isRecalled: Bool { run != nil }
  private var isStored: Bool { isRecalled || source.isSession }
  /// It stands in lists by the time it was recorded.
  var isListedByTime: Bool { isRecalled || isLookedUp }

  /// Whether it was sent before another one; the clock may jump between two firings of this run.
  func isOlder(than other: ExchangeRecord) -> Bool {
    guard isStored || other.isStored else { return number < other.number }
    if isStored != other.isStored, sentAt == 0 || other.sentAt == 0 { return isStored }
    return (sentAt, number) < (other.sentAt, other.number)
  }
  /// nil while it runs.
  var summary: AnswerSummary?
  /// How often the answer was read.
  private(set) var readingCount = 0
  /// At most one, behind a reference: of most firings only a line is left, and that is to be small.
  private var parts: [Parts] = [Parts()]

  private struct Parts {
    var progress = Progress(phase: .building)
    var result: Result<Response, NetError>?
    var reading: Reading?
    var readingState: ReadingState?
    var arrival: Arrival?
    var moments = ArrivalMoments()
  }

  /// The server's answer, or what its app has got in place of it.
  enum ShownAnswer: Sendable, Hashable {
    case servers, apps
  }

  /// A method and the whole URL as far as it is known.
  struct Asked: Sendable, Hashable {
    var method: String
    var url: String
    /// The environment whose values it has; nil without one, and where an older program kept it.
    var environment: String?

    /// Whether it is what a row of the list shows.
    func isSame(as item: TargetItem) -> Bool {
      method.isEmpty || method == item.method && url == item.url
    }
  }

  init(
    number: Int, clock: String, began: Instant,
    source: AnswerSource = .network, asked: Asked = Asked(method: "", url: "")
  ) {
    self.source = source
    self.asked = asked
    (self.number, self.clock, self.began) = (number, clock, began)
  }

  /// How far it is while it runs.
  var progress: Progress {
    get { parts.first?.progress ?? Progress(phase: .done) }
    set { change { $0.progress = newValue } }
  }

  /// nil while it runs, and again once newer answers need the room.
  var result: Result<Response, NetError>? {
    get { parts.first?.result }
    set { change { $0.result = newValue } }
  }

  /// What the answer means; nil while it is being read, and as long as there is no result.
  var reading: Reading? {
    get { parts.first?.reading }
    set {
      change { $0.reading = newValue }
      readingCount += 1
    }
  }

  /// How far a long reading has come.
  var readingState: ReadingState? {
    get { parts.first?.readingState }
    set { change { $0.readingState = newValue } }
  }

  /// What is there of an answer that is still coming; nil once it has ended.
  var arrival: Arrival? {
    get { parts.first?.arrival }
    set { change { $0.arrival = newValue } }
  }

  /// When what has come of it came; it stays once the answer has ended.
  var moments: ArrivalMoments {
    get { parts.first?.moments ?? ArrivalMoments() }
    set { change { $0.moments = newValue } }
  }

  private mutating func change(_ change: (inout Parts) -> Void) {
    if parts.isEmpty { parts = [Parts()] }
    change(&parts[0])
  }

  /// Lets everything go but its line.
  mutating func letGo() {
    parts = []
    readingCount += 1
  }

  var isRunning: Bool { summary == nil }

  /// Takes the URL that was sent, whole; secrets that the list does not show are masked.
  mutating func takeSent(_ request: HTTPRequest) {
    guard !request.url.isEmpty, request.url != asked.url else { return }
    (asked.method, asked.url) = (request.method.rawValue, request.shownURL)
  }

  /// What came back, whole or in part, or has come so far.
  var response: Response? { result == nil ? arrival?.response : result?.response }

  /// Whether there is anything to compare with another answer.
  ///
  /// What was never sent, or was cancelled, has said nothing; a failed transfer has.
  var isComparable: Bool {
    switch result {
    case nil: false
    case .success: true
    case .failure(let error): ![.setup, .miss, .cancelled].contains(error.kind)
    }
  }

  /// The envelope's page would say no more than that there is none: raw takes its room.
  var hasSilentEnvelope: Bool {
    if let arrival { return arrival.start == nil || arrival.response.isEventStream }
    guard let reading, !isJSON, reading.check == nil,
      reading.pipeline.profile == nil || reading.hasNoEnvelope
    else { return false }
    switch reading.outcome.error {
    // Raw says it as well, in its first lines.
    case nil, .transport, .cancelled: return true
    default: return false
    }
  }

  /// Where the body stops being the JSON it begins as; nil where it is whole, or is no JSON at all.
  var brokenJSON: JSONError? {
    guard let reading, reading.parts == nil, isJSON, let response, response.isComplete,
      response.keptPartOf == nil
    else { return nil }
    return reading.document?.error
  }

  /// Whether it is JSON, be it broken.
  ///
  /// What merely begins with a bracket may be a line of a log: it says so itself, or some of it was
  /// JSON.
  var isJSON: Bool {
    guard let document = reading?.document else { return false }
    return document.error == nil || response?.mediaType?.isJSON == true
      || asked.url.utf8.ends(with: ".json")
      || document.root.map { document.count(of: $0) > 0 } == true
  }

  /// While many documents come: `12 events, 4 a second`.
  func partWords(now: Instant) -> String? {
    guard let parts = arrival?.start, let noun = parts.noun,
      let rate = moments.rate(now: Int(now.microseconds - began.microseconds))
    else { return nil }
    let tenths = Int(saturating: rate * 10)
    let figure = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : Units.grouped(tenths / 10)
    return "\(Units.count(parts.count, noun)), \(figure) a second"
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
  /// From 0 to 1; nil where nobody knows how much there will be.
  var fraction: Double?
  /// The first part of the document.
  var start: JSONForest?
}

extension JSONError {
  /// In a title: where JSON stops, or that there is none.
  var titleWords: String { byteOffset == 0 ? "not JSON" : "JSON broken at \(line):\(column)" }
}

extension String.UTF8View {
  fileprivate func ends(with end: String) -> Bool { suffix(end.utf8.count).elementsEqual(end.utf8) }
}
