import NetEngine
import NetRecordings

/// Every firing of this run, oldest first, bounded.
///
/// Memory holds each request's newest response and the newest 100 that a later one replaced, at
/// most 1,000 and 256 MiB together; the newest one always stays. Older exchanges keep a line, the
/// newest 100,000 of them, and the recording has their responses. Few responses are held because
/// each one pins pages of freed memory around it. The cost of a key or a frame does not grow with
/// the history.
struct History: Sendable {
  static let answerLimit = 1_000
  static let replacedLimit = 100
  static let byteLimit = 256 << 20
  static let recordLimit = 100_000

  /// How many lines are kept, and up to a thousand more.
  var recordLimit = History.recordLimit
  private(set) var records: [FiredExchange] = []
  /// Bytes of all answers that are held.
  private(set) var weight = 0
  /// How many answers are held.
  private(set) var held = 0
  /// How many of them are each target's.
  private var heldOf: [Int: Int] = [:]
  /// Which numbers run, oldest first.
  private(set) var running: [Int] = []
  /// The numbers of each target's firings, oldest first.
  private var byTarget: [Int: [Int]] = [:]
  private var numbers: [ExchangeID: Int] = [:]
  /// How each target's newest firing ended; it outlives the record.
  private var outcomes: [Int: AnswerSummary] = [:]
  /// Each target's newest request that has ended, as the list showed it and as it was sent.
  private var asked: [Int: [ExchangeRecord.Asked]] = [:]
  /// The chosen environment: rows show no verdict of another one.
  var environment: String?
  private var lastNumber = 0
  /// How many firings of this run a recording has with their ends; those not sent are in none.
  private(set) var recordedCount = 0
  /// The numbers whose answers are held, in the order in which they came; those before
  /// `firstHeld` are gone.
  private var arrivals: [Int] = []
  private var firstHeld = 0
  /// The numbers of held responses that a newer one of their request has replaced, oldest first.
  private var replaced: [Int] = []
  private var hasLookedUp = false

  var count: Int { records.count }

  /// The responses of this run that are in memory.
  var heldResponses: WholeResponses {
    WholeResponses(records.compactMap { $0.source == .network ? $0.result?.response : nil })
  }

  /// The record with this number, if it is still there.
  subscript(number: Int) -> FiredExchange? {
    index(number).map { records[$0] }
  }

  /// The record at a row of a list with the newest first.
  func record(atRow row: Int) -> FiredExchange? {
    records.indices.contains(records.count - 1 - row) ? records[records.count - 1 - row] : nil
  }

  func row(of number: Int) -> Int? { index(number).map { records.count - 1 - $0 } }

  /// The newest firing of a target, without those that were only looked up for a comparison.
  func newest(of target: Int) -> FiredExchange? {
    byTarget[target]?.last { self[$0]?.isLookedUp != true }.flatMap { self[$0] }
  }

  /// The state of a target's row.
  ///
  /// A verdict belongs to a method, a URL and an environment.
  func state(of target: Int, _ item: TargetItem) -> TargetState {
    if let record = newest(of: target), record.isRunning { return .running(record.record) }
    guard let summary = outcomes[target] else { return .idle }
    guard let asked = asked[target],
      !asked.contains(where: {
        $0.isSame(as: item) && ($0.environment ?? environment) == environment
      })
    else { return .finished(summary) }
    return .outdated(summary, environment: asked[0].environment)
  }

  func number(of id: ExchangeID) -> Int? { numbers[id] }

  /// The numbers of a target's firings, oldest first.
  func numbers(of target: Int) -> [Int] { byTarget[target] ?? [] }

  /// Which of a target's firings one is, counted from 0, and how many there are.
  func place(of record: FiredExchange) -> (index: Int, count: Int)? {
    let numbers = numbers(of: record.target)
    return numbers.index(ofSorted: record.number).map { ($0, numbers.count) }
  }

  /// Whether an answer of the same target is held beside this one.
  func hasOther(than record: FiredExchange) -> Bool {
    heldOf[record.target] ?? 0 > (record.result == nil ? 0 : 1)
  }

  /// Whether numbers do not say which firing is newer: some are of earlier runs or looked up.
  var isListedByTime: Bool { records.count > 1 && (records[1].isRecalled || hasLookedUp) }

  /// The number of the oldest firing that has a line.
  var firstNumber: Int { records.first?.number ?? lastNumber + 1 }

