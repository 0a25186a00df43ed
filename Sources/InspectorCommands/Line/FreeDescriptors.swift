import Glibc

/// Descriptors that must be free before a command begins.
///
/// The system's queues, which every wait stands on, end the program without a word when they find
/// none for themselves.
package nonisolated enum FreeDescriptors {
  /// There are fewer than a command needs.
  package nonisolated struct TooFew: Error, CustomStringConvertible {
    package let allowed: Int

    package var description: String {
      "too few files may be open: \(allowed) in all, and \(FreeDescriptors.needed) must be free — "
        + "raise it with 'ulimit -n 256'"
    }
  }

  /// Four for the queues, the rest for what is read, asked and written meanwhile.
  static let needed = 16

  package static func require() throws(TooFew) {
    var taken: [Int32] = []
    defer { for descriptor in taken { close(descriptor) } }
    for _ in 0..<needed {
      let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { throw TooFew(allowed: Int(sysconf(Int32(_SC_OPEN_MAX)))) }
      taken.append(descriptor)
    }
  }
}
