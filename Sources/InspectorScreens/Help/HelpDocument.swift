/// The help as text: what can be done here first; two columns where there is room.
struct HelpDocument {
  /// From this width on there are two columns.
  private static let wide = 112
  private static let gap = 4

  private(set) var text = TextDocument()
  /// How many lines of explanation speak of the words, and how many there are.
  private(set) var shownCount = 0
  private(set) var count = 0

  private struct Line {
    var pieces: [(text: String, style: Style)] = []
    var width: Int { pieces.reduce(0) { $0 + $1.text.unicodeScalars.count } }
  }

  init(_ all: HelpContents.Blocks, words: String, width: Int) {
    let words = HelpWords(words)
    let isWide = width >= Self.wide
    let column = isWide ? (width - Self.gap) / 2 : width
    var left: [Line] = []
    var right: [Line] = []
    for block in all.here { left += lines(of: block, words, column) }
    for block in all.everywhere {
      let lines = lines(of: block, words, column)
      if isWide { right += lines } else { left += lines }
    }
    for block in all.rest {
      let lines = lines(of: block, words, column)
      if isWide, right.count < left.count { right += lines } else { left += lines }
    }
    text = Self.text(left, right, column)
  }

  private static func text(_ left: [Line], _ right: [Line], _ column: Int) -> TextDocument {
    guard !left.isEmpty || !right.isEmpty else {
      return TextDocument([.note("nothing here speaks of it; Esc takes the filter away")])
    }
    var builder = TextBuilder()
    for row in 0..<max(left.count, right.count) {
      var line = row < left.count ? left[row] : Line()
      if row < right.count {
        line.pieces.append((String.blanks(column + gap - line.width), .plain))
        line.pieces += right[row].pieces
      }
      for piece in line.pieces { builder.add(piece.text, piece.style) }
      builder.endLine()
    }
    return TextDocument([builder.section])
  }

  /// A block with its heading and an empty line; nothing where nothing in it is asked for.
  private mutating func lines(
    of block: HelpBlock, _ words: HelpWords, _ width: Int
  ) -> [Line] {
    let rows = block.rows.filter { $0.matches(words) }
    count += block.rows.count
    shownCount += rows.count
    guard !rows.isEmpty else { return [] }
    var lines = [Line(pieces: [(block.title, Style(.title, bold: true))])]
    let markWidth = width < 50 ? min(11, block.markWidth) : block.markWidth
    for row in rows { lines += Self.explain(row, markWidth, width) }
    return lines + [Line()]
  }

  private static func explain(_ row: HelpRow, _ markWidth: Int, _ width: Int) -> [Line] {
    // The name is the last word, so that it stands where there is room for it.
    let sentences = fold("\(row.text) \(row.typed)", width: max(10, width - markWidth - 2))
    var lines: [Line] = []
    var first: [(text: String, style: Style)] = [("  \(row.mark)", row.style)]
    let used = row.mark.unicodeScalars.count
    if used >= markWidth {
      lines.append(Line(pieces: first))
      first = [(String.blanks(markWidth + 2), .plain)]
    } else {
      first.append((String.blanks(markWidth - used), .plain))
    }
    for (index, sentence) in sentences.enumerated() {
      let lead = index == 0 ? first : [(String.blanks(markWidth + 2), .plain)]
      let isLast = index == sentences.count - 1
      let name = isLast ? row.typed : ""
      let words = String(sentence.dropLast(name.utf8.count))
      lines.append(Line(pieces: lead + [(words, .plain), (name, Style(.faint))]))
    }
    return lines
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