  private func index(_ number: Int) -> Int? {
    guard let first = records.first?.number, number >= first, number <= lastNumber else {
      return nil
    }
    return number - first
  }

  // MARK: What happens

  /// Adds a firing; an id that runs already is left alone.
  mutating func begin(
    _ id: ExchangeID, target: Int, clock: String, at now: Instant,
    from source: AnswerSource = .network,
    asking asked: ExchangeRecord.Asked = ExchangeRecord.Asked(method: "", url: ""),
    isLookUp: Bool = false
  ) {
    guard numbers[id] == nil else { return }
    lastNumber += 1
    var record = ExchangeRecord(
      number: lastNumber, clock: clock, began: now, source: source, asked: asked)
    record.isLookedUp = isLookUp
    if isLookUp { hasLookedUp = true }
    records.append(FiredExchange(id: id, target: target, record: record))
    numbers[id] = lastNumber
    byTarget[target, default: []].append(lastNumber)
    running.append(lastNumber)
    dropOldRecords()
  }

  /// Notes when an exchange was sent; `moment` is of one that was recorded.
  mutating func date(_ id: ExchangeID, _ time: Int, _ moment: String? = nil) {
    guard let index = runningIndex(id) else { return }
    (records[index].record.sentAt, records[index].record.moment) = (time, moment)
  }

  mutating func progress(_ id: ExchangeID, _ progress: Progress) {
    guard let index = runningIndex(id) else { return }
    if progress.phase == .building, records[index].arrival != nil {
      // It is sent once more: what came before is not the answer.
      records[index].record.arrival = nil
      records[index].record.moments = ArrivalMoments()
      records[index].record.readingState = nil
    }
    records[index].record.progress = Progress(
      phase: progress.phase, completed: progress.completed, total: progress.total)
  }

  /// Takes what has come of an answer.
  mutating func arrive(_ id: ExchangeID, _ arrival: Arrival, at now: Instant) {
    guard let index = runningIndex(id) else { return }
    let parts = arrival.start.flatMap { $0.hasParts ? $0.count : nil } ?? 0
    records[index].record.moments.note(
      ArrivalMoment(
        bytes: arrival.response.body.count, parts: parts,
        microseconds: Int(now.microseconds - records[index].began.microseconds)))
    records[index].record.progress = arrival.progress
    records[index].record.arrival = arrival
    records[index].record.readingState = arrival.start.map { start in
      ReadingState(
        fraction: arrival.total == nil ? nil : arrival.progress.fraction, start: start)
    }
  }

  mutating func markCancelling(_ number: Int) {
    guard let index = index(number), records[index].isRunning else { return }
    records[index].record.isCancelling = true
  }

  /// Takes the answer; what comes for an id that is finished or unknown is dropped.
  mutating func finish(
    _ id: ExchangeID, _ result: Result<Response, NetError>, _ reading: Reading?
  ) {
    guard let index = runningIndex(id) else { return }
    records[index].record.result = result
    records[index].record.arrival = nil
    let listed = records[index].asked
    if let request = records[index].response?.request { records[index].record.takeSent(request) }
    records[index].record.reading = reading
    summarize(index)
    if newest(of: records[index].target)?.number == records[index].number {
      asked[records[index].target] = [listed, records[index].asked]
    }
    if records[index].source == .network, let kind = records[index].summary?.kind,
      kind != .setup, kind != .miss
    {
      recordedCount += 1
    }
    weight += records[index].weight
    hold(records[index].target, 1)
    running.removeAll { $0 == records[index].number }
    numbers[id] = nil
    arrivals.append(records[index].number)
    noteReplaced(by: records[index].number, of: records[index].target)
    dropOldAnswers()
  }

  /// Notes which of two responses of a request is the older one, and lets the oldest of those go.
  private mutating func noteReplaced(by number: Int, of target: Int) {
    let others = numbers(of: target)
    guard let place = others.index(ofSorted: number) else { return }
    func isFired(_ other: Int) -> Bool {
      self[other].map { $0.result != nil && !$0.isLookedUp } ?? false
    }
    // A recorded response that was looked up replaces none.
    if !isFired(number) || others[(place + 1)...].contains(where: isFired) {
      replaced.append(number)
    } else if let older = others[..<place].last(where: isFired) {
      replaced.append(older)
    }
    guard replaced.count > Self.replacedLimit else { return }
    letGo(replaced.removeFirst())
  }

