import Testing

/// The rules hold for every file, and each of them finds what it is for.
@Suite("House rules")
struct HouseRuleTests {
  @Test("hold in every file", arguments: HouseRule.all.map(\.name))
  func everywhere(name: String) throws {
    let rule = try #require(HouseRule.all.first { $0.name == name })
    let files = try SourceFile.everything.get()
    #expect(files.count > 100)
    let complaints = files.flatMap(rule.complaints)
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  static let importRows: [(String, String, Bool)] = [
    ("Sources/CurlTransport/CurlHop.swift", "CCurl", true),
    ("Sources/CurlTransport/CurlHop.swift", "RequestFiles", false),
    ("Sources/NetEngine/Transport/Redirect.swift", "CCurl", false),
    ("Sources/NetEngine/Provider/Provider.swift", "CurlTransport", false),
    ("Sources/LosslessJSON/Coding/ContentDecoder+Zstd.swift", "CCodings", true),
    ("Sources/LosslessJSON/Bytes/Body.swift", "CCodings", false),
    ("Sources/LosslessJSON/Text/Pattern.swift", "CPCRE2", true),
    ("Sources/NetEngine/Filter/Filter.swift", "CPCRE2", false),
    ("Sources/NetRecordings/Replay/ReplayTransport.swift", "NetEngine", true),
    ("Sources/NetRecordings/Replay/ReplayTransport.swift", "CurlTransport", false),
    ("Sources/NetRecordings/Replay/ReplayTransport.swift", "Glibc", false),
    ("Sources/NetRecordings/Rules/Rules.swift", "Glibc", true),
    ("Sources/NetRecordings/Rules/Rules.swift", "RequestFiles", false),
    ("Sources/NetRecordings/Export/SwiftTargets.swift", "RequestFiles", true),
    ("Sources/RequestFiles/Template/Template.swift", "NetRecordings", false),
    ("Sources/RequestFiles/Description/YAMLDocument.swift", "CYAML", true),
    ("Sources/RequestFiles/Description/OpenAPIImport.swift", "CYAML", false),
    ("Sources/NetEngine/URL/URLText.swift", "FoundationEssentials", true),
    ("Sources/NetEngine/URL/URLText.swift", "Foundation", false),
    ("Sources/NetEngine/URL/URLText.swift", "FoundationNetworking", false),
    ("Sources/NetEngine/URL/URLText.swift", "Dispatch", false),
    ("Sources/InspectorScreens/App/App.swift", "NetEngine", true),
    ("Sources/InspectorScreens/App/App.swift", "CurlTransport", false),
    ("Sources/InspectorScreens/App/App.swift", "Glibc", false),
    ("Sources/InspectorScreens/App/App.swift", "Foundation", false),
    ("Sources/InspectorScreens/App/App.swift", "Dispatch", false),
    ("Sources/Inspector/Terminal/Inks.swift", "CNcurses", true),
    ("Sources/Inspector/Loop/EventLoop.swift", "CNcurses", false),
    ("Sources/Inspector/Loop/EventLoop.swift", "Foundation", false),
    ("Sources/InspectorCommand/InspectorCommand.swift", "NetEngine", false),
    ("Sources/DemoServer/DemoServer.swift", "CurlTransport", false),
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
    let nothing = [
      "default: break", "default:\n    break", "default: ()", "default: return", "case _: break",
      "default: return []", "default:\n  // Why.\n  return .done()", "@unknown default: break",
    ]
    for row in nothing {
      let text = "switch command {\n  \(row)\n}\n"
      let screens = SourceFile(path: "Sources/InspectorScreens/A.swift", text: text)
      #expect(HouseRule.silentSwitches.complaints(about: screens).count == 1, "\(row)")
      let other = SourceFile(path: "Sources/NetEngine/A.swift", text: text)
      #expect(HouseRule.silentSwitches.complaints(about: other).isEmpty)
    }
    for row in ["default: return .pass", "default: nil", "default:\n    beep()", "case .a: break"] {
      let text = "switch command {\n  \(row)\n}\n"
      let screens = SourceFile(path: "Sources/InspectorScreens/A.swift", text: text)
      #expect(HouseRule.silentSwitches.complaints(about: screens).isEmpty, "\(row)")
    }
  }

  @Test("a protocol word folded by Unicode is found, a person's word is not")
  func protocolWords() {
    for word in ["lowercased" + "()", "uppercased" + "()"] {
      let text = "let name = field.name.\(word)\n"
      let wire = SourceFile(path: "Sources/InspectorProxy/Request/ClientHead.swift", text: text)
      #expect(HouseRule.protocolWords.complaints(about: wire).count == 1)
      let title = SourceFile(path: "Sources/InspectorScreens/Help/Help.swift", text: text)
      #expect(HouseRule.protocolWords.complaints(about: title).isEmpty)
    }
  }

  @Test("only the hallway asks which screen is on")
  func screenOnTop() {
    let text = "if let screen = above" + ".last { screen.draw() }"
    let page = SourceFile(path: "Sources/InspectorScreens/Page/TextPage.swift", text: text)
    #expect(HouseRule.screenOnTop.complaints(about: page).count == 1)
    let hallway = SourceFile(path: "Sources/InspectorScreens/App/App+Screens.swift", text: text)
    #expect(HouseRule.screenOnTop.complaints(about: hallway).isEmpty)
  }

  @Test("the app: 20 stored properties pass, 21 do not, and a computed one is none")
  func hallway() {
    func app(_ count: Int) -> SourceFile {
      let stored = (0..<count).map { "  var a\($0) = 0\n" }.joined()
      let text = "package struct App: Sendable {\n" + stored + "  var b: Int {\n    1\n  }\n}\n"
      return SourceFile(path: "Sources/InspectorScreens/App/App.swift", text: text)
    }
    #expect(HouseRule.hallway.complaints(about: app(20)).isEmpty)
    #expect(HouseRule.hallway.complaints(about: app(21)).count == 1)
  }

  @Test(
    "a property of the app is one however it is spelled",
    arguments: [
      ("private var a = 0", true), ("package private(set) var a = 0", true),
      ("lazy var a = { 1 }()", true), ("@Wrapped var a: Int", true), ("let a: Int // why", true),
      ("var a: Int? {\n    didSet { b() }\n  }", true), ("static let a = 0", false),
      ("var a: Int { 1 }", false), ("private var a: Int {\n    1\n  }", false),
      ("// let a = 0", false),
    ])
  func storedProperties(line: String, isStored: Bool) {
    let twenty = (0..<20).map { "  var b\($0) = 0\n" }.joined()
    let text = "package struct App: Sendable {\n" + twenty + "  \(line)\n}\n"
    let app = SourceFile(path: "Sources/InspectorScreens/App/App.swift", text: text)
    #expect(HouseRule.hallway.complaints(about: app).count == (isStored ? 1 : 0))
  }

  @Test("functions: 40 lines of code pass, 41 do not; a table and a comment count as little")
  func functions() {
    func file(_ lines: [String], signature: String = "private static func a() {") -> SourceFile {
      let body = lines.map { "    \($0)\n" }.joined()
      return SourceFile(path: "Sources/A.swift", text: "enum A {\n  \(signature)\n\(body)  }\n}\n")
    }
    let row = Array(repeating: "b()", count: 39)
    let rule = HouseRule.functions
    #expect(rule.complaints(about: file(row + ["b()"])).isEmpty)
    let found = rule.complaints(about: file(row + ["b()", "b()"]))
    #expect(found == ["Sources/A.swift:2: 'a' has 41 lines; 40 is the wall"])
    #expect(rule.complaints(about: file(row + ["", "// Why.", "b()"])).isEmpty)
    let table = ["let c = ["] + Array(repeating: "  1,", count: 60) + ["]"]
    #expect(rule.complaints(about: file(table + row)).isEmpty)
    #expect(rule.complaints(about: file(table + row + ["b()"])).count == 1)
    let signature = "init(\n    a: Int\n  ) {"
    #expect(rule.complaints(about: file(row + ["b()", "b()"], signature: signature)).count == 1)
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
    "a second writer of stdout is found",
    arguments: [
      ("Sources/InspectorCommands/Run/A.swift", "  write(STDOUT" + "_FILENO, bytes)", false),
      ("Sources/InspectorCommands/Run/A.swift", "  print" + "(text)", false),
      ("Sources/InspectorCommands/Run/A.swift", "  // as print" + "(text) does", true),
      ("Sources/InspectorCommands/Run/A.swift", "  sprint(view)", true),
      ("Sources/InspectorCommands/Output/Output.swift", "  write(STDOUT" + "_FILENO, bytes)", true),
      ("Sources/Inspector/Terminal/A.swift", "  dup2(a, STDOUT" + "_FILENO)", true),
    ])
  func writers(path: String, text: String, isGood: Bool) {
    let file = SourceFile(path: path, text: text + "\n")
    #expect(HouseRule.oneWriter.complaints(about: file).isEmpty == isGood)
  }

  @Test(
    "arithmetic that a number from outside can break is found",
    arguments: [
      ("let a = abs" + "(b)", false), ("let a = b.labs" + "(b)", true),
      ("let a = b.magnitude // not abs" + "(b)", true),
      ("let a = Int" + "(Double(b) * c)", false), ("let a = Int" + "((b * 2).rounded())", false),
      ("let a = \"\\(Int" + "(progress.fraction * 100)) %\"", false),
      ("let a = Int(saturating: (b * 2).rounded())", true), ("let a = Int(b)", true),
      ("hops.reduce(0) { $0 + $1.timings" + ".total }", false),
      ("hops.reduce(0) { $0.saturatingSum($1.timings.total) }", true),
    ])
  func outsideNumbers(line: String, isGood: Bool) {
    for path in ["Sources/LosslessJSON/A.swift", "Sources/InspectorScreens/A.swift"] {
      let file = SourceFile(path: path, text: "\(line)\n")
      #expect(HouseRule.outsideNumbers.complaints(about: file).isEmpty == isGood)
    }
    let demo = SourceFile(path: "Sources/DemoServer/A.swift", text: "\(line)\n")
    #expect(HouseRule.outsideNumbers.complaints(about: demo).isEmpty)
  }

  @Test(
    "a slow search of a text from outside is found",
    arguments: [
      ("let a = body.firstRange" + "(of: mark)", false), ("let a = b.ranges" + "(of: c)", false),
      ("let a = b.utf8.contains" + "(\"c\".utf8)", false), ("let a = b.contains(\"c\")", true),
      ("let a = b.utf8.firstPlace(of: c.utf8)", true), ("// not firstRange" + "(of: c)", true),
    ])
  func outsideTexts(line: String, isGood: Bool) {
    let file = SourceFile(path: "Sources/NetRecordings/A.swift", text: "\(line)\n")
    #expect(HouseRule.outsideTexts.complaints(about: file).isEmpty == isGood)
    let demo = SourceFile(path: "Sources/DemoServer/A.swift", text: "\(line)\n")
    #expect(HouseRule.outsideTexts.complaints(about: demo).isEmpty)
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
