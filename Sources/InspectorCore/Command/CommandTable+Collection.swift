extension CommandTable {
  /// What can be done with requests that stand in files.
  static let collection: [CommandEntry] = [
    CommandEntry(
      .edit, "edit", "open the request in $EDITOR at its line, and take it back", [.main], ["e"],
      footer: .init("edit", 11), orders: { $0.requestInFile().map { [.edit(target: $0)] } ?? [] }),
    CommandEntry(
      .environment, "environment", "choose the environment; answers of another one are not reused",
      [.main], ["E"], footer: .init("environment", 11), does: { $0.offerEnvironments() }),
    CommandEntry(
      .variables, "variables",
      "show the variables of the request: their values and where those come from", [.main], ["v"],
      footer: .init("variables", 11),
      orders: { $0.requestInFile().map { [.showVariables(target: $0)] } ?? [] }),
  ]
}
