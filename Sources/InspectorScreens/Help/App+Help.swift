extension App {
  /// Opens the help on what can be done here.
  mutating func openHelp() {
    let places = scopes
    above.removeAll { $0.name == "help" }
    show(TextPage(.help(HelpPage(places: places))))
  }

  /// Shows what speaks of these words only; answers what is to be said under them.
  ///
  /// All that was typed in one go is looked for once.
  mutating func filterHelp(_ words: String) -> Prompt.Note? {
    page?.look(for: words)
    if house.isTypedOn { return nil }
    let house = house
    page?.settle(house)
    guard case .help(let help) = page?.text else { return nil }
    return help.note
  }

  /// How often the help was searched since it was opened.
  package var helpSearchCount: Int {
    guard case .help(let help) = page?.text else { return 0 }
    return help.searchCount
  }
}
