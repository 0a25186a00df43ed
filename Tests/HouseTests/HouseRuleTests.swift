import Testing

/// The rules hold for every file, and each of them finds what it is for.
@Suite("House rules")
struct HouseRuleTests {
  @Test("hold in every file", arguments: HouseRule.all.map(\.name))
  func everywhere(name: String) throws {
    let rule = try #require(HouseRule.all.first { $0.name == name })
    let files = try SourceFile.all(in: "Sources") + SourceFile.all(in: "Tests")
    #expect(files.count > 100)
    let complaints = files.flatMap(rule.complaints)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  static let importRows: [(String, String, Bool)] = [
    ("Sources/NetEngine/Transport/CurlTransport/CurlHop.swift", "CCurl", true),
    ("Sources/NetEngine/Transport/Redirect.swift", "CCurl", false),
    ("Sources/NetEngine/Transport/ContentDecoder+Zstd.swift", "CCodings", true),
    ("Sources/NetEngine/Exchange/Body.swift", "CCodings", false),
    ("Sources/NetEngine/Filter/Pattern.swift", "CPCRE2", true),
    ("Sources/NetEngine/Filter/Filter.swift", "CPCRE2", false),
    ("Sources/NetEngine/Session/Replay/ReplayTransport.swift", "CCurl", false),
    ("Sources/NetEngine/Session/Replay/ReplayTransport.swift", "Glibc", false),
    ("Sources/NetEngine/Session/Rules.swift", "Glibc", true),
    ("Sources/NetEngine/Target/URLText.swift", "FoundationEssentials", true),
    ("Sources/NetEngine/Target/URLText.swift", "Foundation", false),
    ("Sources/NetEngine/Target/URLText.swift", "FoundationNetworking", false),
    ("Sources/NetEngine/Target/URLText.swift", "Dispatch", false),
    ("Sources/InspectorCore/App/App.swift", "NetEngine", true),
    ("Sources/InspectorCore/App/App.swift", "Glibc", false),
    ("Sources/InspectorCore/App/App.swift", "Foundation", false),
    ("Sources/InspectorCore/App/App.swift", "Dispatch", false),
    ("Sources/Inspector/Terminal/Inks.swift", "CNcurses", true),
    ("Sources/Inspector/Loop/EventLoop.swift", "CNcurses", false),
    ("Sources/Inspector/Loop/EventLoop.swift", "Foundation", false),
    ("Sources/InspectorCommand/InspectorCommand.swift", "NetEngine", false),
    ("Sources/DemoServer/DemoServer.swift", "NetEngine", false),
    ("Sources/New/New.swift", "Glibc", false),
  ]

  @Test("imports: what is allowed passes, what is not is found", arguments: importRows)
  func imports(path: String, module: String, isAllowed: Bool) {
    for line in [
      "import \(module)", "internal import \(module)", "public import struct \(module).X",
    ] {
      let file = SourceFile(path: path, text: "/// Text.\n\(line)\n")
      #expect(HouseRule.imports.complaints(about: file).isEmpty == isAllowed, "\(line)")
    }
  }

  @Test("length: 500 lines pass, 501 do not")
  func length() {
    let line = "let a = 1\n"
    let long = SourceFile(path: "Sources/A.swift", text: String(repeating: line, count: 500))
    #expect(HouseRule.length.complaints(about: long).isEmpty)
    let longer = SourceFile(path: "Sources/A.swift", text: String(repeating: line, count: 501))
    #expect(HouseRule.length.complaints(about: longer).count == 1)
  }

  @Test("a switch of the screens that drops the rest is found, elsewhere it is not")
  func silentSwitches() {
    let text = "switch command {\ndefault: " + "break\n}\n"
    let screens = SourceFile(path: "Sources/InspectorCore/A.swift", text: text)
    #expect(HouseRule.silentSwitches.complaints(about: screens).count == 1)
    let other = SourceFile(path: "Sources/NetEngine/A.swift", text: text)
    #expect(HouseRule.silentSwitches.complaints(about: other).isEmpty)
  }

  @Test("the app: 20 stored properties pass, 21 do not, and a computed one is none")
  func hallway() {
    func app(_ count: Int) -> SourceFile {
      let stored = (0..<count).map { "  var a\($0) = 0\n" }.joined()
      let text = "package struct App: Sendable {\n" + stored + "  var b: Int {\n    1\n  }\n}\n"
      return SourceFile(path: "Sources/InspectorCore/App/App.swift", text: text)
    }
    #expect(HouseRule.hallway.complaints(about: app(20)).isEmpty)
    #expect(HouseRule.hallway.complaints(about: app(21)).count == 1)
  }

  @Test("force and leftovers are found, with their line")
  func words() {
    let file = SourceFile(
      path: "Sources/A.swift",
      text: "let a = 1\nlet b = try" + "! c()\n// TO" + "DO: more\n// FIX" + "ME\n")
    #expect(HouseRule.forcedTry.complaints(about: file) == ["Sources/A.swift:2: 'try" + "!'"])
    #expect(HouseRule.unfinished.complaints(about: file).count == 2)
  }

  @Test(
    "a promise without its guard is found",
    arguments: [
      ("/// `W`: touched under the lock.\nfinal class A: W {}", true),
      ("/// `W`: touched under the lock.\n@frozen\nfinal class A: W {}", true),
      ("/// Something else.\nfinal class A: W {}", false),
      ("final class A: W {}", false),
      ("/// `W`: touched under the lock.\n\nfinal class A: W {}", false),
      ("// About W in general.\nlet a = 1", true),
    ])
  func guards(text: String, isGood: Bool) {
    for words in ["@unchecked " + "Sendable", "nonisolated(" + "unsafe)"] {
      let lines = text.split(separator: "W", omittingEmptySubsequences: false)
      let file = SourceFile(path: "Sources/A.swift", text: lines.joined(separator: words))
      #expect(HouseRule.namedGuards.complaints(about: file).isEmpty == isGood)
    }
  }
}
