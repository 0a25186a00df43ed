extension CommandTable {
  /// Looking at requests before they are sent, and typing new ones.
  static let composing: [CommandEntry] = [
    CommandEntry(
      .preview, "preview", "show what will be sent, and where each value comes from", [.main],
      ["i"], footer: .init("what is sent", 12)),
    CommandEntry(
      .firePreviewed, "fire-previewed", "fire the request that is shown", [.preview], [.enter],
      footer: .init("fire", 1)),
    CommandEntry(
      .compose, "compose",
      "type a request of your own, starting from the selected one; it stays in the list", [.main],
      ["c"], footer: .init("compose", 8, inAnswer: 13)),
    CommandEntry(
      .discard, "discard", "take a request that was typed out of the list", [.targets],
      ["d", .delete], footer: .init("discard", 3)),
    CommandEntry(
      .sendForm, "send-form", "fire the request that is typed", [.form], [.enter],
      footer: .init("fire", 1)),
    CommandEntry(
      .nextField, "next-field", "go to the next field", [.form], [.tab, .down],
      footer: .init("field", 2)),
    CommandEntry(
      .previousField, "previous-field", "go to the field before", [.form], [.backTab, .up]),
    CommandEntry(
      .sort, "sort",
      "order the list: requests by name, kind, time, size; answers and exchanges also by status …",
      [.targets, .history, .exchanges], ["o"], footer: .init("order", 14)),
    CommandEntry(
      .messages, "messages", "show every message of this run with its time", [.everywhere],
      [.control("g")]),
  ]
}
