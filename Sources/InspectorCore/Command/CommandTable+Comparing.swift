extension CommandTable {
  /// What is different, and going from one difference to the next.
  static let comparing: [CommandEntry] = [
    CommandEntry(
      .diff, "diff",
      "compare the answer with the one before of the same request, or with its recording",
      [.main, .session], ["D"], footer: .init("diff", 8)),
    CommandEntry(
      .nextChange, "next-change", "go to the next difference", [.diff, .exchanges], ["n"],
      footer: .init("next", 1)),
    CommandEntry(
      .previousChange, "previous-change", "go to the difference before", [.diff, .exchanges], ["N"],
      footer: .init("before", 2)),
    CommandEntry(
      .olderAnswer, "older-answer", "compare with an older answer", [.diff], ["["],
      footer: .init("older", 3)),
    CommandEntry(
      .newerAnswer, "newer-answer", "compare with a newer answer", [.diff], ["]"],
      footer: .init("newer", 3)),
    CommandEntry(
      .save, "save",
      "save what was recorded as a session, its secrets taken out; asks for a name", [.main],
      ["w"], footer: .init("save", 11)),
    CommandEntry(
      .openSession, "open-session", "open a recording: HAR of any tool, or a journal",
      [.main, .session], ["O"], footer: .init("open session", 11)),
    CommandEntry(
      .replay, "replay", "fire the marked exchanges, or all that show, again and compare them",
      [.session], ["R"], footer: .init("replay", 2)),
  ]
}
