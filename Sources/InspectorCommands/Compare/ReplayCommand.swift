import CurlTransport
import NetEngine
import NetRecordings
import RequestFiles

/// `replay --live`: a session fired again, and what has changed.
package enum ReplayCommand {
  package static let options =
    [
      Subcommand.Option(
        name: "--live", summary: "over the network; offline it is run --from RECORDING"),
      Subcommand.Option(name: "--base-url", value: "URL", summary: "everything goes there instead"),
      Subcommand.Option(name: "--unsafe", summary: "also what is not GET, HEAD or OPTIONS"),
      Subcommand.Option(name: "--parallel", value: "N", summary: "so many at once; 1"),
      Subcommand.Option(name: "--rate", value: "N", summary: "so many a second at most"),
      Subcommand.Option(
        name: "--speed", value: "F", summary: "at the recording's pace, times F; else without pause"
      ),
      Subcommand.Option(
        name: "--insecure", short: "-k", summary: "does not check the certificate"),
      RedirectOptions.row,
      Subcommand.Option(name: "--strict", summary: "skipped requests fail"),
      EnvironmentOption.row,
    ] + KeptAnswers.options

  package static func run(_ arguments: Arguments) async throws -> Int32 {
    guard arguments["--live"] != nil else { throw meantLive(arguments.words[0]) }
    let filter = try OnlyOption.filter(arguments)
    let word = try SessionWord(arguments.words[0])
    let settings = CommandSettings(besideSession: word.path)
    var options = try options(arguments, settings, beside: word.path)
    let chosen = try word.rows(matching: filter)
    let exchanges = chosen.map(\.exchange)
    try permit(&options, exchanges, arguments, settings, beside: word.path)
    let keeping = try KeptAnswers(arguments, word)
    let reports = try Reports(
      ReportOptions(arguments).wanted, "replay", of: word.path,
      isStrict: arguments["--strict"] != nil, isFiltered: filter != nil)
    reports.learn(from: word.session)
    let replay: LiveReplay
    do throws(SetupProblem) {
      replay = try LiveReplay(exchanges, transport: LibcurlTransport.shared, options: options)
    } catch {
      throw UsageMistake.badValue(
        option: "--base-url", value: arguments["--base-url"] ?? "",
        expected: "a URL such as https://staging.example.com")
    }
    let (rows, signal) = await fire(replay, count: exchanges.count)
    let kept = keeping?.keep(zip(chosen.map(\.row), rows), isStopped: signal != nil)
    for (place, row) in zip(chosen.map(\.row), rows) {
      let isKept = kept?.rows.contains(place) == true
      do { try reports.take(reportRow(row, isKept: isKept), new: now(row)) } catch { break }
    }
    reports.end(signal: signal)
    if word.isIncomplete { reports.codes.add(2) }
    if let kept {
      Output.talk(kept.words)
      reports.codes.add(kept.exitCode)
    }
    guard signal == nil else { return reports.codes.first }
    let isPart = filter != nil || word.sequence != nil
    ComparisonOptions.tellUnused(
      options.comparison.rules, by: rows.map(\.change),
      of: isPart ? exchanges.map(\.request) : nil)
    return reports.codes.first
  }

  /// Says whole what a row of the report has no room for: what was kept back, and how to allow it.
  private static func tellKeptRedirects(_ rows: [LiveReplay.Row]) {
    var told: Set<String> = []
    for row in rows {
      guard case .failure(.transport(let error)) = row.answered, error.keptRedirect != nil,
        told.insert(error.detail).inserted
      else { continue }
      Output.talk("a redirect was not followed: \(error.detail) — \(error.hint)")
    }
  }

  private static func meantLive(_ session: String) -> UsageMistake {
    .meant(
      "'replay' sends the requests again: 'inspector replay \(session) --live' does. Offline it is"
        + " 'inspector run PATH --from \(session)', or 'inspector check \(session)'.")
  }

  /// The exchange as it is now: its answer may show secrets the recording has not.
  private static func now(_ row: LiveReplay.Row) -> Exchange {
    var exchange = row.recorded
    exchange.result = row.answered
    return exchange
  }

  private static func reportRow(_ row: LiveReplay.Row, isKept: Bool) -> ReportRow {
    var error: NetError?
    if case .failed = row.change.kind, case .failure(let failure) = row.answered {
      error = failure
    }
    var line = ReportRow(row.recorded, row.change, error: error, isKept: isKept)
    if case .success(let response) = row.answered, response.totalTime > 0 {
      line.time = response.totalTime
    }
    line.said = [("Recorded: ", row.recorded), ("Now: ", now(row))]
    return line
  }

  /// Runs it on threads of our own, saying how far it is; the first signal ends it early.
  private static func fire(
    _ replay: LiveReplay, count: Int
  ) async -> (rows: [LiveReplay.Row], signal: Int32?) {
    let progress = ReplayProgress(count: count)
    let work = Task(executorPreference: Workers.shared) { @concurrent in
      await replay.run { row in
        if let result = row.answered {
          let number = row.recorded.sequence
          ProgramLog.noteSent(result.response?.request ?? row.recorded.request, of: number)
          ProgramLog.noteResult(result, of: number)
        }
        Task { @MainActor in progress.note(row) }
      }
    }
    let signals = EndingSignals { work.cancel() }
    let rows = await work.value
    progress.end()
    tellKeptRedirects(rows)
    return (rows, signals.first)
  }

  private static func options(
    _ arguments: Arguments, _ settings: CommandSettings, beside session: String
  ) throws -> LiveReplay.Options {
    var options = LiveReplay.Options()
    options.comparison = try ComparisonOptions.comparison(arguments, settings, beside: session)
    options.allowsUnsafe = arguments["--unsafe"] != nil
    options.sendsCancelled = KeptAnswers.isAsked(arguments)
    options.baseURL = arguments["--base-url"]
    options.parallel = try arguments.number("--parallel", in: 1...256) ?? 1
    options.rate = try factor(arguments, "--rate")
    options.speed = try factor(arguments, "--speed")
    options.limits = try LimitOptions.limits(arguments, settings)
    options.verifiesTLS = arguments["--insecure"] == nil
    options.allowsDowngrade = arguments[RedirectOptions.row.name] != nil
    options.environment = VariableSystem.live.environment
    let unpackers = settings.unpackers
    options.ownStep = { await unpackers.unpacked($1, by: $0.name) }
    return options
  }

  /// Takes variables of the environment for the marks of secrets, as far as they may go there.
  private static func permit(
    _ options: inout LiveReplay.Options, _ exchanges: [Exchange], _ arguments: Arguments,
    _ settings: CommandSettings, beside session: String
  ) throws {
    let uses = ReplayPlan.environmentUses(exchanges, options, ofSkipped: false)
    let allowed = try EnvironmentOption.all(arguments)
    guard !uses.isEmpty else { return }
    let access = EnvironmentAccess(
      folder: ConfigurationFolder.ofSession(session), state: StateFolder(),
      allowing: settings.allowedEnvironment, allowed, isStrict: arguments["--strict"] != nil)
    let refused = EnvironmentGate(access).refused(uses)
    for use in refused {
      guard let problem = RequestFileProblem(FilePlace(""), keeping: [use]) else { continue }
      Output.talk("\(problem.message) — \(problem.hint)")
    }
    let permitted = Set(uses).subtracting(refused)
    options.permits = { permitted.contains($0) || access.unknown([$0]).isEmpty }
  }

  private static func factor(
    _ arguments: Arguments, _ option: String
  ) throws(UsageMistake) -> Double? {
    guard let text = arguments[option] else { return nil }
    let isPlain = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
    guard isPlain, let number = Double(text), number > 0, number <= 1_000_000 else {
      throw .badValue(option: option, value: text, expected: "a number above 0, such as 2 or 0.5")
    }
    return number
  }
}

/// How far a replay is, on a terminal's last line.
private final class ReplayProgress {
  private let start = MonotonicClock.microseconds
  private let count: Int
  private var done = 0
  private var changed = 0
  private var isOver = false

  init(count: Int) {
    self.count = count
  }

  func note(_ row: LiveReplay.Row) {
    // The last words may come when the report is being written.
    guard !isOver else { return }
    done += 1
    if row.change.isChange { changed += 1 }
    let note = changed > 0 ? " · \(changed) changed" : ""
    let left = ProgressLine.left(done, of: count, after: MonotonicClock.microseconds - start)
    ProgressLine.show("\(done)/\(count)\(note)\(left) · \(row.recorded.listName)")
  }

  func end() {
    isOver = true
    ProgressLine.clear()
  }
}
