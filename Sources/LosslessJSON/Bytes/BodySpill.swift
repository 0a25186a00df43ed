import Glibc

/// Where bodies go that are too large for memory, and how they are written there.
package struct BodySpill: Sendable {
  /// `$TMPDIR`, then `/tmp`, then `/var/tmp`.
  package static let standard = BodySpill(directories: usualDirectories())

  /// Folders in the order they are tried.
  package var directories: [String]
  /// Asks for a file that never has a name; off where a test wants the other way.
  package var prefersNameless = true
  /// Works like write(2), `errno` included; tests put a full disk here.
  package var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { descriptor, bytes in
    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
  }

  package init(directories: [String]) {
    self.directories = directories
  }

  private static func usualDirectories() -> [String] {
    var list = ["/tmp", "/var/tmp"]
    if let own = getenv("TMPDIR") {
      let path = String(cString: own)
      if path.utf8.first == UInt8(ascii: "/"), path != "/tmp" { list.insert(path, at: 0) }
    }
    return list
  }
}

/// An open spill file: readable by its owner alone, and without a name from the start.
final class BodySpillFile: Sendable {
  let descriptor: Int32
  let directory: String
  private let write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int

  init(in spill: BodySpill) throws(BodyError) {
    var code = ENOENT
    for directory in spill.directories {
      let descriptor = Self.open(in: directory, nameless: spill.prefersNameless, code: &code)
      guard descriptor >= 0 else { continue }
      self.descriptor = descriptor
      self.directory = directory
      write = spill.write
      return
    }
    let last = spill.directories.last ?? ""
    throw BodyError(step: .create, directory: last, code: code, kept: 0)
  }

  deinit {
    close(descriptor)
  }

  /// Writes `bytes` whole, or says how many of them went out before `code` happened.
  func append(_ bytes: UnsafeRawBufferPointer) -> (written: Int, code: Int32?) {
    bytes.writeAll(to: descriptor, by: write)
  }

  private static func open(in directory: String, nameless: Bool, code: inout Int32) -> Int32 {
    if nameless {
      // O_TMPFILE, which Swift's Glibc does not show: __O_TMPFILE with O_DIRECTORY.
      let tmpfile: Int32 = 0o20_000_000 | O_DIRECTORY
      let descriptor = Glibc.open(directory, tmpfile | O_RDWR | O_CLOEXEC, 0o600)
      if descriptor >= 0 { return descriptor }
      code = errno
    }
    // Not every file system knows nameless files: make one and take its name away at once.
    for _ in 0..<16 {
      let path = "\(directory)/.body-\(String(UInt64.random(in: .min ... .max), radix: 36))"
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = Glibc.open(path, flags, 0o600)
      if descriptor >= 0 {
        unlink(path)
        return descriptor
      }
      code = errno
      if code != EEXIST { break }
    }
    return -1
  }
}
