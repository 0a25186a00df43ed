import NetEngine

/// What is fired is kept: the badge in the first row, and saving it under a name.
extension App {
  /// Asks for a name, or says why there is nothing to give one to.
  mutating func openSave() {
    replaceable = nil
    guard house.recording != nil else {
      house.notice = Notice(text: "nothing is recorded here", role: .warning)
      return
    }
    guard house.history.count > 0 else {
      house.notice = Notice(text: "there is nothing to save yet: fire a request first")
      return
    }
    open(.sessionName)
  }

  /// Orders a session of this name; a name that cannot be one is shown in its prompt.
  mutating func save(as text: String) -> [Effect] {
    guard house.recording != nil, house.history.count > 0 else {
      openSave()
      return []
    }
    guard App.mistake(inName: text) == nil else {
      open(.sessionName, text)
      return []
    }
    memory.keep(text, .name)
    replaceable = nil
    let order = SaveOrder(typed: text)
    house.notice = Notice(text: "saving \(order.name.escapedForMessage)")
    return [.save(order)]
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
      if let problem = state.problem, problem != house.recording?.problem {
        house.notice = Notice(text: "not saved, in memory only: \(problem)", role: .warning)
      } else if state.problem == nil, house.recording?.problem != nil {
        house.notice = Notice(text: "the recording is on the disk again", role: .ok)
      }
      house.recording = state
    case .saved(let report, let gone):
      let isWhole = report.skipped.isEmpty && gone == 0
      house.notice = Notice(text: App.words(report, gone), role: isWhole ? .ok : .warning)
    case .exists(let name, let place):
      replaceable = Replaceable(name: name, place: place)
      house.notice = nil
    case .failed(let text):
      house.notice = Notice(text: "not saved: \(text)", role: .warning)
    case .empty:
      house.notice = Notice(text: "nothing was sent yet: fire a request first")
    case .recoverable(let count):
      house.notice = Notice(
        text: "\(Units.count(count, "exchange")) can be recovered: inspector recover",
        role: .warning)
    }
  }

  private static func words(_ report: SealReport, _ gone: Int) -> String {
    var words =
      "\(Units.count(report.count, "exchange")), "
      + "\(Units.count(report.redactedCount, "secret")) taken out"
    if !report.skipped.isEmpty {
      words += ", \(report.skipped.count) could not be read and are left out"
    }
    if gone > 0 { words += ", \(Units.count(gone, "older one")) had to make room before" }
    return "\(words): \(report.path)"
  }

  // MARK: A file that is there already

  /// A file that is replaced once a person has said yes.
  struct Replaceable: Sendable, Hashable {
    var name: String
    var place: String
  }

  /// Whether something in the bottom line waits for a yes.
  var hasQuestion: Bool {
    screen == .session ? replayQuestion != nil : !question.isEmpty || replaceable != nil
  }

  mutating func replace(_ file: Replaceable) -> [Effect] {
    replaceable = nil
    return [.save(SaveOrder(name: file.name, replaces: true))]
  }

  mutating func leave(_ file: Replaceable) {
    replaceable = nil
    house.notice = Notice(text: "\(file.place) is as it was: w saves under another name")
  }

  // MARK: The badge

  /// Draws whether what is fired is kept, so that it ends before `end`; says where room ends now.
  func drawRecording(in frame: inout Frame, end: Int) -> Int {
    guard let recording = house.recording else { return end }
    let isSaved = recording.problem == nil
    let long = isSaved ? "● rec \(recording.name)" : "✗ not saved"
    let text = end < 60 && isSaved ? "● rec" : long
    let width = house.rule.width(of: text)
    // The program's name goes before everything.
    guard end - width >= (isSaved ? 24 : 11) else { return end }
    frame.draw(
      text, row: 0, endingAt: end + 1, fitting: width,
      style: isSaved ? Style(.faint) : Style(.server, bold: true))
    return end - width - 2
  }
}
