import Glibc

/// A folder nothing is read outside of: not by `..`, not by a symlink, and nothing but plain files.
package struct ConfinedFolder: Sendable {
  /// The folder, every symlink on the way to it undone.
  package let path: String
  /// The folder that nothing is read outside of, where that is one above: the repository's.
  package let root: String
  /// How many folders stand between the two.
  private let depth: Int

  package init(path: String) {
    (self.path, root, depth) = (path, path, 0)
  }

  /// The same folder, from which also files of the repository it lies in can be reached.
  package func reachingRepository() -> ConfinedFolder {
    var folder = path
    var depth = 0
    while access(folder + "/.git", F_OK) != 0 {
      guard let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")), slash > folder.startIndex
      else { return self }
      folder = String(folder[..<slash])
      depth += 1
    }
    return ConfinedFolder(path: path, root: folder, depth: depth)
  }

  private init(path: String, root: String, depth: Int) {
    (self.path, self.root, self.depth) = (path, root, depth)
  }

  /// Why a file cannot be used, in words.
  package struct Refusal: Error {
    package var why: String
    /// Whether the file lies outside of what may be read.
    package var isOutside = false
  }

  package init(_ path: String) throws(Refusal) {
    self.init(path: try Self.real(path))
  }

  /// The folders a file is in, seen from this one, the nearest first: `a/b`, `a`, the folder itself as
  /// an empty text, and those above it as far as the repository goes: `..`, `../..`.
  package func folders(above file: String) -> [String] {
    func above(_ path: String) -> String {
      guard !path.isEmpty else { return ".." }
      if path == ".." || path.utf8.suffix(3).elementsEqual("/..".utf8) { return path + "/.." }
      return path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    }
    let last = depth == 0 ? "" : Array(repeating: "..", count: depth).joined(separator: "/")
    var folders = [file.isEmpty ? "" : above(file)]
    while let folder = folders.last, folder != last, folders.count < 256 {
      folders.append(above(folder))
    }
    return folders
  }

  /// A file by its way from this folder.
  package func name(of real: String) -> String {
    if Self.contains(real, in: path) {
      return String(Substring(real.utf8.dropFirst(path.utf8.count + 1)))
    }
    let here = path.split(separator: "/")
    let there = real.split(separator: "/")
    let common = zip(here, there).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: here.count - common) + there.dropFirst(common))
      .joined(separator: "/")
  }

  /// The real path of a file by its way from this folder; the way itself where there is no file.
  package func realPath(of file: String) -> String {
    (try? Self.real(path + "/" + file)) ?? path + "/" + file
  }

  /// The file a relative path means, seen from a folder below this one ("" is this one).
  package func locate(_ file: String, from folder: String) throws(Refusal) -> String {
    guard !file.isEmpty else { throw Refusal(why: "it has no name") }
    guard file.utf8.first != UInt8(ascii: "/") else {
      throw Refusal(why: "it is not relative")
    }
    let outside = Refusal(
      why: root == path
        ? "it lies outside of the project's folder" : "it lies outside of the repository",
      isOutside: true)
    // Before the system is asked: whether something is there is nobody's business either.
    var depth = depth
    for part in (folder + "/" + file).split(separator: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { throw outside }
    }
    let base = folder.isEmpty ? path : path + "/" + folder
    let real = try Self.real(base + "/" + file)
    guard Self.contains(real, in: root) else { throw outside }
    // What the repository is kept by may hold its credentials.
    if Self.contains(real, in: root + "/.git") { throw outside }
    if isForeignLink(real) {
      throw Refusal(why: "it is a hard link to a file of another owner", isOutside: true)
    }
    return real
  }

  /// Whether a file has another name, and not the folder's owner: a hard link brings in files from
  /// outside.
  private func isForeignLink(_ real: String) -> Bool {
    var (file, folder) = (stat(), stat())
    guard lstat(real, &file) == 0, stat(path, &folder) == 0 else { return false }
    return file.st_mode & S_IFMT == S_IFREG && file.st_nlink > 1 && file.st_uid != folder.st_uid
  }

  /// All of the plain file that a relative path means, see ``locate(_:from:)``.
  package func read(
    _ file: String, from folder: String = "", limit: Int
  ) throws(Refusal) -> [UInt8] {
    try Self.read(try locate(file, from: folder), limit: limit)
  }

  /// All of a file as a body; a large one is read into a file without a name and not into memory.
  package func body(_ file: String, limit: Int) throws(Refusal) -> Body {
    let descriptor = try Self.open(try locate(file, from: ""))
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw Refusal(why: Self.words(errno)) }
    let size = Int(facts.st_size)
    guard size <= limit else { throw Refusal(why: "it is longer than \(limit) bytes") }
    var builder = BodyBuilder(expected: size)
    var piece = [UInt8](repeating: 0, count: min(size, 1 << 20) + 1)
    while builder.count <= size {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Refusal(why: Self.words(errno)) }
      if count == 0 { break }
      let isAdded = piece.withUnsafeBytes { bytes in
        (try? builder.append(UnsafeRawBufferPointer(rebasing: bytes[..<count]))) != nil
      }
      guard isAdded else { throw Refusal(why: builder.failure?.description ?? "no memory") }
    }
    guard builder.count == size else { throw Refusal(why: "it changed while it was read") }
    return builder.finish()
  }

  /// All of a plain file that a person chose; links are followed.
  package static func read(chosen path: String, limit: Int) throws(Refusal) -> [UInt8] {
    try read(try real(path), limit: limit)
  }

  private static func contains(_ real: String, in folder: String) -> Bool {
    real.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8)
  }

  private static func real(_ path: String) throws(Refusal) -> String {
    guard !path.utf8.contains(0) else { throw Refusal(why: "its name holds a NUL") }
    guard let real = realpath(path, nil) else { throw Refusal(why: words(errno)) }
    defer { free(real) }
    return String(cString: real)
  }

  package static func words(_ code: Int32) -> String {
    String(cString: strerror(code))
  }

  /// Makes sure that it is a plain file that may be read, without waiting for a FIFO's other end.
  package static func check(_ real: String) throws(Refusal) {
    close(try open(real))
  }

  /// All of a plain file; the path is a real one, so that a symlink there is somebody's trick.
  package static func read(_ real: String, limit: Int) throws(Refusal) -> [UInt8] {
    let descriptor = try open(real)
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw Refusal(why: words(errno)) }
    guard facts.st_size <= limit else { throw Refusal(why: "it is longer than \(limit) bytes") }
    // One more, so that a file that grows meanwhile is noticed.
    let room = Int(facts.st_size) + 1
    var count = 0
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
      while count < room {
        let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, room - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { code = errno }
        guard got > 0 else { break }
        count += got
      }
      filled = count
    }
    guard code == 0 else { throw Refusal(why: words(code)) }
    guard count < room else { throw Refusal(why: "it changed while it was read") }
    return bytes
  }

  private static func open(_ real: String) throws(Refusal) -> Int32 {
    let descriptor = Glibc.open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Refusal(why: words(errno)) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw Refusal(why: "it is not a plain file")
    }
    return descriptor
  }
}
