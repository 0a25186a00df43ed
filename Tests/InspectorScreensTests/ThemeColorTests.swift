import Glibc
import Inspector
import InspectorScreens
import NetEngine
import Testing

/// The colours of both themes can be read on the backgrounds people have, and carry nothing alone.
@Suite("Theme colours")
struct ThemeColorTests {
  /// What terminals of each kind paint behind text; the last two are well-known schemes.
  static func papers(_ theme: Palette.Theme) -> [XtermColor] {
    let names =
      theme == .dark
      ? ["#000000", "#1e1e1e", "#300a24", "#002b36", "#282c34"]
      : ["#ffffff", "#fafafa", "#eeeeec", "#fdf6e3"]
    return names.map(XtermColor.init(hex:))
  }

  @Test(
    "every ink is 4.5 to 1 on the theme's backgrounds, and 3 to 1 where a row is selected",
    arguments: Palette.Theme.allCases, Style.Role.allCases)
  func contrast(theme: Palette.Theme, role: Style.Role) throws {
    let palette = Palette(theme: theme, depth: .full)
    let look = palette.look(of: role)
    guard let ink = look.ink.map(XtermColor.init) else { return }
    let papers = look.paper.map { [XtermColor($0)] } ?? Self.papers(theme)
    for paper in papers {
      let ratio = ink.contrast(to: paper)
      #expect(ratio >= 4.5, "\(role) \(ink.hex) on \(paper.hex): \(ratio)")
    }
    let selected = try #require(palette.look(of: .selection).paper.map(XtermColor.init))
    #expect(ink.contrast(to: selected) >= 3 || look.paper != nil, "\(role) on \(selected.hex)")
  }

  /// What a person does not see, as a matrix over linear light (Machado, Oliveira, Fernandes 2009).
  static let blindnesses: [(name: String, matrix: [[Double]])] = [
    (
      "protanopia",
      [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ]
    ),
    (
      "deuteranopia",
      [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
      ]
    ),
    (
      "tritanopia",
      [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
      ]
    ),
  ]

  @Test(
    "an escape is told from text by its colour alone: it stays apart for the colour-blind",
    arguments: Palette.Theme.allCases, blindnesses.map(\.name))
  func escapes(theme: Palette.Theme, name: String) throws {
    let matrix = try #require(Self.blindnesses.first { $0.name == name }).matrix
    let palette = Palette(theme: theme, depth: .full)
    let escaped = XtermColor(try #require(palette.look(of: .escaped).ink)).seen(through: matrix)
    var others = [XtermColor(hex: theme == .dark ? "#d4d4d4" : "#24292f")]
    for role in [Style.Role.string, .key, .number] {
      others.append(XtermColor(try #require(palette.look(of: role).ink)))
    }
    for other in others {
      let distance = XtermColor.distance(escaped, other.seen(through: matrix))
      #expect(distance >= 20, "\(other.hex): \(distance)")
    }
  }

  @Test("a verdict's colour never stands alone: each has a word of its own, and a sign")
  func signs() {
    #expect(Set(Kind.allCases.map(\.word)).count == Kind.allCases.count)
    let rows: [(String, Result<Response, NetError>, String)] = [
      ("/users", .success(Sample.users), "✓ GET /users 200 ok"),
      ("/users/42", .success(Sample.user), "✗ GET /users/42 200 expired"),
      ("/status/404", .success(Sample.notFound), "✗ GET /status/404 404 error"),
      ("/status/503", .success(Sample.unavailable), "✗ GET /status/503 503 error"),
      ("/refused", .failure(Sample.refused), "✗ GET /refused no connection"),
    ]
    for (target, answer, row) in rows {
      var stage = Stage()
      stage.fire(Sample.target(target), answer)
      let screen = stage.text.replacing(" ", with: "")
      #expect(screen.contains(row.replacing(" ", with: "")), "\(row)")
    }
  }
}

extension XtermColor {
  /// Red, green, blue as amounts of light.
  fileprivate var light: [Double] {
    channels.map { channel in
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
  }

  /// WCAG's ratio: 1 is no difference, 21 black on white.
  func contrast(to other: XtermColor) -> Double {
    let (one, two) = (Self.luminance(light), Self.luminance(other.light))
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  private static func luminance(_ light: [Double]) -> Double {
    0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
  }

  /// The light that is left of it.
  func seen(through matrix: [[Double]]) -> [Double] {
    let light = light
    return matrix.map { row in min(1, max(0, zip(row, light).reduce(0) { $0 + $1.0 * $1.1 })) }
  }

  /// How far two amounts of light are apart to the eye: CIE 1976, where 2 is just seen.
  static func distance(_ one: [Double], _ two: [Double]) -> Double {
    sqrt(zip(lab(one), lab(two)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) })
  }

  private static func lab(_ light: [Double]) -> [Double] {
    let x = 0.4124564 * light[0] + 0.3575761 * light[1] + 0.1804375 * light[2]
    let z = 0.0193339 * light[0] + 0.1191920 * light[1] + 0.9503041 * light[2]
    func root(_ value: Double) -> Double {
      value > 0.008856 ? cbrt(value) : 7.787 * value + 16.0 / 116
    }
    let (fx, fy, fz) = (root(x / 0.95047), root(luminance(light)), root(z / 1.08883))
    return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]
  }
}
