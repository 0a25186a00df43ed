/// A rule of the house as a function: a file in, complaints out.
struct HouseRule: Sendable {
  let name: String
  /// A line number and what is wrong there.
  let check: @Sendable (SourceFile) -> [(line: Int, complaint: String)]

  static let all = [
    imports, length, forcedTry, unfinished, namedGuards, silentSwitches, hallway,
  ]

  func complaints(about file: SourceFile) -> [String] {
    check(file).map { "\(file.path):\($0.line): \($0.complaint)" }
  }
}

// MARK: - Who may import what

extension HouseRule {
  /// What each folder may import beside Swift itself; a longer path goes before a shorter one.
  private static let allowed: [(folder: String, modules: Set<String>)] = [
    ("Sources/NetEngine/Transport/CurlTransport", engine.union(["CCurl"])),
    ("Sources/NetEngine/Transport/ContentDecoder", engine.union(["CCodings"])),
    ("Sources/NetEngine/Filter/Pattern", engine.union(["CPCRE2"])),
    // What replays opens no socket, because nothing that could open one is in sight.
    ("Sources/NetEngine/Session/Replay/", []),
    ("Sources/NetEngine/", engine),
    ("Sources/InspectorCore/", ["NetEngine"]),
    ("Sources/DemoServer/", ["Glibc"]),
    ("Sources/InspectorCommand/", ["Inspector"]),
    ("Sources/Inspector/Terminal/", inspector.union(["CNcurses"])),
    ("Sources/Inspector/", inspector),
  ]
  private static let engine: Set = ["FoundationEssentials", "Glibc"]
  private static let inspector: Set = [
    "InspectorCore", "NetEngine", "DemoServer", "CSignals", "Dispatch", "Glibc",
  ]

  static let imports = HouseRule(name: "modules are imported where the design says") { file in
    guard let row = allowed.first(where: { file.path.hasPrefix($0.folder) }) else {
      return file.path.hasPrefix("Sources/") ? [(1, "no rule says what may be imported here")] : []
    }
    return file.imports.filter { !row.modules.contains($0.module) }
      .map { ($0.line, "\($0.module) may not be imported in \(row.folder)") }
  }
}

// MARK: - How a file looks

extension HouseRule {
  static let length = HouseRule(name: "no file is longer than 500 lines") { file in
    // A file ends with a line end: the piece behind it is no line.
    let count = file.lines.count - (file.lines.last?.isEmpty == true ? 1 : 0)
    return count > 500 ? [(count, "\(count) lines; 500 is the wall")] : []
  }

  static let forcedTry = HouseRule(name: "nothing is tried by force") { file in
    lines(of: file, holding: ["try" + "!"])
  }

  static let unfinished = HouseRule(name: "nothing is left for later") { file in
    lines(of: file, holding: ["TO" + "DO", "FIX" + "ME", "XX" + "X:"])
  }

  private static func lines(
    of file: SourceFile, holding words: [String]
  ) -> [(line: Int, complaint: String)] {
    file.lines.enumerated().flatMap { number, line in
      words.filter { line.firstRange(of: $0) != nil }.map { (number + 1, "'\($0)'") }
    }
  }
}

// MARK: - How the screens are built

extension HouseRule {
  /// A case that is added and forgotten would do nothing, and nobody would be told.
  static let silentSwitches = HouseRule(
    name: "no switch of the screens drops what it does not name"
  ) { file in
    guard file.path.hasPrefix("Sources/InspectorCore/") else { return [] }
    return lines(of: file, holding: ["default: " + "break"])
  }

  /// A screen owns its state; what is left is what all of them share, and the way between them.
  static let hallway = HouseRule(name: "the app holds at most 20 stored properties") { file in
    guard file.path == "Sources/InspectorCore/App/App.swift",
      let start = file.lines.firstIndex(where: { $0.hasPrefix("package struct App") })
    else { return [] }
    let body = file.lines[start...].prefix { !$0.hasPrefix("}") }
    let stored = body.filter { line in
      ["  var ", "  let ", "  package var ", "  package let "].contains { line.hasPrefix($0) }
        && !line.hasSuffix("{")
    }
    return stored.count > 20
      ? [(start + 1, "\(stored.count) stored properties; 20 is the wall")] : []
  }
}

// MARK: - Promises to the compiler

extension HouseRule {
  /// The comment just above says the same words and what guards the value.
  static let namedGuards = HouseRule(name: "what the compiler is told to trust names its guard") {
    file in
    file.lines.enumerated().flatMap { number, line -> [(line: Int, complaint: String)] in
      let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
      return ["@unchecked " + "Sendable", "nonisolated(" + "unsafe)"].compactMap { words in
        guard code.firstRange(of: words) != nil, code.firstRange(of: "\"") == nil,
          comment(above: number, in: file.lines).firstRange(of: words) == nil
        else { return nil }
        return (number + 1, "'\(words)' without a comment above that names it and its guard")
      }
    }
  }

  /// The comment lines directly above a line; attributes may stand between.
  private static func comment(above number: Int, in lines: [Substring]) -> String {
    var comment: [Substring] = []
    for line in lines[..<number].reversed() {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("//") {
        comment.append(text)
      } else if !text.hasPrefix("@") || !comment.isEmpty {
        break
      }
    }
    return comment.joined(separator: "\n")
  }
}
