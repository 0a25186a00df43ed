import NetEngine

/// Marks and notes of a recording: they stand in the session itself.
///
/// A note is written at once, marks when the screen is left, another session opened, or `w` pressed:
/// each writing puts a whole file in the place of the old one.
extension App {
  mutating func editNote() {
    guard let view = session, let row = view.selected else { return }
    guard let note = view.selectedNote else {
      house.notice = Notice(
        text: view.problem == nil
          ? "this exchange is still being read" : "this exchange cannot be read, nor noted",
        role: .warning)
      return
    }
    open(.sessionNote(row: row), note)
  }

  mutating func takeNote(_ text: String, row: Int) -> [Effect] {
    guard let view = session,
      view.selected != row || view.selectedNote?.utf8.elementsEqual(text.utf8) != true
    else { return [] }
    session?.write(note: text, row: row)
    return saveRemarks(isAsked: true)
  }

  /// Orders what is not in the file yet to be written into it.
  mutating func saveRemarks(isAsked: Bool = false) -> [Effect] {
    guard let view = session, let remarks = view.unsavedRemarks else {
      if isAsked { house.notice = Notice(text: "every mark and note stands in the file already") }
      return []
    }
    return [
      .session(
        .remark(
          SessionRemarks(
            path: view.path, remarks: remarks, isAsked: isAsked, session: view.session)))
    ]
  }

  mutating func takeRemarked(_ event: SessionEvent) {
    switch event {
    case .remarked(let order, let written, let secrets):
      if session?.path == order.path { session?.take(saved: order.remarks, written: written) }
      guard order.isAsked || secrets > 0 else { return }
      let lost = secrets == 0 ? "" : ", \(Units.count(secrets, "secret")) taken out of them"
      house.notice = Notice(
        text: "\(App.words(order.remarks))\(lost): \(order.path.escapedForMessage)", role: .ok)
    case .notRemarked(let text):
      house.notice = Notice(text: "marks and notes are not saved: \(text)", role: .warning)
    default: break
    }
  }

  /// `2 marks and 1 note are saved`.
  private static func words(_ remarks: [Int: Remark]) -> String {
    let marks = remarks.values.count { $0.isMarked != nil }
    let notes = remarks.values.count { $0.note != nil }
    let parts = [(marks, "mark"), (notes, "note")].filter { $0.0 > 0 }
      .map { Units.count($0.0, $0.1) }
    return "\(parts.joined(separator: " and ")) saved"
  }
}
