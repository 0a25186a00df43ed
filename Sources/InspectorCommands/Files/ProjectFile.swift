import Glibc
import NetEngine
import NetRecordings

/// A file that a project's folder names, and no person on the command line.
///
/// It is opened only inside of the project or its repository, with every link followed, and only
/// when it is a plain file. So a FIFO or a device cannot block the program.
package nonisolated struct ProjectFile {
  package let path: String
  /// The project's folder.
  private let root: String
  /// The folder below it; empty for the project's own.
  private let folder: String
  private let name: String

  /// A file in a project's folder, or in the `sessions` folder below it.
  package init(_ path: String) {
    self.path = path
    let own = SavedFile.folder(of: path)
    let isKept = own == "sessions" || own.hasSuffix("/sessions")
    root = isKept ? SavedFile.folder(of: own) : own
    folder = isKept ? "sessions" : ""
    name = path.split(separator: "/").last.map(String.init) ?? path
  }

  /// A file by its relative path in a project's folder.
  package init(_ name: String, in root: String) {
    (self.root, self.name, folder) = (root, name, "")
    path = root == "." ? name : root + "/" + name
  }

  /// All of it; nil when there is no such file.
  package func read() throws(TextFile.Problem) -> [UInt8]? {
    try isThere ? readSibling(name, shown: path) : nil
  }

  /// All of another file, by its relative path from this one's folder.
  func readSibling(_ name: String) throws(TextFile.Problem) -> [UInt8] {
    try readSibling(name, shown: name)
  }

  /// Fails for a file or folder outside of the project, and for a FIFO or a device.
  package func checkPlace() throws(TextFile.Problem) {
    guard try isThere else { return }
    let real = try opening(path) { confined throws(ConfinedFolder.Refusal) in
      try confined.locate(name, from: folder)
    }
    var facts = stat()
    guard stat(real, &facts) == 0, [S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT) else {
      throw TextFile.Problem(path: path, what: "it is neither a plain file nor a folder")
    }
  }

  /// The problem of a `sessions` folder that is a link out of its project.
  ///
  /// Any other folder was named by a person, and has none.
  package static func problem(ofSessions folder: String) -> SessionProblem? {
    guard folder == "sessions" || folder.hasSuffix("/sessions") else { return nil }
    do throws(TextFile.Problem) { try ProjectFile(folder).checkPlace() } catch {
      return SessionProblem(.unwritable(error.what), path: folder)
    }
    return nil
  }

  private func readSibling(
    _ name: String, shown: String
  ) throws(TextFile.Problem) -> [UInt8] {
    try opening(shown) { confined throws(ConfinedFolder.Refusal) in
      try confined.read(name, from: folder, limit: TextFile.limit)
    }
  }

  private var isThere: Bool {
    get throws(TextFile.Problem) {
      guard !path.utf8.contains(0) else {
        throw TextFile.Problem(path: path, what: "the name holds a NUL")
      }
      var facts = stat()
      return lstat(path, &facts) == 0 || (errno != ENOENT && errno != ENOTDIR)
    }
  }

  private func opening<Value>(
    _ shown: String, _ body: (ConfinedFolder) throws(ConfinedFolder.Refusal) -> Value
  ) throws(TextFile.Problem) -> Value {
    do throws(ConfinedFolder.Refusal) {
      return try body(try ConfinedFolder(root).reachingRepository())
    } catch {
      let next = error.isOutside ? "; put it into the project in place of the link" : ""
      throw TextFile.Problem(path: shown, what: error.why + next)
    }
  }
}
