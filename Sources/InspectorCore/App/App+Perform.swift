extension App {
  /// Does what a command asks for.
  mutating func perform(_ action: Keymap.Action) -> [Effect] {
    switch action.command {
    case .moveDown, .moveUp, .goToStart, .goToEnd, .halfPageDown, .halfPageUp, .pageDown, .pageUp:
      move(action.command)
    case .nextPane, .previousPane, .showTab, .openAnswer, .previousAnswer, .nextAnswer,
      .toggleWrap, .scrollLeft, .scrollRight, .fold, .unfold, .mark:
      look(action)
    case .fire, .fireAgain, .fireAll, .confirm, .decline, .cancel, .cancelAll:
      return order(action.command)
    case .filter, .search, .accept, .close, .moveCursorLeft, .moveCursorRight,
      .moveCursorToStart, .moveCursorToEnd, .deleteBackward, .deleteForward, .deleteWord,
      .deleteToStart, .deleteToEnd, .command, .complete, .completeBackward, .recallOlder,
      .recallNewer:
      return type(action.command)
    case .foldValue, .unfoldValue, .foldSubtree, .unfoldSubtree, .deeper, .shallower, .nextSibling,
      .previousSibling:
      if screen == .profile {
        profileEditor?.tree.fold(action.command)
      } else {
        answer.fold(action.command)
      }
    case .showString:
      showString()
    case .sortHeaders:
      answer.sortsHeaders.toggle()
      house.notice = Notice(text: answer.sortsHeaders ? "headers by name" : "headers as they came")
    case .choosePath:
      open(.stringPath, answer.stringPath.map { "\($0)" } ?? "")
    case .nextStatusFilter, .chooseMapping, .chooseProfile, .keepProfile, .choose, .resetPipeline:
      return adjust(action.command)
    case .editProfile, .takeCode, .takeMessage, .takeData, .turnCode, .editSuccess, .editSession,
      .changeRule, .changeMissing, .saveProfile:
      return edit(profile: action.command, action.index)
    case .copy, .copyExact, .copyLine, .copyValue, .copyKey, .copyPath, .copyCurl, .copyHeaders,
      .copySwift, .copyBody:
      return copy(action.command)
    case .pipe:
      openPipe()
    case .edit, .environment, .variables:
      return tend(action.command)
    case .diff, .nextChange, .previousChange, .olderAnswer, .newerAnswer:
      return compare(action.command)
    case .preview:
      return preview(for: .show)
    case .firePreviewed:
      return firePreviewed()
    case .compose, .sendForm, .nextField, .previousField, .discard:
      return compose(action.command)
    case .sort where screen == .main && main.focus == .history:
      nextHistoryOrder()
    case .sort where screen != .session:
      nextOrder()
    case .messages:
      showMessages()
    case .save where screen == .session:
      return saveRemarks(isAsked: true)
    case .save:
      openSave()
    case .answerFrom:
      return source(action.command)
    case .replay where screen != .session:
      return source(action.command)
    case .openSession, .sort, .replay, .note, .replayBase, .rules:
      return session(action.command)
    case .nextMatch:
      return search(forward: true)
    case .previousMatch:
      return search(forward: false)
    case .help, .back, .quit, .interrupt, .redraw, .suspend, .toggleMouse:
      return steer(action.command)
    }
    return []
  }

  // MARK: Moving

  private mutating func move(_ command: Command) {
    if screen == .help {
      help?.move(command)
    } else if screen == .variables {
      variablesPane?.move(command)
    } else if screen == .diff {
      diff?.move(command)
    } else if screen == .session {
      moveInSession(command)
    } else if screen == .profile {
      profileEditor?.tree.move(command)
    } else if answer.chooser != nil {
      answer.chooser?.cursor.move(command)
    } else if screen == .output {
      output?.move(command)
    } else if screen != .main {
      pages[screen]?.move(command)
    } else {
      switch main.focus {
      case .answer: answer.move(command)
      case .targets: moveTargets(command)
      case .history: moveHistory(command)
      }
    }
  }

  private mutating func moveTargets(_ command: Command) {
    let before = main.list.cursor.selected
    main.list.cursor.move(command)
    if main.list.cursor.selected != before { answer.pinned = nil }
  }

  private mutating func moveHistory(_ command: Command) {
    main.historyCursor.move(command)
    pin(historyRow: main.historyCursor.selected)
  }

  /// Shows the answer at a row of the history, and its request in the list.
  mutating func pin(historyRow row: Int) {
    guard let record = main.historyRows.record(atRow: row, in: house.history) else { return }
    main.list.select(target: record.target)
    answer.pinned = record.number
  }

  // MARK: Looking

  private mutating func look(_ action: Keymap.Action) {
    switch action.command {
    case .nextPane: turnFocus(by: 1)
    case .previousPane: turnFocus(by: -1)
    case .showTab: showTab(action.index + 1)
    case .openAnswer: main.focus = .answer
    case .previousAnswer: stepAnswer(by: -1)
    case .nextAnswer: stepAnswer(by: 1)
    case .toggleWrap: toggleWrap()
    case .scrollLeft: scrollSideways(by: -8)
    case .scrollRight: scrollSideways(by: 8)
    case .fold: main.list.setFolded(true)
    case .unfold: main.list.setFolded(false)
    case .mark: toggleMark()
    default: break
    }
  }

  /// Where raw and envelope stand beside each other, each of them is a pane of its own.
  private mutating func turnFocus(by step: Int) {
    var panes: [(pane: MainScreen.Pane, page: AnswerPage?)] = [(.targets, nil)]
    if layout.history != nil, screen != .session { panes.append((.history, nil)) }
    let pages = answerRooms.map(\.page)
    panes += pages.count > 1 ? pages.map { (.answer, $0) } : [(.answer, nil)]
    let place = panes.firstIndex { pane, page in
      pane == main.focus && (page == nil || page == answer.page)
    }
    let next = panes[((place ?? 0) + step + panes.count) % panes.count]
    main.focus = next.pane
    if let page = next.page { answer.show(page) }
  }

  mutating func showTab(_ number: Int) {
    let pages = AnswerPage.pages(number)
    if !pages.isEmpty, !pages.contains(where: { $0.isAvailable(in: viewedRecord?.response) }) {
      house.notice = Notice(text: "the body is no image: tab \(number) is for images")
      return
    }
    guard !pages.isEmpty else {
      house.notice = Notice(text: "there is no tab \(number)", role: .warning)
      return
    }
    answer.show(tab: number)
  }

  private mutating func stepAnswer(by step: Int) {
    guard let record = shownRecord else { return }
    let numbers = house.history.numbers(of: record.target)
    guard let place = numbers.index(ofSorted: record.number) else { return }
    guard numbers.indices.contains(place + step) else {
      house.notice = Notice(
        text: step < 0 ? "this is the first answer" : "this is the newest answer")
      return
    }
    let isNewest = place + step == numbers.count - 1 && main.list.selectedTarget == record.target
    answer.pinned = isNewest ? nil : numbers[place + step]
  }

  private mutating func toggleWrap() {
    if screen == .diff {
      diff?.wraps.toggle()
      return
    }
    answer.wraps.toggle()
    house.notice = Notice(text: answer.wraps ? "long lines wrap" : "long lines are cut: h l scroll")
  }

  private mutating func scrollSideways(by columns: Int) {
    if screen == .diff {
      diff?.scroll(columns: columns)
      return
    }
    guard !answer.isWrapping else {
      house.notice = Notice(text: "lines wrap here: z cuts them, then h l scroll")
      return
    }
    answer.scroll(columns: columns)
  }

  private mutating func toggleMark() {
    if screen == .session {
      session?.toggleMark()
      return
    }
    switch main.list.selectedRow {
    case .target(let target):
      if main.list.marked.remove(target) == nil { main.list.marked.insert(target) }
      main.sieve.touch(target: target, record: nil)
    case .group(let group):
      let members = Set(main.list.members[group])
      for target in members { main.sieve.touch(target: target, record: nil) }
      if members.isSubset(of: main.list.marked) {
        main.list.marked.subtract(members)
      } else {
        main.list.marked.formUnion(members)
      }
    case nil:
      return
    }
    main.list.cursor.move(by: 1)
    answer.pinned = nil
  }

  // MARK: The program

  private mutating func steer(_ command: Command) -> [Effect] {
    switch command {
    case .help:
      turnHelp()
    case .back:
      if let what = lost(quitting: backQuits), !isLeaveAsked {
        isLeaveAsked = true
        house.notice = Notice(
          text: "\(what): q again \(backQuits ? "quits" : "stops it")", role: .warning)
        return []
      }
      return backQuits ? quit() : leaveScreen()
    case .quit:
      return quit()
    case .interrupt:
      return interrupt()
    case .redraw:
      return [.redraw]
    case .suspend:
      return [.suspend]
    case .toggleMouse:
      house.hasMouse.toggle()
      house.notice = Notice(
        text: house.hasMouse
          ? "the mouse selects and scrolls here; M leaves it to the terminal"
          : "the mouse selects text in the terminal; M takes it back")
      return [.captureMouse(house.hasMouse)]
    default:
      break
    }
    return []
  }

  /// What would end unfinished, in words; nil where nothing would.
  private func lost(quitting: Bool) -> String? {
    if screen == .session, session?.replaying != nil { return "the session is being fired again" }
    // A pipe that is only looked at loses nothing.
    let running = house.history.running.count { number in
      house.history[number].map { !house.items[$0.target].isViewed } ?? false
    }
    let count = running + house.firing.ordered.values.reduce(0, +)
    guard quitting, count > 0 else { return nil }
    return "\(Units.count(count, "request")) \(count == 1 ? "is" : "are") running"
  }

  /// What is not in a file yet goes there first.
  func quit() -> [Effect] {
    var app = self
    return app.saveRemarks() + [.quit]
  }

  /// Goes back; a command whose output nobody sees any more is stopped.
  mutating func leaveScreen() -> [Effect] {
    var effects = screen == .output ? stopPipe() : []
    if screen == .session { effects += stopReplaying() + saveRemarks() }
    screens.removeLast()
    return effects
  }

  /// Whether `q` ends the program: behind a session that was opened alone there is nothing to go back
  /// to.
  var backQuits: Bool { screens.count == 1 || screen == .session && house.items.isEmpty }

  /// Cancels what is typed or running; the second within a second quits.
  private mutating func interrupt() -> [Effect] {
    if let last = lastInterrupt, house.now.microseconds - last.microseconds <= 1_000_000 {
      return quit()
    }
    lastInterrupt = house.now
    if prompt != nil {
      closePrompt()
      return []
    }
    let effects = screen == .output ? stopPipe() : stopReplaying() + cancelEverything()
    let what =
      effects.isEmpty && house.firing.unwanted.isEmpty
      ? "nothing runs" : effects.count > 1 ? "\(effects.count) cancelled" : "cancelled"
    house.notice = Notice(text: "\(what); Ctrl-c again within a second quits")
    return effects
  }
}

extension ListCursor {
  /// Moves as a command says.
  mutating func move(_ command: Command) {
    switch command {
    case .moveDown: move(by: 1)
    case .moveUp: move(by: -1)
    case .goToStart: select(0)
    case .goToEnd: select(count - 1)
    case .halfPageDown: move(by: max(1, height / 2))
    case .halfPageUp: move(by: -max(1, height / 2))
    case .pageDown: move(by: max(1, height - 1))
    case .pageUp: move(by: -max(1, height - 1))
    default: break
    }
  }
}

extension TextPane {
  /// Moves as a command says: the cursor where there is one, else the window.
  mutating func move(_ command: Command) {
    switch command {
    case .moveDown: hasCursor ? moveCursor(by: 1) : scroll(by: 1)
    case .moveUp: hasCursor ? moveCursor(by: -1) : scroll(by: -1)
    case .goToStart: scrollToStart()
    case .goToEnd: scrollToEnd()
    case .halfPageDown: turnPage(by: max(1, height / 2))
    case .halfPageUp: turnPage(by: -max(1, height / 2))
    case .pageDown: turnPage(by: max(1, height - 1))
    case .pageUp: turnPage(by: -max(1, height - 1))
    default: break
    }
  }
}
