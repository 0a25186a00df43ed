extension CommandTable {
  /// What is different, and going from one difference to the next.
  static let comparing: [CommandEntry] = [
    .init(
      .diff,
      "compare the two that are marked, else the response with the one before, its recording,"
        + " or what the app got", lists, ["D"], footer: "diff", 8, does: { $0.openDiff() }),
    .init(
      .nextChange, "go to the next difference", [.diff, .exchanges], ["n"], footer: "next", 1,
      onlyWhere: .compared),
    .init(
      .previousChange, "go to the difference before", [.diff, .exchanges], ["N"], footer: "before",
      2, onlyWhere: .compared),
    .init(
      .olderAnswer, "compare with an older response", [.diff], ["["], footer: "older", 3,
      onlyWhere: .compared),
    .init(
      .newerAnswer, "compare with a newer response", [.diff], ["]"], footer: "newer", 3,
      onlyWhere: .compared),
    .init(
      .save,
      "save what was recorded as a session, its secrets taken out; in a session its marks and notes",
      lists, ["w"], footer: "save", 11, does: { $0.openSave() }),
    .init(
      .openSession, "open a recording: HAR of any tool, or a journal", lists, ["O"],
      footer: "open session", 11, does: { $0.open(Prompt(.sessionPath)) }),
    .init(
      .replay,
      "send what is marked, or selected, again over the network, and compare it with before", lists,
      ["R"], footer: "replay", 8, does: { $0.replay() }),
    .init(
      .answerFrom,
      "who answers what is fired: the servers, samples, or the recording that was open last", lists,
      ["S"], footer: "answer from", 12, does: { $0.nextSource() }),
    .init(
      .note, "write a note to the exchange; it is kept in the session", [.session], ["e"],
      footer: "note", 9, onlyWhere: .session),
    .init(
      .replayBase, "choose the base URL a session is sent again at", [.session], ["b"],
      footer: "base URL", 10, onlyWhere: .session),
    .init(
      .rules, "choose the file that says which changes a replay forgives", [.session], ["F"],
      onlyWhere: .session),
    .init(
      .alter, "alter what an app is answered from now on: a line of rules, while capturing",
      [.session], ["A"], onlyWhere: .session),
    .init(
      .appsAnswer,
      "show what the app got in place of the server's response; again: the server's response",
      [.session], ["v"], onlyWhere: .session),
    .init(
      .editRules, "open the rules of what is captured in $EDITOR", [.session], ["B"],
      onlyWhere: .session),
    .init(
      .release, "let go what is held of the selected exchange, or has waited longest", [.session],
      ["L"], onlyWhere: .session),
    .init(
      .editHeld, "edit what is held in $EDITOR; it goes on as it was written there", [.session],
      ["E"], onlyWhere: .session),
    .init(
      .hold, "hold requests while capturing, until they are let go", [.session], ["H"],
      onlyWhere: .session),
    .init(
      .pause, "keep nothing more of what passes; again: go on keeping", [.session], [],
      onlyWhere: .session),
    .init(
      .template,
      "say which parts of the path are values: paths that differ in those alone are one target",
      [.session], ["T"], onlyWhere: .session),
    .init(
      .update, "keep the new response of what is marked, or of the selected one, as the recording",
      [.session, .diff], ["U"], footer: "update", 2, does: { $0.updateRecording() }),
    .init(
      .forgive, "make a rule of the difference: it is forgiven from now on", [.diff], ["F"],
      footer: "forgive", 4, does: { $0.openRule() }),
  ]
}
