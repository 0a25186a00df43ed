import InspectorScreens

/// How the roles of a theme look on a terminal of so many colours.
package nonisolated struct Palette: Equatable {
  /// The colours and marks of one role; nil is the terminal's own colour.
  package struct Look: Equatable {
    package var ink: Int16?
    package var paper: Int16?
    package var isBold = false
    package var isDim = false
    package var isReversed = false
    package var isUnderlined = false
  }

  /// What the person's background is.
  package enum Theme: String, CaseIterable {
    case dark, light
  }

  /// How much the terminal can show.
  package enum Depth: Equatable {
    case none, eight, sixteen, full

    /// NO_COLOR is a person's wish and wins over what the terminal could do.
    package init(colors: Int, noColor: String?) {
      guard noColor?.isEmpty ?? true else {
        self = .none
        return
      }
      switch colors {
      case 256...: self = .full
      case 16...: self = .sixteen
      case 8...: self = .eight
      default: self = .none
      }
    }
  }

  package var theme: Theme
  package var depth: Depth

  package init(theme: Theme, depth: Depth) {
    self.theme = theme
    self.depth = depth
  }

  /// The look of a style but for the marks it adds itself.
  package func look(in style: Style) -> Look {
    var look = look(of: style.role)
    guard style.isSelected else { return look }
    let ground = self.look(of: .selection)
    look.paper = ground.paper
    if ground.isReversed { (look.isReversed, look.isDim) = (true, false) }
    return look
  }

  package func look(of role: Style.Role) -> Look {
    switch depth {
    case .none: return Self.marks(role)
    case .full: return theme == .dark ? Self.dark(role) : Self.light(role)
    case .sixteen, .eight: return few(role)
    }
  }

  // MARK: - 256 colours

  private static func dark(_ role: Style.Role) -> Look {
    switch role {
    case .plain: Look()
    case .faint, .border: Look(ink: 247)
    case .accent: Look(ink: 75)
    case .title: Look(isBold: true)
    case .ok: Look(ink: 77)
    case .redirect: Look(ink: 80)
    case .client: Look(ink: 215)
    case .server: Look(ink: 203)
    case .transport: Look(ink: 177)
    case .business: Look(ink: 221)
    case .mapping: Look(ink: 212)
    case .cancelled: Look(ink: 248)
    case .warning: Look(ink: 229)
    case .key: Look(ink: 110)
    case .string: Look(ink: 150)
    case .number: Look(ink: 180)
    case .literal: Look(ink: 176)
    case .escaped: Look(ink: 208)
    case .match: Look(ink: 16, paper: 221)
    case .selection: Look(paper: 237)
    case .bar: Look(ink: 252, paper: 236)
    case .progress: Look(ink: 75)
    }
  }

  private static func light(_ role: Style.Role) -> Look {
    switch role {
    case .plain: Look()
    case .faint, .border: Look(ink: 241)
    case .accent: Look(ink: 25)
    case .title: Look(isBold: true)
    case .ok: Look(ink: 22)
    case .redirect: Look(ink: 23)
    case .client: Look(ink: 88)
    case .server: Look(ink: 160)
    case .transport: Look(ink: 91)
    case .business: Look(ink: 94)
    case .mapping: Look(ink: 125)
    case .cancelled: Look(ink: 240)
    case .warning: Look(ink: 95)
    case .key: Look(ink: 24)
    case .string: Look(ink: 22)
    case .number: Look(ink: 58)
    case .literal: Look(ink: 90)
    case .escaped: Look(ink: 128)
    case .match: Look(ink: 16, paper: 222)
    case .selection: Look(paper: 253)
    case .bar: Look(ink: 236, paper: 254)
    case .progress: Look(ink: 25)
    }
  }

  // MARK: - 16 and 8 colours

  /// Bright colours where there are sixteen; bold stands in for bright where there are eight.
  private func few(_ role: Style.Role) -> Look {
    let red: Int16 = 1
    let green: Int16 = 2
    let yellow: Int16 = 3
    let blue: Int16 = 4
    let magenta: Int16 = 5
    let cyan: Int16 = 6
    switch role {
    case .plain: return Look()
    case .faint, .border, .cancelled: return depth == .sixteen ? Look(ink: 8) : Look(isDim: true)
    case .accent, .progress: return bright(theme == .dark ? cyan : blue)
    case .title: return Look(isBold: true)
    case .ok, .string: return Look(ink: green)
    case .redirect: return Look(ink: cyan)
    case .client: return Look(ink: yellow)
    case .server: return bright(red)
    case .transport, .literal: return Look(ink: magenta)
    case .business, .warning: return theme == .dark ? bright(yellow) : Look(ink: yellow)
    case .mapping: return bright(magenta)
    case .key: return Look(ink: theme == .dark ? cyan : blue)
    case .number: return Look(ink: yellow)
    case .escaped: return Look(ink: red)
    case .match: return Look(ink: 0, paper: yellow)
    case .selection, .bar: return Look(isReversed: true)
    }
  }

  private func bright(_ color: Int16) -> Look {
    depth == .sixteen ? Look(ink: color + 8) : Look(ink: color, isBold: true)
  }

  // MARK: - No colour

  private static func marks(_ role: Style.Role) -> Look {
    switch role {
    case .plain, .ok, .redirect, .string, .number, .literal, .key: Look()
    case .faint, .border, .cancelled: Look(isDim: true)
    case .accent, .title, .progress, .client, .business, .warning: Look(isBold: true)
    case .server, .transport, .mapping: Look(isBold: true)
    case .escaped, .match: Look(isUnderlined: true)
    case .selection, .bar: Look(isReversed: true)
    }
  }
}
