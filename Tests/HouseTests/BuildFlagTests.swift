import Testing

/// How the project is built for whom: strictly where it is tested, leniently at a person's.
@Suite("Build flags")
struct BuildFlagTests {
  /// The commands of a script, lines that go on behind a backslash joined, without comments.
  private static func commands(of script: String) throws -> [Substring] {
    let lines = try #require(SourceFile.text(script)).replacing("\\\n", with: " ")
      .split(separator: "\n")
    return lines.filter { line in line.drop { $0 == " " }.first != "#" }
  }

  @Test("a warning is an error where the tests are built, in the one build there is")
  func strict() throws {
    let commands = try Self.commands(of: "Scripts/test")
    let builds = commands.indices.filter { commands[$0].contains("build_swift build") }
    #expect(builds.count == 1)
    let place = try #require(builds.first)
    #expect(commands[place].contains(#"| tee -- "$said""#))
    // Also of a build that fails: what it has compiled is not compiled again.
    #expect(commands[place].hasSuffix("|| code=$?"))
    #expect(commands[place + 1] == #"refuse_warnings "$said""#)
  }

  @Test(
    "a warning breaks no build but those, nor that of a package that stands on this one",
    arguments: [
      "Package.swift", "Scripts/run", "Scripts/package", "Examples/OwnTargets/Package.swift",
      "Examples/TestedShop/Package.swift", "Examples/ComingFromMoya/Package.swift",
    ])
  func lenient(path: String) throws {
    let text = try #require(SourceFile.text(path))
    for word in ["treatAllWarnings", "treatWarning", "warnings-as-errors", "Werror"] {
      #expect(!text.contains(word), "\(path) says \(word)")
    }
  }

  @Test("each long case of the screens is named where the long run runs them")
  func longCases() throws {
    let script = try #require(SourceFile.text("Scripts/test"))
    for folder in [
      "Tests/InspectorTests", "Tests/InspectorCommandsTests", "Tests/InspectorScreensTests",
    ] {
      for file in try SourceFile.all(in: folder) where !file.path.contains("/Support/") {
        guard file.lines.contains(where: { $0.contains("isDeep") || $0.contains("_DEEP\")") })
        else { continue }
        let suite = file.path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
        #expect(script.contains(suite), "\(file.path)")
      }
    }
  }
}
