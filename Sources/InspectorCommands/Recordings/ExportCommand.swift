import Glibc
import NetEngine
import NetRecordings

/// `export`: a session as HAR, a shell script, a request file, Swift targets, or load for Locust.
package enum ExportCommand {
  package static let options = [
    Subcommand.Option(name: "--as", value: "FORM", summary: "har, curl, http, swift or locust"),
    Subcommand.Option(name: "--out", value: "FILE", summary: "there instead of stdout"),
    Subcommand.Option(
      name: "--rules", value: "FILE",
      summary: "its template lines say which paths are one target; else the session's own"),
  ]

  package static func run(_ arguments: Arguments) async throws -> Int32 {
    let form = try form(arguments)
    let filter = try OnlyOption.filter(arguments)
    let word = try SessionWord(arguments.words[0])
    let options = try KeepOptions.options(arguments)
    let place = arguments["--out"]
    if let place, !options.overwrites, SavedFile.exists(place) {
      Output.talk("\(SessionProblem(.exists, path: place))")
      return 5
    }
    let session =
      word.isWhole(filter)
      ? word.session : Session(try word.exchanges(matching: filter), of: word.session)
    let pipeline = try PipelineOptions.stored(
      arguments, CommandSettings(besideSession: word.path))
    let rules = try RulesFile.read(arguments["--rules"], beside: word.path).rules
    let export = try SessionExport(session, as: form, options, rules: rules, pipeline: pipeline)
    KeepOptions.tellRaw(arguments, markCount: export.markCount)
    for note in export.notes { Output.talk("note: \(note)") }
    KeepOptions.tell(export.report)
    let code: Int32 = export.report.skipped.isEmpty ? 0 : 2
    guard let place else {
      if !export.files.isEmpty {
        Output.talk(
          "\(export.files.count == 1 ? "a body needs a file" : "bodies need files") beside it: say --out FILE"
        )
      }
      tell(variables: export.variables)
      try Output.content(Body(export.bytes))
      return code
    }
    if code != 0, SavedFile.resolved(place) == SavedFile.resolved(word.path) {
      Output.talk("'\(place)' stays as it was: it has what was left out; say another file")
      return code
    }
    try write(export, to: place)
    return code
  }

  /// Writes the export, and the files it needs beside it.
  private static func write(_ export: SessionExport, to place: String) throws {
    let folder = SavedFile.folder(of: place)
    for (name, bytes) in export.files + [(place.nameInFolder, export.bytes)] {
      if let code = SavedFile.write(bytes, to: folder + "/" + name) {
        throw Output.Failure(code: code, path: folder + "/" + name)
      }
    }
    tell(variables: export.variables)
  }

  private static func form(_ arguments: Arguments) throws(UsageMistake) -> SessionExport.Form {
    guard let said = arguments["--as"] else {
      throw UsageMistake.meant(
        "'export' needs '--as': har, curl, http, swift or locust, as in"
          + " 'inspector export \(arguments.words[0]) --as http'.")
    }
    guard let form = SessionExport.Form(rawValue: said) else {
      throw UsageMistake.badValue(
        option: "--as", value: said, expected: "har, curl, http, swift or locust")
    }
    // What is not load is not judged.
    for row in PipelineOptions.rows where form != .locust && arguments[row.name] != nil {
      throw UsageMistake.needsOption(row.name, "--as locust")
    }
    return form
  }

  /// Says what has to be set before a file is used.
  static func tell(variables: [String]) {
    guard !variables.isEmpty else { return }
    Output.talk("before it is used, set \(variables.joined(separator: ", "))")
  }
}

extension String {
  /// The last part of a path.
  fileprivate var nameInFolder: String {
    guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return self }
    return String(self[utf8.index(after: slash)...])
  }
}
