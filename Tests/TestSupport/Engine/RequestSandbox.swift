import Glibc
import NetEngine
import RequestFiles

/// A folder with request files and what stands beside them, gone with the last reference to it.
package final class RequestSandbox: Sendable {
  package let path: String

  package init() throws {
    var template = Array("/tmp/netengine-requests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw ScratchFolder.Failure(what: "mkdtemp", code: errno)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return }
    guard facts.st_mode & S_IFMT == S_IFDIR, let folder = opendir(path) else {
      unlink(path)
      return
    }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { remove("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
  }

  /// Writes a file, and the folders it is in.
  @discardableResult
  package func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/\(part)"
      mkdir(folder, 0o700)
    }
    let full = "\(path)/\(name)"
    let descriptor = open(full, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw ScratchFolder.Failure(what: full, code: errno) }
    defer { close(descriptor) }
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw ScratchFolder.Failure(what: full, code: errno)
    }
    return full
  }

  @discardableResult
  package func file(_ name: String, _ text: String) throws -> String {
    try file(name, Array(text.utf8))
  }

  package func link(_ name: String, to target: String) { symlink(target, "\(path)/\(name)") }

  package func fifo(_ name: String) { mkfifo("\(path)/\(name)", 0o600) }

  package func collection(_ name: String = "") throws -> RequestCollection {
    try RequestCollection(path: name.isEmpty ? path : "\(path)/\(name)")
  }
}

extension VariableSystem {
  /// The first of May 2024 at noon, UTC; chance counts up; a small environment.
  package static var fixed: VariableSystem {
    let count = Lock(0)
    return VariableSystem(
      now: { 1_714_564_800_123 },
      random: { range in
        count.withLock { count in
          count += 1
          return range.lowerBound + count % range.count
        }
      },
      environment: { name in
        ["TOKEN": "t-1", "LINES": "a\r\nB: c", "BRACES": "{{x}}"][name]
      },
      utcOffset: { _ in 7_200 })
  }
}

/// Gives a file a length without writing its bytes.
package func truncated(_ path: String, to length: Int) -> Bool {
  truncate(path, length) == 0
}
