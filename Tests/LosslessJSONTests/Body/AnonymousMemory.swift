import Glibc
import TestSupport

/// What the process holds in memory that no file stands behind.
enum AnonymousMemory {
  /// A sanitizer keeps freed memory for a while: under one, memory cannot be measured.
  static let isMeasurable = dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil

  static var bytes: Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix("RssAnon:") else { continue }
      return (Int(text.filter(\.isNumber)) ?? 0) * 1024
    }
    return 0
  }
}
