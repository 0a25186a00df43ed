import Glibc
import NetEngine
import TestSupport

/// A folder with folders in it, gone with the last reference to it.
final class SessionFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/netengine-session-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw ScratchFolder.Failure(what: "mkdtemp", code: errno)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    chmod(path, 0o700)
    for name in names(path) {
      let inner = "\(path)/\(name)"
      if unlink(inner) != 0 { remove(inner) }
    }
    rmdir(path)
  }

  static func names(_ path: String) -> [String] {
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

  /// Every file below, by its path from here.
  var files: [String] { Self.files(path, "") }

  private static func files(_ path: String, _ prefix: String) -> [String] {
    names(path).flatMap { name -> [String] in
      let inner = files("\(path)/\(name)", "\(prefix)\(name)/")
      return inner.isEmpty ? [prefix + name] : inner
    }
  }

  func bytes(_ name: String) -> [UInt8] { ScratchFolder.read("\(path)/\(name)") ?? [] }

  func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let full = "\(path)/\(name)"
    let descriptor = open(full, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw ScratchFolder.Failure(what: full, code: errno) }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw ScratchFolder.Failure(what: full, code: errno)
    }
    return full
  }

  func mode(_ name: String) -> mode_t {
    var facts = stat()
    return lstat("\(path)/\(name)", &facts) == 0 ? facts.st_mode & 0o777 : 0
  }
}
