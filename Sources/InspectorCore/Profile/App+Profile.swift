import NetEngine

/// The screen on which a profile is made: nothing is sent, nothing counts before it is kept.
extension App {
  mutating func edit(profile command: Command, _ index: Int) -> [Effect] {
    guard command != .editProfile else {
      editProfile()
      return []
    }
    guard screen == .profile, profileEditor != nil else {
      house.notice = Notice(text: "edit-profile opens the answer in which its keys are picked")
      return []
    }
    var words: String?
    switch command {
    case .takeCode: words = profileEditor?.takeCode()
    case .takeMessage: words = profileEditor?.takeMessage()
    case .takeData: profileEditor?.takeData()
    case .turnCode:
      if profileEditor?.turnCode(index) != true { words = "there is no code \(index + 1)" }
    case .editSuccess: openCodes(.successCodes, profileEditor?.draft.successValues)
    case .editSession: openCodes(.sessionCodes, profileEditor?.draft.invalidSessionValues)
    case .changeRule: profileEditor?.changeRule()
    case .changeMissing: profileEditor?.changeMissing()
    case .saveProfile: askName()
    default: break
    }
    if let words { house.notice = Notice(text: words) }
    return []
  }

  // MARK: Opening

  /// Opens the shown answer, with the profile that reads it, or the likeliest one.
  mutating func editProfile() {
    guard let record = viewedRecord, let item = viewedItem, let result = record.result,
      let response = record.response
    else {
      let next = screens.contains(.session) ? "" : ": fire the request first"
      house.notice = Notice(text: "there is no answer to pick keys in\(next)")
      return
    }
    guard let document = record.reading?.document, record.reading?.lines == nil,
      document.json.kind == .object || document.json.kind == .array
    else {
      house.notice = Notice(
        text: "the keys are picked in a JSON document, and this body is none", role: .warning)
      return
    }
    let samples = profileSamples(record, document, response)
    let pipeline = record.reading?.pipeline ?? Pipeline()
    let (draft, origin, start) = draftProfile(for: record, pipeline, samples)
    profileEditor = ProfileEditor(
      item: item, result: result, pipeline: pipeline, samples: samples, draft: draft,
      origin: origin, start: start, document: document, size: Size(width: 40, height: 10))
    // Who stands on a value of the tree already means that one.
    if let value = answer.currentValue, main.focus == .answer, value.node != document.root {
      profileEditor?.tree.setCursor(JSONPlace(part: 0, node: value.node))
    }
    screens.append(.profile)
    house.notice = nil
  }

  /// The request whose answer is shown; one of a recording belongs to the host it was asked of.
  private var viewedItem: TargetItem? {
    guard screens.contains(.session) else {
      return viewedRecord.map { house.items[$0.target] }
    }
    guard var item = session?.item else { return nil }
    item.base = item.url.urlOrigin
    return item
  }

  /// The shown answer, then the newest ones of the same backend; of a recording it is alone.
  private func profileSamples(
    _ record: ExchangeRecord, _ document: JSONDocument, _ response: Response
  ) -> [ProfileEditor.Sample] {
    var samples = [ProfileEditor.Sample(document: document, status: response.statusCode)]
    guard !screens.contains(.session) else { return samples }
    let base = house.items[record.target].basePlace
    for number in house.history.heldNumbers where number != record.number {
      guard samples.count < ProfileEditor.sampleLimit else { break }
      guard let other = house.history[number], house.items[other.target].basePlace == base,
        let response = other.response, let document = other.reading?.document,
        document.error == nil, document.json.kind == .object
      else { continue }
      samples.append(ProfileEditor.Sample(document: document, status: response.statusCode))
    }
    return samples
  }

  private func draftProfile(
    for record: ExchangeRecord, _ pipeline: Pipeline, _ samples: [ProfileEditor.Sample]
  ) -> (EnvelopeProfile, origin: EnvelopeProfile?, start: String) {
    if let current = pipeline.profile {
      let known = house.profiles.first { $0 == current }
      return (current, known, known == nil ? "from \(current.name)" : "")
    }
    let heads = samples.map { EnvelopeSample($0.document.json, statusCode: $0.status) }
    let detected = record.reading?.detected ?? EnvelopeDetector.detect(heads)
    if let detected { return (detected.profile, nil, "from the detected one") }
    return (EnvelopeProfile(name: "", statusCodeKey: ""), nil, "nothing detected")
  }

  // MARK: Typing

  private mutating func openCodes(_ kind: Prompt.Kind, _ codes: [String]?) {
    open(kind, (codes ?? []).joined(separator: ", "))
  }

  private mutating func askName() {
    guard let editor = profileEditor else { return }
    if let flaw = editor.flaw {
      house.notice = Notice(text: flaw, role: .warning)
      return
    }
    open(.profileName, editor.origin?.name ?? suggestedName(editor))
  }

  /// A new profile is called after the host its answers come from.
  private func suggestedName(_ editor: ProfileEditor) -> String {
    let url = editor.response?.request.url ?? editor.item.url
    var profile = editor.draft
    profile.name = url.hostName ?? editor.draft.name
    return named(profile).name
  }

