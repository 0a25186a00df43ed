import NetEngine

/// A prompt, whole: how it looks, what Tab and Up know, what typing and the keys do.
///
/// A new prompt is a row here, and the place that opens it.
struct PromptRow: Sendable {
  /// Stands in front of what is typed.
  let label: String
  /// Which lines of before Up goes through.
  let memory: PromptMemory.Kind
  /// What the keys do, where there is room to say it.
  let enter: String
  var escape = "leaves"
  var keys: String { "Enter \(enter)   Esc \(escape)" }
  var content = Content.words
  /// Whether an accepted line is remembered as it stands; some are only once they have worked.
  var remembers = true
  /// What typing leads to at once, in a line under it.
  let typed: @Sendable (inout App, LineEditor) -> Prompt.Note?
  /// What can be taken in its place.
  var offers: @Sendable (App, String) -> Offers? = { _, _ in nil }
  /// What is wrong with a text as a whole: it stays to be mended.
  var mistake: @Sendable (String) -> Prompt.Note? = { _ in nil }
  /// Takes the text; the prompt is closed by then.
  let taken: @Sendable (inout App, LineEditor) -> [Effect]
  /// Puts things back as they were before.
  var left: @Sendable (inout App) -> Void = { _ in }

  /// What is typed in it: what Tab completes, and what else follows from that.
  enum Content: Sendable, Hashable {
    /// A filter over the requests, or over the exchanges of a session.
    case filter, sessionFilter
    /// A command of the program, or of the shell.
    case command, shell
    /// A way into the shown document.
    case path
    /// The file of a session.
    case session
    /// A file of requests.
    case requestFile
    /// What is neither shown nor remembered.
    case secret
    case words
  }
}

// MARK: - Lists and texts

extension PromptRow {
  /// With the filter as it was before.
  static func filter(before: String) -> PromptRow {
    PromptRow(
      label: "filter", memory: .filter, enter: "keeps it   Tab completes", escape: "goes back",
      content: .filter, typed: { app, line in app.filterChanged(line.text, before: before) },
      taken: { _, _ in [] },
      left: { app in
        app.main.returning = app.main.beforeFilter
        try? app.setFilter(before)
      })
  }

  /// Words for the help, with those that were there before.
  static func helpFilter(before: String) -> PromptRow {
    PromptRow(
      label: "filter", memory: .help, enter: "keeps it", escape: "goes back",
      typed: { app, line in app.filterHelp(line.text) },
      taken: { _, _ in [] },
      left: { app in app.page?.look(for: before) })
  }

  /// With the search as it was before, in the text of which the label speaks.
  static func search(_ label: String, before: TextSearch?) -> PromptRow {
    PromptRow(
      label: label, memory: .search, enter: "finds it", escape: "goes back",
      typed: { app, line in app.lookFor(line.bytes, before: before) },
      taken: { app, line in app.find(line.bytes) },
      left: { app in app.answer.search = before })
  }

  /// The path of the string to show.
  static let stringPath = PromptRow(
    label: "path", memory: .path, enter: "shows it   Tab completes", escape: "goes back",
    content: .path, typed: { app, line in app.note(ofPath: line.text) },
    taken: { app, line in
      app.answer.stringPart = nil
      app.answer.stringPath = line.isEmpty ? nil : JSONPath(line.text)
      return []
    })

  /// A path in the tree, which goes along, and back to where it was.
  static func treePath(from start: JSONPlace, _ folding: Folding) -> PromptRow {
    PromptRow(
      label: "path", memory: .path, enter: "stays there   Tab completes", escape: "goes back",
      content: .path,
      typed: { app, line in
        app.answer.goTo(path: line.text, from: start, folding)
        return app.note(ofPath: line.text)
      },
      taken: { app, line in
        app.answer.goTo(path: line.text, from: start, folding)
        return []
      },
      left: { app in app.answer.goTo(path: "", from: start, folding) })
  }

  /// A range of status codes for the pipeline's filter.
  static let statusRange = PromptRow(
    label: "status", memory: .status, enter: "takes it", escape: "goes back",
    typed: { _, line in App.note(ofRange: line.text) },
    taken: { app, line in app.takeStatusRange(line.text) })
}

// MARK: - Commands

extension PromptRow {
  /// A command by its name.
  static let command = PromptRow(
    label: ":", memory: .command, enter: "does it   Tab completes   ↓ chooses", content: .command,
    remembers: false, typed: { _, line in TypedCommand.note(for: line.text) },
    offers: { app, text in app.offers(forCommand: text) },
    mistake: { line in TypedCommand.mistake(in: line) },
    taken: { app, line in app.run(line: line.text) })

  /// A request of any file, by letters of its name.
  static let jump = PromptRow(
    label: "go to", memory: .request, enter: "goes there   ↓ chooses", remembers: false,
    typed: { app, line in
      line.isEmpty || app.offers(forRequest: line.text) != nil
        ? nil : .mistake(offset: 0, "no request has these letters in this order")
    },
    offers: { app, text in app.offers(forRequest: text) },
    taken: { app, line in app.jump(typed: line.text) })

  /// A line for the shell.
  static let shell = PromptRow(
    label: "|", memory: .shell, enter: "runs it", content: .shell,
    typed: { app, _ in
      .hint("a command of the shell; its input is \(app.pipeWords)")
    },
    taken: { app, line in line.bytes.contains { $0 != 0x20 } ? app.pipe(to: line.text) : [] })
}

// MARK: - Recordings

