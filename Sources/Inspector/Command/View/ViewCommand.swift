import NetEngine

/// `view`: files and stdin, looked at without a server.
enum ViewCommand {
  static let words = "FILE|-…"

  static let options = [
    Command.Option(
      name: "--check", summary: "is it JSON, or one JSON document a line: yes, or where not")
  ]

  static func run(_ arguments: Arguments) async throws -> Int32 {
    guard arguments["--check"] != nil else { return try show(arguments) }
    return try check(arguments)
  }

  /// The bytes as they are into a pipe, as text that acts on nothing on a terminal.
  private static func show(_ arguments: Arguments) throws -> Int32 {
    for path in arguments.words {
      try Output.content(try TextFile.body(path))
    }
    return 0
  }

  /// Every file is looked at, whatever is wrong with the one before.
  private static func check(_ arguments: Arguments) throws(Output.Failure) -> Int32 {
    var codes = ExitCodes()
    for path in arguments.words {
      let body: Body
      do throws(TextFile.Problem) {
        body = try TextFile.body(path)
      } catch {
        Output.talk(error.text)
        codes.add(2)
        continue
      }
      let check = JSONCheck(body, name: path)
      try Output.data(arguments["--json"] == nil ? check.text : check.line)
      if !check.isValid { codes.add(4) }
    }
    return codes.first
  }
}
