import FoundationEssentials
import Glibc

/// A file of the project as text: what the house rules look at.
struct SourceFile: Sendable {
  /// From the project's root: `Sources/LosslessJSON/Lock.swift`.
  let path: String
  let lines: [Substring]
  private let text: String

  init(path: String, text: String) {
    (self.path, self.text) = (path, text)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Whether one of the words stands anywhere in it: most files need not be looked at line by line.
  func mayHold(_ words: [String]) -> Bool {
    text.withCString { text in words.contains { strstr(text, $0) != nil } }
  }

  /// All that the rules are about, read once.
  static let everything = Result { try all(in: "Sources") + all(in: "Tests") }

  /// The project's own folder, found from where this file stands.
  static let root = String(#filePath.split(separator: "/").dropLast(3).joined(separator: "/"))

  /// The text of a file of the project; nil when it is not there.
  static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: "/\(root)/\(path)")
      .map { String(decoding: $0, as: UTF8.self) }
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "/\(root)/\(path)")
  }

  /// Every Swift file below a folder.
  static func all(in folder: String) throws -> [SourceFile] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: "/\(root)/\(folder)")
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
      SourceFile(path: "\(folder)/\(name)", text: text("\(folder)/\(name)") ?? "")
    }
  }

  /// The modules it imports, with the number of the line.
  var imports: [(line: Int, module: String)] {
    lines.enumerated().compactMap { number, line in
      let words = line.split(separator: " ").drop {
        $0.hasPrefix("@") || ["public", "package", "internal", "private"].contains($0)
      }
      guard words.first == "import" else { return nil }
      let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let name = words.dropFirst().drop { kinds.contains(String($0)) }.first ?? ""
      return (number + 1, String(name.prefix { $0 != "." }))
    }
  }
}
