import Glibc
import InspectorCommands
import InspectorScreens
import NetEngine
import NetRecordings

/// Keeps what is fired in a scratch journal, and makes a session of it when a person says so.
///
/// Nothing is opened before the first request goes out: who only looks leaves nothing behind.
package nonisolated final class RecordingRunner: Sendable {
  let recorder: Recorder
  private let mailbox: Mailbox
  private let state: String
  /// The folder sessions are saved in.
  private let sessions: String
  /// The last exchange before which all are in a saved recording with their responses.
  private let savedUpTo = Lock(0)
  private let skippedCount: @Sendable () -> Int
  /// What the app was told last.
  private let told: Lock<RecordingState>

  package init(state: String, sessions: String, mailbox: Mailbox) {
    self.mailbox = mailbox
    self.state = state
    self.sessions = sessions
    skippedCount = { 0 }
    told = Lock(RecordingState(name: "scratch"))
    recorder = Recorder(Recorder.Settings.scratch(in: state).logged)
    follow()
  }

  /// Makes sessions of what somebody else puts into a recorder, but for so many numbers that nobody
  /// wanted kept.
  init(
    _ recorder: Recorder, state: String, sessions: String, mailbox: Mailbox,
    leavingOut skippedCount: @escaping @Sendable () -> Int
  ) {
    (self.recorder, self.state, self.sessions) = (recorder, state, sessions)
    self.skippedCount = skippedCount
    self.mailbox = mailbox
    told = Lock(RecordingState(name: ""))
    follow()
  }

  /// Tells the app of each change: the disk may refuse an exchange long after it was shown.
  private func follow() {
    let (told, mailbox) = (told, mailbox)
    recorder.onShortfall { shortfall in
      let state = told.withLock { told in
        told.shortfall = shortfall
        return told
      }
      mailbox.post(.recording(.state(state)))
    }
  }

  var plugin: RecorderPlugin { recorder.plugin }

  /// A provider whose exchanges are recorded as those of one entry, sent in an environment.
  func recording(
    _ item: TargetItem, in environment: String?, with provider: Provider
  ) -> Provider {
    var provider = provider
    let firing = Exchange.Firing(entry: item.entryKey, environment: environment)
    provider.plugins = provider.plugins.map {
      $0 is RecorderPlugin ? recorder.plugin(firing) : $0
    }
    return provider
  }

  var shown: RecordingState { told.withLock { $0 } }

  /// Tells the app once the recording has another name than it knows.
  func look() async {
    guard let path = await recorder.path, case let name = Self.name(ofJournal: path) else { return }
    let new = told.withLock { told -> RecordingState? in
      guard told.name != name else { return nil }
      told.name = name
      return told
    }
    if let new { mailbox.post(.recording(.state(new))) }
  }

  private static func name(ofJournal path: String) -> String {
    let file =
      path.utf8.lastIndex(of: 0x2f).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    return String(file.dropLast(".jsonl".utf8.count))
  }

  /// Makes a session of what this run has recorded; the recording itself stays as it is.
  ///
  /// Saving reads a snapshot: requests are recorded meanwhile, and a second name gets them too.
  func save(_ order: SaveOrder) async -> RecordingEvent {
    guard await !recorder.isEmpty else { return .empty }
    if !order.isPath, let problem = ProjectFile.problem(ofSessions: sessions) {
      return .failed("\(problem) — w and a path saves elsewhere")
    }
    guard !order.isPath else {
      return await save(order, to: SavedFile.fromHome(order.name) + ".har").event
    }
    mkdir(sessions, 0o755)
    let (event, problem) = await save(order, to: "\(sessions)/\(order.name).har")
    guard let problem, case .unwritable = problem.reason else { return event }
    // As at the end of a program that records: an exchange is kept where a folder takes it.
    let folder = state + "/sessions"
    guard (try? Disk.standard.makeFolder(folder, mode: 0o700)) != nil else { return event }
    let place = "\(folder)/\(RecordOption.freeName(order.name, in: folder)).har"
    let fallback = await save(order, to: place)
    guard fallback.problem == nil else { return event }
    mailbox.post(.aside("\(problem): it is saved as \(StateFolder.shownFromHome(place))"))
    return fallback.event
  }

  /// Writes the session to a place; the problem is one of the file.
  private func save(
    _ order: SaveOrder, to place: String
  ) async -> (event: RecordingEvent, problem: SessionProblem?) {
    let (earlier, last) = await (recorder.earlier, recorder.last)
    var options = SealOptions()
    options.overwrites = order.replaces
    options.redactor = Redactor(salt: try? Redactor.salt(in: state))
    (options.profile, options.whole) = (order.profile, order.whole)
    options.only = { $0.sequence > earlier }
    options.numbersAfter = earlier
    do throws(SessionProblem) {
      let session = try await recorder.session()
      var report = try session.seal(to: place, options)
      report.path = Self.seenFromHere(place)
      let running = (0..<session.count).lazy.filter { session.isPending(at: $0) }
        .map { session.sequence(at: $0) }.filter { $0 > earlier }.min()
      savedUpTo.withLock { $0 = max($0, min(last, (running ?? .max) - 1)) }
      let withheld = skippedCount()
      let found = report.count + report.skipped.count
      return (.saved(report, gone: max(0, last - earlier - found - withheld)), nil)
    } catch {
      return (event(of: error, order, place), error)
    }
  }

  private func event(
    of problem: SessionProblem, _ order: SaveOrder, _ place: String
  ) -> RecordingEvent {
    if problem.reason == .empty {
      return .failed("this run's exchanges made room for newer ones; O opens what is kept")
    }
    guard problem.reason == .exists else { return .failed("\(problem)") }
    if order.isCaptured {
      return .failed("\(Self.seenFromHere(place)) is there already: w saves under another name")
    }
    return .exists(name: order.name, place: Self.seenFromHere(place))
  }

  /// A path below the current folder is shown from there.
  private static func seenFromHere(_ path: String) -> String {
    guard let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    let folder = String(cString: here) + "/"
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  /// Reports what can be recovered where a program has left a journal without an end: the
  /// exchanges of all runs that the list of runs shows as cut off.
  func tellLeftovers() async {
    guard Leftover.unfinished(in: state).contains(where: { $0.cutOffCount > 0 }) else { return }
    let count = await lookBack.runs(upTo: .max).reduce(0) { $0 + ($1.isCutOff ? $1.count : 0) }
    if count > 0 { mailbox.post(.recording(.recoverable(count))) }
  }

  /// What earlier runs have left.
  var lookBack: LookBack {
    get async {
      let (path, earlier) = await (recorder.path, recorder.earlier)
      return LookBack(state: state, current: (path, earlier))
    }
  }

  /// How much this run has recorded, and where; nil where it is nothing, saved, or in memory only.
  func unsaved() async -> (count: Int, path: String)? {
    let (earlier, last, path) = await (recorder.earlier, recorder.last, recorder.path)
    guard let path, last > earlier, last > savedUpTo.withLock({ $0 }) else { return nil }
    let shortfall = await recorder.shortfall
    let count = last - earlier - shortfall.inMemory - shortfall.lost
    return count > 0 ? (count, path) : nil
  }

  /// Ends the recording in order: the next run goes on with it.
  ///
  /// Answers what could not be kept, in a line; nil where that is nothing, or stands in a session.
  func end() async -> String? {
    let last = await recorder.last
    await recorder.end()
    let shortfall = await recorder.shortfall
    let count = shortfall.inMemory + shortfall.lost
    guard count > 0, last > savedUpTo.withLock({ $0 }) else { return nil }
    let why = shortfall.problem.map { ": \($0.message)" } ?? ""
    return "\(Units.count(count, "exchange")) of this run could not be kept\(why)"
  }
}
