/// A screen as a value that owns its content and the place of the cursor in it.
protocol ScreenContent: Sendable {
  var name: String { get }
  /// Where a key is looked up, the first that knows it decides.
  var scopes: [Scope] { get }
  /// What it is asking; nil for nothing.
  var question: Question? { get }
  /// What would end unfinished with it, in words; nil for nothing.
  var unfinished: String? { get }
  /// What ends with it.
  var farewell: [Effect] { get }
  /// Whether a key would do something now; nil where that is not for this screen to say.
  func isUseful(_ command: Command, _ house: House) -> Bool?
  /// A command's word in the last row and how much it belongs there; nil for the table's.
  func footer(of command: Command, _ house: House) -> CommandEntry.Footer?
  mutating func perform(_ action: Keymap.Action, _ house: inout House) -> Turn
  /// Does what was typed behind `:` with more than a command's name.
  mutating func perform(_ typed: TypedCommand, _ house: inout House) -> Turn
  /// Esc with nothing typed: one thing at a time goes, at last the screen.
  mutating func close(_ house: inout House) -> Turn
  mutating func take(_ mouse: Mouse, _ house: inout House)
  /// Brings what depends on the size together with it; drawing only reads.
  mutating func settle(_ house: House)
  /// Draws all but the last row.
  func draw(in frame: inout Frame, _ house: House)
}

extension ScreenContent {
  var question: Question? { nil }
  var unfinished: String? { nil }
  var farewell: [Effect] { [] }
  func footer(of command: Command, _ house: House) -> CommandEntry.Footer? { nil }
  mutating func perform(_ typed: TypedCommand, _ house: inout House) -> Turn { .pass }
  mutating func close(_ house: inout House) -> Turn { .leave() }
  mutating func take(_ mouse: Mouse, _ house: inout House) {}
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

/// A place in the stack of screens.
struct Screen: Sendable {
  var content: any ScreenContent

  init(_ content: some ScreenContent) { self.content = content }

  /// Every name there is, for tests that look at every screen.
  static let names = TextPage.names + ["compose", "diff", "profile", "session"]

  static let vacant = Screen(ComposeForm())

  /// A value is moved out while it is changed: one that stayed there would be copied, with all it holds.
  private subscript<Content: ScreenContent>(_ type: Content.Type) -> Content? {
    get { content as? Content }
    _modify {
      var own = content as? Content
      if own != nil { self = .vacant }
      yield &own
      if let own { content = own }
    }
  }

  var page: TextPage? {
    get { self[TextPage.self] }
    _modify { yield &self[TextPage.self] }
  }

  var form: ComposeForm? {
    get { self[ComposeForm.self] }
    _modify { yield &self[ComposeForm.self] }
  }

  var diff: DiffScreen? {
    get { self[DiffScreen.self] }
    _modify { yield &self[DiffScreen.self] }
  }

  var profile: ProfileEditor? {
    get { self[ProfileEditor.self] }
    _modify { yield &self[ProfileEditor.self] }
  }

  var isSession: Bool { content is SessionScreen }

  var session: SessionScreen? {
    get { self[SessionScreen.self] }
    _modify { yield &self[SessionScreen.self] }
  }
}
