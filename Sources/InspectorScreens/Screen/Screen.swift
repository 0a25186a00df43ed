/// A screen over the main one, as a value that owns what it shows and where one stands in it.
///
/// Every verb is one switch without a default, so that the compiler names what a new screen lacks.
enum Screen: Sendable {
  /// A text: the help, what a command says, variables, what will be sent, the messages.
  case page(TextPage)
  /// A request that is typed.
  case compose(ComposeForm)
  /// Two answers, and what differs.
  case diff(DiffScreen)
  /// A profile that is made of an answer.
  case profile(ProfileEditor)
  /// A recording.
  case session(SessionScreen)
}

/// What a screen makes of a command.
enum Turn {
  /// It is none of its commands: the screen below is asked, at last the main one.
  case pass
  case done([Effect] = [])
  case ask(Prompt)
  case open(Screen, [Effect] = [])
  /// The screen goes.
  case leave([Effect] = [])
}

extension Screen {
  /// Every name there is, for tests that look at every screen.
  static let names = TextPage.names + ["compose", "diff", "profile", "session"]

  var name: String {
    switch self {
    case .page(let page): page.name
    case .compose: "compose"
    case .diff: "diff"
    case .profile: "profile"
    case .session: "session"
    }
  }

  /// Where a key is looked up, the first that knows it decides.
  var scopes: [Scope] {
    switch self {
    case .page(let page): page.scopes
    case .compose(let form): form.scopes
    case .diff: [.diff, .everywhere, .always]
    case .profile: [.profile, .tree, .everywhere, .always]
    case .session(let screen): screen.scopes
    }
  }

  /// Whether a key would do something now, and its word in the last row and how much it belongs there;
  /// nil where that is not for this screen to say.
  typealias Hint = (isUseful: Bool?, footer: CommandEntry.Footer?)

  /// Of many commands at once: a screen is large, and taken out of its case for each answer.
  func hints(on commands: [Command], _ house: House) -> [Hint] {
    switch self {
    case .page(let page): commands.map { (page.isUseful($0), nil) }
    case .compose(let form): commands.map { (form.isUseful($0), nil) }
    case .diff(let screen): commands.map { (screen.isUseful($0), nil) }
    case .profile(let editor): commands.map { (editor.isUseful($0), nil) }
    case .session(let screen):
      commands.map { (screen.isUseful($0), screen.footer(of: $0, house)) }
    }
  }

  mutating func perform(_ action: Keymap.Action, _ house: inout House) -> Turn {
    switch self {
    case .page: page?.perform(action) ?? .pass
    case .compose: form?.perform(action) ?? .pass
    case .diff: diff?.perform(action, &house) ?? .pass
    case .profile: profile?.perform(action, &house) ?? .pass
    case .session: session?.perform(action, &house) ?? .pass
    }
  }

  /// Does what was typed behind `:` with more than a command's name.
  mutating func perform(_ typed: TypedCommand, _ house: inout House) -> Turn {
    switch self {
    case .page: page?.perform(typed) ?? .pass
    case .compose, .diff, .profile: .pass
    case .session: session?.perform(typed, &house) ?? .pass
    }
  }

  /// Esc with nothing typed: one thing at a time goes, at last the screen.
  mutating func close(_ house: inout House) -> Turn {
    switch self {
    case .page: page?.close() ?? .leave()
    case .compose, .diff, .profile: .leave()
    case .session: session?.close(&house) ?? .leave()
    }
  }

  mutating func take(_ mouse: Mouse, _ house: House) {
    switch self {
    case .page: page?.scroll(by: mouse.notches)
    case .compose: break
    case .diff: diff?.scroll(by: mouse.notches)
    case .profile: profile?.take(mouse, house)
    case .session: session?.take(mouse, house)
    }
  }

  /// Brings what depends on the size together with it; drawing only reads.
  mutating func settle(_ house: House) {
    switch self {
    case .page: page?.settle(house)
    case .compose: form?.settle(house)
    case .diff: diff?.settle(house)
    case .profile: profile?.settle(house)
    case .session: session?.settle(house)
    }
  }

  /// Draws all but the last row.
  func draw(in frame: inout Frame, _ house: House) {
    switch self {
    case .page(let page): page.draw(in: &frame, house)
    case .compose(let form): form.draw(in: &frame, house)
    case .diff(let screen): screen.draw(in: &frame, house)
    case .profile(let editor): editor.draw(in: &frame, house)
    case .session(let screen): screen.draw(in: &frame, house)
    }
  }

  /// What it is asking; nil for nothing.
  var question: Question? {
    switch self {
    case .page, .compose, .diff, .profile: nil
    case .session(let screen): screen.question
    }
  }

  /// What would end unfinished with it, in words; nil for nothing.
  var unfinished: String? {
    switch self {
    case .page, .compose, .diff, .profile: nil
    case .session(let screen):
      screen.replaying == nil ? nil : "the session is being fired again"
    }
  }

  /// What ends with it.
  var farewell: [Effect] {
    switch self {
    case .page(let page): page.farewell
    case .compose, .diff, .profile: []
    case .session(let screen): screen.farewell
    }
  }
}

// MARK: - Changing one where it stands

/// A value is moved out of its case while it is changed: one that stayed there would be copied, with
/// all it holds.
extension Screen {
  static let vacant = Screen.compose(ComposeForm())

  var page: TextPage? {
    get { if case .page(let page) = self { page } else { nil } }
    _modify {
      var page = page
      if page != nil { self = .vacant }
      yield &page
      if let page { self = .page(page) }
    }
  }

  var form: ComposeForm? {
    get { if case .compose(let form) = self { form } else { nil } }
    _modify {
      var form = form
      if form != nil { self = .vacant }
      yield &form
      if let form { self = .compose(form) }
    }
  }

  var diff: DiffScreen? {
    get { if case .diff(let diff) = self { diff } else { nil } }
    _modify {
      var diff = diff
      if diff != nil { self = .vacant }
      yield &diff
      if let diff { self = .diff(diff) }
    }
  }

  var profile: ProfileEditor? {
    get { if case .profile(let profile) = self { profile } else { nil } }
    _modify {
      var profile = profile
      if profile != nil { self = .vacant }
      yield &profile
      if let profile { self = .profile(profile) }
    }
  }

  var isSession: Bool { if case .session = self { true } else { false } }

  var session: SessionScreen? {
    get { if case .session(let session) = self { session } else { nil } }
    _modify {
      var session = session
      if session != nil { self = .vacant }
      yield &session
      if let session { self = .session(session) }
    }
  }
}

extension Mouse {
  /// Rows the wheel moves what is under it.
  var notches: Int {
    switch action {
    case .wheelDown: 3
    case .wheelUp: -3
    case .press, .drag, .release: 0
    }
  }
}
