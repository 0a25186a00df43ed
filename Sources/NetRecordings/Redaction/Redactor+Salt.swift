import Glibc
import LosslessJSON
import NetEngine

extension Redactor {
  /// The salt of this person's redactions: one file in the state folder, made when it is not there.
  ///
  /// Without it a hash could be guessed from a short secret; with it marks of one person compare.
  public static func salt(in folder: String) throws(SessionProblem) -> [UInt8] {
    let path = folder + "/salt"
    if let salt = try readSalt(path) { return salt }
    try Disk.standard.makeFolder(folder, mode: 0o700)
    var salt = [UInt8](repeating: 0, count: 32)
    guard getentropy(&salt, salt.count) == 0 else { throw Disk.problem(path) }
    let file = try NewFile(path, disk: .standard, overwrites: false)
    try file.write(salt)
    do throws(SessionProblem) {
      try file.finish()
    } catch {
      // Another program was faster: its salt is as good.
      guard error.reason == .exists, let other = try readSalt(path) else { throw error }
      return other
    }
    return salt
  }

  private static func readSalt(_ path: String) throws(SessionProblem) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw SessionProblem(.unreadable(String(cString: strerror(errno))), path: path)
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 16 else {
      throw SessionProblem(.unreadable("it is too short for a salt: remove it"), path: path)
    }
    return Array(bytes[..<count])
  }
}
