import LosslessJSON
import NetEngine

/// The bytes of a file cut into lines; every place in it can be named.
struct SourceText {
  let file: String
  let bytes: [UInt8]
  let lines: [Line]
  /// Variables that a colon in front of their name stands for: restclient.el's.
  var colonNames = ColonNames([])

  /// A line without its end, which is a line feed, perhaps with a carriage return in front.
  struct Line {
    var start: Int
    var end: Int
    /// Where the next line starts.
    var next: Int
  }

  /// Names of variables that are found in a text without trying each.
  struct ColonNames {
    private let names: Set<[UInt8]>
    /// The lengths of the names, the longest first.
    private let lengths: [Int]

    init(_ names: Set<[UInt8]>) {
      self.names = names
      lengths = Set(names.map(\.count)).sorted(by: >)
    }

    var isEmpty: Bool { names.isEmpty }

    /// The longest name with which the bytes begin.
    func first(of bytes: ArraySlice<UInt8>) -> [UInt8]? {
      let most = bytes.prefix(lengths.first ?? 0).prefix(while: \.isVariableByte).count
      for length in lengths where length <= most {
        let name = Array(bytes.prefix(length))
        if names.contains(name) { return name }
      }
      return nil
    }
  }

  /// A byte order mark is no part of the text.
  init(_ bytes: [UInt8], file: String) {
    self.file = file
    self.bytes = bytes
    var lines: [Line] = []
    lines.reserveCapacity(bytes.count / 24)
    var start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    bytes.withUnsafeBufferPointer { bytes in
      while start < bytes.count {
        var end = start
        while end < bytes.count, bytes[end] != 0x0a { end += 1 }
        let next = min(end + 1, bytes.count)
        if end > start, bytes[end - 1] == 0x0d { end -= 1 }
        lines.append(Line(start: start, end: end, next: next))
        start = next
      }
    }
    self.lines = lines
  }

  func place(at offset: Int) -> FilePlace {
    guard !lines.isEmpty else { return FilePlace(file) }
    var low = 0
    var high = lines.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lines[middle].start <= offset { low = middle } else { high = middle - 1 }
    }
    let end = min(offset, bytes.count)
    let before = bytes[min(lines[low].start, end)..<end]
    // Bytes that only continue a scalar do not count.
    return FilePlace(
      file, line: low + 1, column: 1 + before.count { $0 & 0xc0 != 0x80 })
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The range without the blanks around it.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high, bytes[low].isBlank { low += 1 }
    while high > low, bytes[high - 1].isBlank { high -= 1 }
    return low..<high
  }

  /// The first place of a byte in a range.
  func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    range.first { bytes[$0] == byte }
  }

  func starts(_ range: Range<Int>, with prefix: StaticString) -> Bool {
    let count = prefix.utf8CodeUnitCount
    guard range.count >= count else { return false }
    for index in 0..<count where bytes[range.lowerBound + index] != prefix.utf8Start[index] {
      return false
    }
    return true
  }
}
