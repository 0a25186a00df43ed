extension App {
  /// A list that has popped up has the mouse first, then the keys of the last row, then the screen.
  mutating func take(_ mouse: Mouse) -> [Effect] {
    if let effects = takeOffer(at: mouse) { return effects }
    let command = mouse.action == .press ? footerCommand(at: mouse) : nil
    if prompt == nil, mouse.action == .press { house.notice = nil }
    if prompt == nil, let effects = chooseRow(at: mouse) { return effects }
    if let command { return perform(Keymap.Action(command: command, index: 0)) }
    guard prompt == nil || mouse.action != .press else { return [] }
    if let last = above.indices.last {
      above[last].take(mouse, &house)
    } else {
      main.take(mouse, &house)
    }
    if mouse.action == .press { turnFold(at: mouse) }
    return []
  }

  /// A click on a row of a list over the answer chooses it, the wheel moves it.
  private mutating func chooseRow(at mouse: Mouse) -> [Effect]? {
    guard let chooser = answer.chooser, isListOn else { return nil }
    let region = chooser.region(in: list.content(house), rule: house.rule)
    guard region.contains(column: mouse.column, row: mouse.row) else { return nil }
    switch mouse.action {
    case .wheelUp, .wheelDown: answer.chooser?.cursor.scroll(by: mouse.notches)
    case .press:
      let row = chooser.cursor.top + mouse.row - region.row - 1
      guard chooser.cursor.visible.contains(row), mouse.row > region.row,
        mouse.row < region.endRow - 1
      else { return [] }
      answer.chooser?.cursor.select(row)
      return choose()
    case .drag, .release: break
    }
    return []
  }

  /// A click on the sign of a folded or open value of the tree, which the click has selected.
  private mutating func turnFold(at mouse: Mouse) {
    guard isInAnswer, answer.isTree, let row = answer.tree?.cursorRow, row.isContainer else {
      return
    }
    var sign: UInt32?
    render(house.size).forEachCell(inRow: mouse.row) { column, scalar, _, _ in
      if column == mouse.column { sign = scalar }
    }
    let shown: Unicode.Scalar = row.isOpen ? "▾" : "▸"
    guard sign == shown.value else { return }
    _ = answer.fold(row.isOpen ? .foldValue : .unfoldValue)
  }
}
