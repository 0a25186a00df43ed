import Glibc
import InspectorCommands

/// A person's own editor on a line of a file: `$VISUAL`, `$EDITOR`, else vi.
struct Editor: Sendable {
  let path: String
  let line: Int

  /// Runs it to its end on a terminal, or without one; answers what went wrong.
  func run(on terminal: Int32?) -> String? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Our own streams stand aside while the screen is up.
    if let terminal {
      for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_adddup2(&actions, terminal, descriptor)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let words = ["sh", "-c", "exec \(command) \"$@\"", "sh"] + Self.place(path, line, command)
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var pid = pid_t()
    let code = posix_spawn(&pid, "/bin/sh", &actions, &attributes, &arguments, environ)
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
