import Glibc
import InspectorCommands
import InspectorProxy
import InspectorScreens
import NetEngine
import NetRecordings

/// `capture`: stands between an app and its server, passes everything on and tells what it was.
enum CaptureCommand {
  /// Where it listens when nobody asks for another port and this one is free.
  private static let usualPort: UInt16 = 8793

  static let options =
    [
      Subcommand.Option(
        name: "--to", value: "URL",
        summary: "the server behind; /PATH=URL for what is below a path; repeatable")
    ] + ListenOptions.rows(usualPort: usualPort) + [
      RecordOption.row, KeepOptions.force,
      Subcommand.Option(
        name: "--rules", value: "FILE",
        summary:
          "lines that alter what passes, as 'inspector help rules' has them; counts when saved; on the screens A writes them"
      ),
      Subcommand.Option(
        name: "--hold", value: "FILTER", summary: "on the screens: these requests wait there"),
      RulesInUse.unmarked,
      Subcommand.Option(
        name: "--keep-host", summary: "Host goes on as the client said it"),
      Subcommand.Option(
        name: "--keep-origin", summary: "Origin and Referer go on as the client said them"),
      Subcommand.Option(
        name: "--rewrite-links", summary: "links to the server in texts lead here"),
      Subcommand.Option(
        name: "--insecure", short: "-k", summary: "the server's certificate is not checked"),
      Subcommand.Option(name: "--cacert", value: "FILE", summary: "certificates to trust instead"),
      Subcommand.Option(
        name: "--fail-on", value: "FILTER", summary: "ends with 4 when an exchange matches"),
      Subcommand.Option(
        name: "--headless",
        summary: "lines in place of the screens, as with --json, --run, --fail-on"),
      ScreenCommand.theme,
    ]

  static func run(_ arguments: Arguments) async throws -> Int32 {
    let listening = try ListenOptions(arguments, usualPort: usualPort)
    let upstreams = try upstreams(arguments)
    let settings = CommandSettings(beside: ".")
    let failing = try arguments["--fail-on"].map { text throws(UsageMistake) in
      FailingExchanges(
        try OnlyOption.read(text, of: "--fail-on"), text: text,
        knowing: PipelineOptions.hinting(arguments, settings))
    }
    let pipeline = try PipelineOptions.stored(arguments, settings)
    let lens = try PipelineOptions.lens(arguments, settings)
    var options = try passing(arguments, to: upstreams, settings)
    let kept = try await RecordOption.recording(arguments, in: "sessions")
    let isShown = isShown(arguments)
    let holding = try holding(arguments, isShown: isShown)
    // A mistake in them ends the command before it makes or removes anything.
    let named = try namedRules(arguments, kept?.path, isShown: isShown).map {
      file throws(TextFile.Problem) in try LiveRules(file, fixed: holding)
    }
    let screens = isShown ? await CaptureScreens(kept, lens) : nil
    let rules = try named ?? ownRules(beside: screens?.journal, fixed: holding)
    defer { rules.stop() }
    options.alterations = rules.alterations
    let code: Int32
    if let screens {
      code = try await screens.run(
        arguments, listening, options, rules, settings.unpackers)
    } else {
      RulesInUse.tell(rules)
      let lines = ServedLines(
        pipeline, isJSON: arguments["--json"] != nil, isAside: arguments["--run"] != nil,
        knowing: nil, profiles: PipelineOptions.hinting(arguments, settings))
      let judged = CaptureLines(lines, pipeline, failing)
      let log = CaptureLog(kept?.recorder, settings.unpackers, judged)
      code = try await tell(judged, log, listening, options)
    }
    RulesInUse.tellUnused(options.alterations)
    guard let kept else { return code }
    var codes = ExitCodes()
    codes.add(code)
    codes.add(try await RecordOption.seal(kept, arguments))
    return codes.first
  }

  /// How it passes on.
  private static func passing(
    _ arguments: Arguments, to upstreams: [Upstream], _ settings: CommandSettings
  ) throws -> PassingServer.Options {
    var options = PassingServer.Options(upstreams)
    options.keepsHost = arguments["--keep-host"] != nil
    options.keepsOrigin = arguments["--keep-origin"] != nil
    options.rewritesLinks = arguments["--rewrite-links"] != nil
    options.verifiesTLS = arguments["--insecure"] == nil
    options.certificateFile = arguments["--cacert"]
    if let file = options.certificateFile { _ = try TextFile.start(of: file) }
    options.limits = settings.limits
    options.limits.totalTimeout = nil
    options.profile = try PipelineOptions.reading(arguments, settings)
    options.marks = arguments["--unmarked"] == nil
    return options
  }

