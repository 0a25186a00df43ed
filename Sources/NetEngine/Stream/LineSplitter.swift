/// Bytes taken apart into lines as they come, wherever the pieces are cut.
struct LineSplitter: Sendable {
  /// A carriage return ends a line too, alone or before a line feed.
  private let endsAtReturn: Bool
  private var rest: [UInt8] = []
  private var skipsFeed = false

  init(endsAtReturn: Bool) {
    self.endsAtReturn = endsAtReturn
  }

  /// How many bytes wait for the end of their line.
  var held: Int { rest.count }

  /// The lines that end in this piece, without their ends.
  mutating func take(_ piece: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    // The piece before has ended between the two bytes of one line end.
    var start = skipsFeed && piece.first == 0x0a ? 1 : 0
    if !piece.isEmpty { skipsFeed = false }
    var index = start
    while index < piece.count {
      let byte = piece[index]
      index += 1
      guard byte == 0x0a || (byte == 0x0d && endsAtReturn) else { continue }
      lines.append(end(piece[start..<(index - 1)]))
      if byte == 0x0d {
        skipsFeed = index == piece.count
        if index < piece.count, piece[index] == 0x0a { index += 1 }
      }
      start = index
    }
    rest += piece[start...]
    return lines
  }

  /// What stands behind the last line end.
  mutating func finish() -> ArraySlice<UInt8> { end([]) }

  private mutating func end(_ part: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard !rest.isEmpty else { return part }
    defer { rest = [] }
    rest += part
    return rest[...]
  }
}
