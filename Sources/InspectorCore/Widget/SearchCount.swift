import NetEngine

/// Where all matches of a search are, found a slice at a time from the beginning.
struct SearchCount: Sendable {
  /// The first byte of each match, counted over all sections; at most `limit`.
  private(set) var places: [Int] = []
  /// Which parts of the text, of `parts` equal ones, hold a match.
  private(set) var marks: [Bool] = Array(repeating: false, count: SearchCount.parts)
  private(set) var isWhole = false
  private var next = TextPosition()
  /// Bytes of the sections before `next`'s.
  private var before = 0

  /// More matches are not counted.
  static let limit = 1_000_000
  static let parts = 512
  /// Bytes looked at as part of an event, before other work gets its turn.
  static let atOnce = 256 << 10

  /// Looks through so many bytes more.
  mutating func step(_ needle: Needle, in document: TextDocument, budget: Int) {
    var budget = budget
    let total = max(1, document.count)
    while budget > 0, !isWhole {
      guard document.sections.indices.contains(next.section), !needle.isEmpty else {
        isWhole = true
        return
      }
      let source = document.sections[next.section].source
      let count = source.count
      let end = min(count, next.offset + budget)
      budget -= max(1, end - next.offset)
      source.withBuffer { collect(needle, in: $0, upTo: end, total: total) }
      if next.offset >= count {
        before += count
        next = TextPosition(section: next.section + 1)
      }
      if places.count >= SearchCount.limit { isWhole = true }
    }
  }

  private mutating func collect(
    _ needle: Needle, in bytes: UnsafeBufferPointer<UInt8>, upTo end: Int, total: Int
  ) {
    let reach = min(bytes.count, end + needle.reach)
    while next.offset < end, places.count < SearchCount.limit {
      guard let found = ByteSearch.first(needle, in: bytes, next.offset..<reach), found < end
      else { break }
      places.append(before + found)
      marks[min(SearchCount.parts - 1, (before + found) * SearchCount.parts / total)] = true
      next.offset = found + 1
    }
    next.offset = max(next.offset, end)
  }

  /// `3 of 120`, with a plus while there may be more; the first number once it is known.
  func words(at match: TextPosition?, in document: TextDocument) -> String {
    let more = !isWhole || places.count >= SearchCount.limit ? "+" : ""
    let total = Units.grouped(places.count) + more
    guard let match, let rank = rank(of: match, in: document) else { return total }
    return "\(Units.grouped(rank)) of \(total)"
  }

  private func rank(of match: TextPosition, in document: TextDocument) -> Int? {
    let place =
      document.sections.prefix(match.section).reduce(0) { $0 + $1.source.count } + match.offset
    var low = 0
    var high = places.count
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low] == place ? low + 1 : nil
  }
}
