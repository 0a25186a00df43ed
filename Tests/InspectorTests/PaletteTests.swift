import Inspector
import InspectorScreens
import TestSupport
import Testing

/// Roles become colours that the terminal has.
@Suite("The palette")
struct PaletteTests {
  static let depths: [Palette.Depth] = [.none, .eight, .sixteen, .full]

  @Test(
    "takes as many colours as there are",
    arguments: [
      (0, Palette.Depth.none), (-1, .none), (2, .none), (8, .eight), (16, .sixteen), (88, .sixteen),
      (256, .full), (1 << 24, .full),
    ])
  func depth(colors: Int, depth: Palette.Depth) {
    #expect(Palette.Depth(colors: colors, noColor: nil) == depth)
    #expect(Palette.Depth(colors: colors, noColor: "") == depth)
    #expect(Palette.Depth(colors: colors, noColor: "1") == .none)
  }

  @Test("never asks for a colour that is not there", arguments: Palette.Theme.allCases, depths)
  func range(theme: Palette.Theme, depth: Palette.Depth) {
    let limits: [Int16] = [0, 8, 16, 256]
    let limit = Self.depths.firstIndex(of: depth).map { limits[$0] } ?? 0
    for role in Style.Role.allCases {
      let look = Palette(theme: theme, depth: depth).look(of: role)
      for color in [look.ink, look.paper].compactMap({ $0 }) {
        #expect((0..<limit).contains(color), "\(role)")
      }
    }
  }

  @Test(
    "keeps what must be told apart apart", arguments: Palette.Theme.allCases,
    [Palette.Depth.eight, .sixteen, .full])
  func difference(theme: Palette.Theme, depth: Palette.Depth) {
    let palette = Palette(theme: theme, depth: depth)
    let kinds: [Style.Role] = [.ok, .client, .server, .transport, .mapping]
    for first in kinds {
      for second in kinds where first != second {
        #expect(palette.look(of: first) != palette.look(of: second), "\(first) and \(second)")
      }
    }
  }

  @Test("selection, matches and bars are seen without colour")
  func withoutColor() {
    let palette = Palette(theme: .dark, depth: .none)
    for role in [Style.Role.selection, .match, .bar, .escaped] {
      #expect(palette.look(of: role) != palette.look(of: .plain), "\(role)")
    }
  }
}
