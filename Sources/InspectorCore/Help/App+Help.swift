extension App {
  /// Opens the help on what can be done here.
  mutating func openHelp() {
    let places = scopes
    above.removeAll { $0.page?.name == "help" }
    show(TextPage(.help(HelpPage(places: places))))
  }

  /// Shows what speaks of these words only; answers what is to be said under them.
  mutating func filterHelp(_ words: String) -> Prompt.Note? {
    let house = house
    page?.look(for: words)
    page?.settle(house)
    guard case .help(let help) = page?.text else { return nil }
    return help.note
  }
}
