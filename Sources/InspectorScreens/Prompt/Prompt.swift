/// The bottom line while something is typed, with a line under it that answers what is typed.
struct Prompt: Sendable {
  let row: PromptRow
  var editor: LineEditor
  /// What stands under it; nil where nothing is to be said.
  var note: Note?
  /// The words Tab goes through, from the first Tab to the next other key.
  var completion: Completion?
  /// What can be taken in place of what is typed; nil where nothing is offered.
  var offers: Offers?
  /// Where Up and Down are in what was typed before.
  var recall = Recall()

  /// `isSelected` is for a text that the first key replaces.
  init(_ row: PromptRow, _ text: String = "", isSelected: Bool = false) {
    self.row = row
    editor = LineEditor(text)
    if isSelected { editor.selectAll() }
  }

  /// An answer to what is typed.
  enum Note: Sendable, Hashable {
    /// What could be typed.
    case hint(String)
    /// What was understood.
    case words(String)
    /// What is wrong, and at which byte of the text.
    case mistake(offset: Int, String)
    /// What Tab goes through.
    case choices([String], chosen: Int)
  }

  /// What the keys do just now.
  var keys: String {
    if offers?.isEntered == true {
      return "Enter takes the row   ↑ ↓ move   letters type   Esc leaves"
    }
    return editor.isSelected ? "typing replaces it   End keeps it   Esc goes back" : row.keys
  }

  /// Whether another word can follow one that is whole; a path is one word.
  var takesWords: Bool { row.content != .session && row.content != .requestFile }

  /// Whether a command of a shell may stand in it.
  var isOfShell: Bool { row.content == .shell || row.content == .command }

  /// What is drawn of the line: of a secret only how long it is.
  var shownEditor: LineEditor {
    guard row.content == .secret else { return editor }
    let (before, all) = (editor.bytes[..<editor.cursor], editor.bytes)
    var shown = LineEditor(String(repeating: "•", count: before.scalarCount))
    shown.append(
      Array(String(repeating: "•", count: all.scalarCount - before.scalarCount).utf8)[...])
    return shown
  }

  /// Everything before the cursor; Tab completes its end.
  var beforeCursor: String { String(decoding: editor.bytes[..<editor.cursor], as: UTF8.self) }
}

extension Collection<UInt8> {
  /// How many scalars begin in these bytes.
  fileprivate var scalarCount: Int { count { $0 & 0xc0 != 0x80 } }
}

/// A place in what was typed before; behind the newest stands what was being typed.
struct Recall: Sendable {
  /// Whether a line of before stands there.
  var isBack: Bool { place > 0 }
  /// Counted from the newest, 1 is the newest; 0 is what was being typed.
  private var place = 0
  private var draft = ""

  /// The line so many steps further back, or nil when there is none.
  mutating func step(_ step: Int, in lines: [String], from text: String) -> String? {
    let wanted = place + step
    guard 0...lines.count ~= wanted else { return nil }
    if place == 0 { draft = text }
    place = wanted
    return place == 0 ? draft : lines[lines.count - place]
  }
}

/// Words that could stand at the cursor, gone through one after the other.
struct Completion: Sendable, Hashable {
  /// The byte at which they start.
  let start: Int
  let words: [String]
  /// What stood there before.
  let typed: String
  private(set) var chosen: Int?

  init?(start: Int, words: [String], typed: String) {
    guard !words.isEmpty else { return nil }
    (self.start, self.words, self.typed) = (start, words, typed)
  }

  /// Goes to the next word, round and round.
  mutating func step(_ step: Int) -> String {
    let next = chosen.map { ($0 + step + words.count) % words.count }
    chosen = next ?? (step < 0 ? words.count - 1 : 0)
    return words[chosen ?? 0]
  }
}
