extension CommandTable {
  /// What can be done with requests that stand in files.
  static let collection: [CommandEntry] = [
    .init(
      .edit, "open the request in $EDITOR at its line, and take it back", [.main], ["e"],
      footer: "edit", 11, does: { $0.requestInFile().map { [.edit(target: $0)] } ?? [] }),
    .init(
      .environment, "choose the environment; responses of another one are not reused", [.main],
      ["E"],
      footer: "environment", 11, does: { $0.offerEnvironments() }),
    .init(
      .variables, "show the variables of the request: their values and where those come from",
      [.main], ["v"], footer: "variables", 11,
      does: { $0.requestInFile().map { [.showVariables(target: $0)] } ?? [] }),
    .init(
      .changeVariable, "give a variable another value for this run", [.variables], ["e"],
      footer: "change", 1, does: { $0.openSet() }),
    .init(
      .cookies, "show the cookies that are kept and sent, and take them away", [.main], ["V"],
      does: { _ in [.showCookies] }),
    .init(
      .deleteCookie, "take the selected cookie away", [.cookies], ["d", .delete], footer: "delete",
      1, does: { $0.deleteCookie() }),
    .init(
      .clearCookies, "take every cookie of the page away; asks for Enter", [.cookies], ["X"],
      footer: "delete all", 2, does: { $0.askToClearCookies() }),
    .init(.set, "give a variable another value for this run", [.main], [], does: { $0.openSet() }),
    .init(
      .unset, "give a variable the value again that its files say", [.main], [],
      does: { $0.openSet("unset") }),
  ]
}
