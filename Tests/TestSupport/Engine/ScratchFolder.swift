import Glibc
import NetEngine

/// A folder of a test's own, gone with the last reference to it.
package final class ScratchFolder: Sendable {
  package let path: String

  package init() throws {
    var template = Array("/tmp/netengine-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(what: "mkdtemp", code: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  package struct Failure: Error {
    package var what: String
    package var code: Int32

    package init(what: String, code: Int32) { (self.what, self.code) = (what, code) }
  }

  /// Writes a file and gives its path.
  package func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let full = "\(path)/\(name)"
    let descriptor = open(full, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw Failure(what: full, code: errno) }
    defer { close(descriptor) }
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Failure(what: full, code: errno)
    }
    return full
  }

  /// Writes a text and gives its path.
  package func file(_ name: String, _ text: String) throws -> String {
    try file(name, Array(text.utf8))
  }

  /// The bytes of a file; nil when it is not there.
  package func bytes(_ name: String) -> [UInt8]? {
    Self.read("\(path)/\(name)")
  }

  package static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }

  package func text(_ name: String) -> String? {
    bytes(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What is in the folder, sorted.
  package var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
