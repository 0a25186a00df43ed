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

  @Test("a warning is an error in what the tests and the documentation build")
  func strict() throws {
    let flags = try #require(SourceFile.text("Scripts/prepare.bash"))
    #expect(flags.firstMatch(of: #/\ntest_flags=\([^)]* -Xswiftc -warnings-as-errors\s/#) != nil)
    for script in ["Scripts/test", "Scripts/docs"] {
      // What only asks where something lies builds nothing.
      let builds = try Self.commands(of: script).filter {
        $0.contains("run_swift build") && !$0.contains("--show-bin-path")
      }
      #expect(builds.count == 1, "\(script): one build, so one folder of what was built")
      for build in builds {
        #expect(build.contains(#""${test_place[@]}" "${test_flags[@]}""#), "\(script): \(build)")
      }
    }
  }

  @Test(
    "a warning breaks no build but those, nor that of a package that stands on this one",
    arguments: [
      "Package.swift", "Scripts/run", "Scripts/package", "Examples/OwnTargets/Package.swift",
      "Examples/TestedShop/Package.swift", "Examples/ComingFromMoya/Package.swift",
    ])
  func lenient(path: String) throws {
    let text = try #require(SourceFile.text(path))
    for word in ["treatAllWarnings", "treatWarning", "warnings-as-errors", "Werror", "test_flags"] {
      #expect(!text.contains(word), "\(path) says \(word)")
    }
  }

  @Test("each long case of the screens is named where the long run runs them")
  func longCases() throws {
    let script = try #require(SourceFile.text("Scripts/test"))
    for folder in ["Tests/InspectorTests", "Tests/InspectorCoreTests"] {
      for file in try SourceFile.all(in: folder) where !file.path.contains("/Support/") {
        guard file.lines.contains(where: { $0.contains("isDeep") || $0.contains("_DEEP\")") })
        else { continue }
        let suite = file.path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
        #expect(script.contains(suite), "\(file.path)")
      }
    }
  }
}
