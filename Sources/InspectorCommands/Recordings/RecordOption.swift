import NetEngine
import NetRecordings

/// `--record NAME`: what is sent and what comes back, kept as `sessions/NAME.har`.
package enum RecordOption {
  package static let row = Subcommand.Option(
    name: "--record", value: "NAME",
    summary: "saves the exchanges as sessions/NAME.har, without secrets")
  static let onlyNew = Subcommand.Option(
    name: "--only-new", summary: "saves only requests that NAME has no response for")

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
    tellLeftovers(in: folder)
    var wanted = Recording(
      recorder: Recorder(Recorder.Settings(folder: folder, name: name).logged), name: name,
      folder: folder)
    if isThere, isOnlyNew {
      try ProjectFile(wanted.path).checkPlace()
      // What keeps the session from being added to is told before anything is sent.
      try Session.open(wanted.path).checkWriting(in: wanted.path)
      var matching = ReplayTransport.Options()
      matching.rules = try RulesFile.read(nil, beside: wanted.path).rules
      wanted.matching = matching
    }
    guard let problem = await obstacle(wanted) else { return telling(wanted) }
    let other = elsewhere(name)
    if let second = await obstacle(other) {
      if ProjectFile.problem(ofSessions: folder) != nil { throw problem }
      Output.talk("recording in memory only: \(problem.message); \(second)")
      return telling(wanted)
    }
    Output.talk("\(problem.message): it is recorded in \(StateFolder.shownFromHome(other.path))")
    return telling(other)
  }

  /// Says how many exchanges earlier recordings have left in a folder without an end.
  private static func tellLeftovers(in folder: String) {
    let left = Leftover.all(in: folder, isUnfinished: true)
    let count = left.reduce(0) { $0 + $1.cutOffCount }
    guard count > 0 else { return }
    Output.talk(
      "\(Units.count(count, "exchange")) of earlier recordings can be recovered:"
        + " 'inspector seal \(StateFolder.shownFromHome(folder))' keeps them")
  }

  /// Says on stderr what the recording cannot put on the disk, as long as no screen does.
  private static func telling(_ recording: Recording) -> Recording {
    let notes = ShortfallNotes()
    recording.recorder.onShortfall { notes.tell($0) }
    return recording
  }

  /// What keeps a recording from its place; nil where nothing does.
  private static func obstacle(_ recording: Recording) async -> SessionProblem? {
    if recording.folder != stateFolder,
      let problem = ProjectFile.problem(ofSessions: recording.folder)
    {
      return problem
    }
    await recording.recorder.retry()
    guard case .unsaved(let problem, _) = await recording.recorder.state else { return nil }
    return problem
  }

  /// In the state folder, under a name that is not taken.
  private static func elsewhere(_ name: String) -> Recording {
    let free = freeName(name, in: stateFolder)
    return Recording(
      recorder: Recorder(Recorder.Settings(folder: stateFolder, name: free).logged), name: free,
      folder: stateFolder)
  }

  /// The name, or the first with a number behind it, that has no recording in a folder.
  package nonisolated static func freeName(_ name: String, in folder: String) -> String {
    name.firstFree(name + "-") { SavedFile.exists("\(folder)/\($0).har") }
  }

  /// Makes the session of what was recorded; answers the exit code.
  ///
  /// Where it was wanted, else beside a session that took its name meanwhile, else in the state
  /// folder: an exchange is given up only when all of them refuse it.
  package static func seal(_ recording: Recording, _ arguments: Arguments) async throws -> Int32 {
    var options = SealOptions()
    options.overwrites = arguments["--force"] != nil
    options.redactor = Redactor(salt: try? Redactor.salt(in: StateFolder().path))
    var codes = ExitCodes()
    do throws(SessionProblem) {
      if let matching = recording.matching {
        codes.add(try await add(recording, by: matching, options))
      } else {
        codes.add(try await seal(recording, to: recording.path, options))
      }
    } catch {
      Output.talk(error.message)
      if error.reason == .empty { return 0 }
      codes.add(5)
      codes.add(await sealElsewhere(recording, after: error, options))
    }
    let lost = await recording.recorder.lost
    guard lost > 0 else { return codes.first }
    Output.talk(
      "\(Units.count(lost, "exchange")) of this run \(lost == 1 ? "is" : "are") lost:"
        + " neither the disk nor the memory had room")
    codes.add(5)
    return codes.first
  }

  private static func sealElsewhere(
    _ recording: Recording, after problem: SessionProblem, _ options: SealOptions
  ) async -> Int32 {
    var folders = recording.folder == stateFolder ? [] : [stateFolder]
    if problem.reason == .exists { folders.insert(recording.folder, at: 0) }
    for folder in folders {
      do throws(SessionProblem) {
        try Disk.standard.makeFolder(folder, mode: 0o700)
        let place = "\(folder)/\(freeName(recording.name, in: folder)).har"
        return try await seal(recording, to: place, options)
      } catch {
        Output.talk(error.message)
      }
    }
    await tellRest(of: recording.recorder)
    return 5
  }

  /// Says what stays in the journal, and what goes with this program.
  private static func tellRest(of recorder: Recorder) async {
    await recorder.retry()
    let path = await recorder.path
    await recorder.end()
    let left = path.flatMap { try? Leftover($0) }?.session
    let kept = left.map { left in (0..<left.count).count { !left.isPending(at: $0) } } ?? 0
    if let path, kept > 0 {
      let file = StateFolder.shownFromHome(path)
      Output.talk(
        "\(Units.count(kept, "exchange")) kept in \(file): 'inspector seal \(file)' makes a session"
          + " of \(kept == 1 ? "it" : "them")")
    }
    let count = await recorder.shortfall.inMemory
    if count > 0 {
      Output.talk(
        "\(Units.count(count, "exchange")) of this run \(count == 1 ? "is" : "are") lost:"
          + " no disk had room for what was in memory")
    }
  }

  private static func add(
    _ recording: Recording, by matching: ReplayTransport.Options, _ options: SealOptions
  ) async throws(SessionProblem) -> Int32 {
    let addition = try await recording.recorder.add(to: recording.path, by: matching, options)
    KeepOptions.tell(addition.report)
    let left = addition.unansweredCount
    Output.talk(
      "\(Units.count(addition.report.count, "new exchange")) added to \(recording.path), "
        + "\(addition.thereCount) had their response there"
        + (left > 0 ? ", \(left) without a response left out" : ""))
    return addition.report.skipped.isEmpty ? 0 : 2
  }

  private static func seal(
    _ recording: Recording, to place: String, _ options: SealOptions
  ) async throws(SessionProblem) -> Int32 {
    let report = try await recording.recorder.seal(to: place, options)
    KeepOptions.tell(report)
    let isElsewhere = place.hasPrefix(stateFolder + "/")
    Output.talk(
      "\(Units.count(report.count, "exchange")) kept in"
        + " \(isElsewhere ? StateFolder.shownFromHome(place) : place)")
    return report.skipped.isEmpty ? 0 : 2
  }
}

extension String {
  fileprivate var withoutSlashAtEnd: String {
    var path = self
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }
}
