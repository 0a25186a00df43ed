internal import CNcurses
import InspectorScreens

/// Each role as ncurses wants it: attributes and the number of a colour pair.
struct Inks {
  private struct Ink {
    var attributes: attr_t
    var pair: Int32
  }

  let palette: Palette
  /// A blank in each style, by its bits: a row changes its style fifty times.
  private let blanks: [cchar_t]

  /// Registers two colour pairs per role, the second for selected rows.
  ///
  /// Call it once ncurses knows the terminal.
  init(_ palette: Palette) {
    self.palette = palette
    let hasColors = palette.depth != .none && start_color() == OK
    if hasColors { use_default_colors() }
    let inks = (0..<Int16(Style.Packed.marks)).map { bits in
      let style = Style(Style.Packed(bits: UInt16(bits)))
      let look = palette.look(in: style)
      var attributes: attr_t = 0
      if look.isBold { attributes |= nc_bold() }
      if look.isDim { attributes |= nc_dim() }
      if look.isReversed { attributes |= nc_reverse() }
      if look.isUnderlined { attributes |= nc_underline() }
      guard hasColors, look.ink != nil || look.paper != nil else {
        return Ink(attributes: attributes, pair: 0)
      }
      let pair = bits + 1
      init_pair(pair, look.ink ?? -1, look.paper ?? -1)
      return Ink(attributes: attributes, pair: Int32(pair))
    }
    blanks = (0..<Style.Packed.count).map { bits in
      Inks.blank(in: Style(Style.Packed(bits: UInt16(bits))), inks)
    }
  }

  /// A blank in the role's ink with the style's own marks added; reversed twice is not reversed.
  private static func blank(in style: Style, _ inks: [Ink]) -> cchar_t {
    var ink = inks[Int(style.packed.bits) % Style.Packed.marks]
    if style.isBold { ink.attributes |= nc_bold() }
    if style.isReversed { ink.attributes ^= nc_reverse() }
    if style.isUnderlined { ink.attributes |= nc_underline() }
    return nc_cell(ink.attributes, ink.pair)
  }

  func cell(of style: Style.Packed) -> cchar_t { blanks[Int(style.bits)] }
}
