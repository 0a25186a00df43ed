import Glibc
import InspectorCommands
import InspectorScreens
import NetEngine
import NetRecordings

/// Finds answers of earlier runs in the journals they have left, the newest first.
///
/// A request is the same where its entry is: the file and name, and what a person changed. Values that
/// are made for each firing do not count. Exchanges of programs that wrote other keys, or none, are
/// found by name, method and URL.
nonisolated struct LookBack {
  /// The folder whose journals have what was fired and not saved.
  let state: String
  /// The journal of this run, and the last number of it that is not this run's.
  let current: (path: String?, earlier: Int)

  /// The newest origin other than its own to which earlier runs sent a request; nil without one.
  func otherOrigin(of item: TargetItem) -> String? {
    let key = item.entryKey
    var newest: (startedAt: Int, origin: String)?
    for session in journals.map(\.session) {
      for index in (0..<session.count).suffix(Self.rowLimit).reversed()
      where isEarlier(index, in: session) {
        let row = session.row(at: index)
        guard row.problem == nil, !row.isPending, !row.isReplay, !row.run.isEmpty,
          row.entry == key, !isSame(row, item, key), let startedAt = row.startedAt
        else { continue }
        if newest.map({ $0.startedAt < startedAt }) ?? true {
          newest = (startedAt, row.url.urlOrigin)
        }
        break
      }
    }
    return newest?.origin
  }

  /// The answer so many places before the newest; nil where there are not so many.
  func exchange(like item: TargetItem, skipping: Int) -> Exchange? {
    let key = item.entryKey
    var found: [(startedAt: Int, session: Session, index: Int)] = []
    for session in journals.map(\.session) {
      for index in (0..<session.count).reversed() where isEarlier(index, in: session) {
        let row = session.row(at: index)
        guard row.problem == nil, !row.isPending, !row.isReplay, isSame(row, item, key) else {
          continue
        }
        found.append((row.startedAt ?? 0, session, index))
        if found.count > 10_000 { break }
      }
    }
    found.sort { $0.startedAt > $1.startedAt }
    guard found.indices.contains(skipping) else { return nil }
    return try? found[skipping].session.exchange(at: found[skipping].index)
  }

  /// The runs, the newest first; before them those whose journal no other run has continued since
  /// they were cut off.
  func runs(upTo limit: Int = 32) -> [SessionNames.Run] {
    let unfinished = Leftover.unfinished(in: state)
    let paths = Set(unfinished.map(\.path))
    let all = unfinished + journals.filter { !paths.contains($0.path) }
    let runs = all.flatMap { startedRuns(in: $0) }
    func isFirst(_ run: SessionNames.Run) -> Bool { run.isCutOff && paths.contains(run.path) }
    return runs.sorted {
      (isFirst($0.run) ? 1 : 0, $0.startedAt) > (isFirst($1.run) ? 1 : 0, $1.startedAt)
    }.prefix(limit).map { startedAt, run in
      var run = run
      run.when = LocalMoment(startedAt).long
      return run
    }
  }

  private typealias StartedRun = (startedAt: Int, run: SessionNames.Run)

  /// The runs of a journal, the newest first.
  private func startedRuns(in journal: Leftover) -> [StartedRun] {
    let (session, cutOff) = (journal.session, journal.cutOffRuns)
    var runs: [StartedRun] = []
    let indices = (0..<session.count).suffix(Self.rowLimit).filter { isEarlier($0, in: session) }
    var newer: (startedAt: Int, run: String)?
    for index in indices.reversed() {
      let row = session.row(at: index)
      guard row.problem == nil, let startedAt = row.startedAt else { continue }
      let isNew =
        newer.map { newer in
          newer.run != row.run || row.run.isEmpty && newer.startedAt - startedAt > Self.pause
        } ?? true
      newer = (startedAt, row.run)
      if isNew {
        runs.append((startedAt, SessionNames.Run(path: journal.path, of: row)))
        runs[runs.count - 1].run.isCutOff = cutOff.contains(row.run)
      } else {
        runs[runs.count - 1].run.take(row)
        runs[runs.count - 1].startedAt = startedAt
      }
    }
    return runs
  }

  /// Tells runs apart that an older program has not named; in microseconds.
  private static let pause = 15 * 60_000_000
  /// Older exchanges are found by opening the journal.
  private static let rowLimit = 5_000

  private var folder: String { state + "/.journal" }

  private var journals: [Leftover] {
    SavedFile.names(in: folder, upTo: 1_000).filter {
      $0.hasPrefix("scratch") && $0.hasSuffix(".jsonl")
    }.compactMap { try? Leftover(folder + "/" + $0) }
  }

  private func isEarlier(_ index: Int, in session: Session) -> Bool {
    let isCurrent = current.path.map { $0.hasSuffix("/\(session.name).jsonl") } ?? false
    return !isCurrent || session.sequence(at: index) <= current.earlier
  }

  private func isSame(_ row: SessionRow, _ item: TargetItem, _ key: String) -> Bool {
    let origin = item.url.urlOrigin
    // Programs before the version wrote the rest of the key alone.
    if !row.entry.isEmpty, key.hasSuffix(row.entry) {
      return origin.isEmpty || row.url.urlOrigin == origin
    }
    guard !row.entry.hasPrefix(TargetItem.keyVersion) else { return false }
    let isNamed = row.name != row.url && Exchange.isName(row.name, of: row.method)
    return row.method == item.method && row.url == item.url
      && (!isNamed || row.name == item.name)
  }
}

