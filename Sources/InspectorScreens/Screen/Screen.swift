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
  case open(any ScreenContent, [Effect] = [])
  /// The screen goes.
  case leave([Effect] = [])
}

extension ScreenContent where Self == ComposeForm {
  /// A placeholder for a screen that is being changed.
  static var vacant: ComposeForm { ComposeForm() }
}

extension [any ScreenContent] {
  /// Every name there is, for tests that look at every screen.
  static let names = TextPage.names + ["compose", "diff", "profile", "session"]

  /// The screen at a place, the last one without a place; nil where it is of another type.
  ///
  /// A value is moved out while it is changed: one that stayed there would be copied, with all it
  /// holds.
  subscript<Content: ScreenContent>(_ type: Content.Type, at place: Int? = nil) -> Content? {
    get { (place ?? indices.last).flatMap { self[$0] as? Content } }
    _modify {
      let place = place ?? count - 1
      var own = indices.contains(place) ? self[place] as? Content : nil
      if own != nil { self[place] = .vacant }
      yield &own
      if let own { self[place] = own }
    }
  }

  /// The recording that is open.
  var session: SessionScreen? {
    get { sessionPlace.flatMap { self[SessionScreen.self, at: $0] } }
    _modify { yield &self[SessionScreen.self, at: sessionPlace ?? -1] }
  }

  var sessionPlace: Int? { lastIndex { $0 is SessionScreen } }
}
