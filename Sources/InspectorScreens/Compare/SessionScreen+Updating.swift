import NetEngine
import NetRecordings

/// Learning from a replay: its answers become the recording, its differences rules.
extension SessionScreen {
  /// Whose new answers are kept.
  enum Wanted {
    case row(Int)
    /// What is marked, else the selected exchange.
    case chosen
    /// All that have changed.
    case all
  }

  /// Orders new answers to be kept as the recording.
  func update(_ wanted: Wanted, _ house: inout House) -> [Effect] {
    guard replaying == nil else {
      return house.notify("it is being sent again: U keeps responses once it has ended")
    }
    let rows =
      switch wanted {
      case .row(let row): [row]
      case .chosen: markedOrSelected
      case .all: Array(0..<session.count)
      }
    let fired = rows.compactMap { row in change(atRow: row).map { (row, $0) } }
    let changed = fired.filter { $1.change.isChange }
    var answers: [Int: Response] = [:]
    for (row, found) in changed {
      if case .success(let answer) = found.answered { answers[row] = answer }
    }
    guard !answers.isEmpty else {
      house.notice =
        !changed.isEmpty
        ? Notice(text: "no response came: there is nothing to keep", role: .warning)
        : Notice(
          text: fired.isEmpty
            ? "it was not sent again yet: R does" : "nothing has changed: the recording stays")
      return []
    }
    return [.session(.update(SessionUpdate(path: path, answers: answers, session: session)))]
  }

  /// Whether a new answer could be kept of what is marked or selected.
  var canUpdate: Bool {
    replaying == nil
      && markedOrSelected.contains { row in
        guard let found = change(atRow: row), found.change.isChange else { return false }
        if case .success = found.answered { return true }
        return false
      }
  }

  /// What a command is for that works on one or on several.
  var markedOrSelected: [Int] { marked.isEmpty ? [selected].compactMap { $0 } : marked.sorted() }

  // MARK: Rules

  /// What a rule that is typed would do, or what is wrong with it.
  func note(ofRule text: String) -> Prompt.Note {
    if let mistake = Self.mistake(inRule: text) { return mistake }
    let place = settings.rules.map { $0.escapedForMessage } ?? "the session's own rules"
    return .words("it counts from now on; it is written into \(place)")
  }

  static func mistake(inRule text: String) -> Prompt.Note? {
    do throws(RulesMistake) {
      guard try Rules(text).all.isEmpty else { return nil }
      return .mistake(offset: 0, "a rule, such as GET /users/* body /data/at ignore")
    } catch {
      return .mistake(offset: error.column - 1, error.words)
    }
  }

  func takeRule(_ text: String) -> [Effect] {
    [.session(.addRule(SessionRule(path: path, file: settings.rules, line: text)))]
  }
}