  /// The rules a person has named, else those beside the session it becomes; nil where neither is.
  private static func namedRules(
    _ arguments: Arguments, _ session: String?, isShown: Bool
  ) throws(TextFile.Problem) -> RulesFile.Place? {
    guard let named = arguments["--rules"] else {
      return session.map { RulesFile.Place(nil, beside: $0) }
    }
    // A misspelt name alters nothing, and is told.
    if !isShown || !named.hasSuffix(".rules") { _ = try TextFile.kind(of: named) }
    return RulesFile.Place(named, beside: "")
  }

  /// What has no name begins without any, beside its journal: two may capture at once.
  ///
  /// Answers that lines name are looked for where the person is.
  private static func ownRules(
    beside journal: String?, fixed: Rules
  ) throws(TextFile.Problem) -> LiveRules {
    // Of lines nobody adds one without the screens.
    let session = journal ?? "\(StateFolder().path)/capture-\(getpid())"
    // The program's own file in the state folder is none of a project.
    let file = RulesFile.Place(RulesFile.own(of: session), beside: session)
    if SavedFile.exists(file.path) { unlink(file.path) }
    return try LiveRules(file, fixed: fixed, answersBeside: "here")
  }

  /// What `--hold` says, as a line of rules.
  private static func holding(
    _ arguments: Arguments, isShown: Bool
  ) throws(UsageMistake) -> Rules {
    guard let text = arguments["--hold"] else { return Rules() }
    guard isShown else {
      throw .meant("'--hold' needs the screens: nobody else lets go what is held.")
    }
    _ = try OnlyOption.read(Rules.split(holding: text).filter, of: "--hold")
    do throws(RulesMistake) { return try Rules(Rules.line(holding: text)) } catch {
      throw .badValue(option: "--hold", value: text, expected: error.expected)
    }
  }

  /// Whether the screens open: on a terminal, unless lines are wanted.
  private static func isShown(_ arguments: Arguments) -> Bool {
    Output.isTerminal
      && ["--headless", "--json", "--run", "--fail-on"].allSatisfy { arguments[$0] == nil }
  }

  /// Passes on, and writes a line for each exchange, until a signal comes or the command has ended.
  private static func tell(
    _ judged: CaptureLines, _ log: CaptureLog, _ listening: ListenOptions,
    _ passingOptions: PassingServer.Options
  ) async throws -> Int32 {
    var options = passingOptions
    options.onHold = log.held
    options.onEnd = log.ended
    options.onRefusal = log.refused
    let (passing, server) = try listen(listening, options, log)
    let url = listening.url(port: server.port)
    let end = try await listening.serve(at: url) {
      Output.talk("passed on to \(behind(options.upstreams))\(listening.untilWhen)")
      judged.lines.begin(at: url)
    }
    await server.stop()
    await passing.settle()
    await log.finish()
    var codes = ExitCodes()
    codes.add(end)
    if judged.finish() { codes.add(4) }
    return codes.first
  }

  /// Starts a server that reports to a log.
  static func listen(
    _ listening: ListenOptions, _ options: PassingServer.Options, _ log: CaptureLog
  ) throws -> (PassingServer, ListeningServer) {
    let passing = PassingServer(options)
    let server = try listening.listen { addresses, port, hosts throws(ListeningSocket.Problem) in
      try passing.listen(on: addresses, port: port, hosts: hosts)
    }
    log.begin(telling: passing)
    return (passing, server)
  }

  /// Where requests go, in words.
  static func behind(_ upstreams: [Upstream]) -> String {
    upstreams.map { $0.prefix.isEmpty ? $0.base : "\($0.prefix) → \($0.base)" }
      .joined(separator: ", ")
  }

  private static func upstreams(_ arguments: Arguments) throws(UsageMistake) -> [Upstream] {
    let texts = arguments.all("--to")
    guard !texts.isEmpty else { throw .needsOption("capture", "--to URL") }
    var upstreams: [Upstream] = []
    for text in texts {
      guard let upstream = Upstream(text) else {
        throw .badValue(
          option: "--to", value: text,
          expected: "a URL such as https://api.example.com/v1, without a user and a query, or"
            + " /auth=https://id.example.com")
      }
      guard !upstreams.contains(where: { $0.prefix == upstream.prefix }) else {
        throw .meant(
          "'--to \(text)' and another '--to' take the same paths: put a path before one of them,"
            + " as in --to /auth=https://id.example.com.")
      }
      upstreams.append(upstream)
    }
    return upstreams
  }
}
