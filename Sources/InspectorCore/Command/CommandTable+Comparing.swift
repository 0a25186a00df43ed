extension CommandTable {
  /// What is different, and going from one difference to the next.
  static let comparing: [CommandEntry] = [
    CommandEntry(
      .diff, "diff", "compare the shown answer with the one before of the same request", [.main],
      ["D"], footer: .init("diff", 8)),
    CommandEntry(
      .nextChange, "next-change", "go to the next difference", [.diff], ["n"],
      footer: .init("next", 1)),
    CommandEntry(
      .previousChange, "previous-change", "go to the difference before", [.diff], ["N"],
      footer: .init("before", 2)),
    CommandEntry(
      .olderAnswer, "older-answer", "compare with an older answer", [.diff], ["["],
      footer: .init("older", 3)),
    CommandEntry(
      .newerAnswer, "newer-answer", "compare with a newer answer", [.diff], ["]"],
      footer: .init("newer", 3)),
  ]
}
