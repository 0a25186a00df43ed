extension CommandTable {
  /// How answers are read: nothing of this sends anything.
  static let reading: [CommandEntry] =
    tree + pages + [
      CommandEntry(
        .nextStatusFilter, "next-status-filter",
        "let other statuses pass: 2xx, then 2xx+3xx, then all, then a range that is typed",
        [.main, .session], ["s"], footer: .init("status", 8, inAnswer: 7),
        orders: { $0.nextStatusFilter() }),
      CommandEntry(
        .chooseProfile, "choose-profile",
        "choose the envelope's profile; the list says what each makes of the answer",
        [.main, .session], ["p"], footer: .init("profile", 8, inAnswer: 7),
        does: { $0.chooseProfile() }),
      CommandEntry(
        .chooseMapping, "choose-mapping", "choose what the body must be: JSON, text, an image …",
        [.main, .session], ["m"], does: { $0.chooseMapping() }),
      CommandEntry(
        .resetPipeline, "reset-pipeline",
        "read every answer as its request and the configuration say: status, mapping and profile",
        [.main, .session], ["u"], orders: { $0.resetPipeline() }),
      CommandEntry(
        .keepProfile, "keep-profile",
        "keep the detected profile for this request, in inspector.json; again: for its whole backend",
        [.main, .session], ["P"],
        footer: .init("keep profile", 6), orders: { $0.keepProfile() }),
      CommandEntry(
        .choose, "choose", "take what is selected; Esc leaves things as they were", [.choice],
        [.enter], footer: .init("take it", 1), orders: { $0.choose() }),
    ]

  /// Keys of single tabs.
  private static let pages: [CommandEntry] = [
    CommandEntry(
      .sortHeaders, "sort-headers", "headers by name, or as they came", [.headers], ["o"],
      footer: .init("sort", 2), does: { $0.sortHeaders() }),
    CommandEntry(
      .choosePath, "choose-path",
      "choose the path of the string to show; Tab completes it from the document", [.string],
      [.enter], footer: .init("path", 1), does: { $0.openPath() }),
  ]

  /// Moving and folding in a tree.
  private static let tree: [CommandEntry] = [
    CommandEntry(
      .foldValue, "fold-value", "fold the value; from a folded one go to what is around it",
      [.tree], ["h", .left], footer: .init("fold", 2), does: { $0.answer.fold(.fold) }),
    CommandEntry(
      .unfoldValue, "unfold-value", "unfold the value; go into an unfolded one", [.tree],
      ["l", .right], footer: .init("unfold", 2), does: { $0.answer.fold(.unfold) }),
    CommandEntry(
      .foldSubtree, "fold-subtree", "fold the value and everything in it", [.tree], ["H"],
      does: { $0.answer.fold(.foldSubtree) }),
    CommandEntry(
      .unfoldSubtree, "unfold-subtree", "unfold the value and everything in it", [.tree], ["L"],
      does: { $0.answer.fold(.unfoldSubtree) }),
    CommandEntry(
      .deeper, "deeper", "unfold one level more everywhere", [.tree], ["+"],
      footer: .init("deeper", 6), does: { $0.answer.fold(.deeper) }),
    CommandEntry(
      .shallower, "shallower", "fold the deepest level that shows, everywhere", [.tree], ["-"],
      footer: .init("shallower", 6), does: { $0.answer.fold(.shallower) }),
    CommandEntry(
      .nextSibling, "next-sibling", "go to the next value of the same container", [.tree], ["J"],
      does: { $0.answer.fold(.nextSibling) }),
    CommandEntry(
      .previousSibling, "previous-sibling", "go to the value before in the same container",
      [.tree], ["K"], does: { $0.answer.fold(.previousSibling) }),
    CommandEntry(
      .goToPath, "go-to-path",
      "go to a path as it is typed: data.items.0.name; Tab completes it, Esc goes back", [.tree],
      ["."], footer: .init("path", 4), does: { $0.openTreePath() }),
    CommandEntry(
      .expect, "expect",
      "expect the value at the cursor of every answer: a line in the request's file, shown first",
      [.tree], ["="], does: { $0.openExpectation() }),
    CommandEntry(
      .showMatchesOnly, "show-matches-only",
      "of many lines or events only those in which the search finds something; again: all",
      [.tree], ["&"], footer: .init("only found", 7), does: { $0.showMatchesOnly() }),
    CommandEntry(
      .showString, "show-string",
      "read the string at the cursor whole, in the String tab; 2 goes back to the tree", [.tree],
      ["t"], footer: .init("text", 3), does: { $0.showString() }),
  ]
}
