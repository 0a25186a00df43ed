import NetEngine

/// The variables of one request, as its page shows them.
package struct VariablesPage: Sendable {
  /// The request they are of.
  package var title: String
  package var rows: [Row]

  /// A variable with its value, or with what is wrong.
  package struct Row: Sendable, Hashable {
    package var name: String
    package var value: String
    /// Where the value comes from, or where it is missing.
    package var origin: String
    package var state: State
    /// How many values it stands inside of.
    package var depth: Int
    /// The value as it is written, where that names others.
    package var written: String

    package init(
      name: String, value: String, origin: String, state: State, depth: Int = 0,
      written: String = ""
    ) {
      (self.name, self.value, self.origin, self.state) = (name, value, origin, state)
      (self.depth, self.written) = (depth, written)
    }
  }

  package enum State: Sendable, Hashable {
    case known
    /// It is not shown.
    case secret
    /// It comes with the answer to another request, which is fired first.
    case waiting
    case missing
  }

  package init(title: String, rows: [Row]) {
    self.title = title
    self.rows = rows
  }
}

extension App {
  /// The request that is selected or shown, if it stands in a file.
  mutating func requestInFile() -> Int? {
    guard let target = main.list.selectedTarget ?? shownRecord?.target else {
      house.warn("select a request first")
      return nil
    }
    guard house.items[target].isInFile else {
      house.warn("this request stands in no file")
      return nil
    }
    return target
  }

  // MARK: Environments

  /// Asks at the start as well, where there are several: one of them may be production.
  mutating func offerEnvironments() -> [Effect] {
    guard !house.environments.isEmpty else {
      return house.warn(
        "there are no environments: http-client.env.json beside the files holds them")
    }
    answer.chooser = Chooser(
      .environment, title: house.environment == nil ? "Which environment?" : "Environment",
      rows: house.environments.map {
        Chooser.Row(text: $0, note: "", isCurrent: $0 == house.environment)
      })
    return []
  }

  /// Takes the question of the start back.
  package mutating func decideNothing() { answer.chooser = nil }

  /// The environment with a name that was typed.
  mutating func chooseEnvironment(_ name: String) -> [Effect] {
    guard house.environments.contains(name) else {
      let near = NearestWord.question(name, in: house.environments).map { "; " + $0 } ?? ""
      return house.warn("there is no environment '\(name)'\(near)")
    }
    return [.choose(environment: name)]
  }
}

/// The page as text: name, value, origin, in columns where there is room; a section a row, so that
/// the cursor says which is meant.
enum VariablesDocument {
  static func make(_ page: VariablesPage, width: Int, rule: DisplayRule) -> TextDocument {
    guard !page.rows.isEmpty else { return TextDocument([.note("it uses none")]) }
    let widest = page.rows.map { rule.width(of: $0.shownName, upTo: 40) }.max() ?? 0
    let sections = page.rows.map { row in
      var builder = TextBuilder()
      let (sign, style) = row.mark
      builder.add(sign + " ", style)
      builder.add(row.shownName, Style(.key))
      let gap = max(0, widest - rule.width(of: row.shownName, upTo: 41)) + 2
      builder.add(.blanks(gap))
      builder.add(row.value, row.state == .known ? .plain : style)
      let origin = [row.written, row.origin].filter { !$0.isEmpty }.joined(separator: " · ")
      if !origin.isEmpty { builder.add("   \(origin)", Style(.faint)) }
      builder.endLine()
      return builder.section
    }
    return TextDocument(sections)
  }
}

extension VariablesPage.Row {
  /// A part of a value stands under it.
  fileprivate var shownName: String { String(repeating: "  ", count: depth) + name }

  fileprivate var mark: (sign: String, style: Style) {
    switch state {
    case .known, .secret: ("·", Style(.faint))
    case .waiting: ("…", Style(.progress))
    case .missing: ("✗", Style(.warning, bold: true))
    }
  }
}
