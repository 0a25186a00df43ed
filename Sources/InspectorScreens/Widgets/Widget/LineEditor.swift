import LosslessJSON

/// One line of text being typed: bytes, because a paste may be anything.
package struct LineEditor: Sendable, Hashable {
  package private(set) var bytes: [UInt8]
  /// Where the next character goes, in bytes.
  package private(set) var cursor: Int
  /// All of it is selected: what is typed takes its place, moving keeps it.
  package private(set) var isSelected = false

  /// Longer than this nothing is taken.
  static let limit = 64 << 10
  private let limit: Int

  package init(_ text: String = "", limit: Int = LineEditor.limit) {
    self.limit = limit
    bytes = Array(text.utf8)
    cursor = bytes.count
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
  package var isEmpty: Bool { bytes.isEmpty }

  /// Selects all of it, where there is something.
  package mutating func selectAll() {
    cursor = bytes.count
    isSelected = !bytes.isEmpty
  }

  /// Takes what is selected away; false when nothing is.
  private mutating func deleteSelected() -> Bool {
    guard isSelected else { return false }
    (bytes, cursor, isSelected) = ([], 0, false)
    return true
  }

  package mutating func insert(_ scalar: Unicode.Scalar) {
    insert(Array(String(Character(scalar)).utf8))
  }

  /// Puts bytes in as text: a control character in a paste is data, it never acts.
  package mutating func insert(_ new: [UInt8]) {
    _ = deleteSelected()
    let new = new.prefix(max(0, limit - bytes.count))
    bytes.insert(contentsOf: new, at: cursor)
    cursor += new.count
  }

  /// Puts a paste in as one line: its last line end goes, those inside become blanks.
  package mutating func insertLine(_ paste: [UInt8]) {
    let isLineEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    let end = paste.lastIndex { !isLineEnd($0) }.map { $0 + 1 } ?? 0
    var line: [UInt8] = []
    for place in 0..<end {
      // A carriage return and its line feed are one line end.
      if paste[place] == 0x0A, place > 0, paste[place - 1] == 0x0D { continue }
      line.append(isLineEnd(paste[place]) ? 0x20 : paste[place])
    }
    insert(line)
  }

  /// Puts bytes at the end; the cursor stays.
  package mutating func append(_ new: some Collection<UInt8>) {
    bytes += new.prefix(max(0, limit - bytes.count))
  }

  /// From what is selected it goes to the start of that.
  package mutating func moveLeft() {
    cursor = isSelected ? 0 : before(cursor)
    isSelected = false
  }

  package mutating func moveRight() {
    cursor = after(cursor)
    isSelected = false
  }

  package mutating func moveToStart() {
    cursor = 0
    isSelected = false
  }

  package mutating func moveToEnd() {
    cursor = bytes.count
    isSelected = false
  }

  package mutating func deleteBackward() {
    if deleteSelected() { return }
    let start = before(cursor)
    bytes.removeSubrange(start..<cursor)
    cursor = start
  }

  package mutating func deleteForward() {
    if deleteSelected() { return }
    bytes.removeSubrange(cursor..<after(cursor))
  }

  package mutating func deleteToStart() {
    if deleteSelected() { return }
    bytes.removeSubrange(..<cursor)
    cursor = 0
  }

  package mutating func deleteToEnd() {
    if deleteSelected() { return }
    bytes.removeSubrange(cursor...)
  }

  /// Goes to a place that was found in the text.
  package mutating func move(to place: Int) {
    cursor = max(0, min(place, bytes.count))
    isSelected = false
  }

  /// Takes away what stands in a range.
  package mutating func delete(_ range: Range<Int>) {
    if deleteSelected() { return }
    bytes.removeSubrange(range)
    cursor = range.lowerBound
  }

  /// Deletes the spaces before the cursor and the word before them.
  package mutating func deleteWord() {
    if deleteSelected() { return }
    var start = cursor
    while start > 0, bytes[start - 1] == 0x20 { start -= 1 }
    while start > 0, bytes[start - 1] != 0x20 { start -= 1 }
    bytes.removeSubrange(start..<cursor)
    cursor = start
  }

  /// Deletes the blanks before the cursor and one word or run of signs: in `{"name":"ada"}` what
  /// stands between two quotes, in a path what stands behind the last slash.
  package mutating func deletePart() {
    if deleteSelected() { return }
    var start = cursor
    while start > 0, bytes[start - 1] == 0x20 { start -= 1 }
    if start > 0 {
      let isWord = Self.isWord(bytes[start - 1])
      let isLineEnd = bytes[start - 1] == 0x0A
      repeat {
        start -= 1
      } while start > 0 && !isLineEnd && bytes[start - 1] > 0x20
        && Self.isWord(bytes[start - 1]) == isWord
    }
    bytes.removeSubrange(start..<cursor)
    cursor = start
  }

  /// Whatever a password or a name may have: only what parts JSON, a URL or a form is none.
  private static func isWord(_ byte: UInt8) -> Bool {
    byte > 0x20 && !"\"',:;{}[]()/?&=".utf8.contains(byte)
  }

  /// One code point back; a byte that is not UTF-8 counts for itself.
  private func before(_ place: Int) -> Int {
    guard place > 0 else { return 0 }
    var start = place - 1
    while start > 0, place - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return after(start) == place ? start : place - 1
  }

  private func after(_ place: Int) -> Int {
    guard place < bytes.count else { return bytes.count }
    let count = bytes.withUnsafeBufferPointer { decodeUTF8($0, at: place)?.count ?? 1 }
    return place + count
  }
}
