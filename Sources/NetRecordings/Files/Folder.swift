import Glibc
import LosslessJSON

/// The folders of journals and bodies.
enum Folder {
  /// Whether a folder is there, and not a link to one.
  static func isReal(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// The names in a folder, sorted; none when it cannot be read or is a link.
  static func names(_ path: String) -> [String] {
    isReal(path) ? FolderListing.names(in: path)?.sorted() ?? [] : []
  }

  /// Whether a name is one that we give to bodies: 64 hexadecimal digits.
  static func isBodyName(_ name: String) -> Bool {
    name.utf8.count == 64 && name.utf8.allSatisfy { $0.isHexDigit }
  }

  /// Whether a name is the one of a body that a killed program had not finished, see `NewFile`.
  private static func isUnfinishedBody(_ name: String) -> Bool {
    isBodyName(String(name.prefix(64))) && name.dropFirst(64).hasPrefix(".new-")
  }

  /// Removes what killed programs have left of files of this name, see `NewFile`.
  static func removeUnfinished(of path: String) {
    let start = path.utf8Suffix(afterLast: 0x2f) + ".new-"
    // Bodies are too many for a look at their folder each; `remove` knows those that were left.
    guard !isBodyName(String(start.dropLast(5))) else { return }
    let left = FolderListing.names(in: path.folderOfPath) { name in
      name.hasPrefix(start)
        && name.utf8.dropFirst(start.utf8.count).allSatisfy { $0 &- 0x30 < 10 || $0 == 0x2d }
    }
    for name in left ?? [] {
      let name = "\(path.folderOfPath)/\(name)"
      let file = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(name) }
      close(file)
    }
  }

  /// Removes the bodies in a folder, except for those to be kept, and the folder once it is empty.
  static func remove(_ path: String, keeping kept: Set<String> = []) {
    for name in names(path) where !kept.contains(name) {
      if isBodyName(name) || isUnfinishedBody(name) { unlink("\(path)/\(name)") }
    }
    rmdir(path)
  }

  /// The bytes of each body in a folder.
  static func sizes(_ path: String) -> [String: Int] {
    var sizes: [String: Int] = [:]
    for name in names(path) {
      var facts = stat()
      if lstat("\(path)/\(name)", &facts) == 0 { sizes[name] = Int(facts.st_size) }
    }
    return sizes
  }

  /// The bytes of all bodies in a folder.
  static func size(_ path: String) -> Int { sizes(path).values.reduce(0, +) }
}

extension String {
  /// `.` of a plain name.
  var folderOfPath: String {
    guard let slash = utf8.lastIndex(of: 0x2f) else { return "." }
    return slash == utf8.startIndex ? "/" : String(self[..<slash])
  }

  /// The last part of a path without its end: `.har`, `.har.gz`, `.har.zip`, `.zhar`, `.jsonl`.
  var nameOfSession: String {
    var name = String(split(separator: "/").last ?? "")
    for end in [".gz", ".zip", ".har", ".zhar", ".jsonl"] where name.hasSuffix(end) {
      name.removeLast(end.count)
    }
    return name
  }

  /// The part behind the last of these bytes; all of it when there is none.
  func utf8Suffix(afterLast byte: UInt8) -> String {
    guard let place = utf8.lastIndex(of: byte) else { return self }
    return String(self[utf8.index(after: place)...])
  }
}
