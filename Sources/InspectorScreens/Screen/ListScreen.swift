import NetEngine

/// The part of a list screen that keys go to.
enum Pane: Sendable, Hashable {
  case list, history, answer
}

/// A screen with rows and the response of the selected one: the requests, or a recording.
protocol ListScreen: ScreenContent {
  var focus: Pane { get set }
  /// The pane with the focus has the screen alone.
  var isZoomed: Bool { get set }
  var answer: AnswerView { get set }
  /// The scopes of the pane with the focus, but for those of the response.
  var ownScopes: [Scope] { get }
  /// The content of the response pane.
  func shown(_ house: House) -> Shown
  /// The cells of the response's text.
  func content(_ house: House) -> Region
  func hasHistory(_ house: House) -> Bool
  mutating func moveRows(_ motion: Motion, _ house: House)
  /// Moves the line between rows and response; false where it is at its end.
  mutating func moveLine(by step: Int, _ house: inout House) -> Bool
  /// Whether there is room for one pane alone.
  func isCompact(_ house: House) -> Bool
}

extension ListScreen {
  var isInAnswer: Bool {
    get { focus == .answer }
    set { focus = newValue ? .answer : .list }
  }

  var scopes: [Scope] {
    if answer.chooser != nil { return [.choice, .everywhere, .always] }
    let ofAnswer = isInAnswer ? [answer.scope, .answer].compactMap { $0 } : []
    return (question == nil ? [] : [.question]) + ofAnswer + ownScopes + [.everywhere, .always]
  }

  func hasHistory(_ house: House) -> Bool { false }
  func isCompact(_ house: House) -> Bool { false }

  func rooms(_ house: House) -> [AnswerView.Room] {
    answer.rooms(shown(house), in: content(house), isWide: house.isWide)
  }

  func tabs(_ house: House) -> Tabs {
    answer.tabs(shown(house), in: content(house), isWide: house.isWide)
  }

  mutating func settleAnswer(_ house: House) {
    answer.settle(shown(house), house, in: content(house), hasFocus: isInAnswer)
  }

  // MARK: Commands

  /// Performs the commands that every list screen has.
  mutating func performInPanes(_ action: Keymap.Action, _ house: inout House) -> Turn {
    if let motion = action.command.motion {
      move(motion, house)
    } else if !answer.fold(action.command) {
      switch action.command {
      case .nextPane: turnFocus(by: 1, house)
      case .previousPane: turnFocus(by: -1, house)
      case .narrower: moveSplit(by: -1, &house)
      case .wider: moveSplit(by: 1, &house)
      case .zoom where isCompact(house): house.notify("one pane fits here")
      case .zoom: isZoomed.toggle()
      case .openAnswer: focus = .answer
      case .showTab where AnswerPage.pages(action.index + 1).isEmpty:
        house.warn("there is no tab \(action.index + 1)")
      case .showTab: answer.show(tab: action.index + 1)
      case .toggleWrap:
        answer.wraps.toggle()
        house.notify(answer.wraps ? "long lines wrap" : "long lines are cut: h l scroll")
      case .scrollLeft where answer.isWrapping, .scrollRight where answer.isWrapping:
        house.notify("lines wrap here: z cuts them, then h l scroll")
      case .scrollLeft: answer.scroll(columns: -8)
      case .scrollRight: answer.scroll(columns: 8)
      case .sortHeaders:
        answer.sortsHeaders.toggle()
        house.notify(answer.sortsHeaders ? "headers by name" : "headers as they came")
      case .choosePath: return .ask(Prompt(.stringPath, answer.stringPath.map { "\($0)" } ?? ""))
      default: return .pass
      }
    }
    return .done()
  }

  private mutating func move(_ motion: Motion, _ house: House) {
    if answer.chooser != nil {
      answer.chooser?.cursor.move(motion)
    } else if isInAnswer {
      answer.move(motion)
    } else {
      moveRows(motion, house)
    }
  }

  /// Moves the focus; Raw and envelope are two panes when they show side by side.
  private mutating func turnFocus(by step: Int, _ house: House) {
    let pages = rooms(house).map(\.page)
    var panes: [(pane: Pane, page: AnswerPage?)] = [(.list, nil)]
    panes += pages.count > 1 ? pages.map { (.answer, $0) } : [(.answer, nil)]
    if hasHistory(house) { panes.append((.history, nil)) }
    let place = panes.firstIndex { pane, page in
      pane == focus && (page == nil || page == answer.page)
    }
    let next = panes[((place ?? 0) + step + panes.count) % panes.count]
    focus = next.pane
    if let page = next.page { answer.show(page) }
  }

  private mutating func moveSplit(by step: Int, _ house: inout House) {
    if isZoomed {
      house.notify("one pane shows: Z brings the others back")
    } else if isCompact(house) {
      house.notify("one pane fits here")
    } else if !moveLine(by: step, &house) {
      house.notify("the other pane needs what it has")
    }
  }

  /// Closes the chooser, then the search; false where neither is there.
  mutating func closeInAnswer() -> Bool {
    if answer.chooser != nil {
      answer.chooser = nil
    } else if answer.search != nil {
      answer.leaveSearch()
    } else {
      return false
    }
    return true
  }

  // MARK: The last row

  func isUsefulInAnswer(_ command: Command, _ house: House) -> Bool? {
    var record: ExchangeRecord? { shown(house).record }
    return switch command {
    case .close: answer.chooser != nil
    case .search, .toggleWrap: answer.hasContent
    case .layOut: record.flatMap { answer.layoutLabel($0) } != nil
    case .showMatchesOnly: answer.search != nil && answer.tree?.forest.hasParts == true
    case .nextStatusFilter, .chooseProfile: record?.response != nil
    case .editProfile: record?.reading?.document != nil
    case .keepProfile: shown(house).hasKeptForOne(house.lens) || record?.reading?.detected != nil
    default: nil
    }
  }

  /// The way back to all panes stands first, and the key that makes a verdict of a hint.
  func footerInAnswer(of command: Command, _ house: House) -> CommandEntry.Footer? {
    switch command {
    case .zoom where isZoomed: return .init("all panes", 0)
    case .layOut:
      return shown(house).record.flatMap { answer.layoutLabel($0) }
        .map { .init($0, 12, inAnswer: 8) }
    case .keepProfile:
      let shown = shown(house)
      let isHint = ![nil, .ok].contains(shown.record?.summary?.detectedKind)
      return .init(
        shown.hasKeptForOne(house.lens) ? "profile for all" : "keep profile", isHint ? 0 : 6)
    default: return nil
    }
  }
}

extension House {
  /// Whether rows and response stand beside each other.
  var isWide: Bool { MainLayout.Form(of: size) == .wide }
}
