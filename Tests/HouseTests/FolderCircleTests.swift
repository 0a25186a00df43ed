import Testing

@Suite("Folders")
struct FolderCircleTests {
  static let modules = [
    "LosslessJSON", "NetEngine", "RequestFiles", "NetRecordings", "InspectorProxy",
    "InspectorCommands", "Inspector",
  ]

  @Test("depend on each other in no circle", arguments: modules)
  func noCircle(module: String) throws {
    let graph = FolderGraph(of: module, in: try SourceFile.everything.get())
    #expect(graph.folders.count > 2)
    #expect(graph.circle == nil, "\(graph.circle ?? "")")
  }

  @Test("stand in ARCHITECTURE.md, each behind those it uses", arguments: modules)
  func order(module: String) throws {
    let page = try #require(SourceFile.text("ARCHITECTURE.md"))
    let parts = page.split(separator: "- `\(module)`: ")
    try #require(parts.count == 2, "no list of the folders of \(module)")
    let list = parts[1].split(separator: "\n- ")[0].split(separator: "\n\n")[0]
    let folders = list.split(whereSeparator: { ",\n".contains($0) }).compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    let graph = FolderGraph(of: module, in: try SourceFile.everything.get())
    #expect(folders.sorted() == graph.folders.filter { $0 != module })
    for (place, folder) in folders.enumerated() {
      let late = folders[place...].filter { graph.names[folder]?[$0] != nil }
      #expect(late.isEmpty, "\(folder) stands before \(late), which it uses")
    }
  }

  private static func graph(_ files: [String: String]) -> FolderGraph {
    let files = files.map { SourceFile(path: "Sources/M/\($0.key).swift", text: $0.value) }
    return FolderGraph(of: "M", in: files)
  }

  @Test("a circle is named with the types that close it")
  func circle() {
    var files = [
      "Body/Body": "public struct Body {}\n", "Top": "let top = Call()\n",
      "Call/Call": "final class Call {\n  let body: Body?\n}\n",
    ]
    #expect(Self.graph(files).circle == nil)
    files["Body/Reader"] = "extension Body {\n  func read() -> Pipe { fatalError() }\n}\n"
    files["Pipe/Pipe"] = "package enum Pipe {\n  case of(Call), next(Call)\n}\n"
    let circle = "Body uses Pipe (Pipe), Pipe uses Call (Call), Call uses Body (Body)"
    #expect(Self.graph(files).circle == "a circle of folders in M: \(circle)")
  }

  @Test(
    "a name is no use of a type in a comment, a text, behind a dot or of a file's own type",
    arguments: [
      ("let a = Call()", true), ("let a = \"\\(b)\" + Call.c", true), ("a(Call.self) // b", true),
      ("// Call", false), ("let a = \"Call \\\" Call\" // b", false), ("let a = b.Call", false),
      ("let a = \"\"\"\n  Call\n  \"\"\"", false),
      ("enum A {\n  enum Call {}\n}\nlet a: Call", false),
      ("private struct Call {}\nlet a: Call", false), ("let a = CallB()", false),
    ])
  func uses(text: String, isUse: Bool) {
    let graph = Self.graph([
      "Body/Body": "struct Body {}\n\(text)\n", "Call/Call": "@Wrapped final class Call: Body {}\n",
    ])
    #expect((graph.circle != nil) == isUse)
  }
}

/// The folders of a module, by the names of top-level types that each uses of the others.
private struct FolderGraph {
  private let module: String
  private(set) var names: [String: [String: Set<Substring>]] = [:]
  let folders: [String]

  init(of module: String, in files: [SourceFile]) {
    let prefix = "Sources/\(module)/"
    let files = files.filter { $0.path.hasPrefix(prefix) }.map { file in
      let parts = file.path.dropFirst(prefix.count).split(separator: "/")
      return (folder: parts.count > 1 ? String(parts[0]) : module, names: TypeNames(file.lines))
    }
    self.module = module
    folders = Set(files.map(\.folder)).sorted()
    var places: [Substring: Set<String>] = [:]
    for file in files {
      for name in file.names.declared { places[name, default: []].insert(file.folder) }
    }
    for file in files {
      for name in file.names.used.subtracting(file.names.hidden) {
        guard let place = places[name], place.count == 1, let other = place.first,
          other != file.folder
        else { continue }
        names[file.folder, default: [:]][other, default: []].insert(name)
      }
    }
  }

