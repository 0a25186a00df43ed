import InspectorCore
import Testing

/// What the documents say is what the project does.
@Suite("Documents")
struct DocumentTests {
  @Test("docs/KEYS.md is the keymap")
  func keys() throws {
    #expect(try #require(SourceFile.text("docs/KEYS.md")) == KeysDocument.markdown)
  }

  /// The first word of each line of the shell blocks of a document.
  private func commands(in path: String) throws -> Set<String> {
    var isShell = false
    var commands: Set<String> = []
    for line in try #require(SourceFile.text(path)).split(separator: "\n") {
      if line.hasPrefix("```") {
        isShell = line == "```sh"
      } else if isShell, let word = line.split(separator: " ").first, !word.hasPrefix("#") {
        commands.insert(String(word))
      }
    }
    return commands
  }

  @Test("the README's commands are the two scripts, and they are there")
  func readme() throws {
    #expect(try commands(in: "README.md") == ["Scripts/run", "Scripts/test"])
    for script in ["Scripts/run", "Scripts/test"] {
      #expect(SourceFile.text(script)?.hasPrefix("#!/usr/bin/env bash\n") == true)
    }
  }

  @Test("CI runs Scripts/test and nothing else")
  func ci() throws {
    let lines = try #require(SourceFile.text(".ci/run")).split(separator: "\n")
      .filter { !$0.hasPrefix("#") && !$0.hasPrefix("set ") }
    #expect(lines.count == 1)
    #expect(lines.first?.hasSuffix("/Scripts/test\"") == true)
  }

  @Test(
    "the pages are short",
    arguments: [("README.md", 120), ("ARCHITECTURE.md", 200), ("CONTRIBUTING.md", 120)])
  func length(path: String, limit: Int) throws {
    #expect(
      try #require(SourceFile.text(path)).split(separator: "\n", omittingEmptySubsequences: false)
        .count <= limit + 1)
  }

  @Test("the changes of a release are told in sixty lines")
  func changes() throws {
    #expect(try #require(SourceFile.text("CHANGELOG.md")).count { $0 == "\n" } <= 60)
  }

  @Test("the map of ARCHITECTURE.md names every folder of the sources")
  func map() throws {
    let named = Set(try places(in: "ARCHITECTURE.md"))
    let folders = Set(
      try SourceFile.all(in: "Sources").map { file in
        file.path.split(separator: "/").dropLast().joined(separator: "/")
      })
    #expect(folders.subtracting(named).sorted() == [])
  }

  /// What stands between backquotes and looks like a place of the project.
  private func places(in path: String) throws -> [String] {
    try #require(SourceFile.text(path)).split(separator: "`", omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      .filter { text in
        ["Sources/", "Tests/", "Scripts/", "Benchmarks/", "docs/"].contains { text.hasPrefix($0) }
          && !text.contains(" ") && !text.contains("*")
      }
  }

  @Test(
    "every place a document names is there",
    arguments: ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
  func places(path: String) throws {
    for place in try places(in: path) {
      #expect(SourceFile.exists(place), "\(path) names \(place)")
    }
  }
}
