/// A JSON array of users of an exact size, made while it is sent.
///
/// One block of people is made once; each time it is sent only the ids in it are written anew, so
/// that 100 MB cost little and every id is unique.
package struct SampleUsers {
  /// The document's size in bytes.
  let size: Int

  package init(size: Int) { self.size = size }

  private static let firstID = 100_000_000
  private static let blockUsers = 1_000
  private static let longestUser = 2_000
  private static let placeholder = "#########"
  private static let block = Block()

  private struct Block {
    let bytes: [UInt8]
    /// Where an id begins, twice per user: as the id and inside the address.
    let places: [Int]

    init() {
      let users = (0..<blockUsers).map { SampleUser.json(index: $0, idText: placeholder) }
      bytes = Array(users.map { $0 + "," }.joined().utf8)
      var places: [Int] = []
      var index = 0
      while let mark = bytes[index...].firstIndex(of: UInt8(ascii: "#")) {
        places.append(mark)
        index = mark + placeholder.utf8.count
      }
      self.places = places
    }

    /// The block with the ids of its `number`-th sending.
    func bytes(number: Int) -> [UInt8] {
      var bytes = bytes
      let start = firstID + number * blockUsers
      bytes.withUnsafeMutableBufferPointer { buffer in
        for (index, place) in places.enumerated() {
          var id = start + index / 2
          for offset in stride(from: placeholder.utf8.count - 1, through: 0, by: -1) {
            buffer[place + offset] = UInt8(0x30 + id % 10)
            id /= 10
          }
        }
      }
      return bytes
    }
  }

  /// Whole blocks, then single users as far as they fit, then blanks up to the exact size.
  package var reply: Reply {
    // At least one user comes after the blocks, or the last comma would stand before the bracket.
    let blocks = max(0, (size - Self.longestUser) / Self.block.bytes.count)
    let rest = tail(number: blocks, size: size - 1 - blocks * Self.block.bytes.count)
    let fields = [Field("Content-Type", "application/json"), Field("Content-Length", "\(size)")]
    return Reply([
      .head(Head(200, fields: fields)), .body([UInt8(ascii: "[")]),
      .generated(count: blocks) { .body(Self.block.bytes(number: $0)) }, .body(rest),
    ])
  }

  private func tail(number: Int, size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var id = Self.firstID + number * Self.blockUsers
    while true {
      let user = Array(SampleUser.json(index: id % Self.blockUsers, idText: "\(id)").utf8)
      guard bytes.count + user.count + 2 <= size else { break }
      bytes += user + [UInt8(ascii: ",")]
      id += 1
    }
    // A user always ends with a comma: the last one gives it up for the bracket.
    if !bytes.isEmpty { bytes.removeLast() }
    bytes += [UInt8](repeating: 0x20, count: max(0, size - bytes.count - 1))
    return bytes + [UInt8(ascii: "]")]
  }
}
