extension App {
  /// Does what a command asks for: the screen that is on is asked first, then those below it.
  mutating func perform(_ action: Keymap.Action) -> [Effect] {
    if let edit = action.command.lineEdit, prompt != nil {
      type { $0.edit(edit) }
      return []
    }
    for place in above.indices.reversed() {
      let turn = above[place].perform(action, &house)
      if let effects = follow(turn, of: place) { return effects }
    }
    return performOnMain(action)
  }

  /// What no screen over the main one has done; every command stands here.
  private mutating func performOnMain(_ action: Keymap.Action) -> [Effect] {
    switch action.command {
    case .moveDown, .moveUp, .goToStart, .goToEnd, .halfPageDown, .halfPageUp, .pageDown, .pageUp:
      if let motion = action.command.motion { main.move(motion, house.history) }
    case .foldValue, .unfoldValue, .foldSubtree, .unfoldSubtree, .deeper, .shallower, .nextSibling,
      .previousSibling:
      if let fold = action.command.fold { answer.fold(fold) }
    case .moveCursorLeft, .moveCursorRight, .moveCursorToStart, .moveCursorToEnd, .deleteBackward,
      .deleteForward, .deleteWord, .deleteToStart, .deleteToEnd:
      // Nothing is typed that could be edited.
      break
    case .nextPane: main.turnFocus(by: 1, house)
    case .previousPane: main.turnFocus(by: -1, house)
    case .showTab: showTab(action.index + 1)
    case .openAnswer: isInAnswer = true
    case .previousAnswer: stepAnswer(by: -1)
    case .nextAnswer: stepAnswer(by: 1)
    case .toggleWrap: toggleWrap()
    case .scrollLeft: scrollSideways(by: -8)
    case .scrollRight: scrollSideways(by: 8)
    case .showString: showString()
    case .sortHeaders:
      answer.sortsHeaders.toggle()
      house.notice = Notice(
        text: answer.sortsHeaders ? "headers by name" : "headers as they came")
    case .choosePath: open(Prompt(.stringPath, answer.stringPath.map { "\($0)" } ?? ""))
    case .fold: main.list.setFolded(true)
    case .unfold: main.list.setFolded(false)
    case .mark: main.toggleMark()
    case .sort: main.focus == .history ? nextHistoryOrder() : nextOrder()

    case .fire: return fireSelected()
    case .fireAgain: return fireAgain()
    case .fireAll: return fireAll()
    case .confirm: return answer(isYes: true)
    case .decline: return answer(isYes: false)
    case .cancel: return cancelSelected()
    case .cancelAll: return cancelAll()
    case .replay: return replay()
    case .answerFrom: return nextSource()
    case .discard: return discard()

    case .nextStatusFilter: return nextStatusFilter()
    case .chooseMapping: chooseMapping()
    case .chooseProfile: chooseProfile()
    case .keepProfile: return keepProfile()
    case .choose: return choose()
    case .resetPipeline: return resetPipeline()
    case .editProfile: editProfile()
    case .takeCode, .takeMessage, .takeData, .turnCode, .editSuccess, .editSession, .changeRule,
      .changeMissing, .saveProfile:
      house.notice = Notice(text: "edit-profile opens the answer in which its keys are picked")

    case .copy: copying = .redacted
    case .copyExact: copying = .exact
    case .copyLine: return copy(.line)
    case .copyValue: return copy(.value)
    case .copyKey: return copy(.key)
    case .copyPath: return copy(.path)
    case .copyCurl: return copy(.curl)
    case .copyHeaders: return copy(.headers)
    case .copySwift: return copy(.swift)
    case .copyBody: return copy(.body)
    case .pipe: openPipe()

    case .edit: return requestInFile().map { [.edit(target: $0)] } ?? []
    case .variables: return requestInFile().map { [.showVariables(target: $0)] } ?? []
    case .environment: offerEnvironments()
    case .diff: return openDiff()
    // The screens that compare have these; what is typed elsewhere finds nothing to go to.
    case .nextChange, .previousChange, .olderAnswer, .newerAnswer:
      house.notice = Notice(text: "nothing is compared here: D does")
    case .preview: return preview(for: .show)
    case .firePreviewed: return firePreviewed()
    case .compose: openForm()
    case .sendForm: return sendForm()
    // The fields of the form, which is asked first.
    case .nextField, .previousField: break
    case .messages: showMessages()
    case .save: openSave()
    case .openSession: open(Prompt(.sessionPath))
    case .note, .replayBase, .rules:
      house.notice = Notice(text: "that is for a session: O opens one", role: .warning)

    case .filter: openFilter()
    case .search: openSearch()
    case .nextMatch: search(forward: true)
    case .previousMatch: search(forward: false)
    case .command: open(Prompt(.command))
    case .accept: return accept()
    case .complete: complete(1)
    case .completeBackward: complete(-1)
    case .recallOlder: recall(1)
    case .recallNewer: recall(-1)
    case .close: return close()
    case .help: openHelp()
    case .back: return back()
    case .quit: return quit()
    case .interrupt: return interrupt()
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .toggleMouse: return toggleMouse()
    }
    return []
  }

  // MARK: Looking

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
    main.answer.pinned = isNewest ? nil : numbers[place + step]
  }

  private mutating func toggleWrap() {
    answer.wraps.toggle()
    house.notice = Notice(text: answer.wraps ? "long lines wrap" : "long lines are cut: h l scroll")
  }

  private mutating func scrollSideways(by columns: Int) {
    guard !answer.isWrapping else {
      house.notice = Notice(text: "lines wrap here: z cuts them, then h l scroll")
      return
    }
    answer.scroll(columns: columns)
  }
}
