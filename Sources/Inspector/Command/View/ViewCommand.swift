import Glibc
import HeadlessCommands
import NetEngine

/// `view`: files and stdin, looked at without a server.
enum ViewCommand {
  static let words = "FILE|-…"

  static let options = [
    Subcommand.Option(
      name: "--check", summary: "is it JSON, or one JSON document a line: yes, or where not")
  ]

  static func run(_ arguments: Arguments) async throws -> Int32 {
    // Lines of JSON are what it comes to, never the bytes.
    if arguments["--check"] != nil || arguments["--json"] != nil { return try check(arguments) }
    guard Output.isTerminal || arguments["--script"] != nil else {
      return try passOn(arguments)
    }
    return try await ScreenCommand.run(arguments) { try ViewedFiles.program(arguments.words) }
  }

  /// Into a pipe the bytes go as they are.
  private static func passOn(_ arguments: Arguments) throws -> Int32 {
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
