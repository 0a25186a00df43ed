import LosslessJSON
import NetEngine

/// The part of a recording that is not on the disk: in memory only, or given up.
public struct Shortfall: Sendable, Hashable {
  /// Why the newest exchanges are in memory only; nil while all of them are on the disk.
  public var problem: SessionProblem?
  /// Exchanges in memory only.
  public var inMemory = 0
  /// Exchanges given up because neither the disk nor the memory had room.
  public var lost = 0
  /// Exchanges of which only the beginning of a body is left, to make room for newer ones.
  public var cut = 0
  /// Exchanges of which a body is larger than a recording keeps, 32 MiB.
  public var capped = 0
  /// Exchanges of a bounded recording that made room for newer ones.
  public var dropped = 0
  /// Making room takes longer than five seconds, as on a busy disk; requests do not wait for it.
  public var isMakingRoom = false

  /// Everything is on the disk.
  public init(problem: SessionProblem? = nil, inMemory: Int = 0) {
    (self.problem, self.inMemory) = (problem, inMemory)
  }

  /// Counts a response whose body is larger than a recording keeps.
  mutating func noteSize(of response: Response?, limit: Int) {
    if let response, response.keptPartOf != nil || response.body.count > limit { capped += 1 }
  }
}

/// Reports each change of a recorder's shortfall once, whichever thread has found it.
final class ShortfallReporter: Sendable {
  private struct State {
    var listener: (@Sendable (Shortfall) -> Void)?
    /// As the recorder knows it, and as it was reported.
    var (known, reported) = (Shortfall(), Shortfall())
    /// A thread calls the listener, and reports later changes too: the last report is the newest.
    var isReporting = false

    /// The next report, which the caller has to deliver.
    mutating func next() -> (listener: @Sendable (Shortfall) -> Void, now: Shortfall)? {
      isReporting = listener != nil && known != reported
      guard isReporting, let listener else { return nil }
      reported = known
      return (listener, known)
    }
  }

  private let state = Lock(State())

  func setListener(_ listener: (@Sendable (Shortfall) -> Void)?) {
    state.withLock { $0.listener = listener }
  }

  var hasListener: Bool { state.withLock { $0.listener != nil } }

  /// Reports the shortfall as the recorder knows it.
  func report(_ now: Shortfall) {
    report { $0 = now }
  }

  /// Reports that the disk refuses lines that were written, beside what is known.
  func report(refused problem: SessionProblem, exchanges: Int) {
    report { now in
      if now.problem == nil { now.problem = problem }
      if now.problem?.reason == problem.reason { now.inMemory = max(now.inMemory, exchanges) }
    }
  }

  private func report(_ change: (inout Shortfall) -> Void) {
    var due = state.withLock { state in
      change(&state.known)
      return state.isReporting ? nil : state.next()
    }
    while let report = due {
      report.listener(report.now)
      due = state.withLock { $0.next() }
    }
  }
}

extension Recorder.Waiting {
  /// The line with only the first bytes of its response; nil when that makes it no shorter.
  func cut(bodyFolder: String) -> Self? {
    guard size > 2 * Exchange.bodyStart,
      let made = exchange?.cut().map({ line(of: $0, bodyFolder: bodyFolder) })
    else { return nil }
    return made.size < size ? made : nil
  }

  /// The line with its bodies in another folder: the journal that was opened has another name.
  func moved(toBodyFolder folder: String) -> Self {
    let isThere = files.allSatisfy { $0.path.hasPrefix(folder + "/") }
    return isThere ? self : exchange.map { line(of: $0, bodyFolder: folder) } ?? self
  }

  private var exchange: Exchange? {
    var source = SessionSource(
      bytes: JSONArrayBytes(JournalLine.head(at: 0) + line), file: nil, folder: ".",
      limits: .whatever)
    for stored in files { source.bodies[stored.path] = stored.body }
    guard let session = try? Session.read(source, name: "", nil), session.count == 1 else {
      return nil
    }
    return try? session.exchange(at: 0)
  }

  private func line(of exchange: Exchange, bodyFolder: String) -> Self {
    let entry = JournalLine.line(exchange, bodyFolder: bodyFolder)
    return Self(line: entry.line, files: entry.files, isExchange: isExchange, isUrgent: isUrgent)
  }
}