  /// The shortest circle, in words; nil without one.
  var circle: String? {
    let path = folders.compactMap(shortestCircle).min { $0.count < $1.count }
    guard let path else { return nil }
    let steps = zip(path, path.dropFirst() + path.prefix(1)).map { folder, next in
      let all = (names[folder]?[next] ?? []).sorted()
      let rest = all.count > 8 ? ", … \(all.count - 8) more" : ""
      return "\(folder) uses \(next) (\(all.prefix(8).joined(separator: ", "))\(rest))"
    }
    return "a circle of folders in \(module): \(steps.joined(separator: ", "))"
  }

  /// The shortest way from a folder back to it.
  private func shortestCircle(from start: String) -> [String]? {
    var seen: Set = [start]
    var paths = [[start]]
    while !paths.isEmpty {
      var longer: [[String]] = []
      for path in paths {
        for next in names[path[path.count - 1], default: [:]].keys.sorted() {
          if next == start { return path }
          if seen.insert(next).inserted { longer.append(path + [next]) }
        }
      }
      paths = longer
    }
    return nil
  }
}

/// The names of types in a file, outside of its comments and texts.
private struct TypeNames {
  /// Declared for the entire module, outside of other types.
  var declared: Set<Substring> = []
  /// Declared inside of other types, or private: here these names mean them.
  var hidden: Set<Substring> = []
  /// Not behind a dot.
  var used: Set<Substring> = []
  private var isInText = false

  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "actor", "typealias",
  ]
  private static let others: Set<Substring> = ["extension", "func", "let", "var", "import", "case"]

  init(_ lines: [Substring]) {
    for line in lines {
      let words = words(of: line)
      guard let kind = words.firstIndex(where: Self.kinds.contains), kind + 1 < words.count,
        words[kind + 1].first?.isUppercase == true,
        words[..<kind].allSatisfy({ !Self.others.contains($0) })
      else { continue }
      let isPrivate = words[..<kind].contains { $0 == "private" || $0 == "fileprivate" }
      if line.first == " " || isPrivate {
        hidden.insert(words[kind + 1])
      } else {
        declared.insert(words[kind + 1])
      }
    }
  }

  /// The words of a line's code; those with a capital letter are noted as used.
  private mutating func words(of line: Substring) -> [Substring] {
    var words: [Substring] = []
    let bytes = line.utf8
    var (place, last) = (bytes.startIndex, UInt8(ascii: " "))
    while place < bytes.endIndex {
      let (start, byte) = (place, bytes[place])
      if byte == 0x22, bytes[place...].starts(with: "\"\"\"".utf8) {
        isInText.toggle()
        place = bytes.index(place, offsetBy: 3)
      } else if isInText {
        place = bytes.index(after: place)
      } else if byte == 0x2f, bytes[place...].starts(with: "//".utf8) {
        break
      } else if byte == 0x22 {
        place = Self.end(ofText: bytes, from: place)
      } else if byte.isWord {
        place = bytes[place...].firstIndex { !$0.isWord } ?? bytes.endIndex
        words.append(line[start..<place])
        if byte &- 0x41 < 26, last != UInt8(ascii: ".") { used.insert(line[start..<place]) }
      } else {
        place = bytes.index(after: place)
      }
      last = byte
    }
    return words
  }

  /// Behind the quote that closes a text; the line's end where none does.
  private static func end(
    ofText bytes: Substring.UTF8View, from start: Substring.Index
  ) -> Substring.Index {
    var place = bytes.index(after: start)
    while place < bytes.endIndex, bytes[place] != UInt8(ascii: "\"") {
      let isEscape = bytes[place] == UInt8(ascii: "\\")
      place =
        bytes.index(place, offsetBy: isEscape ? 2 : 1, limitedBy: bytes.endIndex) ?? bytes.endIndex
    }
    return place < bytes.endIndex ? bytes.index(after: place) : place
  }
}

extension UInt8 {
  /// A letter, a digit or an underscore.
  fileprivate var isWord: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || self == 0x5f
  }
}
