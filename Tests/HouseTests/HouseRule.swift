/// A rule of the house as a function: a file in, complaints out.
struct HouseRule: Sendable {
  let name: String
  /// A line number and what is wrong there.
  let check: @Sendable (SourceFile) -> [(line: Int, complaint: String)]

  static let all = [
    imports, length, forcedTry, unfinished, namedGuards, oneWriter, outsideNumbers, outsideTexts,
    silentSwitches, hallway, screenOnTop, packageAccess, functions, protocolWords,
  ]

  func complaints(about file: SourceFile) -> [String] {
    check(file).map { "\(file.path):\($0.line): \($0.complaint)" }
  }
}

// MARK: - Who may import what

extension HouseRule {
  /// The modules that each folder may import; a longer path goes before a shorter one.
  ///
  /// Package.swift decides which module sees which. This table adds the C libraries and the system.
  private static let allowed: [(folder: String, modules: Set<String>)] = [
    ("Sources/LosslessJSON/Coding/ContentDecoder", platform.union(["CCodings"])),
    ("Sources/LosslessJSON/Text/Pattern", platform.union(["CPCRE2"])),
    ("Sources/LosslessJSON/", platform),
    ("Sources/NetEngine/", platform.union(["LosslessJSON"])),
    ("Sources/CurlTransport/Readiness", ["CPlatform", "Glibc"]),
    ("Sources/CurlTransport/", values.union(["CCurl", "Glibc"])),
    (
      "Sources/NetEngineTesting/",
      values.union(["CurlTransport", "NetRecordings", "Testing", "Glibc"])
    ),
    ("Sources/RequestFiles/Description/YAMLDocument", values.union(["CYAML"])),
    ("Sources/RequestFiles/", values.union(["Glibc"])),
    ("Sources/NetRecordings/Replay/", values.union(["RequestFiles"])),
    ("Sources/NetRecordings/Export/", values.union(["RequestFiles"])),
    ("Sources/NetRecordings/", values.union(["Glibc"])),
    ("Sources/InspectorProxy/", values.union(["CurlTransport", "NetRecordings", "Glibc"])),
    ("Sources/InspectorScreens/", files),
    ("Sources/InspectorCommands/", commands),
    ("Sources/DemoServer/", values.union(["InspectorProxy", "Glibc"])),
    ("Sources/InspectorCommand/", ["Inspector"]),
    ("Sources/Inspector/Terminal/", inspector.union(["CNcurses"])),
    ("Sources/Inspector/", inspector),
  ]
  private static let platform: Set = ["FoundationEssentials", "Glibc"]
  private static let values: Set = ["LosslessJSON", "NetEngine"]
  private static let files = values.union(["NetRecordings", "RequestFiles"])
  private static let commands = files.union([
    "CurlTransport", "InspectorProxy", "CPlatform", "Dispatch", "Glibc",
  ])
  private static let inspector = commands.union([
    "InspectorScreens", "InspectorCommands", "DemoServer",
  ])

  static let imports = HouseRule(name: "modules are imported where the design says") { file in
    guard let row = allowed.first(where: { file.path.hasPrefix($0.folder) }) else {
      return file.path.hasPrefix("Sources/") ? [(1, "no rule says what may be imported here")] : []
    }
    return file.imports.filter { !row.modules.contains($0.module) }
      .map { ($0.line, "\($0.module) may not be imported in \(row.folder)") }
  }
}

// MARK: - Who may write to stdout

extension HouseRule {
  /// What a terminal must not see is decided in one place, which no command can forget.
  static let oneWriter = HouseRule(name: "one writer writes to stdout") { file in
    let folders = [
      "Sources/Inspector/", "Sources/InspectorCommands/", "Sources/InspectorScreens/",
      "Sources/InspectorCommand/",
    ]
    guard folders.contains(where: file.path.hasPrefix),
      !writers.contains(where: file.path.hasPrefix)
    else { return [] }
    let words = [
      "STDOUT" + "_FILENO", " print" + "(", " puts" + "(", "fputs" + "(", "putchar" + "(",
    ]
    guard file.mayHold(words) else { return [] }
    return file.lines.enumerated().flatMap { number, line -> [(line: Int, complaint: String)] in
      let code = line.utf8.firstRange(of: "//".utf8).map { line[..<$0.lowerBound] } ?? line
      return words.filter { code.utf8.firstRange(of: $0.utf8) != nil }
        .map { (number + 1, "'\($0)': only Output writes to stdout") }
    }
  }

