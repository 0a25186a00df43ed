import LosslessJSON

/// The page of help: where it was opened, and what is looked for in it.
struct HelpPage: Sendable {
  /// Where keys were looked up on the screen one came from.
  let places: [Scope]
  /// Only what speaks of these words shows; empty for everything.
  var words = ""
  /// All there is, in the letters it is searched in, and the width it was made for.
  private var made: (blocks: HelpContents.Blocks, width: Int)?
  /// How often the whole of it was searched.
  private(set) var searchCount = 0
  /// How many lines of explanation show, and of how many.
  private(set) var count = (shown: 0, all: 0)

  init(places: [Scope]) { self.places = places }

  /// Makes the text, and counts its lines.
  mutating func document(_ keymap: Keymap, width: Int) -> TextDocument {
    // Other words are looked for in what is there; another width comes with another look at keys.
    if made?.width != width { made = nil }
    let made = made ?? (HelpContents.blocks(keymap, from: places), width)
    self.made = made
    searchCount += 1
    let document = HelpDocument(made.blocks, words: words, width: width)
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
