import NetEngine

extension App {
  /// Opens the form with what was typed for the selected request, else with its method and URL.
  mutating func openForm() {
    let target = main.list.selectedTarget ?? shownRecord?.target
    openForm(
      target.flatMap { house.composed[$0] } ?? target.map { copy(of: house.items[$0]) }
        ?? house.lastComposed)
  }

  /// Opens the form with a request, and with what is wrong with its URL.
  mutating func openForm(_ request: ComposedRequest?, mistake: String? = nil) {
    var form = ComposeForm(request)
    if let mistake { form.refuse(mistake) }
    if above.last?.form != nil { above.removeLast() }
    above.append(.compose(form))
  }

  /// With its variables as they are written: they get their values when it is fired.
  private func copy(of item: TargetItem) -> ComposedRequest {
    let url = item.source ?? item.url
    let isPath = url.utf8.first == UInt8(ascii: "/") && item.source == nil
    return ComposedRequest(method: item.method, url: isPath ? item.base + url : url)
  }

  /// Fires what the form holds, unless something is wrong with it.
  mutating func sendForm() -> [Effect] {
    guard let request = form?.request() else { return [] }
    above.removeAll { $0.form != nil }
    return send(request)
  }

  /// Takes a typed request out of the list: one that never worked need not stay for ever.
  mutating func discard() -> [Effect] {
    guard let target = main.list.selectedTarget, house.composed[target] != nil else {
      house.notice = Notice(text: "only a request that was typed here goes away; e edits a file's")
      return []
    }
    guard !house.isInFlight(target) else {
      house.notice = Notice(text: "it is running: x cancels it first")
      return []
    }
    house.composed[target] = nil
    return [.discard(target: target)]
  }

  /// Fires a request of one line; an odd method is shown in the form, where it can be mended.
  mutating func sendChecked(_ request: ComposedRequest) -> [Effect] {
    var form = ComposeForm(request)
    guard let checked = form.request() else {
      above.append(.compose(form))
      return []
    }
    return send(checked)
  }

  /// Shows a request in the form whose URL has a blank: what stands behind it was meant as something
  /// else, and should not go out as a part of the URL.
  mutating func mend(_ request: ComposedRequest) -> [Effect] {
    house.notice = Notice(
      text: "a URL has no blank: write %20, or the rest as -H 'Name: value' -d BODY",
      role: .warning)
    above.append(.compose(ComposeForm(request)))
    return []
  }

  /// Makes a request of what was typed and fires it; its row comes with the next list.
  ///
  /// The same one again is the same row again.
  mutating func send(_ request: ComposedRequest) -> [Effect] {
    let known = house.composed.filter { $0.value == request && main.list.order.contains($0.key) }
      .keys.min()
    if let known {
      main.sent = MainScreen.Sent(target: known)
      return showMain() + [send(known)]
    }
    let neighbour = main.list.selectedTarget ?? shownRecord?.target
    var placed = request
    if !house.items.contains(where: \.isInFile) {
      guard let url = absolute(request.url, beside: neighbour) else { return [] }
      placed.url = url
    }
    house.lastComposed = request
    main.awaited = request
    return showMain() + [.compose(placed, beside: neighbour)]
  }

  /// What was sent is answered on the main screen; a session stays, with what was found out in it.
  private mutating func showMain() -> [Effect] {
    var effects: [Effect] = []
    while let screen = above.last, screen.session == nil { effects += leaveScreen() }
    if !above.isEmpty {
      house.notice = Notice(text: "fired; its answer is on the main screen: q goes there")
    }
    return effects
  }

  /// A path stands on the base URL of the request beside it; without files there are no variables.
  private mutating func absolute(_ url: String, beside neighbour: Int?) -> String? {
    if url.utf8.starts(with: "{{".utf8) {
      openForm(
        ComposedRequest(method: "GET", url: url),
        mistake: "there are no variables here: they stand in request files")
      return nil
    }
    guard url.utf8.first == UInt8(ascii: "/") else { return url }
    let own = neighbour.map {
      house.composed[$0] == nil ? house.items[$0].base : house.items[$0].url.urlOrigin
    }
    let base = own.flatMap { $0.isEmpty ? nil : $0 } ?? house.baseURL
    guard !base.isEmpty else {
      openForm(
        ComposedRequest(method: "GET", url: url),
        mistake: "a path needs a base URL: write https://… or select a request that has one")
      return nil
    }
    return URLText.join(base: base, path: url)
  }

  /// A list came: its last row is the request that was typed, which `showSent` selects.
  mutating func knowComposed(_ before: Int) {
    guard let request = main.awaited, house.items.count > before else { return }
    main.awaited = nil
    house.composed[house.items.count - 1] = request
    main.sent = MainScreen.Sent(target: house.items.count - 1)
    main.focus = .targets
  }

  /// Selects what was just sent, once the filter has said what it lets through.
  mutating func showSent() {
    guard let target = main.sent?.target, !main.sieve.isUnsettled else { return }
    if main.sent?.isSelected == false {
      if !main.list.shows(target) { dropFilter() }
      main.list.reveal(target)
      main.answer.pinned = nil
      main.sent?.isSelected = true
    }
    if house.history.newest(of: target) != nil, !house.isInFlight(target) { main.sent = nil }
  }

  /// A filter that hides what was just sent goes: nobody sends a request to look at another one.
  mutating func dropFilter() {
    house.notice = Notice(
      text:
        "the filter '\(main.sieve.text.escapedForMessage.shortened(to: 40))' hid this request and was"
        + " taken away: f, then Up, brings it back")
    memory.keep(main.sieve.text, .filter)
    main.sieve.clear()
    showSifted()
  }
}
