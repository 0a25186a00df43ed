extension CommandTable {
  /// Looking at requests before they are sent, and typing new ones.
  static let composing: [CommandEntry] = [
    CommandEntry(
      .preview, "preview", "show what will be sent, and where each value comes from", [.main],
      ["i"], footer: .init("what is sent", 12), orders: { $0.preview(for: .show) }),
    CommandEntry(
      .firePreviewed, "fire-previewed", "fire the request that is shown", [.preview], [.enter],
      footer: .init("fire", 1), orders: { $0.firePreviewed() }),
    CommandEntry(
      .compose, "compose",
      "type a request of your own, starting from the selected one; it stays in the list", [.main],
      ["c"], footer: .init("compose", 8, inAnswer: 13), does: { $0.openForm() }),
    CommandEntry(
      .discard, "discard", "take a request that was typed out of the list", [.targets],
      ["d", .delete], footer: .init("discard", 3), orders: { $0.discard() }),
    CommandEntry(
      .sendForm, "send-form", "fire the request that is typed", [.form], [.enter],
      footer: .init("fire", 1), orders: { $0.sendForm() }),
    CommandEntry(
      .nextField, "next-field", "go to the next field", [.form], [.tab, .down],
      footer: .init("field", 2), onlyWhere: .typed),
    CommandEntry(
      .previousField, "previous-field", "go to the field before", [.form], [.backTab, .up],
      onlyWhere: .typed),
    CommandEntry(
      .sort, "sort",
      "order the list: requests by name, kind, time, size; answers and exchanges also by status …",
      [.targets, .history, .exchanges], ["o"], footer: .init("order", 14),
      does: { $0.nextOrderHere() }),
    CommandEntry(
      .messages, "messages", "show every message of this run with its time", [.everywhere],
      [.control("g")], does: { $0.showMessages() }),
  ]
}
