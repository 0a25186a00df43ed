import Glibc
import NetEngine

/// The folder for what the program keeps for its person: nobody else may look into it.
package nonisolated struct StateFolder: Sendable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// `$XDG_STATE_HOME/inspector`, or where that is when nobody says.
  package init(_ variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
    let said = variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = variable("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    path = (said ?? home + "/.local/state") + "/inspector"
  }

  /// A path as it can be typed in a shell, from `~` where it is below the home folder.
  package static func shownFromHome(
    _ path: String, home: String? = getenv("HOME").map { String(cString: $0) }
  ) -> String {
    func word(_ text: String) -> String {
      let isPlain = text.utf8.allSatisfy {
        $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || "/._-+@%:,".utf8.contains($0)
      }
      return isPlain ? text : text.quotedForShell
    }
    guard let home, home.hasPrefix("/"), home != "/", path.hasPrefix(home + "/") else {
      return word(path)
    }
    // A shell knows the sign outside of quotes only.
    return "~/" + word(String(path.dropFirst(home.count + 1)))
  }

  /// Writes a file as a whole or not at all, mode 0600; answers its path.
  package func write(_ name: String, _ body: Body) throws(TextFile.Problem) -> String {
    try locked { () throws(TextFile.Problem) in try replace(name, with: body) }
  }

  /// Rewrites a file from its bytes, which are empty where there is none.
  ///
  /// Nil leaves the file as it is, and no bytes remove it. A file that cannot be read is an error,
  /// because the change would replace it.
  package func change(
    _ name: String, _ change: ([UInt8]) -> [UInt8]?
  ) throws(TextFile.Problem) {
    try locked { () throws(TextFile.Problem) in
      guard let bytes = change(try readForChange(name)) else { return }
      if bytes.isEmpty { remove(name) } else { _ = try replace(name, with: Body(bytes)) }
    }
  }

  /// Rewrites a file that is a JSON object; a damaged one is kept under another name.
  package func changeObject(
    _ name: String, _ change: (JSON) -> JSON
  ) throws(TextFile.Problem) {
    try locked { () throws(TextFile.Problem) in
      let bytes = try readForChange(name)
      let old = JSONDocument(bytes)
      if !bytes.isEmpty, old.error != nil || old.json.members == nil { try keepDamaged(name) }
      let new = JSONPrinter.compact.bytes(change(old.json)) + [0x0a]
      _ = try replace(name, with: Body(new))
    }
  }

  /// The file's bytes; nil when there is none.
  package func read(_ name: String) -> [UInt8]? { try? TextFile.read(path + "/" + name) }

  private func readForChange(_ name: String) throws(TextFile.Problem) -> [UInt8] {
    guard SavedFile.exists(path + "/" + name) else { return [] }
    return try TextFile.read(path + "/" + name)
  }

  private func locked<Value>(
    _ change: () throws(TextFile.Problem) -> Value
  ) throws(TextFile.Problem) -> Value {
    try make()
    return try FolderLock.withLock(of: path, change)
  }

  private func replace(_ name: String, with body: Body) throws(TextFile.Problem) -> String {
    let target = path + "/" + name
    let temporary = target + ".new"
    unlink(temporary)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = open(temporary, flags, 0o600)
    guard file >= 0 else { throw TextFile.Problem(path: target, what: Output.reason(errno)) }
    let problem = body.withUnsafeBytes { Descriptor.write($0, to: file) }
    close(file)
    guard problem == nil, rename(temporary, target) == 0 else {
      let code = problem ?? errno
      unlink(temporary)
      throw TextFile.Problem(path: target, what: Output.reason(code))
    }
    return target
  }

  private func keepDamaged(_ name: String) throws(TextFile.Problem) {
    let damaged = path + "/" + name
    let kept = (1...).lazy.map { damaged + ".damaged" + ($0 == 1 ? "" : "-\($0)") }
      .first { !SavedFile.exists($0) }
    guard let kept, rename(damaged, kept) == 0 else {
      throw TextFile.Problem(path: damaged, what: Output.reason(errno))
    }
    Output.talk("\(damaged) is damaged: it is kept as \(kept), and a new one is written")
  }

  /// The damaged lines of a file of JSON lines, to be carried over by a change.
  package static func damagedLines(of bytes: [UInt8]) -> [UInt8] {
    bytes.split(separator: 0x0a).filter { JSONDocument(Array($0)).error != nil }
      .flatMap { $0 + [0x0a] }
  }

  /// Takes a file away, if it is there.
  package func remove(_ name: String) { unlink(path + "/" + name) }

  /// Takes from others what they may do with a folder that is there; it is ours alone.
  ///
  /// One that belongs to somebody else, or is a link, is left as it is.
  package func narrow() {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    var facts = stat()
    guard fstat(folder, &facts) == 0, facts.st_uid == geteuid(), facts.st_mode & 0o077 != 0 else {
      return
    }
    fchmod(folder, facts.st_mode & 0o700)
  }

  private func make() throws(TextFile.Problem) {
    var place = ""
    for part in path.split(separator: "/") {
      place += "/" + part
      if mkdir(place, 0o700) != 0, errno != EEXIST {
        throw TextFile.Problem(path: place, what: Output.reason(errno))
      }
    }
  }
}
