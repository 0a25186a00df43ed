import NetEngine
import NetRecordings

/// `seal`: writes a recording or a journal to its place at rest, without its secrets.
///
/// A journal is removed once its own recording beside it has all of it; a copy at another place leaves
/// it, and the history of the screens always stays. Of a folder, all that was never finished.
package enum SealCommand {
  package static let words = "[RECORDING|FOLDER] [FILE]"

  package static func run(_ arguments: Arguments) async throws -> Int32 {
    guard let word = arguments.words.first, !SavedFile.isFolder(word) else {
      if let file = arguments.words.dropFirst().first {
        throw UsageMistake.meant(
          "A folder's recordings keep their own names: 'seal \(arguments.words[0])' without '\(file)'."
        )
      }
      return try UnfinishedRecordings.seal(arguments)
    }
    if arguments["--list"] != nil {
      throw UsageMistake.meant(
        "'--list' is about a folder; 'inspector list \(word)' lists a recording.")
    }
    let source = try SessionWord.path(of: word)
    if source == "-", arguments.words.count < 2 {
      throw UsageMistake.missingValue(option: "seal - FILE")
    }
    let options = try KeepOptions.options(arguments)
    KeepOptions.tellRaw(arguments, markCount: 0)
    let place = arguments.words.count > 1 ? arguments.words[1] : usualPlace(of: source)
    let left = source == "-" ? nil : try? Leftover(source)
    let report = try KeepOptions.saving {
      if let left {
        let isCopy = arguments.words.count > 1 || left.isHistory
        return try left.seal(to: place, options, keepsJournal: isCopy)
      }
      var options = options
      if place == source { options.overwrites = true }
      options.refusesOmissions = SavedFile.resolved(place) == SavedFile.resolved(source)
      return try SessionWord.opened(source).seal(to: place, options)
    }
    guard let report else { return 5 }
    KeepOptions.tell(report, of: left?.path)
    Output.talk("\(Units.count(report.count, "exchange")) kept in \(report.path)")
    return report.skipped.isEmpty ? 0 : 2
  }

  /// A journal's session stands in the folder above it; a session is sealed in its own place.
  private static func usualPlace(of source: String) -> String {
    guard source.hasSuffix(".jsonl") else { return source }
    let folder = SavedFile.folder(of: source)
    let above = folder.hasSuffix("/.journal") ? String(folder.dropLast(9)) : folder
    let name = source.split(separator: "/").last.map(String.init) ?? source
    return (above == ".journal" ? "." : above) + "/" + name.dropLast(6) + ".har"
  }
}
