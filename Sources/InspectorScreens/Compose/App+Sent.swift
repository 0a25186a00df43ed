import NetEngine

/// What was typed and sent shows as soon as it is listed.
extension App {
  /// A list came: its last row is the request that was typed, which `showSent` selects.
  mutating func knowComposed(_ before: Int) {
    guard var typed = main.awaited, house.items.count > before else { return }
    main.awaited = nil
    typed.resent = house.resentName(of: typed)
    house.composed[house.items.count - 1] = typed
    main.sent = MainScreen.Sent(target: house.items.count - 1)
    main.focus = .list
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
    house.notify(
      "the filter '\(main.sieve.text.escapedForMessage.shortened(to: 40))' hid this request and was"
        + " taken away: f, then Up, brings it back")
    memory.keep(main.sieve.text, .filter)
    main.sieve.clear()
    showSifted()
  }
}
