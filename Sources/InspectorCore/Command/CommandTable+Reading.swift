extension CommandTable {
  /// How answers are read: nothing of this sends anything.
  static let reading: [CommandEntry] = [
    CommandEntry(
      .nextStatusFilter, "next-status-filter",
      "let other statuses pass: 2xx, then 2xx+3xx, then all, then a range that is typed", [.main],
      ["s"], footer: .init("status", 5)),
    CommandEntry(
      .chooseProfile, "choose-profile",
      "choose the envelope's profile; the list says what each makes of the answer", [.main],
      ["p"], footer: .init("profile", 5)),
    CommandEntry(
      .chooseMapping, "choose-mapping", "choose what the body must be: JSON, text, an image …",
      [.main], ["m"]),
    CommandEntry(
      .keepProfile, "keep-profile",
      "keep the detected profile for this request; again: for its whole backend", [.main], ["P"],
      footer: .init("keep profile", 4)),
    CommandEntry(
      .choose, "choose", "take what is selected; Esc leaves things as they were", [.choice],
      [.enter], footer: .init("take it", 1)),
  ]
}
