/// The table of commands: a new command is a row here, and parser, help and guesses follow.
enum Commands {
  /// All rows; `opening` makes what the line without a command opens.
  static func all(opening: @escaping () throws -> Program) -> [Command] {
    [
      Command(
        name: "", summary: "the screens", options: common + ScreenCommand.options,
        run: { arguments in
          try await ScreenCommand.run(arguments) { try opening() }
        }),
      Command(
        name: "demo", summary: "the demo backend and its targets",
        options: common + ScreenCommand.options + [port],
        run: { arguments in
          let port = try arguments.number("--port", in: 1...65_535).map { UInt16($0) }
          return try await ScreenCommand.run(arguments) { try Demo.start(port: port) }
        }),
    ]
  }

  /// Every command takes these.
  private static let common = [
    Command.Option(name: "--help", summary: "this text"),
    Command.Option(name: "--version", summary: "the version"),
  ]

  private static let port = Command.Option(
    name: "--port", value: "N", summary: "listen there; otherwise on 8791, or on any free port")
}
