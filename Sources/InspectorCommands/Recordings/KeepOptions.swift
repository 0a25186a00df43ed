import Glibc
import NetEngine
import NetRecordings

/// What `seal` and `export` have in common: redaction, stability, where it goes.
package enum KeepOptions {
  package static let rows = [
    Subcommand.Option(name: "--raw", summary: "keeps secrets in the file"),
    Subcommand.Option(
      name: "--stable", summary: "leaves out times, addresses and dates, for a repository"),
    force,
  ]

  package static let force = Subcommand.Option(
    name: "--force", summary: "replaces an existing file")

  static func options(_ arguments: Arguments) throws -> SealOptions {
    var options = SealOptions()
    options.isStable = arguments["--stable"] != nil
    options.overwrites = arguments["--force"] != nil
    if arguments["--raw"] != nil {
      options.redactor = nil
    } else if !options.isStable {
      options.redactor = Redactor(salt: try Redactor.salt(in: StateFolder().path))
    }
    return options
  }

  /// Says what `--raw` means; what a sealed session has marks for is not in it any more.
  static func tellRaw(_ arguments: Arguments, markCount: Int) {
    guard arguments["--raw"] != nil else { return }
    Output.talk(
      markCount == 0
        ? "--raw: whatever is secret stays in the file"
        : "--raw: \(Units.count(markCount, "secret")) \(markCount == 1 ? "was" : "were") taken out"
          + " when the session was sealed;"
          + " whatever else is secret stays in the file")
  }

  /// Prints what was taken out and left out, and what became of the journal that was read.
  static func tell(_ report: SealReport, of journal: String? = nil) {
    if report.redactedCount > 0 {
      let names = report.redacted.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      var parts = names.prefix(namesShown).map { "\($0.value) \($0.key)" }
      if names.count > namesShown {
        parts.append(Units.count(names.count - namesShown, "more name"))
      }
      let count = Units.count(report.redactedCount, "secret")
      Output.talk("\(count) taken out: \(parts.joined(separator: ", "))")
    }
    for body in report.lostBodies.prefix(namesShown) {
      Output.talk("\(body): all of its bytes were taken out, because a secret stood among them")
    }
    for problem in report.skipped { Output.talk("left out: \(problem)") }
    if report.cutCount > 0 {
      Output.talk(
        "\(Units.count(report.cutCount, "exchange")) with only the beginning of the body:"
          + " a recording keeps 32 MiB of each, and less when its history is full")
    }
    if let journal = report.journal {
      let why = report.skipped.isEmpty ? "stays as it is" : "stays: it has what was left out"
      Output.talk("\(journal) \(why)")
    } else if let journal {
      Output.talk("\(journal) is removed: \(report.path) has its exchanges")
    }
  }

  /// A line that is read; `check --secrets` of the raw recording lists them all.
  private static let namesShown = 12

  /// What cannot be saved ends with 5, what cannot be read with 2.
  static func saving<Value>(_ body: () throws -> Value) throws -> Value? {
    do {
      return try body()
    } catch let problem as SessionProblem {
      guard problem.exitCode == 5 else { throw problem }
      Output.talk("\(problem)")
      return nil
    }
  }
}

extension SessionProblem {
  /// What cannot be saved ends with 5, what cannot be read with 2.
  package var exitCode: Int32 {
    switch reason {
    case .unwritable, .exists: 5
    default: 2
    }
  }
}
