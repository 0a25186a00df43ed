/// The bottom line while something is typed.
struct Prompt: Sendable {
  var kind: Kind
  var editor: LineEditor

  enum Kind: Sendable {
    /// With the filter as it was before.
    case filter(before: String)
    /// With the search as it was before.
    case search(before: TextSearch?)
  }

  var label: String {
    switch kind {
    case .filter: "filter"
    case .search: "search"
    }
  }
}

extension App {
  mutating func type(_ command: Command) -> [Effect] {
    switch command {
    case .filter:
      prompt = Prompt(
        kind: .filter(before: list.filter.text), editor: LineEditor(list.filter.text))
    case .search:
      openSearch()
    case .accept:
      return accept()
    case .close:
      if prompt == nil { close() } else { closePrompt() }
    default:
      prompt?.editor.edit(command)
      promptChanged()
    }
    return []
  }

  private mutating func openSearch() {
    guard answer.pane != nil else {
      notice = Notice(text: "there is no answer to search in: fire the request first")
      return
    }
    prompt = Prompt(kind: .search(before: answer.search), editor: LineEditor())
  }

  /// What is typed takes effect at once: rows come and go, matches light up.
  mutating func promptChanged() {
    guard let prompt else { return }
    switch prompt.kind {
    case .filter:
      setFilter(prompt.editor.text)
      answer.pinned = nil
    case .search(let before):
      answer.search = prompt.editor.isEmpty ? before : TextSearch(Needle(prompt.editor.bytes))
    }
  }

  private mutating func accept() -> [Effect] {
    guard let accepted = prompt else { return [] }
    prompt = nil
    guard case .search = accepted.kind, !accepted.editor.isEmpty else { return [] }
    answer.search = TextSearch(Needle(accepted.editor.bytes))
    focus = .answer
    return search(forward: true)
  }

  mutating func closePrompt() {
    switch prompt?.kind {
    case .filter(let before): setFilter(before)
    case .search(let before): answer.search = before
    case nil: break
    }
    prompt = nil
  }

  /// Esc with nothing typed: one thing at a time goes.
  private mutating func close() {
    if screens.count > 1 {
      screens.removeLast()
    } else if answer.search != nil {
      answer.search = nil
    } else if !list.filter.isEmpty {
      setFilter("")
    } else if !list.marked.isEmpty {
      list.marked = []
    }
  }

  private mutating func setFilter(_ text: String) {
    list.setFilter(text)
    tally.recount(list, history)
  }

  // MARK: Searching

  mutating func search(forward: Bool) -> [Effect] {
    guard answer.search != nil else {
      notice = Notice(text: "nothing was searched for yet: / does")
      return []
    }
    answer.startSearch(forward: forward)
    return continueSearch()
  }

  /// Looks through the next slice; a long answer takes several, with keys in between.
  mutating func continueSearch() -> [Effect] {
    guard let search = answer.search, search.isSearching else { return [] }
    switch answer.stepSearch() {
    case .found:
      notice =
        answer.search?.hasWrapped == true
        ? Notice(text: "the search went on from the other end") : nil
    case .missing:
      let text = String(decoding: search.needle.bytes, as: UTF8.self)
      notice = Notice(text: "'\(text)' is not in this tab", role: .warning)
    case .searching:
      notice = Notice(text: "searching…")
      return [.workMore]
    }
    return []
  }
}

extension LineEditor {
  /// Edits as a command says.
  mutating func edit(_ command: Command) {
    switch command {
    case .moveCursorLeft: moveLeft()
    case .moveCursorRight: moveRight()
    case .moveCursorToStart: moveToStart()
    case .moveCursorToEnd: moveToEnd()
    case .deleteBackward: deleteBackward()
    case .deleteForward: deleteForward()
    case .deleteWord: deleteWord()
    case .deleteToStart: deleteToStart()
    case .deleteToEnd: deleteToEnd()
    default: break
    }
  }
}
