import NetEngine
import NetRecordings

/// Marks and notes of a recording: they stand in the session itself.
///
/// A note is written at once, marks when the screen is left, another session opened, or `w` pressed:
/// each writing puts a whole file in the place of the old one.
extension SessionScreen {
  func editNote(_ house: inout House) -> Turn {
    guard let row = selected else { return .done() }
    guard let note = selectedNote else {
      return .done(
        house.warn(
          problem == nil
            ? "this exchange is still being read" : "this exchange cannot be read, nor noted"))
    }
    return .ask(Prompt(.sessionNote(row: row), note))
  }

  mutating func takeNote(_ text: String, row: Int, _ house: inout House) -> [Effect] {
    guard selected != row || selectedNote?.utf8.elementsEqual(text.utf8) != true else { return [] }
    write(note: text, row: row)
    if capture(house) != nil { house.capture?.remarkCount += 1 }
    return saveRemarks(&house)
  }

  /// Orders what is not in the file yet to be written into it, as somebody has asked for.
  func saveRemarks(_ house: inout House) -> [Effect] {
    let effects = remarking(isAsked: true)
    if effects.isEmpty { house.notify("every mark and note stands in the file already") }
    return effects
  }

  /// The order to write what is not in the file yet; none where all of it is.
  func remarking(isAsked: Bool = false) -> [Effect] {
    guard !unsaved.isEmpty else { return [] }
    let order = SessionRemarks(
      path: path, remarks: remarks.filter { unsaved.contains($0.key) }, isAsked: isAsked,
      session: session)
    return [.session(.remark(order))]
  }
}

extension SessionRemarks {
  /// What is said once they are written.
  func words(secrets: Int) -> String {
    let lost = secrets == 0 ? "" : ", \(Units.count(secrets, "secret")) taken out of them"
    return "\(Self.words(remarks))\(lost): \(path.escapedForMessage)"
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