  private mutating func letGo(_ number: Int) {
    guard let index = index(number), records[index].result != nil else { return }
    weight -= records[index].weight
    hold(records[index].target, -1)
    records[index].record.letGo()
  }

  /// Puts an answer of an earlier run in front of all others; answers its number.
  ///
  /// It says nothing of how the request stands now.
  mutating func recall(_ answer: RecalledAnswer, target: Int) -> Int {
    let asked = ExchangeRecord.Asked(
      method: answer.request.method.rawValue, url: answer.request.shownURL,
      environment: answer.environment)
    let number = firstNumber - 1
    var record = ExchangeRecord(
      number: number, clock: answer.clock, began: Instant(microseconds: 0), asked: asked)
    (record.run, record.sentAt, record.moment) = (answer.run, answer.startedAt, answer.moment)
    record.result = answer.result
    record.reading = answer.reading
    records.insert(FiredExchange(id: ExchangeID(number), target: target, record: record), at: 0)
    byTarget[target, default: []].insert(number, at: 0)
    arrivals.insert(number, at: firstHeld)
    summarize(0)
    weight += records[0].weight
    hold(target, 1)
    dropOldAnswers()
    return number
  }

  private mutating func hold(_ target: Int, _ step: Int) {
    held += step
    heldOf[target, default: 0] += step
  }

  private mutating func summarize(_ index: Int) {
    guard let result = records[index].result else { return }
    var summary = AnswerSummary(result, records[index].record.reading?.outcome)
    summary.take(records[index].record.reading?.check)
    summary.isOffline = records[index].source != .network
    if summary.kind == .ok {
      summary.detectedKind = records[index].record.reading?.detectedKind
      summary.isBroken = summary.status == nil && records[index].brokenJSON != nil
    }
    records[index].record.summary = summary
    let target = records[index].target
    if newest(of: target)?.number == records[index].number, !records[index].isRecalled {
      outcomes[target] = records[index].summary
    }
  }

  /// Takes what a held answer means; one that is no longer held keeps the kind it had.
  mutating func setReading(_ number: Int, _ reading: Reading) {
    guard let index = index(number), records[index].result != nil else { return }
    weight -= records[index].weight
    records[index].record.reading = reading
    records[index].record.readingState = nil
    weight += records[index].weight
    summarize(index)
    dropOldAnswers()
  }

  mutating func setReadingState(_ number: Int, _ state: ReadingState) {
    guard let index = index(number), records[index].result != nil else { return }
    records[index].record.readingState = state
  }

  /// How a target's newest firings ended, oldest first.
  func summaries(of target: Int) -> [AnswerSummary] {
    numbers(of: target).suffix(2 * Sparkline.limit).compactMap { number in
      self[number].flatMap { $0.isLookedUp ? nil : $0.summary }
    }
  }

  /// The numbers of all answers that are held, newest first.
  var heldNumbers: [Int] { arrivals[firstHeld...].reversed().filter { self[$0]?.result != nil } }

  private func runningIndex(_ id: ExchangeID) -> Int? {
    guard let index = numbers[id].flatMap(index), records[index].isRunning else { return nil }
    return index
  }

  /// Lets the oldest answers go until the rest is within its bounds; the newest always stays.
  private mutating func dropOldAnswers() {
    while held > History.answerLimit || weight > History.byteLimit, firstHeld + 1 < arrivals.count {
      letGo(arrivals[firstHeld])
      firstHeld += 1
    }
    guard arrivals.count > 2 * held + 1_000 else { return }
    arrivals = arrivals[firstHeld...].filter { self[$0]?.result != nil }
    firstHeld = 0
  }

  /// Drops old lines a thousand at a time, so that adding one costs nothing on average.
  private mutating func dropOldRecords() {
    guard records.count >= recordLimit + 1_000 else { return }
    var dropped = 0
    while dropped < 1_000, !records[dropped].isRunning {
      weight -= records[dropped].weight
      if records[dropped].result != nil { hold(records[dropped].target, -1) }
      dropped += 1
    }
    records.removeFirst(dropped)
    let first = records.first?.number ?? 0
    byTarget = byTarget.mapValues { $0.filter { $0 >= first } }
  }
}

/// How a request of the list stands.
enum TargetState: Sendable {
  /// Never fired.
  case idle
  case running(ExchangeRecord)
  case finished(AnswerSummary)
  /// Its newest response is of another method or URL than the row shows.
  case outdated(AnswerSummary, environment: String?)
}
