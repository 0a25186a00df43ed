import InspectorCore
import NetEngine
import RequestFiles
import Sessions

/// Fires requests of a collection: what they need first, others beside each other, told in order.
///
/// ```
/// waiting ─► running ─► finished ─► told, as soon as everything before it is
///    └────── skipped: what it needs failed, or the run ends early
/// ```
final class CollectionRun {
  let collection: RequestCollection
  /// Without earlier answers: those are the run's own.
  private(set) var context: RequestContext
  /// What is set in every round.
  private let set: [String: String]
  let provider: Provider
  /// What is made of an answer, given what its request says.
  let pipeline: (RequestFileTarget) -> Pipeline
  var parallel = 1
  var stopsAtFailure = false
  /// How often what is not as expected is fired again; nil: as each request says.
  var retry: RequestMeta.Retry?
  /// Whether an envelope is looked for where no profile is set; it is told and changes no verdict.
  var detects = true
  /// Told of each when it starts, and of the end of each in order.
  var began: (RequestCollection.Entry) -> Void = { _ in }
  var finished: (Firing) throws -> Void = { _ in }

  private let answers = EarlierAnswers()
  private var steps: [Step] = []
  private var round = 0
  private var toldCount = 0
  private var firstUntold = 0
  private var hasFailed = false
  /// Values of secret variables: what one request was made with, the answer to another may say.
  private var secrets: [NamedSecret] = []

  private struct Step {
    let entry: RequestCollection.Entry
    /// Places of what it needs.
    var needs: [Int] = []
    var target: RequestFileTarget?
    var state = State.waiting
    /// How often it was fired, and what came of the last time.
    var tries = 0
    /// When it was fired the last time, in microseconds on a clock that never jumps.
    var began: Int?
    var last: Firing.End?
    var hint: EnvelopeHint?
  }

  private enum State {
    case waiting
    case running
    case finished(Firing.End)
  }

  init(
    _ collection: RequestCollection, _ context: RequestContext, provider: Provider,
    pipeline: @escaping (RequestFileTarget) -> Pipeline
  ) {
    self.collection = collection
    self.provider = provider
    self.pipeline = pipeline
    let answers = answers
    var context = context
    context.earlier = { answers[$0] }
    context.kept = { answers.kept($0) }
    self.context = context
    set = context.set
  }

  /// Fires them once, with all they need; cancelling the task ends it early, and everything is told.
  ///
  /// Of the values of a round those that are set for the whole run win.
  func fire(
    _ wanted: [RequestCollection.Entry], with values: [String: String] = [:]
  ) async throws {
    round += 1
    context.set = values.merging(set) { $1 }
    firstUntold = 0
    answers.forget()
    plan(wanted)
    try await withThrowingTaskGroup(of: (Int, Result<Response, NetError>?).self) { group in
      var runningCount = 0
      while true {
        try tell()
        while runningCount < parallel, let place = nextReady() {
          guard let target = prepare(place) else { continue }
          runningCount += 1
          group.addTask(executorPreference: Workers.shared) { [provider] in
            (place, await provider.request(target).result)
          }
        }
        try tell()
        guard let (place, result) = try await group.next() else { break }
        if let result, let delay = finish(place, result) {
          // It keeps its place meanwhile: with one at a time nothing overtakes it.
          group.addTask(executorPreference: Workers.shared) {
            try? await Task.sleep(for: delay)
            return (place, nil)
          }
          continue
        }
        runningCount -= 1
        if result == nil { steps[place].state = .waiting }
      }
    }
    try tell()
  }

  // MARK: Planning

  /// In an order in which they can be fired; one that cannot be brought into it stands for itself.
  private func plan(_ wanted: [RequestCollection.Entry]) {
    var entries: [RequestCollection.Entry] = []
    var isSound = true
    do throws(RequestFileProblem) {
      entries = try collection.order(wanted)
    } catch {
      isSound = false
      var seen: Set<Int> = []
      for entry in wanted {
        let some = (try? collection.order([entry])) ?? [entry]
        entries += some.filter { seen.insert($0.id).inserted }
      }
    }
    steps = entries.map { Step(entry: $0) }
    let places = Dictionary(
      steps.enumerated().map { ($1.entry.id, $0) }, uniquingKeysWith: { first, _ in first })
    for place in steps.indices {
      let entry = steps[place].entry
      do throws(RequestFileProblem) {
        if !isSound { _ = try collection.order([entry]) }
        steps[place].needs = try collection.dependencies(of: entry).compactMap { places[$0.id] }
      } catch {
        note(place, unsent(error, entry))
      }
    }
  }

  // MARK: Firing

  private var isEnding: Bool { Task.isCancelled || hasFailed && stopsAtFailure }

