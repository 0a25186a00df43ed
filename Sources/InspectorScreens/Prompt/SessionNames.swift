import NetEngine

/// The sessions in one folder, for Tab to go through.
package struct SessionNames: Hashable, Sendable {
  /// As it was typed, to its last slash; empty is where sessions are kept, and the current folder.
  package var folder: String
  /// What can stand behind it: names of sessions, and folders with a slash behind them.
  package var names: [String]
  /// What was fired in earlier runs, the newest first; only where nothing is typed yet.
  package var runs: [Run] = []

  /// What was fired between a start of the program and its end.
  package struct Run: Sendable, Hashable {
    /// The journal it stands in.
    package var path: String
    /// The numbers of its exchanges there.
    package var numbers: ClosedRange<Int>
    /// `yesterday 17:20`.
    package var when: String
    package var count: Int
    package var failed: Int
    /// Whether responses have bodies that a profile may call failures: `failed` is not all then.
    package var hasEnvelopes = false
    /// Whom its requests asked, the last one first: `https://api.example.com`.
    package var origins: [String] = []
    /// The server of a run that asked none of those the requests here ask; nil for one of these.
    package var elsewhere: String?
    /// The program that fired it did not end in order.
    package var isCutOff = false

    package init(
      path: String, numbers: ClosedRange<Int>, when: String, count: Int, failed: Int
    ) {
      (self.path, self.numbers, self.when) = (path, numbers, when)
      (self.count, self.failed) = (count, failed)
    }

    /// `20 exchanges, 3 failed, cut off · api.example.com`.
    var note: String { facts + (elsewhere.map { " · \($0.escapedForMessage)" } ?? "") }

    private var facts: String {
      Units.count(count, "exchange") + (failed == 0 || hasEnvelopes ? "" : ", \(failed) failed")
        + (isCutOff ? ", cut off" : "")
    }

    /// What it is opened with: the journal goes on with other runs.
    var filter: String { "~seq \(numbers.lowerBound)-\(numbers.upperBound)" }
  }

  package init(folder: String, names: [String] = [], runs: [Run] = []) {
    (self.folder, self.names, self.runs) = (folder, names, runs)
  }

  var words: [String] { names.map { folder + $0 } }

  /// So many runs are offered.
  private static let runLimit = 8

  /// The journals have the runs of every project: those of the requests here come first, what others
  /// have asked stands behind each of theirs.
  mutating func sortRuns(own: Set<String>) {
    guard !own.isEmpty else {
      runs = Array(runs.prefix(Self.runLimit))
      return
    }
    for (place, run) in runs.enumerated() where !run.origins.contains(where: own.contains) {
      runs[place].elsewhere = run.origins.first.map {
        String($0.split(separator: "/").last ?? "")
      }
    }
    let all = runs.filter { $0.elsewhere == nil } + runs.filter { $0.elsewhere != nil }
    runs = Array(all.prefix(Self.runLimit))
  }
}

extension House {
  /// Whom the requests here ask, as far as the first of them say it.
  fileprivate var origins: Set<String> {
    Set(items.prefix(1_000).map(\.url.urlOrigin) + [baseURL.urlOrigin]).filter {
      $0.contains("://")
    }
  }
}

extension App {
  /// Asks for the names in a folder as soon as a session of it is typed, once.
  mutating func orderSessionNames() -> [Effect] {
    guard let typed = typedSession else {
      sessionNames = nil
      return []
    }
    let slash = typed.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(typed[...$0]) } ?? ""
    guard sessionNames?.folder != folder else { return [] }
    sessionNames = SessionNames(folder: folder)
    return [.session(.names(folder: folder))]
  }

  mutating func take(_ names: SessionNames) {
    guard sessionNames?.folder == names.folder else { return }
    sessionNames = names
    sessionNames?.sortRuns(own: house.origins)
    if prompt?.row.content == .session { offerSessions() }
  }

  /// The runs before this one, while nothing is typed, and the sessions whose names fit.
  func offers(forSession text: String) -> Offers? {
    guard let known = sessionNames else { return nil }
    let runs = text.isEmpty ? known.runs : []
    let names = FuzzyMatch(text).sorted(known.words) { $0 }.filter { $0 != text }
    let offers =
      runs.map { run in
        Offer(words: run.when, note: run.note, taken: .run(run))
      }
      + names.map { Offer(words: $0, note: "", taken: .line($0)) }
    return Offers(
      offers, title: runs.isEmpty ? "sessions" : "runs and sessions", isFirstMeant: false,
      in: house.size)
  }

  /// Opens an earlier run: its exchanges of the journal all runs are kept in.
  mutating func open(_ run: SessionNames.Run) -> [Effect] {
    house.sessionFilter = run.filter
    return openSession(run.path)
  }

  /// What stands before the cursor where a session's name or file is typed.
  private var typedSession: String? {
    guard let prompt else { return nil }
    let text = prompt.beforeCursor
    switch prompt.row.content {
    case .session: return text
    case .command:
      let line = text.utf8.drop { $0 == 0x20 }
      guard let end = line.firstIndex(of: 0x20),
        let command = TypedCommand.command(behind: String(text[line.startIndex..<end])),
        command == .openSession || command == .answerFrom
      else { return nil }
      return String(text[end...].utf8.drop { $0 == 0x20 })
    case .filter, .sessionFilter, .shell, .path, .requestFile, .secret, .words: return nil
    }
  }
}
