import CurlTransport
import NetEngine

/// The terminal program as a library: the same screens over a person's own targets.
///
/// ```swift
/// @main struct GitHubInspector {
///   static func main() async { await Inspector.run(GitHub.allCases, title: "GitHub") }
/// }
/// ```
public enum Inspector {
  /// Opens the screens on these targets, as the command line says, and ends the process.
  ///
  /// The commands and options of `inspector` itself work too: `--help`, `--script`, `demo`.
  public static func run(
    _ targets: some Sequence<some TargetType>,
    provider: @autoclosure @escaping @Sendable () -> Provider = Provider(),
    title: String = "targets", arguments: [String] = commandLine
  ) async -> Never {
    let program = Program(
      title: title, targets: targets.map { ListedTarget($0) }, provider: provider)
    await CommandLineRun.end(arguments) { _ in program }
  }

  /// The words after the program's name.
  ///
  /// Read from C's own array: the library's copy of it takes a while to make.
  public static var commandLine: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { String(cString: $0) }
    }
  }

  /// Runs the program `inspector` itself and ends the process.
  public static func main(
    arguments: [String] = commandLine
  ) async -> Never {
    await CommandLineRun.end(arguments) { try OpenedCollection.below($0) ?? Demo.start() }
  }
}
