import NetEngine

/// Recordings: opening one, looking through it, firing it again.
extension App {
  mutating func session(_ command: Command) -> [Effect] {
    switch command {
    case .openSession: open(.sessionPath, session?.path ?? "sessions/")
    case .sort: return sortSession()
    case .replay: return replaySession()
    default: break
    }
    return []
  }

  /// Where a key is looked up while a recording is open.
  var sessionScopes: [Scope] {
    let pane: [Scope] =
      focus == .answer ? (answer.isTree ? [.tree, .answer] : [.answer]) : [.exchanges]
    return pane + [.session, .everywhere, .always]
  }

  /// Orders the file a person has named.
  mutating func openSession(_ path: String) -> [Effect] {
    guard !path.isEmpty else { return [] }
    notice = Notice(text: "opening \(path)")
    return [.session(.open(path: path))]
  }

  mutating func take(_ event: SessionEvent) -> [Effect] {
    switch event {
    case .opened(let path, let opened, let fraction):
      return show(opened, path, fraction)
    case .failed(let text):
      notice = Notice(text: text, role: .warning)
    case .loaded(let row, let exchange, let reading):
      session?.show(exchange, reading, row: row)
    case .unreadable(let row, let text):
      session?.show(problem: text, row: row)
    case .sifted(let id, let rows, let trouble):
      guard session?.siftID == id else { return [] }
      session?.show(rows)
      if let trouble { notice = Notice(text: trouble, role: .warning) }
    case .replayed(let row):
      session?.take(row)
    case .replayEnded(let problem):
      session?.replaying = nil
      if let problem { notice = Notice(text: problem, role: .warning) }
    }
    return []
  }

  private mutating func show(_ opened: Session, _ path: String, _ fraction: Double) -> [Effect] {
    if session?.path == path, screens.contains(.session), session?.fraction != 1 {
      session?.grow(opened, fraction: fraction)
    } else {
      closeSession()
      session = SessionView(path: path, opened, fraction: fraction)
      screens.removeAll { $0 == .session || $0 == .diff }
      screens.append(.session)
      focus = .targets
      notice = nil
    }
    if fraction == 1, let text = opened.notices.first {
      notice = Notice(text: text, role: .warning)
    }
    return []
  }

  // MARK: Looking through it

  mutating func moveInSession(_ command: Command) {
    if focus == .answer { answer.move(command) } else { session?.cursor.move(command) }
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
    session = view
    return [
      .session(
        .sift(
          SessionSift(
            id: view.siftID, session: view.session, filter: filter, sort: view.sort,
            pipeline: sessionPipeline, marked: view.marked)))
    ]
  }

  private var sessionPipeline: Pipeline {
    Pipeline(
      filter: lens.filter ?? .successful, mapping: lens.mapping ?? .auto, profile: lens.fallback)
  }

  /// Esc with nothing typed: one thing at a time goes.
  mutating func closeInSession() -> [Effect] {
    if answer.search != nil {
      answer.search = nil
      return []
    }
    return session?.filter.isEmpty == false ? filterSession("") : leaveScreen()
  }

  // MARK: Firing again

  private mutating func replaySession() -> [Effect] {
    guard var view = session else { return [] }
    guard view.replaying == nil else {
      notice = Notice(text: "it is being fired again: x stops it")
      return []
    }
    let rows =
      view.marked.isEmpty ? view.rows ?? Array(0..<view.session.count) : view.marked.sorted()
    view.forgetChanges()
    view.replaying = rows.count
    session = view
    return [
      .session(
        .replay(SessionReplay(rows: rows, session: view.session, pipeline: sessionPipeline)))
    ]
  }

  /// The change of the selected exchange, on the screen that compares.
  mutating func openSessionDiff() -> [Effect] {
    guard let view = session, let row = view.selected else { return [] }
    guard let found = view.change(atRow: row) else {
      notice = Notice(text: "it was not fired again yet: R does")
      return []
    }
    let recorded = found.recorded
    var diffView = DiffView(
      .replayed(row: row), title: "\(recorded.request.method.rawValue) \(recorded.request.url)",
      from: DiffView.Side(name: "recorded", facts: Self.facts(of: recorded.result)),
      to: DiffView.Side(name: "now", facts: Self.facts(of: found.answered)))
    diffView.show(found.change, rule: rule)
    diff = diffView
    screens.append(.diff)
    return []
  }

  private static func facts(of result: Result<Response, NetError>?) -> String {
    switch result {
    case .success(let response): "\(response.statusCode)"
    case .failure(let error): error.kind.words
    case nil: "not sent"
    }
  }

  mutating func stepSessionChange(forward: Bool) {
    guard let line = session?.nextChange(forward: forward) else {
      notice = Notice(
        text: forward ? "nothing after this has changed" : "nothing before this has changed")
      return
    }
    session?.cursor.select(line)
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
    answer.show(
      view.record, view.item, of: History(), in: [(answer.page, layout.content)], rule: rule)
  }

  /// Orders the exchange under the cursor, unless it is there or on its way.
  mutating func loadExchange() -> [Effect] {
    guard screens.contains(.session), let row = session?.rowToLoad(), let view = session else {
      return []
    }
    return [
      .session(.load(SessionLoad(row: row, session: view.session, pipeline: sessionPipeline)))
    ]
  }

  mutating func takeInSession(_ mouse: Mouse) {
    let layout = sessionLayout
    let isList = layout.list.contains(column: mouse.column, row: mouse.row)
    switch mouse.action {
    case .wheelDown: isList ? session?.cursor.scroll(by: 3) : answer.scroll(by: 3)
    case .wheelUp: isList ? session?.cursor.scroll(by: -3) : answer.scroll(by: -3)
    case .press where isList:
      focus = .targets
      let top = session?.cursor.top ?? 0
      session?.cursor.select(top + mouse.row - layout.list.row)
    case .press: if mouse.row > layout.title { focus = .answer }
    case .drag, .release: break
    }
  }

  /// Gives the main screen its answer back.
  private mutating func closeSession() {
    if let before = session?.mainAnswer {
      answer = before
      focus = .targets
    }
    session = nil
  }

  /// Where the rows and the answer of the session screen stand.
  var sessionLayout: (list: Region, title: Int, content: Region) {
    let list = max(1, (size.height - 4) / 2)
    let title = 2 + list
    return (
      Region(column: 0, row: 2, width: size.width, height: list), title,
      Region(
        column: 1, row: title + 1, width: size.width - 2, height: size.height - title - 2)
    )
  }
}
