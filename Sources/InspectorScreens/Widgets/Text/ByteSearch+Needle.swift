import LosslessJSON

/// Finds a needle, eight bytes at a time.
extension ByteSearch {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// The top bit of each byte that is zero, and now and then of one above it: a candidate.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & tops }

  @inline(__always)
  private static func word(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt64 {
    UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
      .littleEndian
  }

  /// The first place in a range where a whole match of `needle` starts.
  ///
  /// Text is compared with the needle's first and last byte at once, in blocks first, then in the
  /// words of a block that has them; only where both stand is the rest looked at.
  package static func first(
    _ needle: Needle, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) throws(Pattern.Trouble) -> Int? {
    if !needle.isBytes { return try extent(of: needle, in: bytes, range)?.lowerBound }
    let length = needle.bytes.count
    guard length > 0, range.count >= length else { return nil }
    let firstPattern = ones &* UInt64(needle.bytes[0])
    let lastPattern = ones &* UInt64(needle.bytes[length - 1])
    let fold = needle.isFolded ? ones &* 0x20 : 0
    let starts = range.lowerBound..<range.upperBound - length + 1
    let ends = Ends(needle)
    var index = starts.lowerBound
    var blockEnd = index
    while index + length + 7 <= range.upperBound {
      if index >= blockEnd {
        index = ends.firstBlock(in: bytes, index..<range.upperBound)
        blockEnd = index + Ends.block
        guard index + length + 7 <= range.upperBound else { break }
      }
      let head = (word(bytes, index) | fold) ^ (firstPattern | fold)
      let tail = (word(bytes, index + length - 1) | fold) ^ (lastPattern | fold)
      var found = zeroBytes(head | tail)
      while found != 0 {
        let start = index + found.trailingZeroBitCount / 8
        if needle.matches(bytes, at: start) { return start }
        found &= found - 1
      }
      index += 8
    }
    while index < starts.upperBound {
      if needle.matches(bytes, at: index) { return index }
      index += 1
    }
    return nil
  }

  /// Where in a range an expression first matches more than nothing.
  package static func range(
    of expression: Pattern, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) throws(Pattern.Trouble) -> Range<Int>? {
    let part = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range]))
    var start = 0
    // What matches nothing matches everywhere: after so many times it is given up.
    for _ in 0..<1_000 where start <= part.count {
      guard let found = try expression.firstMatch(in: part, from: start) else { return nil }
      if !found.isEmpty {
        return range.lowerBound + found.lowerBound..<range.lowerBound + found.upperBound
      }
      start = found.upperBound + 1
    }
    return nil
  }

  /// The last place in a range, and before a limit, where a whole match of `needle` starts.
  static func last(
    _ needle: Needle, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
    before limit: Int
  ) throws(Pattern.Trouble) -> Int? {
    let length = needle.reach + 1
    var end = range.upperBound
    let least = needle.isBytes ? length : 1
    while end - range.lowerBound >= least {
      let start = max(range.lowerBound, end - (64 << 10) - length)
      var found: Int?
      while let next = try first(needle, in: bytes, (found.map { $0 + 1 } ?? start)..<end),
        next < limit
      {
        found = next
      }
      if let found { return found }
      if start == range.lowerBound { break }
      end = start + length - 1
    }
    return nil
  }
}

/// A needle's first and last byte, sixteen times each.
private struct Ends {
  /// Bytes that are compared before anybody asks whether one was found.
  static let block = 64

  private typealias Lanes = SIMD16<UInt8>
  private let distance: Int
  private let fold: Lanes
  private let first: Lanes
  private let last: Lanes

  init(_ needle: Needle) {
    distance = needle.bytes.count - 1
    fold = Lanes(repeating: needle.isFolded ? 0x20 : 0)
    first = Lanes(repeating: needle.bytes[0]) | fold
    last = Lanes(repeating: needle.bytes[distance]) | fold
  }

  /// The start of the first block in which both stand at their distance, or of the rest that is
  /// too short to be compared so.
  func firstBlock(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    let text = UnsafeRawBufferPointer(bytes)
    var index = range.lowerBound
    while index + Self.block + distance <= range.upperBound {
      let found =
        places(text, index) | places(text, index + 16) | places(text, index + 32)
        | places(text, index + 48)
      if found[0] | found[1] != 0 { return index }
      index += Self.block
    }
    return index
  }

