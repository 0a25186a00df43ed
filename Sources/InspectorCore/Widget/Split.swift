/// Two panes beside each other, the left one as wide as a person drags it.
package struct Split: Sendable, Hashable {
  /// Chosen by dragging; nil for what suits the screen.
  private(set) var chosen: Int?
  /// A drag that started on the border is going on.
  package var isDragging = false

  package init() {}

  /// What the right pane has on a large screen before the left one takes more than its share.
  private static let plenty = 120

  /// The left pane's width on a screen of this width; `wanted` is what shows all of it.
  package func leftWidth(of total: Int, wanting wanted: Int = 0) -> Int {
    // A screen that is just wide enough gives the answer what raw and envelope need.
    let share = total < 118 ? max(30, 32 + (total - 100) / 3) : min(56, max(38, total / 3))
    let suited = max(share, min(wanted, total - Split.plenty))
    return max(24, min(chosen ?? suited, total - 40))
  }

  package mutating func drag(to column: Int) {
    chosen = column + 1
  }
}
