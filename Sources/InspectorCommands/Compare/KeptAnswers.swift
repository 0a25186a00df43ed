import NetEngine
import NetRecordings

/// `--update`: what a replay was answered takes the place of the recording where it differs.
struct KeptAnswers {
  static let options = [
    Subcommand.Option(
      name: "--update", summary: "a response that has changed is the recording from now on"),
    Subcommand.Option(
      name: "--update-to", value: "FILE",
      summary: "the same in a recording of its own: RECORDING stays"),
    KeepOptions.force,
  ]

  /// What was kept, by row; what is said about it, and the exit code.
  struct Kept {
    var rows: Set<Int> = []
    var words: String
    var exitCode: Int32 = 0
  }

  private let word: SessionWord
  private let other: String?
  private let sealing: SealOptions

  static func isAsked(_ arguments: Arguments) -> Bool {
    arguments["--update"] != nil || arguments["--update-to"] != nil
  }

  /// Nil when nobody asks for it; what stands in the way is told before anything is sent.
  init?(_ arguments: Arguments, _ word: SessionWord) throws {
    other = arguments["--update-to"]
    guard Self.isAsked(arguments) else {
      if arguments["--force"] != nil {
        throw UsageMistake.needsOption("--force", "--update-to FILE")
      }
      return nil
    }
    guard word.path != "-" else {
      throw UsageMistake.meant("a session from stdin has no file that could be updated.")
    }
    self.word = word
    sealing = try KeepOptions.options(arguments)
    try word.session.checkWriting(in: word.path, to: other, overwrites: sealing.overwrites)
  }

  /// Writes what was received and has changed; a replay that somebody stopped changes nothing.
  func keep(
    _ replayed: some Sequence<(Int, LiveReplay.Row)>, isStopped: Bool
  ) -> Kept {
    guard !isStopped else { return Kept(words: "it was stopped: nothing was kept") }
    var edit = SessionEdit()
    for (place, row) in replayed where row.change.isChange {
      if case .success(let answer) = row.answered { edit.answers[place] = answer }
    }
    let place = other ?? word.path
    guard !edit.answers.isEmpty || other != nil else {
      return Kept(words: "no response has changed: \(place) stays as it is")
    }
    do throws(SessionProblem) {
      let report = try word.session.write(edit, in: word.path, to: other, sealing)
      KeepOptions.tell(report)
      return Kept(
        rows: Set(edit.answers.keys),
        words: "\(Units.count(report.count, "new response")) kept in \(place)")
    } catch {
      return Kept(words: "nothing was kept: \(error)", exitCode: 5)
    }
  }
}
