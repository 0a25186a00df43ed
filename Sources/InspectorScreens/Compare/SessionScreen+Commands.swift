import NetEngine
import NetRecordings

extension SessionScreen: ListScreen {
  var name: String { "session" }

  var ownScopes: [Scope] { isInAnswer ? [.session] : [.exchanges, .session] }

  mutating func perform(_ action: Keymap.Action, _ house: inout House) -> Turn {
    switch action.command {
    // Who has fired it again wants to see what has changed; Tab goes to what was recorded.
    case .openAnswer where hasChange: return openDiff(&house)
    case .mark: toggleMark(&house)
    case .filter: return .ask(Prompt(.sessionFilter, filter, isSelected: true))
    case .sort:
      sort = sort.next
      return .done(sift(house))
    case .save:
      // What is captured here becomes a session; elsewhere only what was said of it is new.
      if capture(house) != nil { return .ask(Prompt(.sessionName)) }
      return .done(saveRemarks(&house))
    case .note: return editNote(&house)
    case .replay: return .done(replay(&house))
    case .fireAll: return .done(replay(all: true, &house))
    // It answers from now on, on the main screen.
    case .answerFrom: return .leave(house.order(.session(path: path)))
    case .replayBase: return .ask(Prompt(.replayBase, settings.baseURL ?? ""))
    case .rules: return .ask(Prompt(.replayRules, settings.rules ?? ""))
    case .template: return nameTemplate(house)
    case .alter, .hold, .release, .editHeld, .editRules, .pause:
      return intervene(action.command, &house)
    case .cancel where heldNumber(house) != nil:
      return .done(heldNumber(house).map { [.capture(.drop($0))] } ?? [])
    case .cancel: return .done(cancel(all: false, &house))
    case .cancelAll: return .done(cancel(all: true, &house))
    case .diff: return openDiff(&house)
    case .appsAnswer: turnAnswers(&house)
    case .nextChange: stepChange(forward: true, &house)
    case .previousChange: stepChange(forward: false, &house)
    default: return performInPanes(action, &house)
    }
    return .done()
  }

  /// What cannot be read is shown in its prompt, where it can be mended.
  mutating func perform(_ typed: TypedCommand, _ house: inout House) -> Turn {
    let text = typed.argument
    switch typed.command {
    case .filter:
      guard (try? Filter(text)) != nil else { return .ask(Prompt(.sessionFilter, text)) }
      return .done(take(filter: text, house))
    case .note: return .done(selected.map { takeNote(text, row: $0, &house) } ?? [])
    case .replayBase:
      guard case .words = Self.note(ofBase: text) else { return .ask(Prompt(.replayBase, text)) }
      return .done(takeBase(text, &house))
    case .rules: return .done(takeRules(text, &house))
    case .hold: return hold(text, &house)
    case .release: return release(all: text == "all", &house)
    default: return .pass
    }
  }

  func isUseful(_ command: Command, _ house: House) -> Bool? {
    switch command {
    case .cancel: replaying != nil
    case .cancelAll: (replaying?.count ?? 0) > 1
    case .fireAll: replaying == nil && count > 1 && changes.isEmpty && !isGrowing
    case .replay: replaying == nil && count > 0
    case .diff: hasChange || selectedExchange?.toApp != nil
    case .appsAnswer: selectedExchange?.toApp != nil
    case .update: canUpdate
    case .nextChange, .previousChange: hasChanged
    case .openAnswer: answer.hasContent || hasChange
    case .save: !unsaved.isEmpty || isGrowing && count > 0
    case .note: selectedNote != nil
    default: isUsefulInAnswer(command, house)
    }
  }

  /// Firing again and what came of it stand first; Enter goes to the answer, so Tab may fall off.
  func footer(of command: Command, _ house: House) -> CommandEntry.Footer? {
    if let capture = capture(house), let label = footer(of: command, whilePassing: capture) {
      return label
    }
    return switch command {
    case .openAnswer where hasChange: .init("what changed", 1)
    case .diff where hasChange: .init("what changed", 8, inAnswer: 1)
    case .diff: .init("what differs", 8, inAnswer: 4)
    case .appsAnswer where showsToApp: .init("server's response", 3, inAnswer: 3)
    case .appsAnswer: .init("app's response", 3, inAnswer: 3)
    case .previousChange: .init("before", 7)
    case .replay where !changes.isEmpty: .init("again", 3, inAnswer: 4)
    case .replay where !isGrowing: .init("send again", 2, inAnswer: 4)
    case .fireAll: .init("all", 3)
    case .filter: .init("filter", 4, inAnswer: 10)
    case .compose: .init("change", 5, inAnswer: 9)
    case .nextPane: .init("pane", 6, inAnswer: 5)
    default: footerInAnswer(of: command, house)
    }
  }

  /// Between an app and its server: what can be done to what passes.
  private func footer(
    of command: Command, whilePassing capture: Capture
  ) -> CommandEntry.Footer? {
    switch command {
    case .release where !capture.held.isEmpty: .init("let go", 1)
    case .alter where count > 0: .init("alter", 2, inAnswer: 9)
    case .save: .init("save", 2, inAnswer: 11)
    case .hold: .init("hold", 3, inAnswer: 9)
    default: nil
    }
  }