extension PromptRow {
  /// The file of a session.
  static let sessionPath = PromptRow(
    label: "open", memory: .session, enter: "opens it   ↓ chooses   Tab completes",
    content: .session,
    typed: { _, _ in .hint("a name in sessions/, or a path: a HAR of any tool, a journal") },
    offers: { app, text in app.offers(forSession: text) },
    taken: { app, line in app.openSession(line.text) })

  /// The name for what was recorded.
  static let sessionName = PromptRow(
    label: "save as", memory: .name, enter: "saves it", remembers: false,
    typed: { _, line in App.note(ofName: line.text) },
    taken: { app, line in line.isEmpty ? [] : app.save(as: line.text) })

  /// A filter for the exchanges of a session.
  static let sessionFilter = PromptRow(
    label: "filter", memory: .filter, enter: "takes it   Tab completes", content: .sessionFilter,
    typed: { _, line in SessionScreen.note(ofFilter: line.text) },
    taken: { app, line in app.above.session?.take(filter: line.text, app.house) ?? [] })

  /// A note to the exchange at this row of a session.
  static func sessionNote(row: Int) -> PromptRow {
    PromptRow(
      label: "note", memory: .note, enter: "saves it", remembers: false,
      typed: { _, _ in .hint("kept in the session; nothing takes the note away") },
      taken: { app, line in
        app.above.session?.takeNote(line.text, row: row, &app.house) ?? []
      })
  }

  /// Where a session is fired again.
  static let replayBase = PromptRow(
    label: "send again at", memory: .base, enter: "takes it",
    typed: { _, line in SessionScreen.note(ofBase: line.text) },
    taken: { app, line in app.above.session?.takeBase(line.text, &app.house) ?? [] })

  /// The file that says what a replay forgives.
  static let replayRules = PromptRow(
    label: "rules", memory: .rules, enter: "takes it",
    typed: { _, _ in .hint("a file of rules; nothing: the one beside the session") },
    taken: { app, line in app.above.session?.takeRules(line.text, &app.house) ?? [] })

  /// A rule that forgives what has changed.
  static let sessionRule = PromptRow(
    label: "rule", memory: .rule, enter: "adds it",
    typed: { app, line in app.session?.note(ofRule: line.text) },
    mistake: { SessionScreen.mistake(inRule: $0) },
    taken: { app, line in app.session?.takeRule(line.text) ?? [] })

  /// A line of rules for what is captured.
  static let alteration = PromptRow(
    label: "rule", memory: .rule, enter: "adds it",
    typed: { app, line in app.note(ofAlteration: line.text) },
    mistake: { SessionScreen.mistake(inRule: $0) },
    taken: { _, line in [.capture(.alter(line.text))] })

  /// What is held from now on.
  static let hold = PromptRow(
    label: "hold", memory: .filter, enter: "holds it   Tab completes", content: .sessionFilter,
    typed: { _, line in
      line.isEmpty
        ? .hint("a filter of requests, such as ~m POST; behind 'answer' their answers wait")
        : SessionScreen.note(ofHold: line.text)
    },
    taken: { app, line in
      app.run(line: "hold " + (line.isEmpty ? "~u ." : line.text))
    })

  /// The value of this secret, which was taken out of the recording.
  static func replaySecret(_ needed: NeededSecret) -> PromptRow {
    PromptRow(
      label: needed.label, memory: .secret, enter: "takes it", escape: "sends nothing",
      content: .secret, typed: { _, _ in .hint(needed.words) },
      taken: { app, line in app.takeSecret(line.text, of: needed) },
      left: { app in app.above.session?.decline(&app.house) })
  }
}

// MARK: - Requests that are kept

extension PromptRow {
  /// The file a request is kept in.
  static let keepFile = PromptRow(
    label: "keep in", memory: .file, enter: "shows it   Tab completes", content: .requestFile,
    typed: { app, line in app.note(ofKeepFile: line.text) },
    taken: { app, line in app.keep(in: line.text) })

  /// What is to be expected of the answers of a request.
  static let expectation = PromptRow(
    label: "expect", memory: .filter, enter: "shows where   Tab completes", content: .filter,
    typed: { app, line in app.note(ofExpectation: line.text) },
    taken: { app, line in app.expect(line.text) })

  /// The name it has there.
  static let keepName = PromptRow(
    label: "name", memory: .name, enter: "takes it", remembers: false,
    typed: { _, _ in .hint("others refer to it by this; one that is taken gets a number") },
    taken: { app, line in app.takeKept(name: line.text) })
}

// MARK: - Profiles

extension PromptRow {
  /// The name for a profile.
  static let profileName = PromptRow(
    label: "profile", memory: .profile, enter: "keeps it", escape: "goes back", remembers: false,
    typed: { app, line in app.note(ofProfileName: line.text) },
    taken: { app, line in app.saveProfile(as: line.text) })

  /// Codes of a profile that mean success.
  static let successCodes = PromptRow(
    label: "success", memory: .codes, enter: "takes them", escape: "goes back",
    typed: { _, line in App.note(ofCodes: line.text) },
    taken: { app, line in
      app.above[ProfileEditor.self]?.setSuccess(line.text)
      return []
    })

  /// Codes of a profile that mean: log in again.
  static let sessionCodes = PromptRow(
    label: "log in again", memory: .codes, enter: "takes them", escape: "goes back",
    typed: { _, line in App.note(ofCodes: line.text) },
    taken: { app, line in
      app.above[ProfileEditor.self]?.setSession(line.text)
      return []
    })
}
