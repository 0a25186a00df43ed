import Glibc
import TestSupport
import Testing

/// The commands that stand in the pages are ones the program takes, with those options.
///
/// The tutorial's are run, see `TutorialTests`; those of docs/COMMANDS.md come from its own table.
@Suite("Commands of the pages", .timeLimit(.minutes(5)))
struct PageCommandTests {
  private static let root =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  @Test(
    "are taken, options and all",
    arguments: [
      ("README.md", 6), ("docs/CAPTURE.md", 5), ("docs/CONFIGURATION.md", 1), ("docs/README.md", 0),
      ("docs/REPLAY.md", 9), ("docs/REQUESTS.md", 7), ("docs/SESSIONS.md", 10),
      ("sessions/README.md", 6),
    ])
  func taken(page: String, atLeast: Int) throws {
    let commands = Self.commands(in: try #require(TestFolder.text(at: "\(Self.root)/\(page)")))
    #expect(commands.count >= atLeast, "\(page): \(commands)")
    for command in commands {
      let run = try Piped(
        ["-c", "inspector() { '\(Spawn.inspector)' \"$@\"; }\n\(command) --help"],
        program: "/bin/sh")
      #expect(run.ending == .exited(0), "\(page): \(command)\n\(run.error)")
    }
  }

  /// What begins with the program's name, in a line of a box or between backquotes.
  private static func commands(in page: String) -> [String] {
    var isInside = false
    return page.split(separator: "\n").flatMap { line -> [String] in
      if line.hasPrefix("```") { isInside.toggle() }
      guard !isInside else { return line.hasPrefix("inspector ") ? [plain(String(line))] : [] }
      return line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 && $0.element.hasPrefix("inspector ") }
        .map { plain(String($0.element)) }
    }
  }

  /// The command without what is said about it: three blanks or a number sign go before that.
  ///
  /// Of what can be left out all is said, of several words the first.
  private static func plain(_ line: String) -> String {
    var line = line.prefix(upTo: line.firstRange(of: "   ")?.lowerBound ?? line.endIndex)
    if let comment = line.firstRange(of: " #") { line = line[..<comment.lowerBound] }
    let words = line.filter { $0 != "[" && $0 != "]" }.split(separator: " ").map { word in
      word.contains("'") ? word : word.prefix { $0 != "|" }
    }
    return words.joined(separator: " ")
  }
}
