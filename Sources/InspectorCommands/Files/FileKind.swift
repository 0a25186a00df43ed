import NetEngine
import NetRecordings

/// What a file is, by its first bytes, and where they leave it open by its name.
nonisolated enum FileKind {
  /// A recording, a journal of one, or what a pack of them begins with.
  case session
  /// OpenAPI or Postman, in JSON or in YAML.
  case description(isYAML: Bool)
  /// Another program's, which is not read.
  case foreign(ForeignFile)
  /// JSON that is neither by what can be seen of it.
  case otherJSON
  /// Request files, commands, anything.
  case text

  /// Whether it is YAML, where it may describe requests; nil where it does not.
  var isYAMLIfDescription: Bool? {
    switch self {
    case .description(let isYAML): isYAML
    case .otherJSON: false
    case .session, .foreign, .text: nil
    }
  }

  init(_ start: [UInt8], path: String) {
    func holds(_ words: String...) -> Bool {
      words.contains { start.firstPlace(of: $0.utf8) != nil }
    }
    let visible = start.lazy.filter { !Self.blanks.contains($0) }
    func begins(_ words: String...) -> Bool {
      words.contains { visible.prefix($0.utf8.count).elementsEqual($0.utf8) }
    }
    if Session.isPacked(start) || begins("{\"log\":", "{\"head\":") {
      self = .session
    } else if let other = ForeignFile(start, path: path) {
      self = .foreign(other)
    } else if begins("{\"", "{}", "[{", "[[", "[\"", "[]") {
      // A request line may begin with a brace, as `{{host}}/path` does.
      if holds("\"openapi\"", "\"swagger\"", "\"info\"") {
        self = .description(isYAML: false)
      } else {
        self = holds("\"log\"") ? .session : .otherJSON
      }
    } else {
      let isYAML = [".yaml", ".yml"].contains { path.lowercased().hasSuffix($0) }
      let hasKey = start.split(separator: 0x0a).contains { line in
        ["openapi:", "swagger:", "\"openapi\":", "\"swagger\":"].contains {
          line.starts(with: $0.utf8)
        }
      }
      let isDescription = hasKey || isYAML && holds("openapi", "swagger")
      self = isDescription ? .description(isYAML: true) : .text
    }
  }

  /// With the byte order mark that some programs write.
  private static let blanks: [UInt8] = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]
}
