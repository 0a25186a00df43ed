import Glibc

/// The TCP sockets this machine's processes hold at given local ports.
///
/// Counting descriptors would count those of tests that run at the same time. A socket is told by
/// its inode; one without a descriptor (closed, in TIME_WAIT) has inode 0.
enum OpenSockets {
  static func inodes(ports: [UInt16]) -> Set<Substring> {
    var inodes: Set<Substring> = []
    for line in lines(of: "/proc/self/net/tcp") {
      let columns = line.split(separator: " ")
      guard columns.count > 9, columns[9] != "0",
        let port = columns[1].split(separator: ":").last.flatMap({ UInt16($0, radix: 16) }),
        ports.contains(port)
      else { continue }
      inodes.insert(columns[9])
    }
    return inodes
  }

  private static func lines(of path: String) -> [Substring] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 {
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
