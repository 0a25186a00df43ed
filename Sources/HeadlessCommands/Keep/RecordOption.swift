import FramesAndWidgets
import NetEngine
import Sessions

/// `--record NAME`: what is sent and what comes back, kept as `sessions/NAME.har`.
package enum RecordOption {
  package static let row = Subcommand.Option(
    name: "--record", value: "NAME",
    summary: "kept as sessions/NAME.har beside the requests, without its secrets")
  static let onlyNew = Subcommand.Option(
    name: "--only-new", summary: "what that session has an answer for is not kept again")

  /// A recording, and where its session is to be.
  package struct Recording {
    package let recorder: Recorder
    let name: String
    let folder: String
    /// What the session that is there is asked with; nil where a new one is made.
    var matching: ReplayTransport.Options?

    package var path: String { "\(folder)/\(name).har" }
  }

  /// Where sessions are kept: `sessions/` beside the request files.
  static func folder(_ arguments: Arguments) -> String {
    let beside = ConfigurationFolder.of(arguments.words[0])
    return (beside == "." ? "" : beside.withoutSlashAtEnd + "/") + "sessions"
  }

  /// Where a recording goes that cannot be kept where it was wanted.
  private static var stateFolder: String { StateFolder().path + "/sessions" }

  /// Nil without the option.
  private static func name(_ arguments: Arguments) throws(UsageMistake) -> String? {
    guard var name = arguments["--record"] else { return nil }
    if name.hasSuffix(".har") { name.removeLast(4) }
    guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(where: { $0 == 0x2f || $0 == 0 })
    else {
      throw UsageMistake.badValue(
        option: "--record", value: name, expected: "a name without '/' that starts with no dot")
    }
    return name
  }

  /// Starts to record; that it cannot, or only elsewhere, is told before anything is sent.
  package static func recording(
    _ arguments: Arguments, in wantedFolder: String? = nil
  ) async throws -> Recording? {
    let isOnlyNew = arguments["--only-new"] != nil
    guard let name = try name(arguments) else {
      if isOnlyNew { throw UsageMistake.needsOption("--only-new", "--record NAME") }
      return nil
    }
    if isOnlyNew, arguments["--force"] != nil {
      throw UsageMistake.together("--only-new", "--force")
    }
    let folder = wantedFolder ?? folder(arguments)
    let isThere = SavedFile.exists("\(folder)/\(name).har")
    guard !isThere || isOnlyNew || arguments["--force"] != nil else {
      throw UsageMistake.badValue(
        option: "--record", value: name,
        expected: "a name that \(folder)/ does not have yet, --only-new to add what it lacks, or"
          + " --force to replace it")
    }
    var wanted = Recording(
      recorder: Recorder(Recorder.Settings(folder: folder, name: name)), name: name, folder: folder)
    if isThere, isOnlyNew {
      // What keeps the session from being added to is told before anything is sent.
      try Session.open(wanted.path).checkWriting(in: wanted.path)
      var matching = ReplayTransport.Options()
      matching.rules = try RulesFile.read(nil, beside: wanted.path).rules
      wanted.matching = matching
    }
    guard let problem = await obstacle(wanted) else { return wanted }
    let other = elsewhere(name)
    if let second = await obstacle(other) {
      Output.talk("recording in memory only: \(problem.message); \(second)")
      return wanted
    }
    Output.talk("\(problem.message): it is recorded in \(StateFolder.shownFromHome(other.path))")
    return other
  }

  /// What keeps a recording from its place; nil where nothing does.
  private static func obstacle(_ recording: Recording) async -> SessionProblem? {
    await recording.recorder.retry()
    guard case .unsaved(let problem, _) = await recording.recorder.state else { return nil }
    return problem
  }

  /// In the state folder, under a name that is not taken.
  private static func elsewhere(_ name: String) -> Recording {
    let folder = stateFolder
    var free = name
    var number = 2
    while SavedFile.exists("\(folder)/\(free).har") {
      free = "\(name)-\(number)"
      number += 1
    }
    return Recording(
      recorder: Recorder(Recorder.Settings(folder: folder, name: free)), name: free, folder: folder)
  }

  /// Makes the session of what was recorded; answers the exit code.
  ///
  /// Where it was wanted, else in the state folder: what was recorded is not given up.
  package static func seal(_ recording: Recording, _ arguments: Arguments) async throws -> Int32 {
    var options = SealOptions()
    options.overwrites = arguments["--force"] != nil
    options.redactor = Redactor(salt: try? Redactor.salt(in: StateFolder().path))
    do {
      if let matching = recording.matching {
        try await add(recording, by: matching, options)
      } else {
        try await seal(recording, to: recording.path, options)
      }
      return 0
    } catch {
      let other = elsewhere(recording.name)
      if recording.folder != other.folder {
        Output.talk(error.message)
        do {
          try await seal(recording, to: other.path, options)
          return 5
        } catch { Output.talk("\(error)") }
      } else {
        Output.talk("\(error)")
      }
      if let path = await recording.recorder.path {
        await recording.recorder.end()
        Output.talk("what was recorded is in \(path): 'inspector seal' makes a session of it")
      }
      return 5
    }
  }

  private static func add(
    _ recording: Recording, by matching: ReplayTransport.Options, _ options: SealOptions
  ) async throws(SessionProblem) {
    let addition = try await recording.recorder.add(to: recording.path, by: matching, options)
    KeepOptions.tell(addition.report)
    let left = addition.unansweredCount
    Output.talk(
      "\(Units.count(addition.report.count, "new exchange")) added to \(recording.path), "
        + "\(addition.thereCount) had their answer there"
        + (left > 0 ? ", \(left) without an answer left out" : ""))
  }

  private static func seal(
    _ recording: Recording, to place: String, _ options: SealOptions
  ) async throws(SessionProblem) {
    let report = try await recording.recorder.seal(to: place, options)
    KeepOptions.tell(report)
    let shown = place == recording.path && recording.folder != stateFolder
    Output.talk(
      "\(Units.count(report.count, "exchange")) kept in"
        + " \(shown ? place : StateFolder.shownFromHome(place))")
  }
}

extension String {
  fileprivate var withoutSlashAtEnd: String {
    var path = self
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }
}
