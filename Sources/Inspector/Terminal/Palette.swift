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
    case .full: return full(role)
    case .sixteen, .eight: return few(role)
    }
  }

  // MARK: - 256 colours

  private func full(_ role: Style.Role) -> Look {
    func of(_ dark: Int16, _ light: Int16) -> Int16 { theme == .dark ? dark : light }
    return switch role {
    case .plain: Look()
    case .faint, .border: Look(ink: of(247, 241))
    case .accent: Look(ink: of(75, 25))
    case .title: Look(isBold: true)
    case .ok: Look(ink: of(77, 22))
    case .redirect: Look(ink: of(80, 23))
    case .client: Look(ink: of(215, 88))
    case .server: Look(ink: of(203, 160))
    case .transport: Look(ink: of(177, 91))
    case .business: Look(ink: of(221, 94))
    case .mapping: Look(ink: of(212, 125))
    case .cancelled: Look(ink: of(248, 240))
    case .warning: Look(ink: of(229, 95))
    case .key: Look(ink: of(110, 24))
    case .string: Look(ink: of(150, 22))
    case .number: Look(ink: of(180, 58))
    case .literal: Look(ink: of(176, 90))
    case .escaped: Look(ink: of(208, 128))
    case .match: Look(ink: 16, paper: of(221, 222))
    case .selection: Look(paper: of(237, 253))
    case .bar: Look(ink: of(252, 236), paper: of(236, 254))
    case .progress: Look(ink: of(75, 25))
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
    case .client, .escaped: return Look(ink: red)
    case .server: return bright(red)
    case .transport, .literal: return Look(ink: magenta)
    case .business, .number: return Look(ink: yellow)
    // Bright yellow cannot be read on a light background.
    case .warning: return theme == .dark ? bright(yellow) : Look(ink: yellow, isBold: true)
    case .mapping: return bright(magenta)
    case .key: return Look(ink: theme == .dark ? cyan : blue)
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
