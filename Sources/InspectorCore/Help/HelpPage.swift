/// The page of help: where it was opened, and what is looked for in it.
struct HelpPage: Sendable {
  /// Where keys were looked up on the screen one came from.
  let places: [Scope]
  /// Only what speaks of these words shows; empty for everything.
  var words = ""
  /// How many lines of explanation show, and of how many.
  private(set) var count = (shown: 0, all: 0)

  init(places: [Scope]) {
    self.places = places
  }

  /// Makes the text, and counts its lines.
  mutating func document(_ keymap: Keymap, width: Int) -> TextDocument {
    let document = HelpDocument(keymap, from: places, words: words, width: width)
    count = (document.shownCount, document.count)
    return document.text
  }

  /// What typing the words has led to, for the line under them.
  var note: Prompt.Note {
    if words.utf8.allSatisfy({ $0 == 0x20 }) {
      return .hint("words of what you look for, or one key")
    }
    return .words(
      count.shown == 0 ? "nothing here speaks of it" : "\(Units.count(count.shown, "line"))")
  }
}
