import DemoServer
import Glibc
import InspectorCommands
import NetEngine
import NetRecordings
import RequestFiles

/// One run of the program: from the words of the command line to the exit code.
enum CommandLineRun {
  static let version = "0.1.0"

  /// Runs and ends the process.
  static func end(
    _ said: [String], opening: @escaping (Arguments) throws -> Program
  ) async -> Never {
    Output.fillClosedStreams()
    // A pipe that nobody reads is an error of write(2), not the end of the program.
    signal(SIGPIPE, SIG_IGN)
    let code = await code(said, opening: opening)
    fflush(nil)
    // Not exit: it would take the libraries apart under threads that still work.
    _exit(code)
  }

  /// Runs and answers the exit code; whatever went wrong has been said by then.
  static func code(
    _ said: [String], opening: @escaping (Arguments) throws -> Program
  ) async -> Int32 {
    let code = await run(said, opening: opening)
    ProgramLog.end(code)
    return code
  }

  private static func run(
    _ said: [String], opening: @escaping (Arguments) throws -> Program
  ) async -> Int32 {
    do {
      // Scripts for a shell's Tab of older versions ask without `config`.
      let said = said.starts(with: ["completions", "words"]) ? ["config"] + said : said
      let commands = Commands.all(opening: opening)
      let arguments = try Arguments(said, commands: commands)
      if arguments["--help"] != nil {
        let command = arguments.command
        try Output.data(command.name.isEmpty ? HelpText.of(commands) : HelpText.of(command))
        return 0
      }
      if arguments["--version"] != nil {
        try Output.data("inspector \(version)")
        return 0
      }
      try FreeDescriptors.require()
      try ProgramLog.begin(arguments, version: version)
      // Screens and servers own the terminal.
      if !["", "capture", "demo", "serve"].contains(arguments.command.name) {
        ProgressLine.followWork()
      }
      defer { ProgressLine.clear() }
      return try await arguments.command.run(arguments)
    } catch {
      ProgramLog.note(.error, "stopped by \(type(of: error)): \(error)")
      let names = Commands.names
      return tell(error, command: said.first { names.contains($0) } ?? "")
    }
  }

  /// What may have been meant in place of this path, for behind a message.
  private static func meant(_ path: String) -> String {
    var hint = MeantFile.hint(path)
    if hint.isEmpty, path != "-", access(path, F_OK) != 0 {
      let folder = path.hasPrefix("/") ? nil : getcwd(nil, 0).map { String(cString: $0) }
      hint = "check the path" + (folder.map { ": it starts in \($0)" } ?? "")
    }
    return hint.isEmpty ? "" : " — \(hint)"
  }

  private static func tell(_ error: any Error, command: String) -> Int32 {
    switch error {
    case let mistake as UsageMistake: Output.talk(lines: mistake.lines(command: command))
    case let problem as TerminalProblem: Output.talk(problem.text(reason: Output.reason))
    case let failure as StartFailure: Output.talk("\(failure)")
    case let problem as TextFile.Problem:
      Output.talk(problem.text + meant(problem.path))
      return 2
    case let problem as SessionProblem:
      let meant = meant(problem.path)
      Output.talk(meant.isEmpty ? "\(problem)" : problem.message + meant)
      return problem.exitCode
    case let problem as RequestFileProblem:
      // A whole file has no line worth telling.
      if case .file(let path, let why) = problem.reason, problem.place == FilePlace(path) {
        Output.talk("\(path): \(why)" + meant(path))
      } else if case .unknownName = problem.reason, problem.place.file.hasPrefix("/") {
        // Said on the command line, so it stands in no file.
        let names = "'inspector list \(problem.place.file)' shows the names"
        Output.talk("\(problem.message) — \(problem.hint.isEmpty ? names : problem.hint)")
      } else {
        Output.talk("\(problem)")
      }
      return problem.exitCode
    case let failure as Output.Failure:
      if !failure.text.isEmpty { Output.talk(failure.text) }
      return failure.exitCode
    default: Output.talk("\(error)")
    }
    return 1
  }
}
