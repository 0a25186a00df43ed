import NetEngine

extension App {
  /// Does what was typed behind `:`.
  mutating func run(_ typed: TypedCommand) -> [Effect] {
    let argument = typed.argument
    switch typed.command {
    case .filter where !argument.isEmpty && help?.isHelp == true,
      .search where !argument.isEmpty && help?.isHelp == true:
      help?.look(for: argument)
      return []
    case .filter where !argument.isEmpty && sessionPlace != nil:
      return typedSessionFilter(argument)
    case .openSession where !argument.isEmpty:
      return openSession(argument)
    case .note where !argument.isEmpty && sessionPlace != nil:
      return inSession { screen, house in
        screen.selected.map { screen.takeNote(argument, row: $0, &house) } ?? []
      }
    case .replayBase where !argument.isEmpty && sessionPlace != nil:
      guard case .words = SessionScreen.note(ofBase: argument) else {
        open(Prompt(.replayBase, argument))
        return []
      }
      return inSession {
        $0.takeBase(argument, &$1)
        return []
      }
    case .rules where !argument.isEmpty && sessionPlace != nil:
      return inSession {
        $0.takeRules(argument, &$1)
        return []
      }
    case .save where !argument.isEmpty:
      return save(as: argument)
    case .filter where !argument.isEmpty:
      filter(argument)
      return []
    case .search where !argument.isEmpty:
      guard answer.hasContent else { break }
      return find(Array(argument.utf8))
    case .compose where PastedCurl.command(in: argument) != nil:
      return send(curl: argument)
    case .compose where ComposedRequest.curl(in: argument) != nil:
      return send(curl: ComposedRequest.curl(in: argument) ?? "")
    case .compose where !argument.isEmpty:
      guard let request = ComposedRequest(words: argument) else {
        house.notice = Notice(text: "a URL is needed behind the method", role: .warning)
        return []
      }
      guard !request.url.contains(" ") else { return mend(request) }
      return sendChecked(request)
    case .answerFrom where !argument.isEmpty:
      return answer(fromNamed: argument)
    case .sort where !argument.isEmpty:
      order(argument)
      return []
    case .pipe where !argument.isEmpty:
      return pipe(to: argument)
    case .copy where !argument.isEmpty, .copyExact where !argument.isEmpty:
      return copy(argument, isExact: typed.command == .copyExact)
    case .environment where !argument.isEmpty:
      return chooseEnvironment(argument)
    case .nextStatusFilter where !argument.isEmpty, .chooseProfile where !argument.isEmpty,
      .chooseMapping where !argument.isEmpty:
      return adjust(typed.command, argument)
    case .showTab:
      showTab(argument)
      return []
    default: break
    }
    return perform(Keymap.Action(command: typed.command, index: 0))
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

  private mutating func copy(_ what: String, isExact: Bool) -> [Effect] {
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

  private mutating func order(_ text: String) {
    if main.focus == .history, let order = HistoryOrder(rawValue: text) {
      return orderHistory(by: order)
    }
    guard let order = TargetOrder(rawValue: text) else {
      let all = TargetOrder.allCases.map(\.rawValue).joined(separator: ", ")
      house.notice = Notice(
        text: "'\(text.escapedForMessage.shortened)' is no order; there are \(all)",
        role: .warning)
      return
    }
    self.order(by: order)
  }

  private mutating func showTab(_ text: String) {
    guard let number = Script.digits(text) else {
      house.notice = Notice(text: "a tab is called by its number, not '\(text)'", role: .warning)
      return
    }
    showTab(number)
  }
}
