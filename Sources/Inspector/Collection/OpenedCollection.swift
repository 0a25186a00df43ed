import Glibc
import NetEngine

/// What the line without a command opens: a file or folder of requests, or this folder's.
enum OpenedCollection {
  /// nil when nothing was named and there is nothing here: then it is the demo.
  static func program(_ arguments: Arguments) throws -> Program? {
    guard let path = arguments.words.first ?? here() else { return nil }
    let collection = try read(path)
    guard !collection.entries.isEmpty || !collection.problems.isEmpty else {
      throw RequestFileProblem(
        FilePlace(path), .file(path, why: "there is no request in it, and no .http file below it"))
    }
    let context = try CollectionOptions.context(arguments, collection)
    return Program(try CollectionTargets(path: path, context: context))
  }

  /// A word that is no path may have been meant as a command.
  private static func read(_ path: String) throws -> RequestCollection {
    if !path.utf8.contains(UInt8(ascii: "/")), access(path, F_OK) != 0, errno == ENOENT {
      let names = Commands.names
      throw UsageMistake.unknownCommand(path, near: NearestName.of(path, in: names))
    }
    return try RequestCollection(path: path)
  }

  /// This folder, if request files lie in it.
  private static func here() -> String? { hasRequests(".") ? "." : nil }

  /// Looks at the folder itself only: a home folder is not searched through.
  private static func hasRequests(_ folder: String) -> Bool {
    guard let handle = opendir(folder) else { return false }
    defer { closedir(handle) }
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix("."), name.hasSuffix(".http") || name.hasSuffix(".rest") { return true }
    }
    return false
  }
}
