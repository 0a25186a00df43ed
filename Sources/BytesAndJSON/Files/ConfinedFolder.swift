import Glibc

/// A folder nothing is read outside of: not by `..`, not by a symlink, and nothing but plain files.
package struct ConfinedFolder: Sendable {
  /// The folder, every symlink on the way to it undone.
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// Why a file cannot be used, in words.
  package struct Refusal: Error {
    package var why: String
  }

  package init(_ path: String) throws(Refusal) {
    self.path = try Self.real(path)
  }

  /// The file a relative path means, seen from a folder below this one ("" is this one).
  package func locate(_ file: String, from folder: String) throws(Refusal) -> String {
    guard !file.isEmpty else { throw Refusal(why: "it has no name") }
    guard file.utf8.first != UInt8(ascii: "/") else {
      throw Refusal(why: "it is not relative")
    }
    let outside = Refusal(why: "it lies outside of the collection's folder")
    // Before the system is asked: whether something is there is nobody's business either.
    var depth = folder.split(separator: "/").count
    for part in file.split(separator: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      if depth < 0 { throw outside }
    }
    let base = folder.isEmpty ? path : path + "/" + folder
    let real = try Self.real(base + "/" + file)
    guard contains(real) else { throw outside }
    return real
  }

  func contains(_ real: String) -> Bool {
    let root = path == "/" ? "/" : path + "/"
    return real.utf8.starts(with: root.utf8)
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
