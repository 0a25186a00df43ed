import Glibc

/// What the kernel says of this process.
package enum ProcessTable {
  /// How many of our sockets have this port at their other end.
  package static func sockets(toPort port: UInt16) -> Int {
    let inodes = Set(connections(toPort: port))
    guard let folder = opendir("/proc/self/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let target = link("/proc/self/fd/\(name)"), target.hasPrefix("socket:["),
        inodes.contains(String(target.dropFirst(8).dropLast()))
      {
        count += 1
      }
    }
    return count
  }

  private static func link(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Inodes of IPv4 connections by the port of their other end.
  private static func connections(toPort port: UInt16) -> [String] {
    let text = String(decoding: TestFolder.bytes(at: "/proc/self/net/tcp") ?? [], as: UTF8.self)
    let wanted = ":" + hex(port)
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let words = line.split(separator: " ")
      return words.count > 9 && words[2].hasSuffix(wanted) ? String(words[9]) : nil
    }
  }

  private static func hex(_ port: UInt16) -> String {
    let digits = String(port, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Pages of memory in use.
  package static var residentPages: Int {
    let text = String(decoding: TestFolder.bytes(at: "/proc/self/statm") ?? [], as: UTF8.self)
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// Long runs that a person asks for.
  package static let isDeep = getenv("INSPECTOR_DEEP") != nil
}
