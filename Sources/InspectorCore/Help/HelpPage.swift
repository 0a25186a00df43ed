/// The page of help: where it was opened, and what is looked for in it.
struct HelpPage: Sendable {
  /// Where keys were looked up on the screen one came from.
  let places: [Scope]
  /// Only what speaks of these words shows; empty for everything.
  var words = "" {
    didSet { if words != oldValue { pane = nil } }
  }
  private(set) var pane: TextPane?
  /// How many lines of explanation show, and of how many.
  private(set) var count = (shown: 0, all: 0)

  init(places: [Scope]) {
    self.places = places
  }

  /// Makes the text when the page is opened, for other words, and for another width.
  mutating func settle(_ keymap: Keymap, width: Int, height: Int, rule: DisplayRule) {
    if pane?.width != width {
      let document = HelpDocument(keymap, from: places, words: words, width: width)
      count = (document.shownCount, document.count)
      pane = TextPane(document.text, width: width, height: height, wraps: false, rule: rule)
    }
    pane?.shape(width: width, height: height, wraps: false)
  }

  mutating func move(_ command: Command) { pane?.move(command) }
  mutating func scroll(by rows: Int) { pane?.scroll(by: rows) }

  /// What typing the words has led to, for the line under them.
  var note: Prompt.Note {
    if words.utf8.allSatisfy({ $0 == 0x20 }) {
      return .hint("words of what you look for, or one key")
    }
    return .words(
      count.shown == 0 ? "nothing here speaks of it" : "\(Units.count(count.shown, "line"))")
  }
}
