import Glibc

/// What the kernel says of a program that runs.
package struct ProcessLook {
  /// Memory of its own, without pages of files, in KiB.
  package var memory = 0
  package var descriptors = 0
  package var threads = 0

  package init(_ pid: pid_t) {
    let status = TestFolder.text(at: "/proc/\(pid)/status") ?? ""
    for line in status.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard words.count > 1, let number = Int(words[1]) else { continue }
      if words[0] == "RssAnon:" { memory = number }
      if words[0] == "Threads:" { threads = number }
    }
    guard let folder = opendir("/proc/\(pid)/fd") else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      if entry.pointee.d_name.0 != UInt8(ascii: ".") { descriptors += 1 }
    }
  }

  package var words: String { "\(memory) KiB, \(descriptors) descriptors, \(threads) threads" }

  /// Long runs that a person asks for.
  package static let isDeep = getenv("INSPECTOR_DEEP") != nil

  /// The library of `faketime`, where it is installed.
  package static let fakeClock = [
    "/usr/lib/x86_64-linux-gnu/faketime", "/usr/lib/aarch64-linux-gnu/faketime",
    "/usr/lib64/faketime", "/usr/lib/faketime",
  ].map { $0 + "/libfaketimeMT.so.1" }.first { access($0, R_OK) == 0 }
}
