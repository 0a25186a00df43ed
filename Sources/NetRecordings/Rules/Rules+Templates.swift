import LosslessJSON

extension Rules {
  /// What a line says of a path's shape: `GET /users/{name} template`.
  package struct TemplateLine: Sendable, Hashable {
    /// The parts of the path; a value has a name, a text none.
    package var segments: [Segment]

    /// A part of a path, between two slashes.
    package enum Segment: Sendable, Hashable {
      /// It is always this.
      case text(String)
      /// It may be anything, and is called so.
      case value(name: String)
    }

    /// Reads a path such as `/users/{name}`; nil for what is none.
    init?(_ path: String) {
      segments = []
      for part in path.split(separator: "/", omittingEmptySubsequences: false) {
        let bytes = part.utf8
        guard bytes.contains(where: { "{}*".utf8.contains($0) }) else {
          segments.append(.text(String(part)))
          continue
        }
        let name = bytes.dropFirst().dropLast()
        let isNamed =
          bytes.first == UInt8(ascii: "{") && bytes.last == UInt8(ascii: "}") && !name.isEmpty
          && name.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x5f }
          && !(name.first.map { $0 &- 0x30 < 10 } ?? true)
        guard isNamed else { return nil }
        segments.append(.value(name: String(Substring(name))))
      }
    }

    /// The paths it is about, as every line names them.
    var pattern: String {
      segments.map { if case .text(let text) = $0 { text } else { "*" } }.joined(separator: "/")
    }

    /// Whether a path has this shape.
    func fits(_ path: [String]) -> Bool {
      path.count == segments.count
        && zip(path, segments).allSatisfy { part, segment in
          if case .text(let text) = segment { return text.utf8.elementsEqual(part.utf8) }
          return !part.isEmpty
        }
    }
  }

  /// The shape that the first line which fits says a path has; nil where none says anything.
  package func template(ofMethod method: String, path: [String]) -> TemplateLine? {
    for rule in all {
      guard case .template(let line) = rule.part, line.fits(path) else { continue }
      guard let said = rule.method else { return line }
      if said.isSameHeaderName(as: method) { return line }
    }
    return nil
  }
}
