import NetEngine
import NetRecordings
import RequestFiles

/// Fires requests of a collection: what they need first, others beside each other, told in order.
///
/// ```
/// waiting ─► running ─► finished ─► told, as soon as everything before it is
///    └────── skipped: what it needs failed, or the run ends early
/// ```
///
/// It runs where it is called from, a worker: on the main thread each answer would cost two switches.
nonisolated final class CollectionRun {
  let collection: RequestCollection
  /// Without earlier answers: those are the run's own.
  private(set) var context: RequestContext
  /// What is set in every round.
  private let set: [String: String]
  let provider: Provider
  let judge: FiringJudge
  var parallel = 1
  var stopsAtFailure = false
  /// How often what is not as expected is fired again; nil: as each request says.
  var retry: RequestMeta.Retry?
  /// Keeps requests back whose variables of the environment may not be sent; nil sends all.
  var gate: EnvironmentGate?
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
    /// Its answer is needed by another one, or may be.
    var isAskedFor: Bool
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
    judge: FiringJudge
  ) {
    self.collection = collection
    self.provider = provider
    self.judge = judge
    let answers = answers
    var context = context
    context.earlier = { answers[$0] }
    context.kept = { answers.kept($0) }
    self.context = context
    set = context.set
  }

  /// Fires them once; cancelling the task ends it early, and everything is told.
  ///
  /// Of the values of a round those that are set for the whole run win.
  func fire(
    _ order: RunOrder, with values: [String: String] = [:]
  ) async throws {
    round += 1
    context.set = values.merging(set) { $1 }
    firstUntold = 0
    answers.forget()
    plan(order)
    let told = toldCount
    // nil is one that has waited and may be fired again.
    try await withThrowingTaskGroup(of: (Int, FiringJudge.Verdict?).self) { group in
      var runningCount = 0
      while true {
        try tell()
        while runningCount < parallel, let place = nextReady() {
          guard let target = prepare(place) else { continue }
          let (entry, isAskedFor) = (steps[place].entry, steps[place].isAskedFor)
          runningCount += 1
          let now = context.system.now() * 1_000
          group.addTask(executorPreference: Workers.shared) { [provider, judge, answers, entry] in
            let number = told + place + 1
            let result = await ProgramLog.$exchange.withValue(number) {
              await provider.request(target).result
            }
            answers.remember(result, of: entry, isAskedFor: isAskedFor)
            let verdict = judge.judge(result, of: target, number: place + 1, now: now)
            ProgramLog.noteVerdict(verdict.outcome, verdict.check, of: number)
            return (place, verdict)
          }
        }
        try tell()
        guard let (place, verdict) = try await group.next() else { break }
        if let verdict, let delay = finish(place, verdict) {
          // It keeps its place meanwhile: with one at a time nothing overtakes it.
          group.addTask(executorPreference: Workers.shared) {
            try? await Task.sleep(for: delay)
            return (place, nil)
          }
          continue
        }
        runningCount -= 1
        if verdict == nil { steps[place].state = .waiting }
      }
    }
    try tell()
  }

  // MARK: Planning

  private func plan(_ order: RunOrder) {
    let mayBe = collection.answersMayBeAskedFor
    steps = order.entries.map { entry in
      // Who sets variables is asked whether it has answered.
      Step(entry: entry, isAskedFor: mayBe || !entry.request.answerScript.names.isEmpty)
    }
    let places = Dictionary(
      steps.enumerated().map { ($1.entry.id, $0) }, uniquingKeysWith: { first, _ in first })
    for place in steps.indices {
      let entry = steps[place].entry
      do throws(RequestFileProblem) {
        if !order.isSound { _ = try collection.order([entry]) }
        steps[place].needs = try collection.dependencies(of: entry).compactMap { places[$0.id] }
        for need in steps[place].needs { steps[need].isAskedFor = true }
      } catch {
        note(place, FiringJudge.unsent(error, entry))
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
      case .skipped: what = "was not sent"
      }
      let name = steps[need].entry.listName
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
      var target = try collection.target(entry, in: context)
      if let problem = gate?.problem(of: &target) { throw problem }
      steps[place].target = target
      steps[place].tries += 1
      steps[place].began = Int(MonotonicClock.microseconds)
      for secret in target.secrets where !secrets.contains(secret) { secrets.append(secret) }
      steps[place].state = .running
      began(entry)
      return target
    } catch {
      if error.keepsItBack {
        steps[place].state = .finished(.skipped(error.message))
      } else {
        note(place, FiringJudge.unsent(error, entry))
      }
      return nil
    }
  }

  /// Notes what became of one; says how long to wait where it is to be fired again.
  private func finish(_ place: Int, _ verdict: FiringJudge.Verdict) -> Duration? {
    steps[place].hint = verdict.hint
    let retry = retry ?? steps[place].entry.request.meta.retry
    let end = Firing.End.fired(verdict.outcome, verdict.check)
    guard !verdict.check.isMet, let retry, steps[place].tries <= retry.count, !isEnding else {
      note(place, end)
      return nil
    }
    steps[place].last = end
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
      steps[firstUntold - 1].target = nil
    }
  }
}

nonisolated extension Outcome {
  fileprivate var withoutAnswer: Outcome {
    var copy = self
    (copy.response, copy.document, copy.envelope, copy.error, copy.steps) = (nil, nil, nil, nil, [])
    return copy
  }
}
