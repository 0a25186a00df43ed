import Glibc
import NetEngine

/// Where a test's recordings lie.
enum SessionPlace {
  /// In `sessions` of the package a file belongs to, or of the file's own folder.
  static func path(of name: String, from file: String) -> String {
    let own = folder(of: file)
    var root = own
    while !root.isEmpty, access(root + "/Package.swift", F_OK) != 0 { root = folder(of: root) }
    let base = root.isEmpty ? own : root
    if name.hasPrefix("/") { return name }
    return base + "/" + (name.hasSuffix(".har") ? name : "sessions/\(name).har")
  }

  static func folder(of path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return slash.map { String(path[..<$0]) } ?? ""
  }

  /// From the current folder, where it lies below that.
  static func shown(_ path: String) -> String {
    guard let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    let here = String(cString: current) + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.utf8.count)) : path
  }
}

extension String {
  /// As it can be typed in a shell.
  var shellWord: String {
    let isPlain = utf8.allSatisfy {
      $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 || "/._-+@%:,".utf8.contains($0)
    }
    return isPlain ? self : quotedForShell
  }
}
