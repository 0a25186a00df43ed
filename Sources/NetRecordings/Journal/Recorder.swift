import Glibc
import LosslessJSON
import NetEngine

/// Records requests and responses as they happen, safe from a crash.
///
///     plugin ─► sent ─► finished ─► journal (a line each) ─► seal ─► session (HAR)
///                                   └ full disk: in memory until there is room again
///
/// Everything that was reported as saved survives the end of the process, however it comes. A line
/// is one write to a file that only grows; the disk is told every 100 lines or 250 ms. The one actor
/// of the engine: whatever wants something recorded waits for its turn.
public actor Recorder {
  /// Whether what was recorded is on the disk.
  public enum State: Sendable, Hashable {
    /// All of it is.
    case saved
    /// The last exchanges are in memory only, the disk's or ours, and why.
    case unsaved(SessionProblem, count: Int)
  }

  /// The place and the bounds of a recording.
  public struct Settings: Sendable {
    /// The folder of the sessions; the journal stands in `.journal` below it.
    public var folder: String
    /// The journal's name.
    public var name: String
    /// The largest size of the journal and its bodies: beyond it the oldest exchanges go.
    ///
    /// The sizes of the other journals of its name, such as `NAME-2`, are subtracted.
    public var bound: Int?
    /// Continues the journal of an earlier run instead of making one.
    public var continues = false
    /// How much is kept in memory while nothing can be written; then the oldest is given up.
    public var memory = 64 << 20
    package var noteJournal: @Sendable (String) -> Void = { _ in }
    package var disk = Disk.standard
    package var now: @Sendable () -> Int = { Recorder.realTime }

    /// Records into a journal of this name.
    public init(folder: String, name: String, bound: Int? = nil) {
      self.folder = folder
      self.name = name
      self.bound = bound
    }

    /// The recording that is always on: bounded, and the next run goes on with it.
    public static func scratch(in folder: String) -> Settings {
      var settings = Settings(folder: folder, name: "scratch", bound: 64 << 20)
      settings.continues = true
      return settings
    }
  }

  /// Sentences for the user: another program has this journal, or a line was torn.
  public internal(set) var notices: [String] = []
  /// Whether what was recorded is on the disk.
  public var state: State {
    guard written == .saved, let failure = sync.failure else { return written }
    return .unsaved(failure.problem, count: failure.exchanges)
  }
  /// How many exchanges were given up because neither disk nor memory had room.
  public var lost: Int { losses.lost }
  /// The number of the last exchange an earlier run has left in the journal; 0 for none.
  public internal(set) var earlier = 0

  /// The number of the last exchange that was begun; 0 for none.
  public var last: Int { lastSequence }

  private let run: String
  let settings: Settings
  var journal: JournalFile?
  let sync: JournalSync
  /// Counts of exchanges and bodies given up so far; see `shortfall`.
  var losses = Shortfall()
  private nonisolated let reporter = ShortfallReporter()
  /// Whether every line is in the journal, on the disk or in the page cache.
  private var written = State.saved
  private var writer = HARWriter()
  var lastSequence = 0
  private var lastOrder = 0
  private var open: [Try: Exchange] = [:]
  /// Lines that could not be written yet, in order.
  var waiting: [Waiting] = []
  private var waitingBytes = 0
  /// How many of those that wait longest have lost their bodies.
  private var cutWaiting = 0
  /// Lines that are made and not written yet.
  private var batch = JournalBatch()
  /// Several lines are written together.
  private var isGathering = false
  var bodyBytes = 0
  /// The body files that this run has written.
  var bodyFiles: Set<String> = []
  /// Other body files, which may not be whole, and their sizes; `bodyBytes` counts them too.
  var unverifiedBodies: [String: Int] = [:]
  /// Body files that no line names any more, to be removed.
  var unneededBodies: Set<String> = []
  /// The compaction that runs; the bodies of lines written since it began.
  var compactor: JournalCompactor?
  var bodiesSinceCompaction: Set<String> = []
  /// No compaction begins before the recording is larger.
  var nextCompaction = 0
  /// The size of the other journals of our name, and our own size when they were measured.
  var siblings = (bytes: 0, measuredAt: 0)
  /// Those of them that no program writes any more, by their paths.
  var idle: [String: Int] = [:]
  /// Compacts idle journals; each of them once.
  var idleJournals: IdleJournals?
  var compactedJournals: Set<String> = []
  /// After the end, only a new request opens the journal again.
  private var hasEnded = false

  private struct Try: Hashable {
    var run: Int
    var number: Int
  }

  struct Waiting {
    var line: [UInt8]
    var files: [HAREntry.StoredBody]
    var isExchange: Bool
    var isUrgent: Bool

    var size: Int { files.reduce(line.count) { $0 + $1.body.count } }
  }

  /// Starts to record; `state` has the problem while the journal cannot be written.
  public init(_ settings: Settings) {
    self.settings = settings
    run = Exchange.Firing.run(startingAt: settings.now())
    sync = JournalSync(settings.disk.sync) { [reporter] failure in
      reporter.report(refused: failure.problem, exchanges: failure.exchanges)
    }
  }

  deinit {
    compactor?.cancel()
    idleJournals?.leave()
    sync.end()
    journal?.close()
  }

  /// Feeds the recorder with everything a provider sends.
  public nonisolated var plugin: RecorderPlugin { plugin(.init()) }

  /// The same for what is fired from one entry of a list.
  package nonisolated func plugin(_ firing: Exchange.Firing) -> RecorderPlugin {
    RecorderPlugin(
      sent: { await self.sent($0, $1, firing) },
      finished: { await self.finished($0, $1) })
  }

  private func sent(_ request: HTTPRequest, _ attempt: Attempt, _ firing: Exchange.Firing) {
    let exchange = begin(request, name: attempt.target.name, firing)
    open[Try(run: attempt.run, number: attempt.number)] = exchange
  }

  private func finished(_ result: Result<Response, NetError>, _ attempt: Attempt) {
    guard let exchange = open.removeValue(forKey: Try(run: attempt.run, number: attempt.number))
    else { return }
    finish(exchange, result)
  }

  /// Calls a closure whenever the shortfall changes, on any thread, instead of the one before.
  public nonisolated func onShortfall(_ listener: (@Sendable (Shortfall) -> Void)?) {
    reporter.setListener(listener)
  }

  /// Exchanges that are not on the disk, or were given up.
  public var shortfall: Shortfall {
    var all = losses
    if case .unsaved(let problem, let count) = state {
      (all.problem, all.inMemory) = (problem, count)
    }
    if let compactor { all.isMakingRoom = settings.now() - compactor.startedAt > 5_000_000 }
    return all
  }

  private func reportShortfall() {
    if reporter.hasListener { reporter.report(shortfall) }
  }

  /// Writes down that a request goes out; the answer gives the exchange to `finish`.
  @discardableResult
  public func begin(_ request: HTTPRequest, name: String) -> Exchange {
    begin(request, name: name, .init())
  }

  /// The same of a request that is fired from one entry of a list.
  @discardableResult
  package func begin(_ request: HTTPRequest, name: String, _ firing: Exchange.Firing) -> Exchange {
    prepare()
    lastSequence += 1
    var request = request
    request.readBody(limit: writer.bodyLimit)
    var exchange = Exchange(
      sequence: lastSequence, name: name, startedAt: settings.now(), request: request)
    exchange.id = "\(settings.name)-\(exchange.startedAt)-\(lastSequence)"
    exchange.tags = request.options.tags
    if settings.continues { exchange.firing = firing.of(run: run) }
    write(exchange)
    if !isGathering { reportShortfall() }
    return exchange
  }

  /// Writes down an exchange as far as it is known by now, under its own number.
  package func record(_ exchange: Exchange) {
    var exchange = exchange
    lastSequence = max(lastSequence, exchange.sequence)
    exchange.id = "\(settings.name)-\(exchange.startedAt)-\(exchange.sequence)"
    if let result = exchange.result {
      finish(exchange, result)
    } else {
      if !hasEnded { prepare() }
      write(exchange)
    }
  }

  /// The same of several, in their order, in as few writes as will do.
  package func record(_ exchanges: [Exchange]) {
    isGathering = true
    for exchange in exchanges { record(exchange) }
    isGathering = false
    writeBatch()
    reportShortfall()
  }

  /// Writes remarks on exchanges of this journal, by the rows of a session of it.
  package func remark(_ remarks: [Int: Remark], of session: Session) throws(SessionProblem) {
    for row in remarks.keys.sorted() {
      let old = try session.exchange(at: row)
      remark(
        old.sequence, note: remarks[row]?.note ?? old.note,
        isMarked: remarks[row]?.isMarked ?? old.isMarked, tags: old.tags)
    }
  }

  /// Writes the result of a request.
  @discardableResult
  public func finish(_ exchange: Exchange, _ result: Result<Response, NetError>) -> Exchange {
    if !hasEnded { prepare() }
    var exchange = exchange
    lastOrder += 1
    exchange.order = lastOrder
    exchange.result = result
    losses.noteSize(of: result.response, limit: writer.bodyLimit)
    write(exchange)
    if !isGathering { reportShortfall() }
    return exchange
  }

  /// Writes a remark on an exchange.
  public func remark(_ sequence: Int, note: String, isMarked: Bool, tags: [String] = []) {
    prepare()
    let line = JournalLine.remark(sequence, note, isMarked: isMarked, tags: tags)
    put(Waiting(line: line, files: [], isExchange: false, isUrgent: true))
  }

  /// Tries once more to write the lines in memory; true when none is left there.
  @discardableResult
  public func retry() -> Bool {
    prepare()
    drain()
    if sync.failure != nil { sync.flush() }
    reportShortfall()
    return state == .saved
  }

  /// Writes the end and waits for the disk; the recorder starts anew when it is used again.
  ///
  /// Returns whether everything has got there; no listener reports it later.
  @discardableResult
  public func end() -> State {
    guard journal != nil || !waiting.isEmpty else { return state }
    endCompaction()
    removeBodies(atMost: .max)
    put(
      Waiting(
        line: JournalLine.end(at: settings.now()), files: [], isExchange: false, isUrgent: false))
    // The line of the end may have begun another one.
    compactor?.cancel()
    compactor = nil
    sync.release()
    if let path { settings.noteJournal("ended \(path)") }
    journal?.close()
    (journal, hasEnded) = (nil, true)
    return state
  }

  /// Waits until the disk has everything that could be written, and the bound is kept.
  public func flush() {
    while compactor != nil || idleJournals != nil {
      endIdleCompaction()
      placeCompaction()
      keepBound()
    }
    removeBodies(atMost: .max)
    sync.flush()
    reportShortfall()
  }

  /// Where the journal stands; nil while there is none.
  public var path: String? { journal?.path }

  /// Whether nothing was recorded since the start, or since what was recorded was sealed.
  public var isEmpty: Bool { waiting.isEmpty && (journal == nil || lastSequence == earlier) }

  /// Removes everything that is recorded.
  func forget() {
    compactor?.cancel()
    (compactor, nextCompaction, unneededBodies) = (nil, 0, [])
    sync.forget()
    if let path { settings.noteJournal("removed \(path), all of it is in a recording") }
    journal?.remove()
    journal?.close()
    journal = nil
    waiting = []
    (waitingBytes, cutWaiting) = (0, 0)
    bodyBytes = 0
    (bodyFiles, unverifiedBodies) = ([], [:])
    earlier = 0
    written = .saved
  }

  // MARK: Writing

  private func write(_ exchange: Exchange) {
    writer.bodyFolder = bodyFolderName
    let files = batch.add(exchange, by: writer)
    if waiting.isEmpty, files.isEmpty {
      if !isGathering || batch.isFull { writeBatch() }
      return
    }
    // The lines before a line with files, or one that waits, are written first.
    let last = batch.takeLast(files)
    writeBatch()
    if let last { put(last) }
  }

  private func writeBatch() {
    guard !batch.isEmpty else { return }
    let (code, written) = batch.text.withBytes { append($0) }
    if let journal, code == nil, waiting.isEmpty {
      sync.wrote(to: journal, batch)
      batch.removeAll()
      return keepBound()
    }
    // The one that does not fit is found line by line.
    var rest = written
    for line in batch.takeAll() {
      if let journal, rest >= line.line.count {
        rest -= line.line.count
        sync.wrote(to: journal, isExchange: line.isExchange, isUrgent: line.isUrgent)
      } else {
        rest = 0
        put(line)
      }
    }
  }

  private var bodyFolderName: String {
    journal?.bodyFolderName ?? settings.name + ".bodies"
  }

  private func put(_ record: Waiting) {
    waiting.append(record)
    waitingBytes += record.size
    drain()
    while waitingBytes > settings.memory, waiting.count > 1 { makeRoomInMemory() }
  }

  /// Cuts the oldest body that waits; once all are cut, gives the oldest exchange up.
  private func makeRoomInMemory() {
    if cutWaiting < waiting.count {
      let old = waiting[cutWaiting]
      if let cut = old.cut(bodyFolder: bodyFolderName) {
        waiting[cutWaiting] = cut
        waitingBytes -= old.size - cut.size
        losses.cut += 1
      }
      cutWaiting += 1
    } else {
      let oldest = waiting.removeFirst()
      waitingBytes -= oldest.size
      cutWaiting -= 1
      if oldest.isExchange { losses.lost += 1 }
    }
  }

  /// Adds lines to the journal behind its head, which a full disk may have refused until now.
  ///
  /// `count` is the length of the whole lines that are in the file.
  private func append(_ lines: UnsafeRawBufferPointer) -> (code: Int32?, count: Int) {
    if journal?.length == 0,
      let code = journal?.append(JournalLine.head(at: settings.now()), disk: settings.disk)
    {
      return (code, 0)
    }
    let start = journal?.length ?? 0
    let code = journal?.append(lines, disk: settings.disk)
    if code != nil {
      // A compaction may have copied lines that the disk refused in the end.
      compactor?.cancel()
      compactor = nil
    }
    return (code, (journal?.length ?? 0) - start)
  }

  /// Writes the lines that wait, in order; stops at the first that does not fit.
  private func drain() {
    guard journal != nil else { return restate() }
    var done = 0
    for record in waiting {
      let isWritten = record.line.withUnsafeBytes {
        writeNow($0, record.files, isExchange: record.isExchange, isUrgent: record.isUrgent)
      }
      guard isWritten else { break }
      done += 1
      waitingBytes -= record.size
    }
    waiting.removeFirst(done)
    cutWaiting = max(0, cutWaiting - done)
    if waiting.isEmpty { written = .saved } else { restate() }
    keepBound()
  }

  private func restate(_ problem: SessionProblem? = nil) {
    let count = waiting.count { $0.isExchange }
    if let problem {
      written = .unsaved(problem, count: count)
    } else if case .unsaved(let problem, _) = written {
      written = .unsaved(problem, count: count)
    }
  }

  private func writeNow(
    _ line: UnsafeRawBufferPointer, _ files: [HAREntry.StoredBody], isExchange: Bool,
    isUrgent: Bool
  ) -> Bool {
    guard journal != nil else { return false }
    do throws(SessionProblem) {
      try keep(files)
    } catch {
      restate(error)
      return false
    }
    if let code = append(line).code {
      restate(Disk.problem(journal?.path ?? "", code))
      return false
    }
    if let journal { sync.wrote(to: journal, isExchange: isExchange, isUrgent: isUrgent) }
    return true
  }

  // MARK: Opening

  /// Opens the journal unless it is open; `state` has the problem when it cannot.
  private func prepare() {
    guard journal == nil else { return }
    hasEnded = false
    do throws(SessionProblem) {
      let folder = settings.folder + "/.journal"
      try settings.disk.makeOwnFolder(folder)
      try ignore(folder)
      journal = try firstFree(folder)
      guard let file = journal else { return }
      unlink(file.newPath)
      // Bodies that were written stand beside the journal that was open then.
      (bodyFiles, unneededBodies, nextCompaction) = ([], [], 0)
      for place in waiting.indices {
        let size = waiting[place].size
        waiting[place] = waiting[place].moved(toBodyFolder: file.bodyFolderName)
        waitingBytes += waiting[place].size - size
      }
      if file.length > 0 { try continueJournal() }
      unverifiedBodies = Folder.sizes(file.bodyFolder)
      bodyBytes = unverifiedBodies.values.reduce(0, +)
      measureSiblings()
      _ = journal?.append(JournalLine.head(at: settings.now()), disk: settings.disk)
      NewFile.syncFolder(of: file.path)
      settings.noteJournal("opened \(file.path)")
      drain()
    } catch {
      journal?.close()
      journal = nil
      written = .unsaved(error, count: waiting.count { $0.isExchange })
    }
  }
}
