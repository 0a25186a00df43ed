// MARK: - How long a function is

extension HouseRule {
  /// Counted are the lines of code between a function's braces.
  ///
  /// Neither its signature counts, which may be long for its names, nor what is blank or a comment. A
  /// literal of many lines is a table or a text, and one line of the function it stands in.
  static let functions = HouseRule(name: "no function is longer than 40 lines") { file in
    file.functions.compactMap { function in
      let wall = longer["\(file.path) \(function.name)"] ?? 40
      return function.count > wall
        ? (function.line, "'\(function.name)' has \(function.count) lines; \(wall) is the wall")
        : nil
    }
  }

  /// Switches over everything there is, a row a case, and how long each is.
  ///
  /// Cut in two they would need a default each, and the compiler would not name the case that is
  /// forgotten. A number here grows with the cases alone.
  private static let longer = [
    "Sources/InspectorScreens/App/App.swift take": 81,
    "Sources/InspectorScreens/Compare/App+Session.swift take": 55,
    "Sources/RequestFiles/File/RequestMeta.swift take": 80,
    "Tests/InspectorScreensTests/WalkTests.swift open": 47,
  ]
}

extension SourceFile {
  /// Its functions, initializers and subscripts with the number of their lines, as the format
  /// writes them: one begins where its word is the first after its modifiers, and ends with the
  /// brace below that word's line.
  var functions: [(line: Int, name: String, count: Int)] {
    lines.indices.compactMap { start in
      guard let name = Self.functionName(in: lines[start]) else { return nil }
      let indent = lines[start].prefix { $0 == " " }
      let end = lines[start...].firstIndex { $0 == indent + "}" }
      let isOver = lines[start...].dropFirst().firstIndex {
        !$0.isEmpty && $0.prefix { $0 == " " }.count <= indent.count && !$0.hasPrefix(indent + ")")
          && !$0.hasPrefix(indent + "where") && !$0.hasPrefix(indent + "{")
      }
      guard let end, end == isOver else { return nil }
      let opening = lines[start..<end].firstIndex { $0.hasSuffix("{") || $0.hasSuffix(" in") }
      return (start + 1, name, Self.codeLines(in: lines[((opening ?? start) + 1)..<end]))
    }
  }

  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "private", "fileprivate", "static", "class", "mutating",
    "nonmutating", "override", "final", "convenience", "required", "nonisolated", "isolated",
    "borrowing", "consuming", "nonisolated(nonsending)",
  ]

  private static func functionName(in line: Substring) -> String? {
    let words = line.split(separator: " ").drop { modifiers.contains($0) || $0.hasPrefix("@") }
    guard let first = words.first else { return nil }
    let name = { (text: Substring) in String(text.prefix { $0 != "(" && $0 != "<" }) }
    if first == "func" { return words.dropFirst().first.map(name) }
    let isMaker = ["init(", "init<", "init?(", "init?<", "subscript(", "subscript<"]
      .contains { first.hasPrefix($0) }
    // `init` as a call stands behind a dot, or in a line that opens nothing.
    return isMaker ? name(first) : nil
  }

  private static func codeLines(in body: ArraySlice<Substring>) -> Int {
    var count = 0
    var closing: Substring?
    for line in body {
      let code = line.drop { $0 == " " }
      if let end = closing {
        if line.hasPrefix(end) { closing = nil }
        continue
      }
      if code.isEmpty || code.hasPrefix("//") { continue }
      count += 1
      let indent = line.prefix { $0 == " " }
      if line.hasSuffix("[") { closing = indent + "]" }
      if line.hasSuffix("\"\"\"") { closing = indent + "  \"\"\"" }
    }
    return count
  }
}
