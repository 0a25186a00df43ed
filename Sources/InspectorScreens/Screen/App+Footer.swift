import NetEngine

extension App {
  /// The last row: what is typed, a question, a message, or the keys that help here.
  func drawFooter(in frame: inout Frame) {
    let row = house.size.height - 1
    if let prompt {
      drawPrompt(prompt, in: &frame)
    } else if let question {
      draw(question, in: &frame, row)
    } else if let notice = house.notice {
      frame.draw(
        notice.text, row: row, column: 1, fitting: house.size.width - 2, style: Style(notice.role))
    } else {
      drawKeys(in: &frame, row)
    }
  }

  private func draw(_ question: Question, in frame: inout Frame, _ row: Int) {
    let (words, answers) = question.words(house)
    let text =
      question.isShownWhole ? drawStart(of: words, answers, in: &frame, above: row) : words
    var column = 1
    if isQuestionPressing {
      column = frame.draw(
        " answer first ", row: row, column: column, end: house.size.width,
        style: Style(.warning, bold: true, reversed: true))
      column += 1
    }
    let room = house.size.width - answers.utf8.count - 4 - column
    column = frame.draw(
      text, row: row, column: column, fitting: room, style: Style(.warning, bold: true))
    frame.draw(
      answers, row: row, column: column + 3, end: house.size.width,
      style: Style(.accent, bold: true))
  }

  /// Draws a question that is too long for the last row over the rows above it; the rest of it.
  private func drawStart(
    of text: String, _ answers: String, in frame: inout Frame, above row: Int
  ) -> String {
    let (rule, width) = (house.rule, max(1, house.size.width - 2))
    guard rule.width(of: text) > width - answers.utf8.count - 18 else { return text }
    var lines = [""]
    for character in text {
      if rule.width(of: lines[lines.count - 1] + String(character)) > width { lines.append("") }
      lines[lines.count - 1].append(character)
    }
    let first = row - lines.count
    frame.fill(
      Region(column: 0, row: first, width: house.size.width, height: lines.count), style: .plain)
    for (index, line) in lines.enumerated() {
      frame.draw(line, row: first + index, column: 1, style: Style(.warning, bold: true))
    }
    return ""
  }

  // MARK: Keys

  /// The command whose word stands in the last row where somebody has clicked.
  func footerCommand(at mouse: Mouse) -> Command? {
    guard mouse.row == house.size.height - 1, prompt == nil, question == nil,
      house.notice == nil
    else { return nil }
    return placedItems().first {
      $0.column..<$0.column + $0.item.width(house.rule) ~= mouse.column
    }?.item.command
  }

  private func drawKeys(in frame: inout Frame, _ row: Int) {
    for (item, column) in placedItems() { draw(item, in: &frame, row, column) }
  }

  /// The keys that help here, as many as there is room for, each with its column.
  private func placedItems() -> [(item: FooterItem, column: Int)] {
    var placed: [(item: FooterItem, column: Int)] = []
    let always = scopes.contains(.everywhere) ? footerItems(in: [.everywhere]) : []
    let here = footerItems(in: scopes.filter { $0 != .everywhere })
    let gap = house.size.width >= 100 ? 3 : 2
    let right = always.reduce(0) { $0 + $1.width(house.rule) + gap } - gap
    let start = always.isEmpty ? house.size.width + gap : house.size.width - 1 - right
    var column = 1
    for item in here {
      guard column + item.width(house.rule) + gap <= start else { break }
      placed.append((item, column))
      column += item.width(house.rule) + gap
    }
    column = max(start, 1)
    for item in always {
      guard column + item.width(house.rule) <= house.size.width else { break }
      placed.append((item, column))
      column += item.width(house.rule) + gap
    }
    return placed
  }

  private struct FooterItem {
    var command: Command
    var key: String
    var label: String
    var priority: Int

    func width(_ rule: DisplayRule) -> Int { rule.width(of: key) + 1 + rule.width(of: label) }
  }

  private func draw(
    _ item: FooterItem, in frame: inout Frame, _ row: Int, _ column: Int
  ) {
    let end = frame.draw(
      item.key, row: row, column: column, style: Style(.accent, bold: true))
    frame.draw(item.label, row: row, column: end + 1, style: Style(.faint))
  }

  private func footerItems(in scopes: [Scope]) -> [FooterItem] {
    let (screen, isUseful) = (top, isUseful)
    return CommandTable.places(in: scopes).compactMap { place -> FooterItem? in
      let entry = CommandTable.entries[place]
      guard var footer = screen.footer(of: entry.command, house) ?? entry.footer,
        let key = house.keymap.keys(of: entry).first, isUseful(entry.command)
      else { return nil }
      if entry.command == .back, !backQuits || isInCapturedAnswer { footer.label = "back" }
      return FooterItem(
        command: entry.command, key: key.shortName, label: footer.label,
        priority: isInAnswer ? footer.priorityInAnswer : footer.priority)
    }.sorted { $0.priority < $1.priority }
  }

  /// Tells of a command whether it would do something now: the footer has no room for others.
  var isUseful: (Command) -> Bool {
    let (screens, house): ([any ScreenContent], House) = ([top, list, main], house)
    return { command in
      screens.lazy.compactMap { $0.isUseful(command, house) }.first ?? true
    }
  }
}
