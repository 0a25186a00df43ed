import NetEngine
import NetRecordings

/// What is fired is kept: the badge in the first row, and saving it under a name.
extension App {
  /// Asks for a name, or says why there is nothing to give one to.
  mutating func openSave() -> [Effect] {
    main.leaveFile()
    guard house.recording != nil else { return house.warn("nothing is recorded here") }
    guard house.history.count > 0 else {
      return house.notify("there is nothing to save yet: send a request first")
    }
    return open(Prompt(.sessionName))
  }

  /// Orders a session of this name; a name that cannot be one is shown in its prompt.
  mutating func save(as text: String) -> [Effect] {
    let isCaptured = house.capture.map { $0.journal == session?.path } ?? false
    guard isCaptured || house.recording != nil && house.history.count > 0 else { return openSave() }
    guard App.mistake(inName: text) == nil else {
      open(Prompt(.sessionName, text))
      return []
    }
    memory.keep(text, .name)
    main.leaveFile()
    var order = SaveOrder(typed: text)
    order.profile = house.lens.chosenProfile
    order.isCaptured = isCaptured
    if isCaptured {
      let count = session?.answeredCount ?? 0
      house.capture?.beginSave(count)
    } else {
      order.whole = house.history.heldResponses
      house.saved.begin(house.history.recordedCount)
    }
    house.notify("saving \(order.name.escapedForMessage)")
    // The session is made of the journal: marks go there first.
    return (isCaptured ? session?.remarking() ?? [] : []) + [.save(order)]
  }

  /// Stands between an app and its server from the start, and reads answers so.
  package mutating func begin(_ capture: Capture, reading lens: (inout Lens) -> Void) {
    house.capture = capture
    lens(&house.lens)
  }

  /// What a key in the prompt led to, in a line under it.
  static func note(ofName text: String) -> Prompt.Note {
    guard !text.isEmpty else {
      return .hint("a name: kept as sessions/NAME.har, its secrets taken out; or a path")
    }
    if let mistake = mistake(inName: text) { return mistake }
    let order = SaveOrder(typed: text)
    let folder = order.isPath ? "" : "sessions/"
    return .words("\(folder)\(order.name.escapedForMessage).har, its secrets taken out")
  }

  /// A path may have any folder in front of its name.
  private static func mistake(inName text: String) -> Prompt.Note? {
    let bytes = Array(text.utf8)
    if let place = bytes.firstIndex(where: { $0 < 0x20 || $0 == 0x7f }) {
      return .mistake(offset: place, "a name has no control characters")
    }
    let start = bytes.lastIndex(of: 0x2f).map { $0 + 1 } ?? 0
    let name = bytes[start...]
    if name.first == 0x2e { return .mistake(offset: start, "a name does not start with a dot") }
    if name.count > 200 { return .mistake(offset: start + 200, "a name has 200 bytes at most") }
    return name.isEmpty ? .mistake(offset: start, "a name is needed") : nil
  }

  mutating func take(_ event: RecordingEvent) {
    switch event {
    case .state(let state):
      // A capture's recording has no name: the first row is about what is fired here.
      let isCaptured = state.name.isEmpty
      let known = isCaptured ? house.capture?.shortfall : house.recording?.shortfall
      let before = known ?? Shortfall()
      if let notice = Self.notice(state.shortfall, before: before) {
        house.notice = notice
      } else if let shown = house.notice?.text {
        // A count that is still shown is kept up to date.
        for text in [Self.droppedText, Self.cutText, Self.cappedText] where text(before) == shown {
          house.notice?.text = text(state.shortfall)
        }
      }
      if isCaptured { house.capture?.shortfall = state.shortfall } else { house.recording = state }
    case .saved(let report, let gone, let missing):
      let isWhole = report.skipped.isEmpty && gone == 0 && missing == nil
      endSave(isSaved: true)
      if missing == nil { house.capture?.unsavedRules = 0 }
      let rules = missing.map { "; its rules are not: \($0)" } ?? ""
      house.notify(App.words(report, gone) + rules, isWhole ? .ok : .warning)
    case .exists(let name, let place):
      main.ask(.replace(Question.Replaceable(name: name, place: place)))
      house.notice = nil
    case .failed(let text):
      endSave(isSaved: false)
      house.warn("not saved: \(text)")
    case .empty: house.notify("nothing was sent yet: send a request first")
    case .recoverable(let count):
      let key = house.keymap.name(of: .openSession)
      house.warn(
        "\(Units.count(count, "exchange")) can be recovered: "
          + "\(key) opens them, inspector seal keeps them")
    }
  }

  private mutating func endSave(isSaved: Bool) {
    house.saved.end(isSaved: isSaved)
    house.capture?.endSave(isSaved: isSaved)
  }

  /// Says a change for the worse at once, and again each time its number has ten times grown; of cut
  /// bodies, each change up to ten.
  private static func notice(_ now: Shortfall, before: Shortfall) -> Notice? {
    func isDue(_ count: KeyPath<Shortfall, Int>, isExact: Bool = false) -> Bool {
      let (now, before) = (now[keyPath: count], before[keyPath: count])
      let isTenfold = before == 0 || "\(now)".utf8.count > "\(before)".utf8.count
      return now > before && (isTenfold || isExact && now < 10)
    }
    if isDue(\.lost) {
      return Notice(
        text: "\(Units.count(now.lost, "exchange")) lost: neither disk nor memory has room",
        role: .warning)
    }
    if let problem = now.problem, problem != before.problem || isDue(\.inMemory) {
      let count = now.inMemory > 1 ? "\(now.inMemory) exchanges " : ""
      return Notice(text: "\(count)not saved, in memory only: \(problem)", role: .warning)
    }
    if now.problem == nil, before.problem != nil {
      return Notice(text: "the recording is on the disk again", role: .ok)
    }
    if now.isMakingRoom, !before.isMakingRoom {
      return Notice(
        text: "history is full and the disk is busy: making room takes long, requests go on",
        role: .warning)
    }
    if isDue(\.dropped) { return Notice(text: droppedText(now), role: .warning) }
    if isDue(\.cut, isExact: true) { return Notice(text: cutText(now), role: .warning) }
    return isDue(\.capped, isExact: true) ? Notice(text: cappedText(now), role: .warning) : nil
  }

  private static func droppedText(_ now: Shortfall) -> String {
    "history is full: \(Units.count(now.dropped, "older exchange")) made room"
  }

  private static func cutText(_ now: Shortfall) -> String {
    "history is full: the body of \(Units.count(now.cut, "older exchange")) was cut"
  }

  private static func cappedText(_ now: Shortfall) -> String {
    "the recording keeps 32 MiB of a body: "
      + "\(Units.count(now.capped, "response")) had more; :save keeps what is in memory whole"
  }

  private static func words(_ report: SealReport, _ gone: Int) -> String {
    var words =
      "\(Units.count(report.count, "exchange")), "
      + "\(Units.count(report.redactedCount, "secret")) taken out"
    if !report.skipped.isEmpty {
      words += ", \(report.skipped.count) could not be read and are left out"
    }
    if report.cutCount > 0 { words += ", \(report.cutCount) with the beginning of the body only" }
    if gone > 0 { words += ", \(Units.count(gone, "older one")) had to make room before" }
    return "\(words): \(report.path)"
  }
}
