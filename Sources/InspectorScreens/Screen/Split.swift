import NetEngine

/// The sizes of two panes beside or above each other, and what the answer's pane shows.
package struct Split: Sendable, Hashable {
  /// Chosen by dragging or by keys; nil for what suits the screen.
  private(set) var chosen: Int?
  /// The rows of the upper one where they stand above each other.
  private(set) var chosenRows: Int?
  /// Bodies show as they came, not laid out.
  var isBodyExact = false
  /// Raw has the room of the envelope, too.
  var hidesEnvelope = false
  /// A drag that started on the border is going on.
  package var isDragging = false

  package init() {}

  /// What the right pane has on a large screen before the left one takes more than its share.
  private static let plenty = 120

  /// The right pane's least width beside names that would be cut: raw and envelope fit.
  private static let enough = 76

  /// The left pane's width on a screen of this width; `wanted` shows all of it, or all names.
  package func leftWidth(of total: Int, wanting wanted: (whole: Int, names: Int) = (0, 0)) -> Int {
    // A screen that is just wide enough gives the answer what raw and envelope need.
    let share = total < 118 ? max(30, 32 + (total - 100) / 3) : min(56, max(38, total / 3))
    let suited = max(
      share, min(wanted.whole, total - Split.plenty), min(wanted.names, total - Split.enough))
    return max(24, min(chosen ?? suited, total - 40))
  }

  package mutating func drag(to column: Int) { chosen = column + 1 }

  /// The upper pane's rows on a screen of this height.
  package func upperHeight(of total: Int) -> Int {
    max(3, min(chosenRows ?? (total / 3 - 1), total - 8))
  }

  /// Moves the line between them a little; false where it is at its end.
  mutating func move(by step: Int, _ size: Size, wanting wanted: (whole: Int, names: Int)) -> Bool {
    if MainLayout.Form(of: size) == .wide {
      let before = leftWidth(of: size.width, wanting: wanted)
      chosen = before + step * 4
      return leftWidth(of: size.width, wanting: wanted) != before
    }
    let before = upperHeight(of: size.height)
    chosenRows = before + step
    return upperHeight(of: size.height) != before
  }
}

// MARK: - In a file

extension Split {
  /// Reads what ``bytes`` has written; what cannot be read is what suits the screen.
  package init(_ bytes: [UInt8]) {
    let json = JSONDocument(bytes).json
    chosen = json["columns"].int
    chosenRows = json["rows"].int
    isBodyExact = json["exactBodies"].bool ?? false
    hidesEnvelope = json["hidesEnvelope"].bool ?? false
  }

  package var bytes: [UInt8] {
    var members: [(key: String, value: JSON)] = []
    if let chosen { members.append(("columns", JSON(chosen))) }
    if let chosenRows { members.append(("rows", JSON(chosenRows))) }
    if isBodyExact { members.append(("exactBodies", true)) }
    if hidesEnvelope { members.append(("hidesEnvelope", true)) }
    return JSONPrinter.compact.bytes(JSON(members: members)) + [0x0A]
  }
}
