/// All keys, a heading for each place they work in; two columns where there is room.
enum HelpDocument {
  /// From this width on there are two columns.
  private static let wide = 112
  private static let gap = 4

  private struct Line {
    var pieces: [(text: String, style: Style)] = []
    var width: Int { pieces.reduce(0) { $0 + $1.text.unicodeScalars.count } }
  }

  static func make(_ keymap: Keymap, width: Int) -> TextDocument {
    let column = width < wide ? width : (width - gap) / 2
    let blocks = Scope.allCases.map { block($0, keymap, column) }.filter { !$0.isEmpty }
    var builder = TextBuilder()
    if width < wide {
      for line in blocks.joined() { add(line, to: &builder) }
    } else {
      let cut = balancedCut(blocks.map(\.count))
      let left = Array(blocks[..<cut].joined())
      let right = Array(blocks[cut...].joined())
      for row in 0..<max(left.count, right.count) {
        var line = row < left.count ? left[row] : Line()
        if row < right.count {
          line.pieces.append((spaces(column + gap - line.width), .plain))
          line.pieces += right[row].pieces
        }
        add(line, to: &builder)
      }
    }
    return TextDocument([builder.section])
  }

  /// After how many blocks the second column starts, so that both are about as long.
  private static func balancedCut(_ heights: [Int]) -> Int {
    let total = heights.reduce(0, +)
    var best = (cut: 0, height: total)
    var left = 0
    for (index, height) in heights.enumerated() {
      left += height
      if max(left, total - left) < best.height { best = (index + 1, max(left, total - left)) }
    }
    return best.cut
  }

  private static func block(_ scope: Scope, _ keymap: Keymap, _ width: Int) -> [Line] {
    let entries = CommandTable.entries.filter { $0.scopes.contains(scope) }
    guard !entries.isEmpty else { return [] }
    var lines = [Line(pieces: [(scope.title, Style(.title, bold: true))])]
    for entry in entries { lines += explain(entry, keymap, width) }
    return lines + [Line()]
  }

  private static func explain(_ entry: CommandEntry, _ keymap: Keymap, _ width: Int) -> [Line] {
    let keys = keymap.names(of: entry.command)
    let keyWidth = width < 50 ? 11 : 18
    let sentences = fold(entry.help, width: max(10, width - keyWidth - 2))
    var lines: [Line] = []
    var first: [(text: String, style: Style)] = [("  \(keys)", Style(.accent, bold: true))]
    let used = keys.unicodeScalars.count
    if used >= keyWidth {
      lines.append(Line(pieces: first))
      first = [(spaces(keyWidth + 2), .plain)]
    } else {
      first.append((spaces(keyWidth - used), .plain))
    }
    for (index, sentence) in sentences.enumerated() {
      let lead = index == 0 ? first : [(spaces(keyWidth + 2), .plain)]
      lines.append(Line(pieces: lead + [(sentence, .plain)]))
    }
    return lines
  }

  private static func add(_ line: Line, to builder: inout TextBuilder) {
    for piece in line.pieces { builder.add(piece.text, piece.style) }
    builder.endLine()
  }

  private static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }

  /// Breaks a sentence of ours at its spaces.
  private static func fold(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    lines.append(line)
    return lines
  }
}
