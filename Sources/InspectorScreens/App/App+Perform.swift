extension App {
  /// Performs a command: the screen that is on is asked first, then those below it, at last the
  /// command's own row.
  mutating func perform(_ action: Keymap.Action) -> [Effect] {
    if let edit = action.command.lineEdit, prompt != nil {
      type(edit)
      return []
    }
    for place in above.indices.reversed() {
      let turn = above[place].perform(action, &house)
      if let effects = follow(turn, of: place) { return effects }
    }
    return follow(main.perform(action, &house))
      ?? CommandTable[action.command]?.run(&self) ?? []
  }

  // MARK: Looking

  mutating func stepAnswer(by step: Int) -> [Effect] {
    guard let record = shownRecord else {
      let target = !shown.isRecorded && step < 0 ? main.list.selectedTarget : nil
      return target.map { house.lookBack(of: $0) } ?? []
    }
    let numbers = house.history.numbers(of: record.target)
    guard let place = numbers.index(ofSorted: record.number) else { return [] }
    guard numbers.indices.contains(place + step) else {
      if step < 0 { return house.lookBack(of: record.target) }
      return house.notify("this is the newest response")
    }
    let newest = house.history.newest(of: record.target)?.number
    let isNewest = numbers[place + step] == newest && main.list.selectedTarget == record.target
    main.answer.pinned = isNewest ? nil : numbers[place + step]
    if let shown = shownRecord, shown.isRecalled { tellRecalled(shown) }
    return []
  }

  /// Orders the list that is on.
  mutating func nextOrderHere() {
    if main.focus == .history {
      orderHistory(by: main.historyRows.order.next)
    } else {
      order(by: main.targetOrder.next)
    }
  }
}