  /// All bits of each byte where a match may start.
  @inline(__always)
  private func places(_ text: UnsafeRawBufferPointer, _ index: Int) -> SIMD2<UInt64> {
    let head = text.loadUnaligned(fromByteOffset: index, as: Lanes.self) | fold
    let tail = text.loadUnaligned(fromByteOffset: index + distance, as: Lanes.self) | fold
    return unsafeBitCast((head .== first) .& (tail .== last), to: SIMD2<UInt64>.self)
  }
}

/// What a search looks for: bytes, with ASCII case ignored unless the person typed a capital.
package struct Needle: Sendable, Hashable {
  /// As it was typed.
  package let bytes: [UInt8]
  /// What is looked for in place of the bytes themselves.
  package let expression: Pattern?
  /// Whether a capital in the text is as good as a small letter.
  package let isFolded: Bool
  /// The ways JSON spells the word; none where it has but one, or is no word.
  private let escaped: EscapedWord
  /// The text is shown with its escapes undone, and the word found as it is shown.
  private(set) var undoesEscapes = false
  /// No word is looked for but what an expression says.
  private let isExpression: Bool

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    expression = nil
    escaped = .none
    isExpression = false
    isFolded = !bytes.contains { 0x41...0x5A ~= $0 }
  }

  /// Takes what was typed: after `\v` an expression, else the text itself, case counting by capitals.
  ///
  /// Letters beyond ASCII need the expression engine to be found in either case.
  package init(typed bytes: [UInt8]) throws(Pattern.Mistake) {
    self.bytes = bytes
    isFolded = !bytes.contains { 0x41...0x5A ~= $0 }
    let text = String(validating: bytes, as: UTF8.self) ?? ""
    isExpression = text.utf8.starts(with: #"\v"#.utf8)
    escaped = isExpression ? .none : EscapedWord(text, isFolded: isFolded)
    if isExpression {
      expression = try Pattern(
        String(decoding: bytes.dropFirst(2), as: UTF8.self), sensitivity: .smart)
    } else if bytes.contains(where: { $0 >= 0x80 }), !text.isEmpty {
      expression = try Pattern(text, isLiteral: true, sensitivity: .smart)
    } else {
      expression = nil
    }
  }

  /// There is nothing to look for.
  var isEmpty: Bool { bytes.isEmpty || expression?.text.isEmpty == true }

  /// The same for a text that is shown with its escapes undone, or for one shown as it is.
  ///
  /// An expression means the bytes in both: it can say itself how they are spelled.
  package func undoing(escapes: Bool) -> Needle {
    var needle = self
    needle.undoesEscapes = escapes && !isExpression
    return needle
  }

  /// What is looked for where there is a backslash; nil where that is the word alone.
  var spellings: Needle? { escaped.pattern.map { Needle(bytes, $0, isFolded) } }

  private init(_ bytes: [UInt8], _ expression: Pattern, _ isFolded: Bool) {
    (self.bytes, self.expression, self.isFolded) = (bytes, expression, isFolded)
    (escaped, isExpression) = (.none, true)
  }

  /// What is looked for is the bytes, wherever they stand.
  var isBytes: Bool { expression == nil && !undoesEscapes }

  /// How far behind its first byte a match is looked for.
  package var reach: Int {
    // Escaped, a sign of one byte takes six.
    if undoesEscapes, escaped.hasSpellings { return bytes.count * 6 }
    return expression == nil ? max(0, bytes.count - 1) : 4_096
  }

  /// Bytes looked at in one step: a few milliseconds.
  var slice: Int {
    expression == nil && !(undoesEscapes && escaped.hasSpellings)
      ? TextSearch.slice : TextSearch.slice / 8
  }

  /// Bytes looked at as part of an event, before other work gets its turn.
  package var atOnce: Int { slice / 32 }

  /// Whether the needle stands here; false where it would run over the end.
  func matches(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    guard start + bytes.count <= text.count else { return false }
    for offset in bytes.indices {
      let byte = text[start + offset]
      guard byte == bytes[offset] || (isFolded && byte.smallASCII == bytes[offset]) else {
        return false
      }
    }
    return true
  }
}

extension UInt8 {
  /// The small letter of an ASCII capital; every other byte is itself.
  package var smallASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