  /// The writer; what owns the terminal while there are screens; what gives it to an editor.
  private static let writers = [
    "Sources/InspectorCommands/Output/Output.swift", "Sources/Inspector/Terminal/",
    "Sources/Inspector/Collection/Editor.swift",
  ]
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

  static let packageAccess = HouseRule(name: "tests see what the package sees") { file in
    lines(of: file, holding: ["@test" + "able"])
  }

  static let unfinished = HouseRule(name: "nothing is left for later") { file in
    lines(of: file, holding: ["TO" + "DO", "FIX" + "ME", "XX" + "X:"])
  }

  private static func lines(
    of file: SourceFile, holding words: [String]
  ) -> [(line: Int, complaint: String)] {
    guard file.mayHold(words) else { return [] }
    return file.lines.enumerated().flatMap { number, line in
      words.filter { line.utf8.firstRange(of: $0.utf8) != nil }.map { (number + 1, "'\($0)'") }
    }
  }
}

// MARK: - Numbers from outside

extension HouseRule {
  /// What ends the program on a number that a server or a file may say: `abs` on the smallest one,
  /// a sum or a product beyond the largest, a whole number made of a floating-point one.
  static let outsideNumbers = HouseRule(name: "numbers from outside end no program") { file in
    guard file.path.hasPrefix("Sources/"), !file.path.hasPrefix("Sources/DemoServer/"),
      file.mayHold(["abs" + "(", "Int" + "(", "$0 + $1"])
    else { return [] }
    return file.lines.enumerated().compactMap { number, line in
      let code = line.utf8.firstRange(of: "//".utf8).map { line[..<$0.lowerBound] } ?? line
      if holds("abs" + "(", asWordIn: code) {
        return (number + 1, "'abs' ends the program on the smallest number; take 'magnitude'")
      }
      let isFraction = ["Int(Double(", ".rounded())", "raction * ", "double * ", "Double(1"]
        .contains { code.utf8.firstRange(of: $0.utf8) != nil }
      if isFraction, holds("Int" + "(", asWordIn: code),
        code.utf8.firstRange(of: "Int(saturating:".utf8) == nil
      {
        return (number + 1, "a number beyond Int ends the program; take 'Int(saturating:)'")
      }
      let isTime = [".total", ".timings."].contains { code.utf8.firstRange(of: $0.utf8) != nil }
      if isTime, code.utf8.firstRange(of: "$0 + $1".utf8) != nil {
        return (number + 1, "recorded times are any numbers; take 'saturatingSum'")
      }
      return nil
    }
  }

  private static func holds(_ word: String, asWordIn code: Substring) -> Bool {
    code.ranges(of: word).contains { range in
      let before = code[..<range.lowerBound].last
      return before.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
    }
  }
}

// MARK: - Texts from outside

extension HouseRule {
  /// The standard library's search takes seconds for what an answer may hold.
  static let outsideTexts = HouseRule(name: "texts from outside are searched fast") { file in
    let slow = ["firstRange" + "(of:", ".ranges" + "(of:", "contains" + "(\""]
    guard file.path.hasPrefix("Sources/"), !file.path.hasPrefix("Sources/DemoServer/"),
      file.mayHold(slow)
    else { return [] }
    return file.lines.enumerated().compactMap { number, line in
      let code = line.utf8.firstRange(of: "//".utf8).map { line[..<$0.lowerBound] } ?? line
      let isSlow = slow.contains { word in
        code.utf8.firstRange(of: word.utf8).map { code[$0.upperBound...] }.map { rest in
          !word.hasSuffix("\"") || rest.drop { $0 != "\"" }.hasPrefix("\".utf8)")
        } ?? false
      }
      return isSlow ? (number + 1, "a search of fifty nanoseconds a byte; take 'firstPlace'") : nil
    }
  }
}

// MARK: - Words of protocols

extension HouseRule {
  /// Unicode folds the Kelvin sign to `k`: other programs do not, and read another word.
  static let protocolWords = HouseRule(name: "words of protocols are folded by ASCII alone") {
    file in
    let modules = [
      "LosslessJSON", "NetEngine", "CurlTransport", "NetRecordings", "RequestFiles",
      "InspectorProxy",
    ]
    guard modules.contains(where: { file.path.hasPrefix("Sources/\($0)/") }),
      !wordsOfPeople.contains(file.path)
    else { return [] }
    return lines(of: file, holding: ["lowercased" + "()", "uppercased" + "()"])
  }

