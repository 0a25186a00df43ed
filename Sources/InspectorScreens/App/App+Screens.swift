import NetEngine

/// The hallway: which screens stand over the main one, and who is asked for what.
extension App {
  /// All screens by name, for tests that look at every one.
  package static let screenNames = ["main"] + Screen.names
  package var screenName: String { top.name }

  /// The screen that is on.
  var top: any ScreenContent { above.last?.content ?? main }

  /// The screen with the response pane that shows: the open recording, else the main one.
  var list: any ListScreen { session ?? main }

  /// Whether the main screen is on: only there something may open by itself.
  var isMainOn: Bool { above.isEmpty }

  /// Whether the response pane that shows is on the screen that is on.
  var isListOn: Bool { above.last?.isSession ?? true }

  // MARK: Coming and going

  /// Opens a page; one of the same thing gives way to it.
  mutating func show(_ page: TextPage) {
    above.removeAll { $0.page?.isLike(page) == true }
    above.append(Screen(page))
  }

  /// Goes back; what nobody sees any more is stopped.
  ///
  /// Behind the main screen is what is captured, if anything is.
  mutating func leaveScreen() -> [Effect] {
    if above.isEmpty, let capture = house.capture { return openSession(capture.journal) }
    return above.popLast()?.content.farewell ?? []
  }

  /// Goes back to the recording, or to the main screen where none is open.
  mutating func leaveAllOverRecording() -> [Effect] {
    var effects: [Effect] = []
    while let screen = above.last, !screen.isSession { effects += leaveScreen() }
    return effects
  }

  /// Whether `q` ends the program: behind what is captured, or a session that was opened alone, there
  /// is nothing to go back to.
  var backQuits: Bool {
    guard let screen = above.last else { return house.capture == nil }
    guard let session = screen.session else { return false }
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
    case .leave(let effects):
      return (place.map { above.remove(at: $0).content.farewell } ?? []) + effects
    }
    return []
  }

  // MARK: The one that is on

  /// The typed request; nil where none is typed.
  var form: ComposeForm? {
    get { above.last?.form }
    _modify {
      var none: ComposeForm?
      if above.isEmpty { yield &none } else { yield &above[above.count - 1].form }
    }
  }

  /// The text that is on.
  var page: TextPage? {
    get { above.last?.page }
    _modify {
      var none: TextPage?
      if above.isEmpty { yield &none } else { yield &above[above.count - 1].page }
    }
  }

  /// The two answers that are compared.
  var comparison: DiffScreen? { above.last?.diff }

  var profile: ProfileEditor? {
    get { above.last?.profile }
    _modify {
      var none: ProfileEditor?
      if above.isEmpty { yield &none } else { yield &above[above.count - 1].profile }
    }
  }

  // MARK: The recording and the answer

  /// Where the recording stands that is open.
  var sessionPlace: Int? { above.lastIndex { $0.isSession } }

  var session: SessionScreen? {
    get { sessionPlace.flatMap { above[$0].session } }
    _modify {
      var none: SessionScreen?
      if let place = sessionPlace { yield &above[place].session } else { yield &none }
    }
  }

  /// Does something in the open recording, which may say what came of it.
  mutating func inSession(
    _ change: (inout SessionScreen, inout House) -> [Effect]
  ) -> [Effect] {
    guard let place = sessionPlace, var session = above[place].session else { return [] }
    above[place] = .vacant
    let effects = change(&session, &house)
    above[place] = Screen(session)
    return effects
  }

  /// The answer pane that shows: of the recording where one is open, else of the main screen.
  var answer: AnswerView {
    get { session?.answer ?? main.answer }
    _modify {
      guard let place = sessionPlace, var session = above[place].session else {
        yield &main.answer
        return
      }
      above[place] = .vacant
      yield &session.answer
      above[place] = Screen(session)
    }
  }

  /// Whether keys go to that pane.
  var isInAnswer: Bool {
    get { session?.isInAnswer ?? main.isInAnswer }
    set {
      if sessionPlace == nil { main.isInAnswer = newValue }
      session?.isInAnswer = newValue
    }
  }

  /// What that pane shows.
  var shown: Shown { session?.shown(house) ?? main.shown(house) }

  /// The exchange in the answer pane, one of a recording too.
  var viewedRecord: ExchangeRecord? { shown.record }

  /// The exchange of the main screen's answer pane; nil while a recording has its place.
  var shownRecord: FiredExchange? {
    sessionPlace == nil ? main.shownRecord(house.history) : nil
  }

  /// The pipeline in force for what is shown: the answer's, or that of the selected request.
  package var currentPipeline: Pipeline { shown.pipeline }

  /// Orders what the open recording lacks.
  mutating func loadSession() -> [Effect] {
    guard let place = sessionPlace else { return [] }
    return above[place].session?.load(house) ?? []
  }
}
