/// A key as the screens know it, whatever bytes a terminal sent for it.
package enum Key: Hashable, Sendable {
  /// A printable character.
  case character(Unicode.Scalar)
  /// Ctrl with a letter, always the small one.
  case control(Unicode.Scalar)
  case enter, escape, tab, backTab, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown
  case function(Int)
}
