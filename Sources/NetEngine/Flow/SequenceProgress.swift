/// The calls of one run of a sequence as its caller hears of them: each, and all together.
///
/// Parts that run side by side report from several threads. What they say is told one after the
/// other, so that the whole never seems to go back, and with no lock held.
struct SequenceParts: Sendable {
  private let progress: SequenceProgress?

  /// Nobody's if the caller does not listen; `count` is nil when only the run itself will tell.
  init(_ observer: CallObserver, count: Int?) {
    progress = observer.report.map { SequenceProgress(count: count, $0) }
  }

  /// Runs a call as a part.
  func run<Value: Sendable>(_ call: Call<Value>, as index: Int) async -> RunResult<Value> {
    guard let progress else { return await call.run(CallObserver()) }
    let last = LastProgress { progress.take($0, of: index) }
    let end = await call.run(CallObserver(report: last.take(_:)))
    if !last.finish(), case .success = end.result {
      // A call that sends nothing has no transfer to tell of.
      progress.take(Progress(phase: .done), of: index)
    }
    progress.end(of: index)
    return end
  }

  /// Says that the sequence is done.
  func finish() { progress?.finish() }
}

/// How far the parts of a sequence are.
private final class SequenceProgress: Sendable {
  private struct Part {
    var fraction = 0.0
    var hasBody = false

    /// A part that sends a body is half done when it is sent.
    mutating func take(_ progress: Progress) {
      if progress.phase == .sending, progress.total ?? 0 > 0 { hasBody = true }
      let seen = progress.overall ?? share(progress)
      fraction = progress.phase == .done && progress.parts.isEmpty ? 1 : max(fraction, seen)
    }

    private func share(_ progress: Progress) -> Double {
      guard hasBody else { return progress.fraction }
      return progress.phase == .sending ? progress.fraction / 2 : 0.5 + progress.fraction / 2
    }
  }

  private struct State {
    var parts: [Int: Part] = [:]
    var untold: [Progress] = []
    var isTelling = false
    var most = 0.0
  }

  private let state = Lock(State())
  private let count: Int?
  private let report: @Sendable (Progress) -> Void

  init(count: Int?, _ report: @escaping @Sendable (Progress) -> Void) {
    self.count = count
    self.report = report
  }

  func take(_ progress: Progress, of index: Int) {
    let tells = state.withLock { state in
      state.parts[index, default: Part()].take(progress)
      let fraction = state.parts[index]?.fraction ?? 0
      var told = progress
      told.parts.insert(
        Progress.Part(index: index, count: count, fraction: fraction), at: 0)
      told.overall = overall(&state)
      state.untold.append(told)
      defer { state.isTelling = true }
      return !state.isTelling
    }
    if tells { tell() }
  }

  /// A part is over, however it ended: nothing more is to be waited for.
  func end(of index: Int) {
    state.withLock { $0.parts[index, default: Part()].fraction = 1 }
  }

  func finish() {
    var end = Progress(phase: .done)
    end.overall = 1
    report(end)
  }

  private func overall(_ state: inout State) -> Double {
    guard let count, count > 0 else { return 0 }
    let sum = state.parts.values.reduce(0) { $0 + $1.fraction }
    state.most = max(state.most, min(1, sum / Double(max(count, state.parts.count))))
    return state.most
  }

  /// What is untold, in its order; what comes meanwhile is told by the one who tells.
  private func tell() {
    while true {
      let next = state.withLock { state -> [Progress] in
        defer { state.untold = [] }
        if state.untold.isEmpty { state.isTelling = false }
        return state.untold
      }
      if next.isEmpty { return }
      for progress in next { report(progress) }
    }
  }
}
