import Glibc
import RequestFiles

/// A folder of a test's own, gone with the last reference to it.
package final class TestFolder: Sendable {
  package let path: String

  package init() throws {
    var template = Array("/tmp/inspector-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(what: "mkdtemp", code: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { clear() }

  package func clear() { Self.remove(path) }

  /// A call of the system that failed.
  package struct Failure: Error {
    package var what: String
    package var code: Int32

    package init(what: String, code: Int32) { (self.what, self.code) = (what, code) }
  }

  /// Writes a file, with the folders on the way to it, and gives its path.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let full = "\(path)/\(name)"
    for index in full.indices where full[index] == "/" && index > path.endIndex {
      mkdir(String(full[..<index]), 0o755)
    }
    let descriptor = open(full, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure(what: full, code: errno) }
    defer { close(descriptor) }
    guard bytes.isEmpty || Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Failure(what: full, code: errno)
    }
    return full
  }

  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  /// The bytes of a file; none when it is not there.
  package func bytes(_ name: String) -> [UInt8] { Self.bytes(at: "\(path)/\(name)") ?? [] }

  /// The text of a file; empty when it is not there.
  package func text(_ name: String) -> String { read(name) ?? "" }

  /// The text of a file; nil when it is not there.
  package func read(_ name: String) -> String? { Self.text(at: "\(path)/\(name)") }

  /// The text of any file; nil when it is not there.
  package static func text(at path: String) -> String? {
    bytes(at: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of any file; nil when it is not there.
  package static func bytes(at path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = Glibc.read(descriptor, &chunk, chunk.count), count > 0 {
      bytes += chunk[..<count]
    }
    return bytes
  }

  package func link(_ name: String, to target: String) { symlink(target, "\(path)/\(name)") }

  package func fifo(_ name: String) { mkfifo("\(path)/\(name)", 0o600) }

  package func mode(_ name: String) -> mode_t {
    var facts = stat()
    return lstat("\(path)/\(name)", &facts) == 0 ? facts.st_mode & 0o777 : 0
  }

  /// The requests of a file or a folder in it, or of all of it.
  package func collection(_ name: String = "") throws -> RequestCollection {
    try RequestCollection(path: name.isEmpty ? path : "\(path)/\(name)")
  }

  /// What is in the folder, sorted.
  package var names: [String] { Self.names(path) }

  /// Every file below, by its path from here.
  package var files: [String] { Self.files(path, "") }

  private static func files(_ path: String, _ prefix: String) -> [String] {
    names(path).flatMap { name -> [String] in
      let inner = files("\(path)/\(name)", "\(prefix)\(name)/")
      return inner.isEmpty ? [prefix + name] : inner
    }
  }

  private static func names(_ path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func remove(_ path: String) {
    guard unlink(path) != 0 else { return }
    chmod(path, 0o700)
    for name in names(path) { remove("\(path)/\(name)") }
    rmdir(path)
  }
}