  /// The first one that waits and has all it needs; what can no longer be fired is skipped.
  private func nextReady() -> Int? {
    for place in firstUntold..<steps.count {
      guard case .waiting = steps[place].state else { continue }
      if isEnding, let last = steps[place].last {
        note(place, last)
        continue
      }
      if isEnding {
        let why = Task.isCancelled ? "the run was ended" : "a request before it failed"
        steps[place].state = .finished(.skipped(why))
        continue
      }
      if isReady(place) { return place }
    }
    return nil
  }

  /// Whether all it needs has answered; skips it once something it needs never will.
  private func isReady(_ place: Int) -> Bool {
    var isReady = true
    for need in steps[place].needs {
      guard case .finished(let end) = steps[need].state else {
        isReady = false
        continue
      }
      let what: String
      switch end {
      case .fired(_, let check):
        if check.isMet { continue }
        what = "failed"
      case .skipped: what = "was not fired"
      }
      let name = steps[need].entry.request.listName
      steps[place].state = .finished(.skipped("'\(name)', which it needs, \(what)"))
      return false
    }
    return isReady
  }

  /// The request with its variables replaced; nil when there is nothing to send.
  private func prepare(_ place: Int) -> RequestFileTarget? {
    let entry = steps[place].entry
    if provider.stub != .never, entry.request.meta.sample == nil, entry.request.flaw == nil {
      steps[place].state = .finished(.skipped("it has no # @sample to answer with"))
      return nil
    }
    do throws(RequestFileProblem) {
      let target = try collection.target(entry, in: context)
      steps[place].target = target
      steps[place].tries += 1
      steps[place].began = Int(StartClock.now.microseconds)
      for secret in target.secrets where !secrets.contains(secret) { secrets.append(secret) }
      steps[place].state = .running
      began(entry)
      return target
    } catch {
      if error.keepsItBack {
        steps[place].state = .finished(.skipped(error.message))
      } else {
        note(place, unsent(error, entry))
      }
      return nil
    }
  }

  private func unsent(_ problem: RequestFileProblem, _ entry: RequestCollection.Entry) -> Firing.End
  {
    let outcome = Classifier.classify(.failure(problem.netError), Pipeline())
    let subject = ExchangeSubject(
      Exchange(
        sequence: 0, name: entry.request.listName, startedAt: 0,
        request: HTTPRequest(url: entry.request.target.source)), outcome, now: 0)
    return .fired(outcome, ExpectationCheck([], of: subject, outcome))
  }

  /// Judges an answer; says how long to wait where it is to be fired again.
  private func finish(_ place: Int, _ result: Result<Response, NetError>) -> Duration? {
    let entry = steps[place].entry
    guard let target = steps[place].target else { return nil }
    answers.remember(result, of: entry)
    let pipeline = pipeline(target)
    let outcome = Classifier.classify(result, pipeline)
    let now = context.system.now() * 1_000
    let request =
      outcome.response?.request
      ?? HTTPRequest(method: target.method, url: target.baseURL, headers: target.headers)
    let exchange = Exchange(
      sequence: toldCount + 1, name: target.name, startedAt: now, request: request, result: result)
    let check = target.check(exchange, outcome)
    // Here, and not for each report: afterwards the answer is not held.
    if detects, check.kind == .ok {
      steps[place].hint = EnvelopeHint(outcome, under: pipeline, knowing: context.profiles)
    }
    let retry = retry ?? entry.request.meta.retry
    guard !check.isMet, let retry, steps[place].tries <= retry.count, !isEnding else {
      note(place, .fired(outcome, check))
      return nil
    }
    steps[place].last = .fired(outcome, check)
    return retry.delay
  }

  private func note(_ place: Int, _ end: Firing.End) {
    steps[place].state = .finished(end)
    if case .fired(_, let check) = end, !check.isMet { hasFailed = true }
  }

  // MARK: Telling

  private func tell() throws {
    while firstUntold < steps.count, case .finished(let end) = steps[firstUntold].state {
      let step = steps[firstUntold]
      firstUntold += 1
      toldCount += 1
      try finished(
        Firing(
          number: toldCount, round: round, entry: step.entry, origin: collection.origin,
          target: step.target, end: end, hint: step.hint, tries: step.tries, began: step.began,
          isReplay: provider.transport is ReplayTransport, secrets: secrets))
      // What was told is not held: a body may be large, and there may be many.
      if case .fired(let outcome, let check) = end {
        steps[firstUntold - 1].state = .finished(.fired(outcome.withoutAnswer, check))
      }
    }
  }
}

extension Outcome {
  fileprivate var withoutAnswer: Outcome {
    var copy = self
    (copy.response, copy.document, copy.envelope, copy.error, copy.steps) = (nil, nil, nil, nil, [])
    return copy
  }
}
