import CurlTransport
import InspectorCommands
import NetEngine

/// The table of commands: a new command is a row here, and parser, help and guesses follow.
package enum Commands {
  /// What can stand first on the line.
  static var names: [String] { table.map(\.name).filter { !$0.isEmpty } }

  /// All rows, for who reads them and runs none.
  package static var table: [Subcommand] {
    all { _ in Program(title: "", targets: [], provider: { Provider() }) }
  }

  /// All rows; `opening` makes what the line without a command opens.
  static func all(opening: @escaping (Arguments) throws -> Program) -> [Subcommand] {
    [
      Subcommand(
        name: "", words: "[PATH…]", wordCount: 0...10_000,
        summary: "opens the screens over request files, a recording, other files, or a typed URL",
        options: Subcommand.common + ScreenCommand.options + CollectionOptions.values,
        run: { arguments in
          try await ScreenCommand.run(arguments) {
            try OpenedCollection.program(arguments) ?? opening(arguments)
          }
        }),
      Subcommand(
        name: "capture", summary: "records and changes the traffic between an app and its server",
        options: Subcommand.common + CaptureCommand.options + PipelineOptions.rows + [json],
        run: waiting(CaptureCommand.run)),
      Subcommand(
        name: "check", words: CheckCommand.words, wordCount: 1...10_000,
        summary: "judges a recording again or searches it for secrets; checks JSON files",
        options: Subcommand.common + CheckCommand.options, run: CheckCommand.run),
      Subcommand(
        name: "config", words: ConfigCommand.words, wordCount: 0...100_000,
        summary: "shows settings and their source, kept cookies, completions for a shell",
        options: Subcommand.common + CookiesCommand.options + [json], run: ConfigCommand.run),
      Subcommand(
        name: "demo", summary: "opens the screens over a demo server and its requests",
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
        summary: "compares two recordings, or two exchanges as RECORDING#SEQ",
        options: Subcommand.common + [OnlyOption.row] + ComparisonOptions.rows + ReportOptions.rows,
        run: DiffCommand.run),
      Subcommand(
        name: "export", words: "RECORDING", wordCount: 1...1,
        summary: "writes a recording as HAR, curl, a request file, Swift or Locust",
        options: Subcommand.common + ExportCommand.options + [OnlyOption.row] + PipelineOptions.rows
          + KeepOptions.rows,
        run: ExportCommand.run),
      Subcommand(
        name: "help", words: "[COMMAND|TOPIC]", wordCount: 0...1,
        summary: "shows this page, a command or a topic; 'man' is a manual page",
        options: Subcommand.common, run: HelpCommand.run),
      Subcommand(
        name: "import", words: ImportCommand.words, wordCount: 1...20,
        summary: "writes request files from curl, HAR, OpenAPI or Postman",
        options: Subcommand.common + ImportCommand.options, run: ImportCommand.run),
      Subcommand(
        name: "list", words: ListCommand.words, wordCount: 1...1_000,
        summary: "lists requests with their mistakes, or a recording's exchanges",
        options: Subcommand.common + ListCommand.options, run: ListCommand.run),
      Subcommand(
        name: "replay", words: "RECORDING", wordCount: 1...1,
        summary: "sends a recording's requests again and shows what changed",
        options: Subcommand.common + ReplayCommand.options + [OnlyOption.row]
          + ComparisonOptions.rows
          + LimitOptions.rows + ReportOptions.rows, run: ReplayCommand.run),
      Subcommand(
        name: "run", words: RunCommand.words, wordCount: 1...1_000,
        summary: "sends requests in order and reports what is not as expected",
        options: Subcommand.common + CollectionOptions.rows + RunCommand.options
          + FromOptions.rows("error") + PipelineOptions.rows + LimitOptions.rows
          + ReportOptions.rows, run: RunCommand.run),
      Subcommand(
        name: "seal", words: SealCommand.words, wordCount: 0...2,
        summary: "writes a recording without secrets, also of an unfinished session",
        options: Subcommand.common + [UnfinishedRecordings.list] + KeepOptions.rows,
        run: SealCommand.run),
      Subcommand(
        name: "send", words: SendCommand.words, wordCount: 0...2,
        summary: "sends one request; body to stdout, verdict to stderr",
        options: Subcommand.common + CurlOptions.rows(beside: sendOptions), run: SendCommand.run),
      Subcommand(
        name: "serve", words: ServeCommand.words, wordCount: 0...1,
        summary: "answers a real app from a recording or from samples",
        options: Subcommand.common + ServeCommand.options + FromOptions.rows("last")
          + CollectionOptions.rows + PipelineOptions.rows + [json], run: waiting(ServeCommand.run)),
    ]
  }

  /// What `send` has beside curl's options, and those of curl it tells about.
  private static let sendOptions =
    CurlOptions.told + [
      Subcommand.Option(name: "--no-redirect", summary: "does not follow redirects"),
      CookiesCommand.none, RedirectOptions.row,
      Subcommand.Option(
        name: "--body-json", value: "JSON", summary: "a JSON body, or @FILE; curl calls it --json"),
    ] + LimitOptions.rows + PipelineOptions.rows + [json]

  private static let json = ReportOptions.json

  private static let demo = [
    Subcommand.Option(
      name: "--port", value: "N",
      summary: "the port, 0 for any free one; 8791 or any free one without it"),
    Subcommand.Option(
      name: "--serve", summary: "only the server; prints its URL to stdout"),
    Subcommand.Option(name: "--all", summary: "every request of the demo"),
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