  /// Esc with nothing typed: one thing at a time goes.
  mutating func close(_ house: inout House) -> Turn {
    if waiting != nil, answer.chooser == nil {
      decline(&house)
    } else if closeInAnswer() {
      return .done()
    } else if replaying != nil {
      return .done(cancel(all: true, &house))
    } else if !filter.isEmpty {
      return .done(take(filter: "", house))
    } else if capture(house) != nil, isInAnswer {
      isInAnswer = false
    } else if capture(house) != nil, house.items.isEmpty {
      house.notify("q quits: nothing is passed on any more then")
    } else {
      return .leave()
    }
    return .done()
  }

  /// What ends with the screen: the replay; what was said of exchanges goes into the file.
  var farewell: [Effect] { stop + remarking() + (isGrowing ? [.session(.leave)] : []) }

  // MARK: Looking through it

  mutating func moveRows(_ motion: Motion, _ house: House) { cursor.move(motion) }

  mutating func take(_ mouse: Mouse, _ house: inout House) {
    let layout = layout(house.size)
    let isList =
      isZoomed ? !isInAnswer : layout.list.contains(column: mouse.column, row: mouse.row)
    switch mouse.action {
    case .wheelDown, .wheelUp:
      isList ? cursor.scroll(by: mouse.notches) : answer.scroll(by: mouse.notches)
    case .press where isList:
      isInAnswer = false
      cursor.select(cursor.top + mouse.row - layout.list.row)
    case .press: if mouse.row > layout.title { isInAnswer = true }
    case .drag, .release: break
    }
  }

  // MARK: Orders

  mutating func take(filter text: String, _ house: House) -> [Effect] {
    filter = text
    return sift(house)
  }

  /// Orders the rows that match, in their order.
  mutating func sift(_ house: House) -> [Effect] {
    guard let filter = try? Filter(self.filter) else { return [] }
    siftID += 1
    isSifting = true
    siftedCount = session.count
    let sift = SessionSift(
      id: siftID, session: session, filter: filter, sort: sort, lens: house.lens,
      remarks: remarks, rules: settings.rules, path: path)
    return [.session(.sift(sift))]
  }

  /// Another lens: what shows is judged again, and so is what a filter says about answers.
  mutating func judgeAgain(_ house: House) -> [Effect] {
    judgeAgain()
    return compareAgain(house) + (filter.isEmpty ? [] : sift(house))
  }

  /// Orders what was fired to be compared again, under the lens and the rules there are now.
  func compareAgain(_ house: House) -> [Effect] {
    guard !changes.isEmpty else { return [] }
    let again = SessionRecomparison(
      rows: Array(changes.values), rules: rules.all, lens: house.lens)
    return [.session(.compareAgain(again))]
  }

  /// Other answers: what a filter or an order goes by may be another.
  mutating func siftAgain(_ house: House) -> [Effect] {
    filter.isEmpty && sort == .recorded ? [] : sift(house)
  }

  /// Other rules: what belongs together by its path may be another.
  mutating func groupAgain(_ house: House) -> [Effect] { sort == .path ? sift(house) : [] }

  /// Orders what it lacks: the exchange under the cursor, the kinds of its rows.
  mutating func load(_ house: House) -> [Effect] {
    var effects: [Effect] = []
    if let row = rowToLoad() {
      let load = SessionLoad(row: row, toApp: showsToApp, session: session, lens: house.lens)
      effects.append(.session(.load(load)))
    }
    if case let rows = rowsToJudge(), !rows.isEmpty {
      let judging = SessionJudging(id: lensID, rows: rows, session: session, lens: house.lens)
      effects.append(.session(.judge(judging)))
    }
    return effects
  }

  // MARK: Keeping together

  /// What the pane below shows.
  func shown(_ house: House) -> Shown {
    Shown(
      record: record, item: item,
      pipeline: house.lens.pipeline(forStored: record.map(\.response) ?? exchange?.response),
      isRecorded: true)
  }

  mutating func settle(_ house: House) {
    cursor.shape(count: count, height: layout(house.size).list.height)
    settleAnswer(house)
  }

  func content(_ house: House) -> Region { layout(house.size).content }

  /// Where the rows and the answer stand.
  func layout(_ size: Size) -> (list: Region, title: Int, content: Region) {
    // A short recording leaves its room to the answer; neither a filter nor a new row makes it jump.
    let half = (size.height - 4) / 2
    let suited = isGrowing ? half : min(half, max(4, session.count))
    var list = max(1, min(chosenRows ?? suited, size.height - 8))
    if isZoomed, !isInAnswer { list = max(1, size.height - 3) }
    let title = isZoomed && isInAnswer ? 0 : 2 + list
    return (
      Region(column: 0, row: 2, width: size.width, height: list), title,
      Region(
        column: 1, row: title + 1, width: size.width - 2, height: size.height - title - 2)
    )
  }

  /// Gives the list more rows, or less.
  mutating func moveLine(by step: Int, _ house: inout House) -> Bool {
    let before = layout(house.size).list.height
    chosenRows = before + step
    guard layout(house.size).list.height == before else { return true }
    chosenRows = before
    return false
  }

  /// What a key in the filter's prompt led to, in a line under it.
  static func note(ofFilter text: String) -> Prompt.Note {
    do throws(FilterMistake) {
      let filter = try Filter(text)
      guard filter.expression != .all else {
        return .hint("words are looked for in URL and name; ~c 4xx  ~time >200ms  ~e  ~b text …")
      }
      return .words(filter.words)
    } catch {
      return .mistake(offset: error.offset, error.message)
    }
  }
}
