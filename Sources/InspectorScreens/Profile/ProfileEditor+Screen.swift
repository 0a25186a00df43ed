import NetEngine

/// The screen on which a profile is made.
extension ProfileEditor: ScreenContent {
  var name: String { "profile" }
  var scopes: [Scope] { [.profile, .tree, .everywhere, .always] }

  mutating func perform(_ action: Keymap.Action, _ house: inout House) -> Turn {
    if let motion = action.command.motion {
      tree.move(motion)
      return .done()
    }
    if tree.fold(action.command) { return .done() }
    var words: String?
    switch action.command {
    case .takeCode: words = takeCode()
    case .takeMessage: words = takeMessage()
    case .takeData: takeData()
    case .turnCode: if !turnCode(action.index) { words = "there is no code \(action.index + 1)" }
    case .editSuccess: return .ask(Prompt(.successCodes, Self.words(draft.successValues)))
    case .editSession: return .ask(Prompt(.sessionCodes, Self.words(draft.invalidSessionValues)))
    case .changeRule: changeRule()
    case .changeMissing: changeMissing()
    case .saveProfile: return askName(&house)
    // A string here is a value to be picked, and the document is one.
    case .showString, .showMatchesOnly, .goToPath, .expect: break
    default: return .pass
    }
    if let words { house.notify(words) }
    return .done()
  }

  func isUseful(_ command: Command, _ house: House) -> Bool? {
    switch command {
    case .foldValue, .unfoldValue, .deeper, .shallower, .showMatchesOnly, .goToPath, .expect: false
    case .turnCode: !codes.isEmpty
    case .editSuccess: comparesCodes
    default: nil
    }
  }

  mutating func take(_ mouse: Mouse, _ house: inout House) {
    if mouse.notches != 0 { tree.scroll(by: mouse.notches) }
    let room = Self.rooms(house.size).tree
    if mouse.action == .press, room.contains(column: mouse.column, row: mouse.row) {
      tree.select(row: mouse.row - room.row)
    }
  }

  // MARK: Typing

  private static func words(_ codes: [String]) -> String { codes.joined(separator: ", ") }

  private func askName(_ house: inout House) -> Turn {
    if let flaw { return .done(house.warn(flaw)) }
    // Who has a name of their own types it in place of this one.
    var prompt = Prompt(.profileName, origin?.name ?? suggestedName(house))
    prompt.editor.selectAll()
    return .ask(prompt)
  }

  /// A new profile is called after the host its answers come from.
  private func suggestedName(_ house: House) -> String {
    let url = response?.request.url ?? item.url
    var profile = draft
    profile.name = url.hostName ?? draft.name
    return house.named(profile).name
  }

  // MARK: Drawing

  mutating func settle(_ house: House) {
    let rooms = Self.rooms(house.size)
    tree.shape(Size(width: rooms.tree.width, height: rooms.tree.height))
  }

  /// The document and what is picked: beside each other where both fit, else above each other.
  static func rooms(_ size: Size) -> (tree: Region, page: Region) {
    let height = max(1, size.height - 3)
    if size.width >= 72 {
      let right = min(60, (size.width - 4) / 2)
      let left = size.width - 4 - right
      return (
        Region(column: 1, row: 1, width: left, height: height),
        Region(column: 1 + left + 3, row: 1, width: right - 1, height: height)
      )
    }
    let top = max(1, height * 2 / 5)
    return (
      Region(column: 1, row: 1, width: max(1, size.width - 2), height: top),
      Region(column: 1, row: 2 + top, width: max(1, size.width - 2), height: height - top - 1)
    )
  }

  func draw(in frame: inout Frame, _ house: House) {
    let size = house.size
    Border.rule(in: &frame, row: 0)
    var segments = Segments()
    let name = origin.map { " \($0.name)" } ?? ""
    segments.add("Profile\(name)", Border.titleStyle(isActive: true))
    segments.add(title, rank: 2)
    segments.add(start, Style(.faint), rank: 3)
    frame.draw(" ", row: 0, column: 1)
    let end = segments.draw(
      in: &frame, row: 0, column: 2, fitting: size.width - 4, dot: Style(.faint))
    frame.draw(" ", row: 0, column: end)
    let rooms = Self.rooms(size)
    tree.draw(
      in: &frame, rooms.tree, needle: nil, bar: Style(.accent, bold: true))
    drawPicked(in: &frame, rooms.tree)
    if rooms.page.row == rooms.tree.row {
      for row in rooms.tree.row..<rooms.tree.endRow {
        frame.draw("┊", row: row, column: rooms.page.column - 2, style: Style(.border))
      }
    } else {
      let between = Region(column: 0, row: rooms.page.row - 1, width: size.width, height: 1)
      frame.fill(between, with: "─", style: Style(.border))
    }
    let pane = TextPane(
      ProfileDocument.make(self, width: rooms.page.width, rule: house.rule),
      width: rooms.page.width,
      height: rooms.page.height, wraps: false, rule: house.rule)
    pane.draw(in: &frame, rooms.page)
  }

  /// The parts that were picked, beside their values.
  private func drawPicked(in frame: inout Frame, _ region: Region) {
    guard let document else { return }
    var parts = [(draft.tipStrKey, "message"), (draft.modelKey, "data")]
    if draft.rule != .httpStatus { parts.insert((draft.statusCodeKey, "code"), at: 0) }
    var labels: [JSONNode: String] = [:]
    for (path, word) in parts where !path.isEmpty {
      guard let node = document.json[path: JSONPath(path)].node else { continue }
      labels[node] = labels[node].map { $0 + "+" + word } ?? word
    }
    for (place, row) in tree.visibleRows.prefix(region.height).enumerated() {
      guard let node = row.value?.node, let word = labels[node] else { continue }
      frame.draw(
        " ◂ \(word) ", row: region.row + place, endingAt: region.endColumn, fitting: 18,
        style: Style(.match))
    }
  }
}

extension String {
  /// The host of a URL, without port and password.
  fileprivate var hostName: String? {
    guard let origin = try? URLText(self).origin else { return nil }
    return origin.host.isEmpty ? nil : origin.host
  }
}
