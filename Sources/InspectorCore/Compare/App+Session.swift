import NetEngine

/// Recordings: opening one, looking through it.
extension App {
  mutating func session(_ command: Command) -> [Effect] {
    switch command {
    case .openSession: open(.sessionPath, session?.path ?? "")
    case .sort: return sortSession()
    case .replay: return replaySession()
    case .note: editNote()
    case .replayBase: open(.replayBase, session?.settings.baseURL ?? "")
    case .rules: open(.replayRules, session?.settings.rules ?? "")
    default: break
    }
    return []
  }

  /// Where a key is looked up while a recording is open.
  var sessionScopes: [Scope] {
    if answer.chooser != nil { return [.choice, .everywhere, .always] }
    let pane: [Scope] =
      main.focus == .answer ? (answer.scope.map { [$0] } ?? []) + [.answer] : [.exchanges]
    return (hasQuestion ? [.question] : []) + pane + [.session, .everywhere, .always]
  }

  /// Orders the file a person has named.
  mutating func openSession(_ path: String) -> [Effect] {
    guard !path.isEmpty else { return [] }
    house.notice = Notice(text: "opening \(path)")
    return saveRemarks() + [.session(.open(path: path))]
  }

  mutating func take(_ event: SessionEvent) -> [Effect] {
    switch event {
    case .opened(let path, let opened, let fraction):
      return show(opened, path, fraction)
    case .failed(let text):
      house.notice = Notice(text: text, role: .warning)
    case .names(let names):
      take(names)
    case .loaded(let row, let exchange, let reading):
      session?.show(exchange, reading, row: row)
    case .unreadable(let row, let text):
      session?.show(problem: text, row: row)
    case .sifted(let id, let rows):
      guard session?.siftID == id else { return [] }
      session?.show(rows)
    case .notSifted(let id, let why):
      guard session?.siftID == id else { return [] }
      session?.keepRows()
      house.notice = Notice(text: why, role: .warning)
    case .judged(let id, let kinds):
      session?.take(kinds, lensID: id)
    case .remarked, .notRemarked:
      takeRemarked(event)
    case .replayNeeds, .replayStarted, .replayed, .comparedAgain, .replayEnded:
      takeReplay(event)
    }
    return []
  }

  private mutating func show(_ opened: Session, _ path: String, _ fraction: Double) -> [Effect] {
    var effects: [Effect] = []
    if session?.path == path, screens.contains(.session), session?.fraction != 1 {
      session?.grow(opened, fraction: fraction)
      let isSifted = session.map { !$0.filter.isEmpty || $0.sort != .recorded } ?? false
      if fraction == 1, isSifted { effects = siftSession() }
    } else {
      effects = stopReplaying()
      closeSession()
      session = SessionView(path: path, opened, fraction: fraction)
      house.lastSession = path
      screens.removeAll { $0 == .session || $0 == .diff }
      screens.append(.session)
      main.focus = .targets
      house.notice = nil
    }
    if fraction == 1, let text = opened.notices.first {
      house.notice = Notice(text: text, role: .warning)
    }
    return effects
  }

  // MARK: Looking through it

  mutating func moveInSession(_ command: Command) {
    if answer.chooser != nil {
      answer.chooser?.cursor.move(command)
    } else if main.focus == .answer {
      answer.move(command)
    } else {
      session?.cursor.move(command)
    }
  }

  private mutating func sortSession() -> [Effect] {
    session?.nextSort()
    return siftSession()
  }

