import CurlTransport
import InspectorCommands
import NetEngine

/// The table of commands: a new command is a row here, and parser, help and guesses follow.
enum Commands {
  /// What can stand first on the line.
  static var names: [String] { table.map(\.name).filter { !$0.isEmpty } }

  /// All rows, for who reads them and runs none.
  static var table: [Subcommand] {
    all { _ in Program(title: "", targets: [], provider: { Provider() }) }
  }

  /// All rows; `opening` makes what the line without a command opens.
  static func all(opening: @escaping (Arguments) throws -> Program) -> [Subcommand] {
    [
      Subcommand(
        name: "", words: "[PATH…]", wordCount: 0...10_000,
        summary: "the screens, over request files, a recording or any other files",
        options: Subcommand.common + ScreenCommand.options + CollectionOptions.values,
        run: { arguments in
          try await ScreenCommand.run(arguments) {
            try OpenedCollection.program(arguments) ?? opening(arguments)
          }
        }),
      Subcommand(
        name: "capture", summary: "between an app and its server: passed on, recorded, judged",
        options: Subcommand.common + CaptureCommand.options + PipelineOptions.rows + [json],
        run: waiting(CaptureCommand.run)),
      Subcommand(
        name: "check", words: CheckCommand.words, wordCount: 1...10_000,
        summary: "a recording judged again, or searched for secrets; another file: is it JSON",
        options: Subcommand.common + CheckCommand.options, run: CheckCommand.run),
      Subcommand(
        name: "config", words: ConfigCommand.words, wordCount: 0...100_000,
        summary: "the settings and where each comes from; kept cookies; completions for a shell",
        options: Subcommand.common + CookiesCommand.options + [json], run: ConfigCommand.run),
      Subcommand(
        name: "demo", summary: "the demo backend and its targets",
        options: Subcommand.common + ScreenCommand.options + demo,
        run: { arguments in
          let port = try arguments.number("--port", in: 0...65_535).map { UInt16($0) }
          let listsAll = arguments["--all"] != nil
          if arguments["--serve"] != nil { return try await Demo.serve(port: port) }
          return try await ScreenCommand.run(arguments) {
            try Demo.start(port: port, listsAll: listsAll)
          }
        }),
      Subcommand(
        name: "diff", words: DiffCommand.words, wordCount: 2...2,
        summary: "two recordings compared, or two exchanges as RECORDING#SEQ",
        options: Subcommand.common + [OnlyOption.row] + ComparisonOptions.rows + ReportOptions.rows,
        run: DiffCommand.run),
      Subcommand(
        name: "export", words: "RECORDING", wordCount: 1...1,
        summary: "a recording as HAR, curl, a request file, Swift or load for Locust",
        options: Subcommand.common + ExportCommand.options + [OnlyOption.row] + PipelineOptions.rows
          + KeepOptions.rows,
        run: ExportCommand.run),
      Subcommand(
        name: "help", words: "[COMMAND|TOPIC]", wordCount: 0...1,
        summary: "this page, a command's, a topic's; 'man' is a manual page",
        options: Subcommand.common, run: HelpCommand.run),
      Subcommand(
        name: "import", words: ImportCommand.words, wordCount: 1...20,
        summary: "curl commands, a HAR, OpenAPI or Postman as request files",
        options: Subcommand.common + ImportCommand.options, run: ImportCommand.run),
      Subcommand(
        name: "list", words: ListCommand.words, wordCount: 1...1_000,
        summary: "requests and what is wrong with them, or a recording's exchanges, a line each",
        options: Subcommand.common + ListCommand.options, run: ListCommand.run),
      Subcommand(
        name: "replay", words: "RECORDING", wordCount: 1...1,
        summary: "a recording fired again, and what has changed",
        options: Subcommand.common + ReplayCommand.options + [OnlyOption.row]
          + ComparisonOptions.rows
          + LimitOptions.rows + ReportOptions.rows, run: ReplayCommand.run),
      Subcommand(
        name: "run", words: RunCommand.words, wordCount: 1...1_000,
        summary: "fires them, in order, and says what is not as expected",
        options: Subcommand.common + CollectionOptions.rows + RunCommand.options
          + FromOptions.rows("error") + PipelineOptions.rows + LimitOptions.rows
          + ReportOptions.rows, run: RunCommand.run),
      Subcommand(
        name: "seal", words: SealCommand.words, wordCount: 0...2,
        summary: "a recording without its secrets; of what was never finished, recordings",
        options: Subcommand.common + [UnfinishedRecordings.list] + KeepOptions.rows,
        run: SealCommand.run),
      Subcommand(
        name: "send", words: SendCommand.words, wordCount: 0...2,
        summary: "one request; the body to stdout, what it means to stderr",
        options: Subcommand.common + CurlOptions.rows(beside: sendOptions), run: SendCommand.run),
      Subcommand(
        name: "serve", words: ServeCommand.words, wordCount: 0...1,
        summary: "a recording, or samples, as a server for a real app",
        options: Subcommand.common + ServeCommand.options + FromOptions.rows("last")
          + CollectionOptions.rows + PipelineOptions.rows + [json], run: waiting(ServeCommand.run)),
    ]
  }

  /// What `send` has beside curl's options, and those of curl it tells about.
  private static let sendOptions =
    CurlOptions.told + [
      Subcommand.Option(name: "--no-redirect", summary: "redirects are answers"),
      CookiesCommand.none, RedirectOptions.row,
      Subcommand.Option(
        name: "--body-json", value: "JSON", summary: "what curl's --json is: a JSON body, or @FILE"),
    ] + LimitOptions.rows + PipelineOptions.rows + [json]

  private static let json = ReportOptions.json

  private static let demo = [
    Subcommand.Option(
      name: "--port", value: "N",
      summary: "listen there, 0 is any free port; otherwise on 8791, or on any free port"),
    Subcommand.Option(
      name: "--serve", summary: "the backend alone, no screens; its URL to stdout"),
    Subcommand.Option(name: "--all", summary: "every target it has, escape sequences among them"),
  ]

  /// A command that waits for days costs nothing meanwhile: the system's pool of threads would look at
  /// itself once a second from its first job on.
  private static func waiting(
    _ run: @escaping (Arguments) async throws -> Int32
  ) -> (Arguments) async throws -> Int32 {
    { arguments in
      try await withTaskExecutorPreference(Workers.shared) { try await run(arguments) }
    }
  }
}
