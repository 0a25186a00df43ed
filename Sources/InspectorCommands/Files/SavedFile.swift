import Glibc
import NetEngine

/// Writes a file that somebody named on the command line: whole, or not at all.
package nonisolated enum SavedFile {
  /// Answers the errno of what went wrong, or nil.
  ///
  /// A new file takes the place of an old one once all of it is on disk. Devices and pipes are
  /// written to as they are.
  package static func write(_ bytes: [UInt8], to path: String) -> Int32? {
    var facts = stat()
    if stat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG {
      return written(bytes, to: open(path, O_WRONLY | O_CLOEXEC), isDevice: true)
    }
    // What a symlink names is replaced, not the link.
    let real = resolved(path)
    let temporary = real + ".part-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    let mode = facts.st_mode & S_IFMT == S_IFREG ? facts.st_mode & 0o777 : 0o644
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = open(temporary, flags, mode)
    // Whoever may read and write the old one may the new one, whatever the mask is here.
    if file >= 0, facts.st_mode & S_IFMT == S_IFREG { fchmod(file, mode) }
    if let code = written(bytes, to: file, isDevice: false) {
      unlink(temporary)
      return code
    }
    guard rename(temporary, real) == 0 else {
      let code = errno
      unlink(temporary)
      return code
    }
    return nil
  }

  private static func written(_ bytes: [UInt8], to file: Int32, isDevice: Bool) -> Int32? {
    guard file >= 0 else { return errno }
    defer { close(file) }
    if let code = Descriptor.write(bytes, to: file) { return code }
    return isDevice || fdatasync(file) == 0 ? nil : errno
  }

  /// What a symlink leads to; nil for anything else.
  static func linked(_ path: String) -> String? {
    var facts = stat()
    guard !path.utf8.contains(0), lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK
    else { return nil }
    return resolved(path)
  }

  /// The path from the root, links followed.
  package static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The folder the program was started in; nil where it is gone.
  static var currentFolder: String? {
    guard let here = getcwd(nil, 0) else { return nil }
    defer { free(here) }
    return String(cString: here)
  }

  /// A path whose `~/` is the home folder, as a shell has it.
  package static func fromHome(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }

  /// Whether something is there.
  package static func exists(_ path: String) -> Bool {
    !path.utf8.contains(0) && access(path, F_OK) == 0
  }

  /// Whether a file is there that is no folder, no pipe and no device.
  static func isRegular(_ path: String) -> Bool {
    var facts = stat()
    return !path.utf8.contains(0) && stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a folder is there.
  package static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return !path.utf8.contains(0) && stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  /// What is in a folder, sorted, but for hidden files; nothing where it cannot be read.
  package static func names(in folder: String, upTo limit: Int) -> [String] {
    let names = FolderListing.names(in: folder, upTo: limit) { $0.utf8.first != UInt8(ascii: ".") }
    return names?.sorted() ?? []
  }

  /// The folder a path is in.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
