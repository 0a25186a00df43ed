import Glibc

/// A folder of a test's own, gone with the test.
package final class TestFolder: Sendable {
  package let path: String

  package init() throws {
    var template = Array("/tmp/inspector-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw PTY.Failure(description: "no folder in /tmp: \(errno)")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    clear()
  }

  package func clear() {
    remove(path)
  }

  /// Writes a file, with the folders on the way to it, and gives its path.
  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String {
    try write(name, bytes: Array(text.utf8))
  }

  @discardableResult
  package func write(_ name: String, bytes: [UInt8]) throws -> String {
    let full = path + "/" + name
    for index in full.indices where full[index] == "/" && index > path.endIndex {
      mkdir(String(full[..<index]), 0o755)
    }
    let descriptor = open(full, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw PTY.Failure(description: "\(full): \(errno)") }
    defer { close(descriptor) }
    guard bytes.isEmpty || Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw PTY.Failure(description: "\(full): \(errno)")
    }
    return full
  }

  /// What a file holds; nil when it is not there.
  package func read(_ name: String) -> String? { Self.text(at: path + "/" + name) }

  /// What any file holds; nil when it is not there.
  package static func text(at path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = Glibc.read(descriptor, &chunk, chunk.count), count > 0 {
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { remove(path + "/" + name) }
      }
      closedir(folder)
    }
    Glibc.remove(path)
  }
}
