/// The folder a project's configuration lies in: beside its request files.
package enum ConfigurationFolder {
  /// Of the path that is opened; this folder when nothing is named.
  static func of(_ path: String?) -> String {
    guard let path else { return "." }
    if SavedFile.isFolder(path) { return path }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Of what the screens are opened on.
  package static func ofOpened(_ path: String?) -> String {
    path.map { SessionWord.isSession($0) ? ofSession($0) : of($0) } ?? of(path)
  }

  /// Of a session: its own folder, or the one above a `sessions` folder; this folder for a journal
  /// of no project.
  package static func ofSession(_ path: String) -> String {
    let folder = of(path)
    guard !SavedFile.exists(folder + "/" + ConfigurationFiles.name) else { return folder }
    if ("/" + folder).hasSuffix("/.journal") {
      let parent = SavedFile.folder(of: folder)
      return ("/" + parent).hasSuffix("/sessions") ? SavedFile.folder(of: parent) : "."
    }
    guard ("/" + folder).hasSuffix("/sessions") else { return folder }
    return SavedFile.folder(of: folder)
  }
}
