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
    let kinds: [Style.Role] = [
      .ok, .client, .server, .transport, .mapping, .business, .warning,
    ]
    for first in kinds {
      for second in kinds where first != second {
        #expect(palette.look(of: first) != palette.look(of: second), "\(first) and \(second)")
      }
    }
  }

  @Test(
    "a verdict keeps its ink on the ground of the selected row", arguments: Palette.Theme.allCases)
  func selected(theme: Palette.Theme) {
    var style = Style(.business)
    style.isSelected = true
    let palette = Palette(theme: theme, depth: .full)
    #expect(palette.look(in: style).ink == palette.look(of: .business).ink)
    #expect(palette.look(in: style).paper == palette.look(of: .selection).paper)
    for depth in [Palette.Depth.none, .eight, .sixteen] {
      #expect(Palette(theme: theme, depth: depth).look(in: style).isReversed)
    }
  }

  @Test(
    "each verdict has a colour of its own, which nothing else has",
    arguments: Palette.Theme.allCases)
  func meanings(theme: Palette.Theme) {
    let palette = Palette(theme: theme, depth: .full)
    let verdicts: [Style.Role] = [
      .ok, .redirect, .client, .server, .transport, .business, .mapping, .cancelled, .warning,
    ]
    let inks = verdicts.map { palette.look(of: $0).ink }
    #expect(Set(inks).count == verdicts.count)
  }

  @Test("selection, matches and bars are seen without colour")
  func withoutColor() {
    let palette = Palette(theme: .dark, depth: .none)
    for role in [Style.Role.selection, .match, .bar, .escaped] {
      #expect(palette.look(of: role) != palette.look(of: .plain), "\(role)")
    }
  }
}
