extension CommandTable {
  /// Looking at requests before they are sent, and typing new ones.
  static let composing: [CommandEntry] = [
    .init(
      .preview, "show what will be sent, and where each value comes from", [.main], ["i"],
      footer: "what is sent", 12, does: { $0.preview(for: .show) }),
    .init(
      .firePreviewed, "send the request that is shown", [.preview], [.enter], footer: "send", 1,
      does: { $0.firePreviewed() }),
    .init(
      .compose,
      "change a request and send it: all of the selected one, as it is written; it stays in the list",
      lists, ["c"], footer: "compose", 8, inAnswer: 13, does: { $0.openForm() }),
    .init(
      .openDraft, "go on with the request that was typed last and never sent", lists, ["C"],
      footer: "draft", 9, inAnswer: 13, does: { $0.openDraft() }),
    .init(
      .keep,
      "make a request of a file of it, variables put back; of all that are marked; shown first",
      lists, ["W"], footer: "keep", 13, does: { $0.openKeep() }),
    .init(
      .writeKept, "write what is shown into the file", [.keeping], [.enter], footer: "write", 1,
      does: { $0.writeKept() }),
    .init(
      .renameKept, "give the request another name", [.keeping], ["n"], footer: "name", 2,
      does: { $0.renameKept() }),
    .init(
      .discard, "take a request that was typed out of the list", [.targets], ["d", .delete],
      footer: "discard", 3, does: { $0.discard() }),
    .init(
      .sort,
      "order the list: requests by name, kind, time, size; responses and exchanges also by status …",
      [.targets, .history, .exchanges], ["o"], footer: "order", 14, does: { $0.nextOrderHere() }),
    .init(
      .jump, "go to a request of any file by letters of its name", [.main], [.control("o")],
      footer: "go to", 13, does: { $0.openJump() }),
    .init(
      .messages, "show every message of this run with its time", [.everywhere], [.control("g")],
      does: { $0.showMessages() }),
  ]
}

extension CommandTable {
  /// Typing a request: letters are text here, so its keys are control keys.
  static let form: [CommandEntry] = [
    .init(
      .sendForm, "send the request that is typed", [.form], [.control("s"), .enter], footer: "send",
      1, does: { $0.sendForm() }),
    .init(.nextField, "go to the next field", [.form], [.tab], footer: "field", 2),
    .init(.previousField, "go to the field before", [.form], [.backTab]),
    .init(.lineDown, "go down a line of the body, else to the next field", [.form], [.down]),
    .init(.lineUp, "go up a line of the body, else to the field before", [.form], [.up]),
    .init(
      .goToBody, "go to the body; in it, down by ten lines", [.form], [.pageDown], footer: "body", 3
    ),
    .init(
      .goToURL, "go to the URL; in the body, up by ten lines", [.form], [.pageUp], footer: "URL", 3),
    .init(.newLine, "begin a new line", [.formBody], [.enter]),
    .init(
      .toggleHeader, "leave the header line out of what is sent, and keep it; again: send it",
      [.form], [.control("t")], footer: "on/off", 7, does: { $0.toggleHeader() }),
    .init(
      .previewForm, "show what will be sent, and where each part and each value comes from",
      [.form], [.control("p")], footer: "preview", 4, does: { $0.previewForm() }),
    .init(
      .keepForm, "make a request of a file of it, variables put back; shown before it is written",
      [.form], [.control("f")], footer: "keep", 5, does: { $0.openKeep() }),
    .init(
      .editForm, "open the whole request in $EDITOR, as a request file has it", [.form],
      [.control("x")], footer: "$EDITOR", 6, does: { $0.editForm() }),
    .init(
      .undo, "take the last change in the form back", [.form], [.control("_")], footer: "undo", 7,
      does: { $0.undo() }),
    .init(
      .startOver, "take the request again as it stands where it was taken from", [.form],
      [.control("r")], footer: "start over", 8, does: { $0.startOver() }),
  ]
}
