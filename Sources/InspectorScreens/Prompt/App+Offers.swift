import NetEngine

/// What is offered behind `:`, and what is gone to by its name.
extension App {
  // MARK: Commands

  /// The commands that do something here, by what is typed of their names or stands in their help;
  /// before anything is typed what was typed last comes first.
  func offers(forCommand line: String) -> Offers? {
    let name = line.drop { $0 == " " }
    guard let blank = name.firstIndex(of: " ") else {
      let isMeant = !name.isEmpty && (try? TypedCommand(line)) == nil
      let recent = name.isEmpty ? recentCommands : []
      return Offers(
        recent + commandOffers(String(name)), title: "commands here", isFirstMeant: isMeant,
        in: house.size)
    }
    guard let command = TypedCommand.command(behind: String(name[..<blank])) else {
      return Offers(
        offers(bySynonym: String(name)), title: "commands here", isFirstMeant: false,
        in: house.size)
    }
    let rest = String(name[blank...].drop { $0 == " " })
    let choices = FuzzyMatch(rest).sorted(choices(for: command)) { $0 }
    // Of a whole word there is nothing left to choose.
    guard choices != [rest] else { return nil }
    let entry = CommandTable[command]
    return Offers(
      choices.map { Offer(words: $0, note: "", taken: .line("\(name[..<blank]) \($0)")) },
      title: entry?.name ?? "", isFirstMeant: false, in: house.size)
  }

  private var recentCommands: [Offer] {
    memory[.command].suffix(4).reversed().filter { TypedCommand.mistake(in: $0) == nil }
      .map { Offer(words: $0, note: "typed before", taken: .line($0)) }
  }

  private func commandOffers(_ name: String) -> [Offer] {
    let (places, isUseful) = (top.scopes, isUseful)
    let typed = Set(TypedCommand.entries.map(\.command))
    let here = CommandTable.entries.filter { entry in
      typed.contains(entry.command) && entry.scopes.contains(where: places.contains)
        && isUseful(entry.command)
    }
    guard !name.isEmpty else { return byUse(here).map(offer) }
    let (named, others) = fitting(here, name)
    var lines: Set<String> = []
    return (named.map(offer) + offers(bySynonym: name) + others.map(offer))
      .filter { lines.insert($0.words).inserted }
  }

  private func offer(_ entry: CommandEntry) -> Offer {
    let isWhole = TypedCommand.arguments[entry.command]?.isNeeded != true
    return Offer(
      words: entry.name, mark: house.keymap.names(of: entry), note: entry.help,
      taken: isWhole ? .line(entry.name) : .start(entry.name + " "))
  }

  /// What the footer names first, then the rest; moving about needs no list.
  private func byUse(_ entries: [CommandEntry]) -> [CommandEntry] {
    let acting = entries.filter { $0.command.motion == nil }
    let footed = acting.filter { $0.footer != nil }
      .sorted { ($0.footer?.priority ?? 0) < ($1.footer?.priority ?? 0) }
    return footed + acting.filter { $0.footer == nil }
  }

  /// The commands whose names contain the word, and others with its letters or in whose help it is.
  ///
  /// The palette lists synonyms between the two.
  private func fitting(
    _ entries: [CommandEntry], _ word: String
  ) -> (named: [CommandEntry], others: [CommandEntry]) {
    let aliases = Dictionary(
      TypedCommand.aliases.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    func names(_ entry: CommandEntry) -> String {
      entry.name + (aliases[entry.command].map { " \($0)" } ?? "")
    }
    let letters = Array(word.lowercased().utf8)
    func isWhole(_ text: String) -> Bool {
      Array(text.lowercased().utf8).firstPlace(of: letters) != nil
    }
    let found = FuzzyMatch(word).sorted(entries, by: names)
    let explained = entries.filter { entry in
      !found.contains { $0.command == entry.command } && isWhole(entry.help)
    }
    return (
      found.filter { isWhole(names($0)) }, found.filter { !isWhole(names($0)) } + explained
    )
  }

  // MARK: Requests

  mutating func openJump(_ text: String = "") -> [Effect] {
    guard !house.items.isEmpty else { return house.notify("there are no requests to go to") }
    return open(Prompt(.jump, text))
  }

  /// The requests of all files, by letters of their method, URL, name and heading.
  func offers(forRequest text: String) -> Offers? {
    let found = requests(typed: text)
    return Offers(
      found.map { target in
        let item = house.items[target]
        let name = item.name == item.path ? "" : item.name
        let words = [name, item.group].filter { !$0.isEmpty }.joined(separator: " · ")
        return Offer(
          words: item.title, note: words, taken: .request(target))
      }, title: "requests", isFirstMeant: true, in: house.size)
  }

  /// The requests that fit, the best first: the exact name, then requests of files before those that
  /// were typed here, by how well they fit.
  private func requests(typed text: String) -> [Int] {
    let exact = text.lowercased()
    let found = FuzzyMatch(text).sorted(main.list.order) { jumpText(house.items[$0]) }
    guard !exact.isEmpty else { return found }
    func isExact(_ target: Int) -> Bool {
      let item = house.items[target]
      return [item.name, item.path, "\(item.method) \(item.path)"].contains {
        $0.lowercased() == exact
      }
    }
    let named = found.filter(isExact)
    return named.filter { house.composed[$0] == nil } + named.filter { house.composed[$0] != nil }
      + found.filter { !isExact($0) }
  }

  private func jumpText(_ item: TargetItem) -> String {
    "\(item.method) \(item.path) \(item.name == item.path ? "" : item.name) \(item.group)"
  }

  /// Goes to what fits best.
  mutating func jump(typed text: String) -> [Effect] {
    guard let best = requests(typed: text).first else {
      return house.warn("no request fits '\(text.escapedForMessage)'")
    }
    jump(to: best)
    return []
  }

  private mutating func jump(to target: Int) {
    main.focus = .list
    main.answer.pinned = nil
    main.list.reveal(target)
    guard main.list.selectedTarget != target else { return }
    try? setFilter("")
    // One goes there, and not back.
    main.returning = nil
    main.list.reveal(target)
    house.notify("the filter is gone: it hid this request")
  }

  // MARK: Taking one

  /// Takes what Enter would take; nil where the typed line itself is meant.
  mutating func takeOffer() -> [Effect]? {
    guard let prompt, let offers = prompt.offers, let chosen = offers.chosen else { return nil }
    return take(offers.rows[chosen].taken)
  }

  private mutating func take(_ taken: Offer.Taken) -> [Effect] {
    switch taken {
    case .line(let line):
      prompt?.editor = LineEditor(line)
      prompt?.note = nil
      prompt?.offers = nil
      return accept()
    case .start(let line):
      prompt?.editor = LineEditor(line)
      promptChanged()
    case .run(let run):
      prompt = nil
      return open(run)
    case .request(let target):
      prompt = nil
      jump(to: target)
    case .elsewhere(let words):
      prompt = nil
      house.notify(words)
    }
    return []
  }

  /// A click into the list takes a row, the wheel moves it; nil where the mouse is elsewhere.
  mutating func takeOffer(at mouse: Mouse) -> [Effect]? {
    guard let region = offersRegion, region.contains(column: mouse.column, row: mouse.row),
      let offers = prompt?.offers
    else { return nil }
    switch mouse.action {
    case .wheelUp, .wheelDown: prompt?.offers?.scroll(by: mouse.notches)
    case .press:
      guard let row = offers.row(at: mouse.row, in: region) else { return [] }
      return take(offers.rows[row].taken)
    case .drag, .release: break
    }
    return []
  }
}
