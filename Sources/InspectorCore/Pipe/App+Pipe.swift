import NetEngine

extension App {
  /// Opens the line for a shell command, if there is something to give to it.
  mutating func openPipe() {
    guard shownBody != nil else { return }
    open(.shell)
  }

  private var shownBody: Body? {
    mutating get {
      guard let body = viewedRecord?.response?.body, body.count > 0 else {
        house.notice = Notice(text: "there is no body here to give to a command", role: .warning)
        return nil
      }
      return body
    }
  }

  /// Starts a shell command on the shown body; one that runs already is stopped.
  mutating func pipe(to command: String) -> [Effect] {
    guard let body = shownBody else { return [] }
    let effects = stopPipe()
    lastPipe += 1
    let order = PipeOrder(id: lastPipe, command: command, input: body)
    output = OutputView(order)
    if screen != .output { screens.append(.output) }
    return effects + [.pipe(order)]
  }

  /// Stops the command that runs, if one does.
  mutating func stopPipe() -> [Effect] {
    guard let output, output.isRunning else { return [] }
    return [.stopPipe(output.order.id)]
  }

  /// What a command that was left behind says reaches nobody.
  mutating func take(_ event: PipeEvent, of id: Int) {
    guard output?.order.id == id else { return }
    output?.take(event)
  }

  mutating func settleOutput() {
    guard screen == .output else {
      if !screens.contains(.output) { output = nil }
      return
    }
    output?.settle(
      width: max(1, house.size.width - 4), height: max(1, house.size.height - 3), rule: house.rule)
  }

  func drawOutput(in frame: inout Frame) {
    guard let output else { return }
    let line = Region(column: 0, row: 0, width: house.size.width, height: 1)
    Border.line(in: &frame, row: 0, line, left: "━", right: "━", isActive: true)
    var segments = Segments()
    segments.add("| \(output.order.command)", Border.titleStyle(isActive: true))
    segments.add(output.words, Style(output.role, bold: true))
    frame.draw(" ", row: 0, column: 1)
    let end = segments.draw(
      in: &frame, row: 0, column: 2, fitting: house.size.width - 14, dot: Style(.faint))
    frame.draw(" ", row: 0, column: end)
    if let percent = output.pane?.percent {
      frame.draw(
        " \(percent) % ", row: 0, endingAt: house.size.width - 1, fitting: 8, style: Style(.faint))
    }
    output.pane?.draw(
      in: &frame,
      Region(column: 2, row: 1, width: house.size.width - 4, height: house.size.height - 3))
    drawFooter(in: &frame)
  }
}

extension OutputView {
  fileprivate var role: Style.Role {
    switch end {
    case nil: .progress
    case .exited(0): .ok
    case .cancelled: .cancelled
    case .exited, .killed, .failed: .warning
    }
  }
}
