import LosslessJSON

/// Goes through a text from its beginning, a piece at a time, and says where its matches are.
package struct SearchScan: Sendable, Hashable {
  /// The first byte that was not looked at yet.
  private(set) var next = TextPosition()
  /// Bytes of the sections before `next`'s.
  private(set) var before = 0
  /// How many matches were found.
  private(set) var found = 0
  private(set) var isWhole = false
  /// Why it ended before the text did.
  private(set) var trouble: Pattern.Trouble?

  /// The same, counted over all sections.
  package var place: Int { before + next.offset }

  /// A piece of the way: the matches in it, and where the scan stands behind it.
  package struct Piece: Sendable {
    /// The first byte of each match, counted over all sections.
    var places: [Int] = []
    /// Which parts of the text hold one of them.
    var marks = SearchMarks()
    var end = SearchScan()
  }

  /// A piece has at most so many matches: whoever takes it in is soon done.
  private static let pieceLimit = 1 << 16

  /// Looks through so many bytes more.
  mutating func step(_ needle: Needle, in document: TextDocument, budget: Int) -> Piece {
    var piece = Piece()
    var budget = budget
    let total = max(1, document.count)
    while budget > 0, !isWhole, piece.places.count < SearchScan.pieceLimit {
      guard document.sections.indices.contains(next.section), !needle.isEmpty else {
        isWhole = true
        break
      }
      let source = document.sections[next.section].source
      let start = next.offset
      let end = min(source.count, start + budget)
      do throws(Pattern.Trouble) {
        try source.withBuffer { bytes throws(Pattern.Trouble) in
          try collect(needle, in: bytes, upTo: end, total: total, into: &piece)
        }
      } catch {
        (isWhole, trouble) = (true, error)
        break
      }
      budget -= max(1, next.offset - start)
      if next.offset >= source.count {
        before += source.count
        next = TextPosition(section: next.section + 1)
      }
      if found >= SearchCount.limit { isWhole = true }
    }
    piece.end = self
    return piece
  }

  private mutating func collect(
    _ needle: Needle, in bytes: UnsafeBufferPointer<UInt8>, upTo end: Int, total: Int,
    into piece: inout Piece
  ) throws(Pattern.Trouble) {
    let reach = min(bytes.count, end + needle.reach)
    let room = min(SearchScan.pieceLimit, piece.places.count + SearchCount.limit - found)
    while next.offset < end {
      guard let match = try ByteSearch.first(needle, in: bytes, next.offset..<reach), match < end
      else {
        next.offset = end
        return
      }
      next.offset = match + 1
      found += 1
      piece.places.append(before + match)
      piece.marks.insert(part: (before + match) * SearchCount.parts / total)
      if piece.places.count >= room { return }
    }
  }

  /// Goes back to a byte, counted over all sections, behind which the text is another one now.
  mutating func rewind(to place: Int, found: Int, in document: TextDocument) {
    self.found = found
    (isWhole, trouble) = (false, nil)
    next = document.position(of: place)
    before = place - next.offset
  }
}

/// The parts of a text that hold a match, as the right border shows them.
package struct SearchMarks: Sendable, Hashable {
  private var words = [UInt64](repeating: 0, count: SearchCount.parts / 64)

  mutating func insert(part: Int) {
    let part = max(0, min(SearchCount.parts - 1, part))
    words[part / 64] |= 1 << UInt64(part % 64)
  }

  mutating func formUnion(_ other: SearchMarks) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Whether there is one in these parts.
  package func contains(_ parts: Range<Int>) -> Bool {
    parts.contains { words[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
  }
}
