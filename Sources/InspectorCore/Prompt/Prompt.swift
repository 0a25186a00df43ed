/// The bottom line while something is typed, with a line under it that answers what is typed.
struct Prompt: Sendable {
  var kind: Kind
  var editor: LineEditor
  /// What stands under it; nil where nothing is to be said.
  var note: Note?
  /// The words Tab goes through, from the first Tab to the next other key.
  var completion: Completion?
  /// Where Up and Down are in what was typed before.
  var recall = Recall()

  init(_ kind: Kind, _ text: String = "") {
    self.kind = kind
    editor = LineEditor(text)
  }

  enum Kind: Sendable {
    /// With the filter as it was before.
    case filter(before: String)
    /// With the search as it was before.
    case search(before: TextSearch?)
    /// A command by its name.
    case command
    /// A range of status codes for the pipeline's filter.
    case statusRange
    /// The path of the string to show.
    case stringPath
    /// The file of a session.
    case sessionPath
    /// The name for what was recorded.
    case sessionName
    /// A filter for the exchanges of a session.
    case sessionFilter
    /// A line for the shell.
    case shell
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

  var label: String {
    switch kind {
    case .filter: "filter"
    case .search: "search"
    case .command: ":"
    case .statusRange: "status"
    case .stringPath: "path"
    case .shell: "|"
    case .sessionPath: "open"
    case .sessionName: "save as"
    case .sessionFilter: "filter"
    }
  }

  /// Which lines of before it goes through.
  var memory: PromptMemory.Kind {
    switch kind {
    case .filter: .filter
    case .search: .search
    case .command: .command
    case .statusRange: .status
    case .stringPath: .path
    case .shell: .shell
    case .sessionPath: .session
    case .sessionName: .name
    case .sessionFilter: .filter
    }
  }

  /// Everything before the cursor; Tab completes its end.
  var beforeCursor: String {
    String(decoding: editor.bytes[..<editor.cursor], as: UTF8.self)
  }
}

/// The lines that were typed in each prompt, oldest first, each once.
package struct PromptMemory: Sendable, Hashable {
  package enum Kind: String, CaseIterable, Sendable, Hashable {
    case filter, search, command, status, shell, path, session, name
  }

  /// So many of each kind are kept.
  static let limit = 200
  private var lines: [Kind: [String]] = [:]

  package init() {}

  package subscript(kind: Kind) -> [String] { lines[kind] ?? [] }

  /// Keeps a line as the newest of its kind.
  package mutating func keep(_ line: String, _ kind: Kind) {
    guard !line.isEmpty else { return }
    var kept = self[kind].filter { !$0.utf8.elementsEqual(line.utf8) }
    kept.append(line)
    lines[kind] = kept.suffix(PromptMemory.limit)
  }
}

/// A place in what was typed before; behind the newest stands what was being typed.
struct Recall: Sendable {
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