  /// What a key in the name's prompt led to.
  func note(ofProfileName text: String) -> Prompt.Note {
    guard !text.isEmpty else { return .hint("a name, as p will list it") }
    if let offset = text.utf8.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) {
      return .mistake(
        offset: text.utf8.distance(from: text.startIndex, to: offset), "a name is one line")
    }
    if house.profiles.contains(where: { $0.name == text }) {
      return .words("changes \(text) in inspector.json")
    }
    return .words("kept as \(text) in inspector.json")
  }

  static func note(ofCodes text: String) -> Prompt.Note {
    let codes = ProfileEditor.list(text)
    guard !codes.isEmpty else { return .hint("codes between commas: 0, 200, ok") }
    return .words(codes.map { "'\($0.shortened(to: 20))'" }.joined(separator: " or "))
  }

  // MARK: Keeping

  /// Puts the draft in force under a name, and orders it to be written.
  mutating func saveProfile(as name: String) -> [Effect] {
    guard let editor = profileEditor, !name.isEmpty else { return [] }
    var profile = editor.draft
    profile.name = name
    let item = editor.item
    let isItsOwn = item.pipeline.profile != nil || editor.hasOwnProfile
    var lens = house.lens
    if let old = house.profiles.first(where: { $0.name == name }) {
      lens.replace(old, with: profile)
    }
    know(profile)
    var places: [String] = []
    if isItsOwn {
      lens.profile = .chosen(profile)
    } else {
      // Answers without a profile of their own are read by it in the next run as well.
      lens.profile = .own
      lens.kept[item.basePlace] = profile
      if lens.kept[item.place] != nil { lens.kept[item.place] = profile }
      places = [item.basePlace]
    }
    screens.removeAll { $0 == .profile }
    let reach = isItsOwn ? "reads all answers now" : "reads the answers of \(item.basePlace)"
    house.notice = Notice(text: "\(name) \(reach)")
    let change = ConfigurationChange(profile: profile, places: places, words: "\(name) \(reach)")
    return [.configure(change)] + look(through: lens)
  }

  // MARK: Keeping together

  mutating func settleProfile() {
    guard screens.contains(.profile) else {
      profileEditor = nil
      return
    }
    let rooms = profileRooms
    profileEditor?.tree.shape(Size(width: rooms.tree.width, height: rooms.tree.height))
  }

  /// The document and what is picked: beside each other where both fit, else above each other.
  var profileRooms: (tree: Region, page: Region) {
    let height = max(1, house.size.height - 3)
    if house.size.width >= 72 {
      let right = min(60, (house.size.width - 4) / 2)
      let left = house.size.width - 4 - right
      return (
        Region(column: 1, row: 1, width: left, height: height),
        Region(column: 1 + left + 3, row: 1, width: right - 1, height: height)
      )
    }
    let top = max(1, height * 2 / 5)
    return (
      Region(column: 1, row: 1, width: max(1, house.size.width - 2), height: top),
      Region(column: 1, row: 2 + top, width: max(1, house.size.width - 2), height: height - top - 1)
    )
  }

  func drawProfile(in frame: inout Frame) {
    let line = Region(column: 0, row: 0, width: house.size.width, height: 1)
    Border.line(in: &frame, row: 0, line, left: "━", right: "━", isActive: true)
    guard let editor = profileEditor else { return }
    var segments = Segments()
    let name = editor.origin.map { " \($0.name)" } ?? ""
    segments.add("Profile\(name)", Border.titleStyle(isActive: true))
    segments.add(editor.title, rank: 2)
    segments.add(editor.start, Style(.faint), rank: 3)
    frame.draw(" ", row: 0, column: 1)
    let end = segments.draw(
      in: &frame, row: 0, column: 2, fitting: house.size.width - 4, dot: Style(.faint))
    frame.draw(" ", row: 0, column: end)
    let rooms = profileRooms
    editor.tree.draw(
      in: &frame, rooms.tree, needle: nil, bar: Style(.accent, bold: true))
    drawPicked(editor, in: &frame, rooms.tree)
    if rooms.page.row == rooms.tree.row {
      for row in rooms.tree.row..<rooms.tree.endRow {
        frame.draw("┊", row: row, column: rooms.page.column - 2, style: Style(.border))
      }
    } else {
      let between = Region(column: 0, row: rooms.page.row - 1, width: house.size.width, height: 1)
      frame.fill(between, with: "─", style: Style(.border))
    }
    let pane = TextPane(
      ProfileDocument.make(editor, width: rooms.page.width, rule: house.rule),
      width: rooms.page.width,
      height: rooms.page.height, wraps: false, rule: house.rule)
    pane.draw(in: &frame, rooms.page)
    drawFooter(in: &frame)
  }

  /// The parts that were picked, beside their values.
  private func drawPicked(
    _ editor: ProfileEditor, in frame: inout Frame, _ region: Region
  ) {
    guard let document = editor.document else { return }
    let draft = editor.draft
    var parts = [(draft.tipStrKey, "message"), (draft.modelKey, "data")]
    if draft.rule != .httpStatus { parts.insert((draft.statusCodeKey, "code"), at: 0) }
    var labels: [JSONNode: String] = [:]
    for (path, word) in parts where !path.isEmpty {
      guard let node = document.json[path: JSONPath(path)].node else { continue }
      labels[node] = labels[node].map { $0 + "+" + word } ?? word
    }
    for (place, row) in editor.tree.visibleRows.prefix(region.height).enumerated() {
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
