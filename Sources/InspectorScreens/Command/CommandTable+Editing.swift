extension CommandTable {
  /// Making a profile of an answer: nothing is sent, and nothing counts before it is saved.
  static let editing: [CommandEntry] = [
    .init(
      .editProfile, "make a profile of the shown response: pick code, message and data in it",
      lists,
      [.control("p")], footer: "edit profile", 9, does: { $0.editProfile() }),
    .init(
      .takeCode, "the value at the cursor is the code; again: no code", [.profile], ["c"],
      footer: "code", 2, onlyWhere: .profile),
    .init(
      .takeMessage, "the value at the cursor is the message; again: no message", [.profile], ["m"],
      footer: "message", 3, onlyWhere: .profile),
    .init(
      .takeData, "the value at the cursor is the data; again: the whole body", [.profile], ["d"],
      footer: "data", 4, onlyWhere: .profile),
    .init(
      .turnCode, "the code with this number means another thing: success, log in again, a refusal",
      [.profile], ["1", "2", "3", "4", "5", "6", "7", "8", "9"], footer: "meaning", 5,
      onlyWhere: .profile),
    .init(
      .editSuccess, "type the codes that mean success", [.profile], ["s"], footer: "success", 6,
      onlyWhere: .profile),
    .init(
      .editSession, "type the codes that mean: log in again", [.profile], ["i"],
      footer: "log in again", 8, onlyWhere: .profile),
    .init(
      .changeRule,
      "what decides: the code, that nothing stands where the code would, or the HTTP status",
      [.profile], ["r"], footer: "rule", 7, onlyWhere: .profile),
    .init(
      .changeMissing, "a response without a code is a good one, or no such envelope", [.profile],
      ["o"], onlyWhere: .profile),
    .init(
      .saveProfile, "give it a name and keep it in inspector.json", [.profile], [.enter],
      footer: "save", 1, onlyWhere: .profile),
  ]
}
