/// The page of help: where it was opened, and what is looked for in it.
struct HelpPage: Sendable {
  /// Where keys were looked up on the screen one came from.
  let places: [Scope]
  /// Only what speaks of these words shows; empty for everything.
  var words = "" {
    didSet { if words != oldValue { pane = nil } }
  }
  private(set) var pane: TextPane?
  /// All there is, in the letters it is searched in; made when the page is opened.
  private var blocks: HelpContents.Blocks?
  /// How often the whole of it was searched.
  private(set) var searchCount = 0
  /// How many lines of explanation show, and of how many.
  private(set) var count = (shown: 0, all: 0)

  init(places: [Scope]) {
    self.places = places
  }

  /// Makes the text when the page is opened, for other words, and for another width.
  mutating func settle(_ keymap: Keymap, width: Int, height: Int, rule: DisplayRule) {
    if pane?.width != width {
      // Other words are looked for in what is there; another width comes with another look at keys.
      let blocks = pane == nil ? self.blocks : nil
      let all = blocks ?? HelpContents.blocks(keymap, from: places)
      self.blocks = all
      searchCount += 1
      let document = HelpDocument(all, words: words, width: width)
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
