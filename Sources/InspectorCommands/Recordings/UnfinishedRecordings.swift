import NetEngine
import NetRecordings

/// What programs have left without an end in a folder, made into sessions: a part of `seal`.
package enum UnfinishedRecordings {
  package static let list = Subcommand.Option(
    name: "--list", summary: "of a folder: only says what was never finished")

  static func seal(_ arguments: Arguments) throws -> Int32 {
    let left = left(arguments.words.first)
    tellRunning(in: folders(arguments.words.first))
    guard !left.isEmpty else {
      Output.talk("nothing is left unfinished in \(arguments.words.first ?? "sessions")")
      return 0
    }
    if arguments["--list"] != nil {
      for (_, one) in left {
        let count = one.isHistory ? one.cutOffCount : one.session.count
        let end = one.hasEnd && !one.isHistory ? "" : ", ended without a word"
        try Output.data("\(one.path): \(Units.count(count, "exchange"))\(end)")
      }
      return 0
    }
    var codes = ExitCodes()
    let options = try KeepOptions.options(arguments)
    KeepOptions.tellRaw(arguments, markCount: 0)
    for (folder, one) in left {
      let place = freePlace("\(folder)/\(one.session.name)", overwrites: options.overwrites)
      let report: SealReport
      do throws(SessionProblem) {
        report =
          try one.isHistory
          ? one.sealCutOffRuns(to: place, options) : one.seal(to: place, options)
      } catch {
        // The others are sealed all the same.
        Output.talk("\(one.path): \(error)")
        codes.add(error.exitCode)
        continue
      }
      KeepOptions.tell(report, of: one.path)
      if !report.skipped.isEmpty { codes.add(2) }
      try Output.data("\(report.path): \(Units.count(report.count, "exchange"))")
    }
    return codes.first
  }

  /// Says which recordings other programs have not ended, and how to save them.
  private static func tellRunning(in folders: [String]) {
    for journal in folders.flatMap({ Leftover.running(in: $0) }) {
      let path = StateFolder.shownFromHome(journal.path)
      Output.talk(
        "\(path) is being recorded by another program"
          + " (\(Units.count(journal.session.count, "exchange"))): :save NAME in its screens saves"
          + " them, 'inspector seal \(path) NAME.har' writes a copy")
    }
  }

  /// A named folder and its `sessions`; without a name, this project's and the screens' own.
  ///
  /// A `sessions` folder that is a link out of its project is left out.
  private static func folders(_ named: String?) -> [String] {
    let sessions = named.map { $0 + "/sessions" } ?? "sessions"
    let own = ProjectFile.problem(ofSessions: sessions) == nil ? [sessions] : []
    return named.map { [$0] + own } ?? own + stateFolders
  }

  /// The state folder, and where recordings go that cannot be kept in their project.
  private static var stateFolders: [String] {
    let state = StateFolder().path
    return [state, state + "/sessions"]
  }

  /// The journals in these folders; of the screens' own, those that they did not end.
  ///
  /// Of the history, only journals with runs that did not end and that no recording has; a program
  /// may be recording its own run into one of them.
  private static func left(_ named: String?) -> [(folder: String, journal: Leftover)] {
    let ownFolders = named == nil ? stateFolders : []
    let all = folders(named).flatMap { folder in
      (Leftover.all(in: folder) + Leftover.running(in: folder).filter(\.isHistory)).map {
        (folder: folder, journal: $0)
      }
    }
    return all.filter { folder, journal in
      journal.isHistory
        ? journal.cutOffCount > 0 : !journal.hasEnd || !ownFolders.contains(folder)
    }
  }

  /// A name that nothing has yet: nobody's session is replaced by what was left.
  private static func freePlace(_ base: String, overwrites: Bool) -> String {
    (base + ".har").firstFree(base + "-", ".har") { !overwrites && SavedFile.exists($0) }
  }
}

extension Leftover {
  /// Whether the journal is the history of the screens, which is never removed.
  var isHistory: Bool {
    session.name.hasPrefix("scratch")
      && SavedFile.resolved(SavedFile.folder(of: path))
        == SavedFile.resolved(StateFolder().path + "/.journal")
  }
}
