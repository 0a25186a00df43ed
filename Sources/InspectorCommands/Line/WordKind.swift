import NetEngine
import NetRecordings

/// The kind of thing that a word of the command line names.
package nonisolated enum WordKind {
  /// A folder or a file of requests, or a path that does not exist.
  case requests
  /// A recording, by its name, by its first bytes, or by its name in `sessions/`.
  case recording
  case otherFile
  case stdin

  package init(_ word: String) {
    let path = SessionWord.parts(of: word).path
    let isNamed = SessionWord.isSession(path)
    if word == "-" {
      self = .stdin
    } else if path != word {
      self = .recording
    } else if !SavedFile.exists(path) {
      self = isNamed || MeantFile.session(named: path) != nil ? .recording : .requests
    } else if SavedFile.isFolder(path) || MeantFile.isRequestFile(path) {
      self = .requests
    } else if !SavedFile.isRegular(path) {
      // Data from a pipe can be read only once, so the name alone decides.
      self = isNamed ? .recording : .otherFile
    } else {
      self = Self.holdsExchanges(path, isNamed: isNamed) ? .recording : .otherFile
    }
  }

  /// A file of JSON lines may have a journal's name, and JSON with a `log` may be no HAR.
  private static func holdsExchanges(_ path: String, isNamed: Bool) -> Bool {
    guard let start = try? TextFile.start(of: path), !start.isEmpty else { return isNamed }
    guard case .session = FileKind(start, path: path) else {
      return isNamed && !path.hasSuffix(".jsonl")
    }
    return isNamed || (try? Session.open(path)) != nil
  }
}

extension Arguments {
  /// Throws for an option that does not go with the kind of thing that the line names.
  package func refuse(
    _ options: [Subcommand.Option], for wanted: String, with named: String
  ) throws(UsageMistake) {
    for option in options where self[option.name] != nil {
      throw .meant("'\(option.name)' is for \(wanted), not for \(named).")
    }
  }

  /// Throws for a word behind the name of a recording.
  func requireOnlyWord() throws(UsageMistake) {
    guard words.count > 1 else { return }
    throw .needlessWord(words[1], command: "\(command.name) \(words[0])")
  }
}
