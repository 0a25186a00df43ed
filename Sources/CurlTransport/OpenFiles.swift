import Glibc
import NetEngine

/// What the system lets this process have open.
package enum OpenFiles {
  /// How many it may have, where it has so many already; nil while there is room.
  static var exhausted: Int? {
    let one = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let code = errno
    if one >= 0 { Glibc.close(one) }
    guard one < 0, code == EMFILE || code == ENFILE else { return nil }
    return limit
  }

  /// How many it may have.
  package static var limit: Int {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }

  /// Whether others find a descriptor where this one is taken, the lowest that was free: without one
  /// the system's queues end the program, and nothing could be recorded.
  static func leavesSome(behind descriptor: Int32) -> Bool {
    let limit = limit
    return Int(descriptor) < limit - min(8, limit / 5)
  }
}