nonisolated extension SessionNames.Run {
  fileprivate init(path: String, of row: SessionRow) {
    self.init(
      path: path, numbers: row.sequence...row.sequence, when: "", count: 1,
      failed: row.isFailed ? 1 : 0)
    origins = [row.url.urlOrigin]
    hasEnvelopes = row.mayBeEnvelope
  }

  /// Takes one that was fired before all others of it.
  fileprivate mutating func take(_ row: SessionRow) {
    numbers = min(row.sequence, numbers.lowerBound)...max(row.sequence, numbers.upperBound)
    count += 1
    if row.isFailed { failed += 1 }
    if row.mayBeEnvelope { hasEnvelopes = true }
    let origin = row.url.urlOrigin
    if !origins.contains(origin) { origins.append(origin) }
  }
}

nonisolated extension SessionRow {
  /// A request that was cancelled or has no response yet did not fail.
  fileprivate var isFailed: Bool {
    !isPending && failure != .cancelled && (failure != nil || status ?? 400 >= 400)
  }

  /// Whether only a profile, which reads the body, can tell a success from a failure.
  fileprivate var mayBeEnvelope: Bool {
    guard status != nil, failure == nil, !isFailed else { return false }
    guard let type else { return size != 0 }
    return type == "text/plain" || type.utf8.firstPlace(of: "json".utf8) != nil
  }
}

extension EffectRunner {
  /// Finds an answer of an earlier run, beside the screen.
  func lookBack(_ order: LookBackOrder) {
    guard let recording, let item = lookedBackItem(order.target) else {
      return jobs.post(.recalled(order, nil))
    }
    let lens = lens
    jobs.post {
      let look = await recording.lookBack
      let exchange = look.exchange(like: item, skipping: order.skipping)
      var order = order
      if exchange == nil { order.otherOrigin = look.otherOrigin(of: item) }
      let recalled = exchange.flatMap { exchange in
        exchange.result.map { result in
          RecalledAnswer(
            clock: LocalMoment(exchange.startedAt).short,
            run: LocalMoment(exchange.firing?.runStart ?? exchange.startedAt).brief,
            moment: LocalMoment(exchange.startedAt).exact, startedAt: exchange.startedAt,
            environment: exchange.firing?.environment, request: exchange.request, result: result,
            reading: AnswerReader.onTheWay(result, of: item) { response in
              lens.withLock { $0.pipeline(for: item, response: response) }
            })
        }
      }
      return .recalled(order, recalled)
    }
  }

  private func lookedBackItem(_ place: Int) -> TargetItem? {
    if let collection = program.collection { return collection.item(at: place) }
    return program.targets.indices.contains(place) ? program.targets[place].item : nil
  }
}

extension Leftover {
  /// What programs have left without an end, where recordings are and in the folder of what was not
  /// saved.
  nonisolated static func unfinished(in state: String) -> [Leftover] {
    let own = ProjectFile.problem(ofSessions: "sessions") == nil ? ["sessions"] : []
    return ([state, state + "/sessions"] + own).flatMap { all(in: $0, isUnfinished: true) }
  }
}