  /// What a key in the filter's prompt led to, in a line under it.
  static func note(ofSessionFilter text: String) -> Prompt.Note {
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

  /// A filter that cannot be read is shown in its prompt, where it can be mended.
  mutating func typedSessionFilter(_ text: String) -> [Effect] {
    guard (try? Filter(text)) == nil else { return filterSession(text) }
    open(.sessionFilter, text)
    return []
  }

  mutating func filterSession(_ text: String) -> [Effect] {
    session?.filter = text
    return siftSession()
  }

  private mutating func siftSession() -> [Effect] {
    guard var view = session, let filter = try? Filter(view.filter) else { return [] }
    view.siftID += 1
    view.isSifting = true
    session = view
    return [
      .session(
        .sift(
          SessionSift(
            id: view.siftID, session: view.session, filter: filter, sort: view.sort,
            lens: house.lens, remarks: view.remarks)))
    ]
  }

  /// Another lens: what shows is judged again, and so is what a filter says about answers.
  mutating func judgeSessionAgain() -> [Effect] {
    guard screens.contains(.session), var view = session else { return [] }
    view.judgeAgain()
    session = view
    let changes = Array(view.changes.values)
    let compared: [Effect] =
      changes.isEmpty
      ? []
      : [
        .session(
          .compareAgain(SessionRecomparison(changes, rules: view.rules.all, lens: house.lens)))
      ]
    return compared + (view.filter.isEmpty ? [] : siftSession())
  }

  /// Esc with nothing typed: one thing at a time goes.
  mutating func closeInSession() -> [Effect] {
    if answer.chooser != nil {
      answer.chooser = nil
    } else if session?.waiting != nil {
      session?.waiting = nil
      house.notice = Notice(text: "nothing was fired")
    } else if answer.search != nil {
      answer.leaveSearch()
    } else if session?.replaying != nil {
      return cancelReplay(all: true)
    } else if session?.filter.isEmpty == false {
      return filterSession("")
    } else {
      return leaveScreen()
    }
    return []
  }

  // MARK: Keeping together

  /// While the session screen is open, the answer pane shows its exchange.
  mutating func settleSession() {
    guard screens.contains(.session), var view = session else { return closeSession() }
    if view.mainAnswer == nil {
      view.mainAnswer = answer
      answer = AnswerView()
    }
    let layout = sessionLayout
    view.cursor.shape(count: view.count, height: layout.list.height)
    session = view
    leadAnswer(view.record)
    answer.show(
      view.record, view.item, of: History(), through: house.lens, in: answerRooms, rule: house.rule)
    if let room = answer.chooser?.region(in: layout.content, rule: house.rule) {
      answer.chooser?.shape(height: room.height)
    }
  }

  /// Orders what the session screen lacks: the exchange under the cursor, the kinds of its rows.
  mutating func loadExchange() -> [Effect] {
    guard screens.contains(.session), var view = session else { return [] }
    var effects: [Effect] = []
    if let row = view.rowToLoad() {
      effects.append(
        .session(.load(SessionLoad(row: row, session: view.session, lens: house.lens))))
    }
    if case let rows = view.rowsToJudge(), !rows.isEmpty {
      effects.append(
        .session(
          .judge(
            SessionJudging(id: view.lensID, rows: rows, session: view.session, lens: house.lens))))
    }
    session = view
    return effects
  }

  mutating func takeInSession(_ mouse: Mouse) {
    let layout = sessionLayout
    let isList = layout.list.contains(column: mouse.column, row: mouse.row)
    switch mouse.action {
    case .wheelDown: isList ? session?.cursor.scroll(by: 3) : answer.scroll(by: 3)
    case .wheelUp: isList ? session?.cursor.scroll(by: -3) : answer.scroll(by: -3)
    case .press where isList:
      main.focus = .targets
      let top = session?.cursor.top ?? 0
      session?.cursor.select(top + mouse.row - layout.list.row)
    case .press: if mouse.row > layout.title { main.focus = .answer }
    case .drag, .release: break
    }
  }

  /// Gives the main screen its answer back.
  private mutating func closeSession() {
    if let before = session?.mainAnswer {
      answer = before
      main.focus = .targets
    }
    session = nil
  }

  /// Where the rows and the answer of the session screen stand.
  var sessionLayout: (list: Region, title: Int, content: Region) {
    // A short recording leaves its room to the answer; a filter does not make it jump.
    let list = max(1, min((house.size.height - 4) / 2, max(4, session?.session.count ?? 4)))
    let title = 2 + list
    return (
      Region(column: 0, row: 2, width: house.size.width, height: list), title,
      Region(
        column: 1, row: title + 1, width: house.size.width - 2,
        height: house.size.height - title - 2)
    )
  }
}
