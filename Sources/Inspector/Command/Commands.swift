import HeadlessCommands
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
        summary: "the screens, over request files or a session",
        options: Subcommand.common + ScreenCommand.options + [ScreenCommand.place]
          + CollectionOptions.values,
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
        name: "check", words: "SESSION", wordCount: 1...1,
        summary: "a session's answers judged again, nothing sent",
        options: Subcommand.common + [OnlyOption.row] + PipelineOptions.rows + ReportOptions.rows,
        run: CheckCommand.run),
      Subcommand(
        name: "completions", words: CompletionsCommand.words, wordCount: 1...100_000,
        summary: "a script by which a shell completes commands, options and names",
        options: Subcommand.common, run: CompletionsCommand.run),
      Subcommand(
        name: "config", words: "[PATH]", wordCount: 0...1,
        summary: "what is in force, and where each value comes from",
        options: Subcommand.common + [json],
        run: ConfigCommand.run),
      Subcommand(
        name: "cookies", words: CookiesCommand.words, wordCount: 0...1,
        summary: "what is kept for a folder's requests, without the values",
        options: Subcommand.common + CookiesCommand.options + [json], run: CookiesCommand.run),
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
        summary: "two sessions compared, or two exchanges as SESSION#SEQ",
        options: Subcommand.common + [OnlyOption.row] + ComparisonOptions.rows + ReportOptions.rows,
        run: DiffCommand.run),
      Subcommand(
        name: "export", words: "SESSION", wordCount: 1...1,
        summary: "a session as HAR, curl, a request file, Swift or load for Locust",
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
        name: "list", words: RunCommand.words, wordCount: 1...1_000,
        summary: "the requests of a collection, a line each, and what is wrong with them",
        options: Subcommand.common + CollectionOptions.rows + [json], run: ListCommand.run),
      Subcommand(
        name: "replay", words: "SESSION", wordCount: 1...1,
        summary: "a session fired again, and what has changed",
        options: Subcommand.common + ReplayCommand.options + [OnlyOption.row]
          + ComparisonOptions.rows
          + LimitOptions.rows + ReportOptions.rows, run: ReplayCommand.run),
      Subcommand(
        name: "run", words: RunCommand.words, wordCount: 1...1_000,
        summary: "fires them, in order, and says what is not as expected",
        options: Subcommand.common + CollectionOptions.rows + RunCommand.options + FromOptions.rows
          + PipelineOptions.rows
          + LimitOptions.rows + ReportOptions.rows, run: RunCommand.run),
      Subcommand(
        name: "scan", words: ScanCommand.words, wordCount: 1...10_000,
        summary: "secrets that are left in sessions; 4 when there are any",
        options: Subcommand.common + [json], run: ScanCommand.run),
      Subcommand(
        name: "seal", words: SealCommand.words, wordCount: 0...2,
        summary: "a session without its secrets; of what was never finished, sessions",
        options: Subcommand.common + [UnfinishedRecordings.list] + KeepOptions.rows,
        run: SealCommand.run),
      Subcommand(
        name: "send", words: SendCommand.words, wordCount: 0...2,
        summary: "one request; the body to stdout, what it means to stderr",
        options: Subcommand.common + CurlOptions.rows(beside: sendOptions), run: SendCommand.run),
      Subcommand(
        name: "serve", words: ServeCommand.words, wordCount: 1...1,
        summary: "a recording, or samples, as a server for a real app",
        options: Subcommand.common + ServeCommand.options + FromOptions.matching("last")
          + CollectionOptions.rows + PipelineOptions.rows + [json], run: waiting(ServeCommand.run)),
      Subcommand(
        name: "show", words: "SESSION", wordCount: 1...1,
        summary: "a session's exchanges, a line each",
        options: Subcommand.common + ShowCommand.options + [OnlyOption.row] + PipelineOptions.rows
          + [json],
        run: ShowCommand.run),
      Subcommand(
        name: "view", words: ViewCommand.words, wordCount: 1...10_000,
        summary: "any files, looked at as if they had been answers",
        options: Subcommand.common + ViewCommand.options + [json] + ScreenCommand.options,
        run: ViewCommand.run
      ),
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
    Subcommand.Option(name: "--all", summary: "every target it has, all that is broken among them"),
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
