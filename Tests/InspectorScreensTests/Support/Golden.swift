import Glibc
import InspectorScreens
import Testing

/// Compares a screen with the one that was looked at and kept; `RECORD=1` keeps it anew and fails.
///
/// A screen that is not about the tabs keeps only which of them is shown, so that one more tab
/// changes few of the screens that are kept.
func expectGolden(
  _ frame: Frame, _ name: String, keepsTabs: Bool,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let text = keepsTabs ? frame.text : TabRow.folded(in: frame.text)
  expectGolden(text, name, sourceLocation: sourceLocation)
}

func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let path = Golden.folder + "/" + name + ".txt"
  if Golden.isRecording {
    Golden.write(text, to: path)
    Issue.record("recorded \(name)", sourceLocation: sourceLocation)
    return
  }
  guard let kept = Golden.read(path) else {
    Issue.record(
      "no golden \(name): look at the screen, then run with RECORD=1\n\(text)",
      sourceLocation: sourceLocation)
    return
  }
  if kept != text {
    Issue.record(
      "\(name) looks different now:\n\(Golden.difference(kept, text))",
      sourceLocation: sourceLocation)
  }
}

enum Golden {
  static let folder = package + "/Tests/InspectorScreensTests/Golden"
  static let isRecording = getenv("RECORD") != nil

  /// The folder of the package, from where this file is.
  static let package: String = {
    let parts = #filePath.split(separator: "/")
    return "/" + parts.dropLast(4).joined(separator: "/")
  }()

  static func read(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { return }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    fwrite(bytes, 1, bytes.count, file)
  }

  /// The rows that differ, as they were and as they are.
  static func difference(_ old: String, _ new: String) -> String {
    let old = old.split(separator: "\n", omittingEmptySubsequences: false)
    let new = new.split(separator: "\n", omittingEmptySubsequences: false)
    var out = ""
    for row in 0..<max(old.count, new.count) {
      let before = row < old.count ? old[row] : "(no row)"
      let after = row < new.count ? new[row] : "(no row)"
      if before != after { out += "row \(row)\n  was \(before)\n  is  \(after)\n" }
    }
    return out
  }
}

/// The row of an answer's tabs in the text of a frame.
enum TabRow {
  /// The text with the tabs folded to the numbers of those that are shown, as wide as they were.
  static func folded(in text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { fold(String($0)) ?? String($0) }.joined(separator: "\n")
  }

  /// Which row of a frame it is; nil where no tabs are.
  static func row(in text: String) -> Int? {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { fold(String($0)) != nil }
  }

  /// The same of one row; nil where no tabs stand in it.
  static func fold(_ row: String) -> String? {
    let cells = Array(row)
    let starts = ["1 Raw"].map(Array.init)
    guard
      let first = cells.indices.first(where: { place in
        starts.contains { cells[place...].starts(with: $0) }
      }), first > 0
    else { return nil }
    let end = cells[first...].firstIndex { !isOfTabs($0) } ?? cells.count
    let numbers = cells[(first - 1)..<end].split(separator: "[").dropFirst(
      cells[first - 1] == "[" ? 0 : 1
    ).compactMap(\.first)
    let folded = Array(" tabs" + numbers.map { " [\($0)]" }.joined())
    let width = end - (first - 1)
    let padded = folded + Array(repeating: " ", count: max(0, width - folded.count))
    let whole = String(cells[..<(first - 1)] + padded + cells[end...])
    return end == cells.count ? whole.trimmingTrailingSpaces : whole
  }

  private static func isOfTabs(_ cell: Character) -> Bool {
    cell.isLetter || cell.isWholeNumber || " +[]".contains(cell)
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
  }
}
