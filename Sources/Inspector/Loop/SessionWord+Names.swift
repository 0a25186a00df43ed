import Glibc
import HeadlessCommands
import InspectorCore

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
    guard !folder.utf8.contains(0), let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var (sessions, folders): ([String], [String]) = ([], [])
    while let entry = readdir(handle), sessions.count + folders.count < limit {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      var facts = stat()
      guard stat(folder + "/" + name, &facts) == 0 else { continue }
      if facts.st_mode & S_IFMT == S_IFDIR {
        // Bodies of the session beside it: there is nothing to open in there.
        if !name.hasSuffix(".bodies") { folders.append(name + "/") }
      } else if isSession(name) {
        sessions.append(name)
      }
    }
    return sessions.sorted() + folders.sorted()
  }
}
