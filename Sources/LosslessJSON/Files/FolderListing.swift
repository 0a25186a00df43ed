import Glibc

/// The names of files and folders in a folder.
package enum FolderListing {
  /// The names that are wanted, in no order and at most `limit`, without `.` and `..`.
  ///
  /// Returns nil, with `errno` set, when the folder cannot be read.
  package static func names(
    in path: String, upTo limit: Int = .max, where isWanted: (String) -> Bool = { _ in true }
  ) -> [String]? {
    guard !path.utf8.contains(0), let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != "..", isWanted(name) { names.append(name) }
    }
    return names
  }
}
