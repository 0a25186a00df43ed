import NetEngine

extension Prompt {
  /// What Tab can put where the cursor is; nil where nothing is known.
  func completion(_ app: App) -> Completion? {
    switch row.content {
    case .filter, .sessionFilter: Completion(filter: beforeCursor)
    case .command: Completion(command: beforeCursor, app)
    case .path: Completion(path: beforeCursor, app)
    case .session: Completion(start: 0, of: app.choices(for: .openSession), typed: beforeCursor)
    case .requestFile: Completion(start: 0, of: app.requestFiles, typed: beforeCursor)
    case .shell, .secret, .words: nil
    }
  }
}

extension Completion {
  /// The tests of the filter language, and the kinds behind `~kind`.
  fileprivate init?(filter text: String, at offset: Int = 0) {
    let bytes = Array(text.utf8)
    let start = (bytes.lastIndex { " (&|!,".utf8.contains($0) } ?? -1) + 1
    let word = String(decoding: bytes[start...], as: UTF8.self)
    if word.utf8.first == UInt8(ascii: "~") {
      self.init(start: offset + start, of: FilterTerm.all.map(\.name), typed: word)
      return
    }
    let before = text.utf8.prefix(start).split { " ,".utf8.contains($0) }
    guard let term = before.last(where: { $0.first == UInt8(ascii: "~") }),
      term.elementsEqual("~kind".utf8)
    else { return nil }
    self.init(
      start: offset + start, of: ["fail"] + Filter.Verdict.allCases.map(\.filterWord), typed: word)
  }

  /// The names of all commands, then what the command is done with.
  fileprivate init?(command line: String, _ app: App) {
    let bytes = Array(line.utf8)
    let start = bytes.firstIndex { $0 != 0x20 } ?? bytes.count
    guard let end = bytes[start...].firstIndex(of: 0x20) else {
      let word = String(decoding: bytes[start...], as: UTF8.self)
      self.init(start: start, of: TypedCommand.names, typed: word)
      return
    }
    let name = String(decoding: bytes[..<end], as: UTF8.self)
    let place = bytes[end...].firstIndex { $0 != 0x20 } ?? bytes.count
    let rest = String(decoding: bytes[place...], as: UTF8.self)
    guard let command = TypedCommand.command(behind: name) else { return nil }
    if command == .filter {
      self.init(filter: rest, at: place)
    } else {
      self.init(start: place, of: app.choices(for: command), typed: rest)
    }
  }

  fileprivate init?(start: Int, of words: [String], typed: String) {
    let fitting = words.filter { $0.utf8.starts(with: typed.utf8) }
    self.init(start: start, words: fitting, typed: typed)
  }
}

extension Completion {
  /// What a path can go on with in the shown document.
  fileprivate init?(path typed: String, _ app: App) {
    guard let json = app.pathDocument?.json else { return nil }
    let words = JSONPath.completions(of: typed, in: json).map(\.text)
    self.init(start: 0, words: words, typed: typed)
  }
}

extension TypedCommand {
  /// The command with this name, whatever it needs.
  static func command(behind name: String) -> Command? {
    aliases[name] ?? entries.first { $0.name == name }?.command
  }
}

extension App {
  /// What a command can be done with, where that can be listed.
  func choices(for command: Command) -> [String] {
    switch command {
    case .showTab: Set(AnswerPage.allCases.map(\.number)).sorted().map { "\($0)" }
    case .nextStatusFilter: ["2xx", "2xx+3xx", "none"]
    case .chooseMapping: ["auto", "json", "string", "string(", "object(", "image", "none"]
    case .chooseProfile: ["none"] + (house.profiles + EnvelopeProfile.readyMade).map(\.name)
    case .sort where main.focus == .history: HistoryOrder.allCases.map(\.rawValue)
    case .sort: TargetOrder.allCases.map(\.rawValue)
    case .openSession: sessionNames?.words ?? []
    case .answerFrom:
      ["network", "samples"] + [house.lastSession].compactMap { $0 } + (sessionNames?.words ?? [])
    case .compose: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
    case .copy, .copyExact: Clip.Kind.allCases.map(\.rawValue)
    case .environment: house.environments
    case .theme: App.themes
    case .unset: house.set
    case .keep: requestFiles
    default: []
    }
  }
}
