import Glibc
import InspectorCommands

/// A person's own editor on a line of a file: `$VISUAL`, `$EDITOR`, else vi.
struct Editor: Sendable {
  let path: String
  let line: Int

  /// Runs it to its end on a terminal, or without one; answers what went wrong.
  func run(on terminal: Int32?) -> String? {
    // Our own streams stand aside while the screen is up.
    let streams = terminal.map { own in (0...2).map { (from: own, to: Int32($0)) } } ?? []
    let (pid, code) = ShellProcess.start(
      ["-c", "exec \(command) \"$@\"", "sh"] + Self.place(path, line, command), streams: streams)
    guard code == 0 else { return "the editor cannot be started: \(Output.reason(code))" }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    if status & 0x7f != 0 { return "the editor was ended by signal \(status & 0x7f)" }
    let exit = status >> 8 & 0xff
    if exit == 127 { return "'\(command)' is not there: set $EDITOR to your editor" }
    return exit == 0 ? nil : "the editor ended with \(exit)"
  }

  /// May hold options, as in `code --wait`.
  private var command: String {
    for name in ["VISUAL", "EDITOR"] {
      if let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty { return value }
    }
    return "vi"
  }

  /// How this editor is told a line: most know `+LINE`, some want it behind the name.
  private static func place(_ path: String, _ line: Int, _ command: String) -> [String] {
    let program = command.split(separator: " ").first.map(String.init) ?? command
    let name = program.split(separator: "/").last.map(String.init) ?? program
    // A path that starts with a dash is no option.
    let file = path.hasPrefix("-") ? "./" + path : path
    switch name {
    case "code", "code-insiders", "codium", "cursor": return ["--goto", "\(file):\(line)"]
    case "hx", "helix", "subl", "zed": return ["\(file):\(line)"]
    default: return ["+\(line)", file]
    }
  }
}
