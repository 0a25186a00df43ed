import InspectorCommands
import InspectorProxy
import InspectorScreens
import NetEngine
import NetRecordings

/// `capture` on a terminal: what is passed on grows as a session on the screens.
///
///     PassingServer ─► began, ended ─► recorder ─► journal ─► session that grows
struct CaptureScreens {
  private let recorder: Recorder
  let journal: String
  private let lens: @Sendable (inout Lens) -> Void
  /// The session it becomes; without a name it is gone when the next one begins.
  private let session: String?

  /// Nil, and said, where nothing can be written: the screens look at the journal.
  init?(
    _ named: RecordOption.Recording?, _ lens: @escaping @Sendable (inout Lens) -> Void
  ) async {
    let state = StateFolder().path
    if named == nil {
      for left in Leftover.all(in: state) where left.hasEnd && left.isOfCapture { left.remove() }
    }
    recorder = named?.recorder ?? Recorder(Recorder.Settings(folder: state, name: Self.name).logged)
    session = named?.path
    self.lens = lens
    await recorder.retry()
    guard let path = await recorder.path else {
      if case .unsaved(let problem, _) = await recorder.state {
        Output.talk("lines in place of the screens: \(problem)")
      }
      return nil
    }
    journal = path
  }

  fileprivate static let name = "capture"

  /// Passes on until the screens are left; answers the exit code.
  func run(
    _ arguments: Arguments, _ listening: ListenOptions, _ passingOptions: PassingServer.Options,
    _ rules: LiveRules, _ unpackers: Unpackers
  ) async throws -> Int32 {
    let log = CaptureLog(recorder, unpackers)
    var options = passingOptions
    options.onBegin = log.began
    options.onHold = log.held
    options.onEnd = log.ended
    let reading = Lock(passingOptions.profile)
    options.profile = { response in reading.withLock { $0 }(response) }
    let refusals = RefusedRequests()
    options.onRefusal = refusals.take
    let (passing, server) = try CaptureCommand.listen(listening, options, log)
    let shown = Capture(
      journal: journal, address: listening.url(port: server.port),
      behind: CaptureCommand.behind(options.upstreams), ruleCount: rules.count,
      session: session, keepsRules: arguments["--rules"] != nil)
    let trust = TrustBehind(options)
    let code = try await ScreenCommand.run(arguments) {
      OpenedCollection.capturing(
        Program.Captured(
          shown: shown, recorder: recorder, lens: lens, rules: rules,
          reading: reading, desk: options.desk, refusals: refusals, log: log),
        trust, arguments)
    }
    await server.stop()
    await passing.settle()
    await log.finish()
    return session == nil ? await end(code, leavingOut: log.skippedCount) : code
  }

  /// Says where a capture without a name is, and what of it could not be kept; answers the exit code.
  private func end(_ code: Int32, leavingOut skippedCount: Int) async -> Int32 {
    await recorder.end()
    let shortfall = await recorder.shortfall
    let missing = shortfall.inMemory + shortfall.lost
    let count = await recorder.last - skippedCount - missing
    if count > 0 {
      Output.talk(
        "\(Units.count(count, "exchange")) captured: inspector"
          + " \(StateFolder.shownFromHome(journal)), until the next capture")
    }
    guard missing > 0 else { return code }
    let why = shortfall.problem.map { ": \($0.message)" } ?? ""
    Output.talk("\(Units.count(missing, "exchange")) of this capture could not be kept\(why)")
    return code == 0 ? 5 : code
  }
}

extension Leftover {
  /// Whether a capture without a name has left it.
  fileprivate var isOfCapture: Bool {
    session.name == CaptureScreens.name || session.name.hasPrefix(CaptureScreens.name + "-")
  }
}

extension App {
  /// Lists the rules that are in force at the start.
  mutating func tell(_ rules: LiveRules) {
    let lines = rules.shownLines
    for line in lines { tell(line) }
    if !lines.isEmpty {
      tell("\(RulesInUse.inForce(lines.count, rules)): :messages lists them, B opens them")
    }
  }
}
