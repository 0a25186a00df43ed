import Glibc

/// What the system lets this process have open.
enum OpenFiles {
  /// How many it may have, where it has so many already; nil while there is room.
  static var exhausted: Int? {
    let one = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let code = errno
    if one >= 0 { Glibc.close(one) }
    guard one < 0, code == EMFILE || code == ENFILE else { return nil }
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }
}
