import NetEngine

/// The hallway: which screens stand over the main one, and who is asked for what.
extension App {
  /// All screens by name, for tests that look at every one.
  package static let screenNames = ["main"] + [any ScreenContent].names
  package var screenName: String { top.name }

  /// The screen that is on.
  var top: any ScreenContent { above.last ?? main }

  /// The screen with the response pane that shows: the open recording, else the main one.
  var list: any ListScreen { session ?? main }

  /// Whether the main screen is on: only there something may open by itself.
  var isMainOn: Bool { above.isEmpty }

  /// Whether the response pane that shows is on the screen that is on.
  var isListOn: Bool { top is any ListScreen }

  // MARK: Coming and going

  /// Opens a page; one of the same thing gives way to it.
  mutating func show(_ page: TextPage) {
    above.removeAll { $0.name == page.name }
    above.append(page)
  }

  /// Goes back; what nobody sees any more is stopped.
  ///
  /// Behind the main screen is what is captured, if anything is.
  mutating func leaveScreen() -> [Effect] {
    if above.isEmpty, let capture = house.capture { return openSession(capture.journal) }
    return above.popLast()?.farewell ?? []
  }

  /// Goes back to the recording, or to the main screen where none is open.
  mutating func leaveAllOverRecording() -> [Effect] {
    var effects: [Effect] = []
    while let screen = above.last, !(screen is SessionScreen) { effects += leaveScreen() }
    return effects
  }

  /// Whether `q` ends the program: behind what is captured, or a session that was opened alone, there
  /// is nothing to go back to.
  var backQuits: Bool {
    guard let screen = above.last else { return house.capture == nil }
    guard let session = screen as? SessionScreen else { return false }
    return house.items.isEmpty && house.capture == nil || session.path == house.capture?.journal
  }

  /// Does what a screen made of a command; nil when it was none of its commands.
  mutating func follow(_ turn: Turn, of place: Int? = nil) -> [Effect]? {
    switch turn {
    case .pass: return nil
    case .done(let effects): return effects
    case .ask(let prompt): open(prompt)
    case .open(let screen, let effects):
      above.append(screen)
      return effects
    case .leave(let effects): return (place.map { above.remove(at: $0).farewell } ?? []) + effects
    }
    return []
  }

  // MARK: The one that is on

  /// The typed request; nil where none is typed.
  var form: ComposeForm? {
    get { above[ComposeForm.self] }
    _modify { yield &above[ComposeForm.self] }
  }

  /// The text that is on.
  var page: TextPage? {
    get { above[TextPage.self] }
    _modify { yield &above[TextPage.self] }
  }

  /// The two answers that are compared.
  var comparison: DiffScreen? { above[DiffScreen.self] }

  // MARK: The recording and the answer

  var session: SessionScreen? { above.session }

  /// The answer pane that shows: of the recording where one is open, else of the main screen.
  var answer: AnswerView {
    get { session?.answer ?? main.answer }
    _modify {
      guard let place = above.sessionPlace, var session = above.session else {
        yield &main.answer
        return
      }
      above[place] = .vacant
      yield &session.answer
      above[place] = session
    }
  }

  /// Whether keys go to that pane.
  var isInAnswer: Bool {
    get { session?.isInAnswer ?? main.isInAnswer }
    set {
      if session == nil { main.isInAnswer = newValue }
      above.session?.isInAnswer = newValue
    }
  }

  /// What that pane shows.
  var shown: Shown { session?.shown(house) ?? main.shown(house) }

  /// The exchange in the answer pane, one of a recording too.
  var viewedRecord: ExchangeRecord? { shown.record }

  /// The exchange of the main screen's answer pane; nil while a recording has its place.
  var shownRecord: FiredExchange? {
    above.sessionPlace == nil ? main.shownRecord(house.history) : nil
  }

  /// The pipeline in force for what is shown: the answer's, or that of the selected request.
  package var currentPipeline: Pipeline { shown.pipeline }
}