  /// Names that code is given, what a script asks for, letters of host names beyond ASCII.
  private static let wordsOfPeople: Set = [
    "Sources/NetEngine/URL/Origin.swift",
    "Sources/RequestFiles/Script/ScriptRun+Calls.swift",
    "Sources/RequestFiles/Description/ImportedCollection.swift",
    "Sources/NetRecordings/Export/PathTemplate.swift",
    "Sources/NetRecordings/Export/SwiftTargets.swift",
  ]
}

// MARK: - How the screens are built

extension HouseRule {
  /// A case that is added and forgotten would do nothing, and nobody would be told.
  ///
  /// To pass a command on to the next screen is something: the last one names every command.
  static let silentSwitches = HouseRule(
    name: "no switch of the screens drops what it does not name"
  ) { file in
    guard file.path.hasPrefix("Sources/InspectorScreens/"), file.mayHold(["default:", "case _:"])
    else { return [] }
    return file.lines.indices.compactMap { place in
      let words = words(of: file.lines[place])
      let rest = ["default:", "@unknown default:", "case _:"].first(where: words.hasPrefix)
        .map { Substring(words.dropFirst($0.count).drop { $0 == " " }) }
      guard let rest else { return nil }
      // Nothing behind the colon: the next line that says something is what is done.
      let next = file.lines[(place + 1)...].lazy.map { Self.words(of: $0) }.first { !$0.isEmpty }
      let done = rest.isEmpty ? next ?? "" : rest
      let isNothing = ["break", "()", "return", "return []", "return .done()", "}"].contains(done)
      return isNothing ? (place + 1, "'\(words)' drops what is not named") : nil
    }
  }

  /// A line without what stands before and behind its code.
  private static func words(of line: Substring) -> Substring {
    let code = line.utf8.firstRange(of: "//".utf8).map { line[..<$0.lowerBound] } ?? line
    let start = code.drop { $0 == " " }
    return start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)]
  }

  /// A screen owns its state; what is left is what all of them share, and the way between them.
  static let hallway = HouseRule(name: "the app holds at most 20 stored properties") { file in
    guard file.path == "Sources/InspectorScreens/App/App.swift",
      let start = file.lines.firstIndex(where: { $0.hasPrefix("package struct App") })
    else { return [] }
    let body = file.lines[start...].prefix { !$0.hasPrefix("}") }
    let stored = body.indices.filter { place in
      let line = body[place]
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return false }
      let words = words(of: line).split(separator: " ")
      guard let kind = words.firstIndex(where: { $0 == "var" || $0 == "let" }),
        !words[..<kind].contains("static"), !words[..<kind].contains("func"),
        words[..<kind].allSatisfy({ !$0.hasPrefix("//") && !$0.hasPrefix("case") })
      else { return false }
      // Braces are an observer's, or they compute it.
      let opens = words.contains("{")
      let next = body.index(after: place) < body.endIndex ? body[place + 1] : ""
      return !opens || line.utf8.firstRange(of: "= ".utf8) != nil
        || [line, next].contains { text in
          ["didSet", "willSet"].contains { text.utf8.firstRange(of: $0.utf8) != nil }
        }
    }
    return stored.count > 20
      ? [(start + 1, "\(stored.count) stored properties; 20 is the wall")] : []
  }
}

extension HouseRule {
  /// Who asks which screen is on makes a branch that a new screen is forgotten in.
  static let screenOnTop = HouseRule(name: "only the hallway asks which screen is on") { file in
    let hallway = ["Sources/InspectorScreens/App/", "Sources/InspectorScreens/Screen/"]
    guard file.path.hasPrefix("Sources/InspectorScreens/"),
      !hallway.contains(where: file.path.hasPrefix)
    else { return [] }
    // The stack may grow and be searched for what stands in it, wherever that is.
    return lines(
      of: file,
      holding: [
        "above" + ".last", "above" + ".first", "above" + ".isEmpty", "above" + ".count",
        "above" + ".endIndex", "above" + ".suffix", "screen" + "Name",
      ])
  }
}

// MARK: - Promises to the compiler

extension HouseRule {
  /// The comment just above says the same words and what guards the value.
  static let namedGuards = HouseRule(name: "what the compiler is told to trust names its guard") {
    file in
    let promises = ["@unchecked " + "Sendable", "nonisolated(" + "unsafe)"]
    guard file.mayHold(promises) else { return [] }
    return file.lines.enumerated().flatMap { number, line -> [(line: Int, complaint: String)] in
      let code = line.utf8.firstRange(of: "//".utf8).map { line[..<$0.lowerBound] } ?? line
      return promises.compactMap { words in
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
