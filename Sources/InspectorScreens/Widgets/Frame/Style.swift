/// How a cell looks: a role with a meaning, and marks that stay readable without colour.
///
/// The terminal chooses the colour of a role by theme and by what it can show.
package struct Style: Hashable, Sendable {
  package enum Role: UInt8, Hashable, Sendable, CaseIterable {
    case plain, faint, accent, border, title
    case ok, redirect, client, server, transport, business, mapping, cancelled, warning
    case key, string, number, literal
    case escaped, match, selection, bar, progress
  }

  package var role: Role
  package var isBold = false
  package var isReversed = false
  package var isUnderlined = false
  /// The ground is that of a selected row; the ink stays the role's.
  package var isSelected = false

  package init(
    _ role: Role, bold: Bool = false, reversed: Bool = false, underlined: Bool = false
  ) {
    self.role = role
    isBold = bold
    isReversed = reversed
    isUnderlined = underlined
  }

  package static let plain = Style(.plain)

  /// The style on the selected row: verdicts keep their colour.
  var selected: Style {
    switch role {
    case .ok, .redirect, .client, .server, .transport, .business, .mapping, .cancelled, .warning,
      .progress:
      var style = self
      style.isSelected = true
      return style
    default: return Style(.selection, bold: isBold)
    }
  }
}
