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
    title: String = "targets", arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) async -> Never {
    let program = Program(
      title: title, targets: targets.map { ListedTarget($0) }, provider: provider)
    await CommandLineRun.end(arguments) { program }
  }

  /// Runs the program `inspector` itself and ends the process.
  public static func main(
    arguments: [String] = Array(CommandLine.arguments.dropFirst())
  ) async -> Never {
    await CommandLineRun.end(arguments) { try Demo.start() }
  }
}
