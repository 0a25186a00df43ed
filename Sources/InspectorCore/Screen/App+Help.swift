extension App {
  /// Makes the help text when it is opened, and again for another width.
  mutating func settleHelp() {
    guard screen == .help else {
      help = nil
      return
    }
    let width = max(1, size.width - 4)
    let height = max(1, size.height - 3)
    if help == nil {
      help = TextPane(
        HelpDocument.make(keymap, width: width), width: width, height: height, wraps: false,
        rule: rule)
    } else {
      help?.replace(HelpDocument.make(keymap, width: width))
      help?.shape(width: width, height: height, wraps: false)
    }
  }

  func drawHelp(in frame: inout Frame) {
    let rule = Region(column: 0, row: 0, width: size.width, height: 1)
    Border.line(in: &frame, row: 0, rule, left: "━", right: "━", isActive: true)
    frame.draw(" Keys ", row: 0, column: 1, style: Border.titleStyle(isActive: true))
    if let percent = help?.percent {
      frame.draw(
        " \(percent) % ", row: 0, endingAt: size.width - 1, fitting: 8, style: Style(.faint))
    }
    help?.draw(
      in: &frame,
      Region(column: 2, row: 1, width: size.width - 4, height: size.height - 3))
    drawFooter(in: &frame)
  }
}

/// All keys, a heading for each place they work in.
enum HelpDocument {
  private static let keyWidth = 22

  static func make(_ keymap: Keymap, width: Int) -> TextDocument {
    var builder = TextBuilder()
    for scope in Scope.allCases {
      let entries = CommandTable.entries.filter { $0.scopes.contains(scope) }
      guard !entries.isEmpty else { continue }
      if !builder.bytes.isEmpty { builder.endLine() }
      builder.add(scope.title, Style(.title, bold: true))
      builder.addLine("  \(scope.explanation)", Style(.faint))
      for entry in entries { add(entry, keymap, width, to: &builder) }
    }
    return TextDocument([builder.section])
  }

  private static func add(
    _ entry: CommandEntry, _ keymap: Keymap, _ width: Int, to builder: inout TextBuilder
  ) {
    let keys = keymap.names(of: entry.command)
    let keyWidth = width < 60 ? 12 : keyWidth
    builder.add("  \(keys)", Style(.accent, bold: true))
    let gap = keyWidth - keys.unicodeScalars.count
    if gap < 1 { builder.endLine() }
    let indent = String(repeating: " ", count: gap < 1 ? keyWidth + 2 : gap)
    builder.add(indent)
    for (index, line) in fold(entry.help, width: max(10, width - keyWidth - 2)).enumerated() {
      if index > 0 { builder.add(String(repeating: " ", count: keyWidth + 2)) }
      builder.addLine(line)
    }
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
