import NetEngine

/// A file of the tests' own sources, for what is compiled and compared as text.
package struct SourceFile {
  package let lines: [String]

  package struct Missing: Error {
    package var path: String

    package init(path: String) { self.path = path }
  }

  package init(_ path: String) throws {
    guard let bytes = TestFolder.bytes(at: path) else { throw Missing(path: path) }
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// What stands between a line that starts with the marker and the next `// end`: the rest of the
  /// marker's line, and the lines without the indentation of the marker.
  package func pieces(_ marker: String) -> [(name: String, text: String)] {
    var pieces: [(name: String, text: String)] = []
    var open: (name: String, indent: Int, lines: [String])?
    for line in lines {
      let indent = line.utf8.prefix { $0 == 0x20 }.count
      let text = String(decoding: line.utf8.dropFirst(indent), as: UTF8.self)
      if let piece = open {
        guard text == "// end" else {
          open?.lines.append(
            String(decoding: line.utf8.dropFirst(min(piece.indent, indent)), as: UTF8.self))
          continue
        }
        pieces.append((piece.name, piece.lines.joined(separator: "\n")))
        open = nil
      } else if text.utf8.starts(with: marker.utf8) {
        let name = String(decoding: text.utf8.dropFirst(marker.utf8.count), as: UTF8.self)
        open = (name, indent, [])
      }
    }
    return pieces
  }
}
