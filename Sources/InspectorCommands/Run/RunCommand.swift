import CurlTransport
import Glibc
import NetEngine
import NetRecordings
import RequestFiles

/// `run`: the requests of a collection, fired in order and judged.
package enum RunCommand {
  package static let words = "PATH… [NAME…]"

  package static let options = [
    Subcommand.Option(name: "--stub", summary: "takes responses from samples; nothing is sent"),
    Subcommand.Option(name: "--parallel", value: "N", summary: "how many requests at once; 1"),
    Subcommand.Option(
      name: "--fail-fast", summary: "sends nothing more after a failure", aliases: ["--bail"]),
    Subcommand.Option(
      name: "--repeat", value: "N", summary: "how many times all requests are sent; 1"),
    GivenFiles.data,
    Subcommand.Option(
      name: "--retry", value: "N",
      summary: "sends a request that is not as expected again, up to N times; else # @retry"),
    Subcommand.Option(
      name: "--delay", value: "TIME", summary: "time between two tries; 1s"),
    strict, EnvironmentOption.row, CookiesCommand.none, RedirectOptions.row, RecordOption.row,
    RecordOption.onlyNew, KeepOptions.force,
  ]

  static let strict = Subcommand.Option(
    name: "--strict",
    summary:
      "skipped and unchecked requests fail, and variables that --allow-env does not name")

  package static func run(_ arguments: Arguments) async throws -> Int32 {
    let path = arguments.words[0]
    var (collection, names) = try CollectionOptions.collection(arguments.words)
    let settings = CommandSettings(beside: path)
    var context = try CollectionOptions.context(arguments, collection)
    let rounds = try GivenFiles.rounds(arguments)
    collection.given = Set(context.set.keys).union(rounds.flatMap(\.keys))
    context.profiles = settings.profiles
    context.readsSamples = arguments["--stub"] != nil
    let entries = try CollectionOptions.entries(names, arguments, collection, context)
    var codes = tell(of: collection, entries, context, settings)
    guard !entries.isEmpty else {
      tellNone(in: path, isFiltered: arguments["--only"] != nil)
      codes.add(1)
      return codes.first
    }
    let judge = try judge(arguments, settings)
    let source = try FromOptions.source(arguments)
    let recording = source?.transport
    let kept = try await RecordOption.recording(arguments)
    var provider = try provider(arguments, settings, recording, kept?.recorder)
    // A recording and samples answer as they are, whoever is signed in.
    let cookies =
      recording == nil && provider.stub == .never
      ? CookiesCommand.store(
        arguments, folder: collection.folder, environment: context.environment) : nil
    provider.cookies = cookies?.store
    let run = CollectionRun(collection, context, provider: provider, judge: judge)
    run.parallel = try arguments.number("--parallel", in: 1...256) ?? 1
    run.stopsAtFailure = arguments["--fail-fast"] != nil
    run.retry = try retry(arguments)
    run.gate = try gate(arguments, settings, provider, of: collection.folder)
    let order = RunOrder(entries, of: collection)
    let reports = try Reports(
      ReportOptions(arguments).wanted, "run", of: path, names: order.entries.map(\.shortName),
      isStrict: arguments["--strict"] != nil)
    if let source { reports.learn(from: source.session) }
    codes.add(contentsOf: await RunExecution.fire(run, entries, in: order, rounds: rounds, reports))
    CookiesCommand.save(cookies)
    if let recording { codes.add(FromOptions.tell(recording.report, arguments)) }
    if let kept { codes.add(try await RecordOption.seal(kept, arguments)) }
    return codes.first
  }

  /// A recording and samples send nothing anywhere.
  private static func gate(
    _ arguments: Arguments, _ settings: CommandSettings, _ provider: Provider, of folder: String
  ) throws -> EnvironmentGate? {
    let options = try EnvironmentOption.all(arguments)
    guard provider.stub == .never, !(provider.transport is ReplayTransport) else { return nil }
    return EnvironmentGate(
      EnvironmentAccess(
        folder: folder, state: StateFolder(), allowing: settings.allowedEnvironment, options,
        isStrict: arguments["--strict"] != nil))
  }

  private static func tellNone(in path: String, isFiltered: Bool) {
    Output.talk(
      isFiltered
        ? "there is no request that matches in \(path): --only looks at them before they are sent"
        : "there is no request in \(path) — write one into a .http file: GET https://example.com")
  }

  private static func judge(
    _ arguments: Arguments, _ settings: CommandSettings
  ) throws(UsageMistake) -> FiringJudge {
    let said = try PipelineOptions.said(arguments, settings.profiles)
    let kept = settings.pipeline
    // '--profile none' is an answer to the question a hint would ask.
    return FiringJudge(
      pipeline: { said.over($0.pipeline(over: kept($0.baseURL))) }, detects: said.profile == nil,
      profiles: settings.profiles)
  }

  /// How often all are fired again; nil: as each of them says.
  private static func retry(_ arguments: Arguments) throws -> RequestMeta.Retry? {
    let delay = try LimitOptions.duration(arguments, "--delay")
    guard let count = try arguments.number("--retry", in: 0...1_000) else {
      if delay != nil { throw UsageMistake.needsOption("--delay", "--retry N") }
      return nil
    }
    return RequestMeta.Retry(count: count, delay: delay ?? .seconds(1))
  }

  private static func provider(
    _ arguments: Arguments, _ settings: CommandSettings, _ recording: ReplayTransport?,
    _ recorder: Recorder?
  ) throws -> Provider {
    let limits = try LimitOptions.limits(arguments, settings)
    return Provider(transport: recording ?? LibcurlTransport.shared) {
      $0.limits = limits
      settings.addPlugins(to: &$0)
      if arguments["--stub"] != nil { $0.stub = .immediate }
      if let recorder { $0.plugins.append(recorder.plugin) }
    }
  }

  /// Says what is wrong apart from single requests, and what is worth knowing.
  static func tell(
    of collection: RequestCollection, _ entries: [RequestCollection.Entry],
    _ context: RequestContext, _ settings: CommandSettings? = nil
  ) -> ExitCodes {
    settings?.tell(of: collection)
    var codes = ExitCodes()
    if context.environment == nil, !collection.environments.isEmpty {
      let names = collection.environments.joined(separator: ", ")
      Output.talk("note: no environment is chosen; --env takes one of \(names)")
    }
    for problem in collection.problems + entries.flatMap(\.problems) {
      if problem.isNote { Output.talk("note: \(collection.origin)\(problem)") }
    }
    for problem in collection.problems where !problem.isNote {
      Output.talk("\(collection.origin)\(problem)")
      codes.add(problem.exitCode)
    }
    return codes
  }
}
