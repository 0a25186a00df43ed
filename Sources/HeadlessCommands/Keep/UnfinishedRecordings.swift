import FramesAndWidgets
import NetEngine
import Sessions

/// What programs have left without an end in a folder, made into sessions: a part of `seal`.
package enum UnfinishedRecordings {
  package static let list = Subcommand.Option(
    name: "--list", summary: "of a folder: only says what was never finished")

  static func seal(_ arguments: Arguments) throws -> Int32 {
    let left = left(arguments.words.first)
    guard !left.isEmpty else {
      Output.talk("nothing is left unfinished in \(arguments.words.first ?? "sessions")")
      return 0
    }
    if arguments["--list"] != nil {
      for (_, one) in left {
        let end = one.hasEnd ? "" : ", ended without a word"
        try Output.data("\(one.path): \(Units.count(one.session.count, "exchange"))\(end)")
      }
      return 0
    }
    var codes = ExitCodes()
    let options = try KeepOptions.options(arguments)
    KeepOptions.tellRaw(arguments, markCount: 0)
    for (folder, one) in left {
      let place = freePlace("\(folder)/\(one.session.name)", overwrites: options.overwrites)
      let report: SealReport
      do throws(SessionProblem) { report = try one.seal(to: place, options) } catch {
        // The others are sealed all the same.
        Output.talk("\(one.path): \(error)")
        codes.add(error.exitCode)
        continue
      }
      KeepOptions.tell(report, of: one.path)
      if !report.skipped.isEmpty { codes.add(2) }
      try Output.data("\(report.path): \(report.count) exchanges")
    }
    return codes.first
  }

  /// What there is in a folder; without one, what the screens have left without an end as well.
  private static func left(_ named: String?) -> [(folder: String, journal: Leftover)] {
    let state = StateFolder().path
    let scratch = named == nil ? Leftover.all(in: state, isUnfinished: true) : []
    let folder = named ?? "sessions"
    let left = named.map { Leftover.all(in: $0) } ?? Leftover.ofProject()
    return left.map { (folder, $0) } + scratch.map { (state, $0) }
  }

  /// A name that nothing has yet: nobody's session is replaced by what was left.
  private static func freePlace(_ base: String, overwrites: Bool) -> String {
    var (place, number) = (base + ".har", 2)
    while !overwrites, SavedFile.exists(place) {
      place = "\(base)-\(number).har"
      number += 1
    }
    return place
  }
}

extension Leftover {
  /// Journals that programs have left in this project's `sessions`, unless a link leads out of it.
  package nonisolated static func ofProject(isUnfinished: Bool = false) -> [Leftover] {
    ProjectFile.problem(ofSessions: "sessions") == nil
      ? all(in: "sessions", isUnfinished: isUnfinished) : []
  }
}
