import Glibc
import InspectorCommands
import InspectorScreens
import NetEngine

extension SessionWord {
  /// More names than these nobody goes through.
  private nonisolated static let limit = 1_000

  /// What can be opened below a folder that was typed.
  ///
  /// Where none was, the sessions kept in `kept` by their bare names, then what lies here.
  nonisolated static func names(in folder: String, kept: String) -> SessionNames {
    guard folder.isEmpty else { return SessionNames(folder: folder, names: files(in: folder)) }
    var names: [String] = []
    for name in files(in: kept) where !name.hasSuffix("/") {
      names.append(name.hasSuffix(".har") ? String(name.dropLast(4)) : name)
    }
    for name in files(in: ".") where !names.contains(name) { names.append(name) }
    return SessionNames(folder: folder, names: names)
  }

  /// Sessions, then folders with a slash behind them; what starts with a dot is left out.
  private nonisolated static func files(in folder: String) -> [String] {
    var (sessions, folders): ([String], [String]) = ([], [])
    _ = FolderListing.names(in: folder, upTo: limit) { name in
      var facts = stat()
      guard !name.hasPrefix("."), stat(folder + "/" + name, &facts) == 0 else { return false }
      let isFolder = facts.st_mode & S_IFMT == S_IFDIR
      // The bodies of a recording: nothing in that folder can be opened.
      if isFolder, name.hasSuffix(".bodies") { return false }
      if isFolder { folders.append(name + "/") } else if isSession(name) { sessions.append(name) }
      return isFolder || isSession(name)
    }
    return sessions.sorted() + folders.sorted()
  }
}
