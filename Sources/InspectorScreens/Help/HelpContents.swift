import NetEngine

/// A piece of the help: a heading, and lines that are explained under it.
struct HelpBlock {
  var title: String
  var rows: [HelpRow]
  /// How wide the marks before the sentences stand.
  var markWidth = 18
}

/// What is explained, and in which words.
struct HelpRow {
  /// A key, a kind with its sign, a test of a filter.
  var mark: String
  var style = Style(.accent, bold: true)
  var text: String
  /// The keys that are meant, so that one can be asked for.
  var keys: [Key] = []
  /// What is typed for it, `:fire-all`; empty where nothing is.
  var typed = ""
  /// Words it is found by beside those that show.
  var names = ""
  /// Everything it is found by, in small letters, once it is on a page.
  private var said: [UInt8] = []

  init(
    mark: String, style: Style = Style(.accent, bold: true), text: String, keys: [Key] = [],
    typed: String = "", names: String = ""
  ) {
    (self.mark, self.style, self.text) = (mark, style, text)
    (self.keys, self.typed, self.names) = (keys, typed, names)
    said = Array("\(mark) \(text) \(typed) \(names)".lowercased().utf8)
  }

  /// Whether it speaks of all these words; a word of one character is a key.
  func matches(_ words: HelpWords) -> Bool {
    words.all.allSatisfy { word in
      if let key = word.key, !keys.isEmpty { return keys.contains(.character(key)) }
      return said.firstPlace(of: word.folded) != nil
    }
  }
}

/// What is looked for in the help: words in small letters, each once.
struct HelpWords {
  private(set) var all: [(folded: [UInt8], key: Unicode.Scalar?)] = []

  init(_ text: String) {
    var seen: Set<String> = []
    for word in text.utf8.split(separator: 0x20) {
      let text = String(decoding: word, as: UTF8.self)
      guard seen.insert(text).inserted else { continue }
      let key = text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
      all.append((Array(text.lowercased().utf8), key))
    }
  }
}

/// Everything the help explains, made of the tables that say it elsewhere.
enum HelpContents {
  /// What can be done here, what can be done everywhere, and all the rest.
  typealias Blocks = (here: [HelpBlock], everywhere: [HelpBlock], rest: [HelpBlock])

  /// The commands of these places first, then those of every place, then all the rest.
  static func blocks(_ keymap: Keymap, from places: [Scope]) -> Blocks {
    let common: [Scope] = [.everywhere, .always]
    let here = places.filter { !common.contains($0) }
    let rest = Scope.allCases.filter { !here.contains($0) && !common.contains($0) }
    func blocks(_ scopes: [Scope]) -> [HelpBlock] {
      scopes.map { commands(of: $0, keymap) }.filter { !$0.rows.isEmpty }
    }
    return (blocks(here), blocks(common), [kinds, filters] + blocks(rest))
  }

  private static func commands(of scope: Scope, _ keymap: Keymap) -> HelpBlock {
    let entries = CommandTable.entries.filter { $0.scopes.contains(scope) }
    return HelpBlock(
      title: scope.title,
      rows: entries.map { entry in
        let isTyped = TypedCommand.names.contains(entry.name)
        return HelpRow(
          mark: keymap.names(of: entry), text: entry.help,
          keys: keymap.keys(of: entry), typed: isTyped ? ":\(entry.name)" : "",
          names: "\(entry.name) \(scope.title)")
      })
  }

  /// The signs and verdicts of the lists.
  private static var kinds: HelpBlock {
    HelpBlock(
      title: "What became of a request",
      rows: Kind.allCases.map { kind in
        HelpRow(
          mark: "\(kind.sign) \(kind.word)", style: Style(kind.role, bold: true),
          text: kind.hint.isEmpty ? "nothing is wrong" : kind.hint,
          names: "\(kind.rawValue) \(kind.code) kind")
      } + [hint] + onTheWay, markWidth: Kind.wordWidth + 2)
  }

  /// The signs of what was captured.
  private static let onTheWay = [
    HelpRow(
      mark: "⇄", style: Style(.plain, bold: true),
      text: "altered on its way to the app, by a line of rules or by hand", names: "capture rule"),
    HelpRow(
      mark: "⇄✗", style: Style(.plain, bold: true),
      text: "a line of rules was about it and could not be applied: its envelope's pane says why",
      names: "capture rule not applied"),
    HelpRow(
      mark: "∥ held", style: Style(.warning, bold: true),
      text: "waits: L lets it go, E shows and edits it, x drops it", names: "capture hold"),
  ]

  private static let hint = HelpRow(
    mark: "✓ expired?", style: Style(.warning, bold: true),
    text: "no profile is set, and a detected one says expired: P keeps it for the verdict",
    names: "detected hint question")

  private static var filters: HelpBlock {
    let rules = [
      HelpRow(
        mark: "words", text: "stand in URL, name or group; in quotes where a space is meant"),
      HelpRow(
        mark: "a b   a | b   !a", text: "both, one of them, not this; ( ) puts them together"),
    ]
    let terms = FilterTerm.all.map { term in
      HelpRow(
        mark: "\(term.name) \(term.value)",
        text: term.example == term.name ? term.meaning : "\(term.meaning): \(term.example)",
        names: "filter test")
    }
    return HelpBlock(title: "Filters", rows: rules + terms)
  }
}
