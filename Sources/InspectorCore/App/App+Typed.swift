import NetEngine

extension App {
  /// Does what was typed behind `:`.
  mutating func run(_ typed: TypedCommand) -> [Effect] {
    if !typed.argument.isEmpty, let row = TypedCommand.arguments[typed.command] {
      return row.run(&self, typed.argument)
    }
    return perform(Keymap.Action(command: typed.command, index: 0))
  }

  /// What is only for a recording is said to be, where none is open.
  mutating func inOpenSession(
    _ change: (inout SessionScreen, inout House) -> [Effect]
  ) -> [Effect] {
    guard sessionPlace != nil else {
      house.notice = Notice(text: "that is for a session: O opens one", role: .warning)
      return []
    }
    return inSession(change)
  }

  /// Where it stands decides what it filters: the help, a recording, the requests.
  mutating func filter(typed text: String) -> [Effect] {
    if page?.isHelp == true {
      page?.look(for: text)
    } else if sessionPlace != nil {
      return typedSessionFilter(text)
    } else {
      filter(text)
    }
    return []
  }

  mutating func search(typed text: String) -> [Effect] {
    if page?.isHelp == true {
      page?.look(for: text)
      return []
    }
    guard answer.hasContent else {
      openSearch()
      return []
    }
    return find(Array(text.utf8))
  }

  /// A base URL that cannot be read is shown in its prompt, where it can be mended.
  mutating func replayBase(typed text: String) -> [Effect] {
    if sessionPlace != nil {
      guard case .words = SessionScreen.note(ofBase: text) else {
        open(Prompt(.replayBase, text))
        return []
      }
    }
    return inOpenSession { $0.takeBase(text, &$1) }
  }

  /// A curl command, or a method and a URL.
  mutating func compose(typed text: String) -> [Effect] {
    if PastedCurl.command(in: text) != nil { return send(curl: text) }
    if let curl = ComposedRequest.curl(in: text) { return send(curl: curl) }
    guard let request = ComposedRequest(words: text) else {
      house.notice = Notice(text: "a URL is needed behind the method", role: .warning)
      return []
    }
    guard !request.url.contains(" ") else { return mend(request) }
    return sendChecked(request)
  }

  /// A filter that cannot be read is shown in its prompt, where it can be mended.
  private mutating func filter(_ text: String) {
    do throws(FilterMistake) {
      try setFilter(text)
      memory.keep(text, .filter)
    } catch {
      openFilter(text)
    }
  }

  mutating func copy(_ what: String, isExact: Bool) -> [Effect] {
    guard let kind = Clip.Kind(rawValue: what) else {
      let all = Clip.Kind.allCases.map(\.rawValue)
      let near = NearestWord.of(what, in: all).map { "did you mean \($0)?" }
      let help = near ?? "there are \(all.joined(separator: ", "))"
      house.notice = Notice(
        text: "'\(what.escapedForMessage.shortened)' cannot be copied; \(help)", role: .warning)
      return []
    }
    return copy(kind, isExact: isExact)
  }

  mutating func order(typed text: String) -> [Effect] {
    if main.focus == .history, let order = HistoryOrder(rawValue: text) {
      orderHistory(by: order)
      return []
    }
    guard let order = TargetOrder(rawValue: text) else {
      let all = TargetOrder.allCases.map(\.rawValue).joined(separator: ", ")
      house.notice = Notice(
        text: "'\(text.escapedForMessage.shortened)' is no order; there are \(all)",
        role: .warning)
      return []
    }
    self.order(by: order)
    return []
  }

  mutating func showTab(typed text: String) -> [Effect] {
    guard let number = Script.digits(text) else {
      house.notice = Notice(text: "a tab is called by its number, not '\(text)'", role: .warning)
      return []
    }
    showTab(number)
    return []
  }
}
