import NetEngine

extension App {
  /// Does what was typed behind `:`.
  mutating func run(_ typed: TypedCommand) -> [Effect] {
    guard !typed.argument.isEmpty, let row = TypedCommand.arguments[typed.command] else {
      return perform(Keymap.Action(command: typed.command, index: 0))
    }
    for place in above.indices.reversed() {
      let turn = above[place].perform(typed, &house)
      if let effects = follow(turn, of: place) { return effects }
    }
    return follow(main.perform(typed, &house)) ?? row.run(&self, typed.argument)
  }

  mutating func search(typed text: String) -> [Effect] {
    guard answer.hasContent else { return openSearch() }
    return find(Array(text.utf8))
  }

  /// A curl command, or a method and a URL.
  mutating func compose(typed text: String) -> [Effect] {
    if PastedCurl.command(in: text) != nil { return send(curl: text) }
    if let curl = ComposedRequest.curl(in: text) { return send(curl: curl) }
    guard let request = ComposedRequest(words: text) else {
      return house.warn("a URL is needed behind the method")
    }
    guard !request.url.contains(" ") else { return mend(request) }
    return sendChecked(request)
  }

  /// A filter that cannot be read is shown in its prompt, where it can be mended.
  mutating func filter(typed text: String) -> [Effect] {
    do throws(FilterMistake) {
      try setFilter(text)
      memory.keep(text, .filter)
      return []
    } catch {
      return openFilter(text)
    }
  }

  mutating func copy(_ what: String, isExact: Bool) -> [Effect] {
    guard let kind = Clip.Kind(rawValue: what) else {
      let all = Clip.Kind.allCases.map(\.rawValue)
      let near = NearestWord.question(what, in: all)
      let help = near ?? "there are \(all.joined(separator: ", "))"
      return house.warn("'\(what.escapedForMessage.shortened)' cannot be copied; \(help)")
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
      return house.warn("'\(text.escapedForMessage.shortened)' is no order; there are \(all)")
    }
    self.order(by: order)
    return []
  }

  mutating func showTab(typed text: String) -> [Effect] {
    guard let number = Script.digits(text) else {
      return house.warn("a tab is called by its number, not '\(text)'")
    }
    return perform(Keymap.Action(command: .showTab, index: number - 1))
  }
}
