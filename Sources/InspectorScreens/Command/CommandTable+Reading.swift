extension CommandTable {
  /// How answers are read: nothing of this sends anything.
  static let reading: [CommandEntry] =
    tree + pages + [
      .init(
        .nextStatusFilter,
        "let other statuses pass: 2xx, then 2xx+3xx, then all, then a range that is typed", lists,
        ["s"], footer: "status", 8, inAnswer: 7, does: { $0.nextStatusFilter() }),
      .init(
        .chooseProfile,
        "choose the envelope's profile; the list says what each makes of the response", lists,
        ["p"],
        footer: "profile", 8, inAnswer: 7, does: { $0.chooseProfile() }),
      .init(
        .chooseMapping, "choose what the body must be: JSON, text, an image …", lists, ["m"],
        does: { $0.chooseMapping() }),
      .init(
        .resetPipeline,
        "read every response as its request and the configuration say: status, mapping and profile",
        lists, ["u"], does: { $0.resetPipeline() }),
      .init(
        .keepProfile,
        "keep the detected profile for this request, in inspector.json; again: for its whole backend",
        lists, ["P"], footer: "keep profile", 6, does: { $0.keepProfile() }),
      .init(
        .choose, "take what is selected; Esc leaves things as they were", [.choice], [.enter],
        footer: "take it", 1, does: { $0.choose() }),
    ]

  /// Keys of single tabs.
  private static let pages: [CommandEntry] = [
    .init(.sortHeaders, "headers by name, or as they came", [.headers], ["o"], footer: "sort", 2),
    .init(
      .choosePath, "choose the path of the string to show; Tab completes it from the document",
      [.string], [.enter], footer: "path", 1),
  ]

  /// Moving and folding in a tree.
  private static let tree: [CommandEntry] = [
    .init(
      .foldValue, "fold the value; from a folded one go to what is around it", [.tree],
      ["h", .left], footer: "fold", 2),
    .init(
      .unfoldValue, "unfold the value; go into an unfolded one", [.tree], ["l", .right],
      footer: "unfold", 2),
    .init(.foldSubtree, "fold the value and everything in it", [.tree], ["H"]),
    .init(.unfoldSubtree, "unfold the value and everything in it", [.tree], ["L"]),
    .init(.deeper, "unfold one level more everywhere", [.tree], ["+"], footer: "deeper", 6),
    .init(
      .shallower, "fold the deepest level that shows, everywhere", [.tree], ["-"],
      footer: "shallower", 6),
    .init(.nextSibling, "go to the next value of the same container", [.tree], ["J"]),
    .init(.previousSibling, "go to the value before in the same container", [.tree], ["K"]),
    .init(
      .goToPath, "go to a path as it is typed: data.items.0.name; Tab completes it, Esc goes back",
      [.tree], ["."], footer: "path", 4, does: { $0.openTreePath() }),
    .init(
      .expect,
      "expect the value at the cursor of every response: a line in the request's file, shown first",
      [.tree], ["="], does: { $0.openExpectation() }),
    .init(
      .showMatchesOnly,
      "of many lines or events only those in which the search finds something; again: all", [.tree],
      ["&"], footer: "only found", 7, does: { $0.showMatchesOnly() }),
    .init(
      .showString,
      "read the string at the cursor whole, in the String tab; 2 goes back to the tree", [.tree],
      ["t"], footer: "text", 3, does: { $0.showString() }),
  ]
}
