/// Eight bytes at a time: the loops the parser lives in.
///
/// Nothing here reads at or past the `end` it is given. The word tricks rest on one fact: `w - 1`
/// borrows out of a byte only when that byte was zero, so the lowest flag raised is always true,
/// whatever the flags above it say. What other modules loop over is inlined there, too.
@usableFromInline package enum JSONScan {
  @usableFromInline package typealias Pointer = UnsafePointer<UInt8>

  @inlinable package static var ones: UInt64 { 0x0101_0101_0101_0101 }
  @inlinable package static var highs: UInt64 { 0x8080_8080_8080_8080 }

  @inlinable @inline(always)
  package static func load8(_ p: Pointer) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt64.self))
  }

  @inline(always)
  static func load4(_ p: Pointer) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(p).loadUnaligned(as: UInt32.self))
  }

  /// How many bytes lie below the lowest flag.
  @inlinable @inline(always)
  package static func distance(_ flags: UInt64) -> Int { flags.trailingZeroBitCount >> 3 }

  /// Flags quotes, backslashes and control bytes, and with `orHigh` whatever is not ASCII.
  @inlinable @inline(always)
  package static func stops(_ w: UInt64, orHigh: Bool) -> UInt64 {
    let quote = (w ^ (ones &* 0x22)) &- ones
    let backslash = (w ^ (ones &* 0x5c)) &- ones
    let control = w &- (ones &* 0x20)
    let any = quote | backslash | control
    return (orHigh ? any | w : any & ~w) & highs
  }

  /// One bit for each of the four bytes JSON calls white space.
  static let spaces: UInt64 = 0x1_0000_2600

  @inline(always)
  static func isSpace(_ c: UInt8) -> Bool { c <= 0x20 && spaces &>> UInt64(c) & 1 == 1 }

  @inlinable @inline(always)
  package static func isDigit(_ c: UInt8) -> Bool { c &- 0x30 <= 9 }

  /// The first byte that is not white space, or `end`.
  @inline(never)
  package static func skipSpace(_ start: Pointer, _ end: Pointer) -> Pointer {
    var p = start
    while end - p > 8 {
      guard isSpace(p.pointee) else { return p }
      let others = load8(p + 1) ^ (ones &* 0x20)
      p += others == 0 ? 9 : 1 + distance(others)
    }
    while p < end, isSpace(p.pointee) { p += 1 }
    return p
  }

  /// How far a string is certainly right: the place of its closing quote, or of the first byte that
  /// needs a closer look, be it wrong, cut off, or just too near to `end`.
  @inline(never)
  static func stringRun(_ start: Pointer, _ end: Pointer) -> Pointer {
    var p = start
    while end - p >= 16 {
      let low = stops(load8(p), orHigh: true)
      guard low != 0 else {
        let high = stops(load8(p + 8), orHigh: true)
        guard high != 0 else {
          p += 16
          continue
        }
        p += 8 + distance(high)
        guard let next = special(p, end) else { return p }
        p = next
        continue
      }
      p += distance(low)
      guard let next = special(p, end) else { return p }
      p = next
    }
    return p
  }

  /// Goes past escapes, or past characters that are not ASCII, as far as they are certainly right;
  /// nil in front of anything else.
  @inline(always)
  private static func special(_ start: Pointer, _ end: Pointer) -> Pointer? {
    var p = start
    if p.pointee >= 0x80 {
      repeat {
        guard end - p >= 4 else { return p == start ? nil : p }
        let length = UTF8Validation.sequenceLength(load4(p))
        guard length > 0 else { return p == start ? nil : p }
        p += length
      } while p < end && p.pointee >= 0x80
      return p
    }
    guard p.pointee == 0x5c else { return nil }
    repeat {
      let length = escapeLength(p, end)
      guard length > 0 else { return p == start ? nil : p }
      p += length
    } while p < end && p.pointee == 0x5c
    return p
  }

  /// How long the escape at a backslash is; 0 when it is wrong, or not all of it is there.
  @inline(always)
  static func escapeLength(_ p: Pointer, _ end: Pointer) -> Int {
    guard end - p >= 2 else { return 0 }
    switch p[1] {
    case 0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74: return 2
    case 0x75: return end - p >= 6 && fourHexDigits(p + 2) ? 6 : 0
    default: return 0
    }
  }

  /// Four bytes at once: below 0x80 an addition carries into bit 7 exactly when a bound is reached.
  @inline(always)
  static func fourHexDigits(_ p: Pointer) -> Bool {
    let x = load4(p)
    let lower = x | 0x2020_2020
    let digit = (x &+ 0x5050_5050) & ~(x &+ 0x4646_4646)
    let letter = (lower &+ 0x1f1f_1f1f) & ~(lower &+ 0x1919_1919)
    return x & 0x8080_8080 == 0 && (digit | letter) & 0x8080_8080 == 0x8080_8080
  }

  /// The end of a run of digits.
  @inline(always)
  static func digitsEnd(_ start: Pointer, _ end: Pointer) -> Pointer {
    var p = start
    while p < end, isDigit(p.pointee) { p += 1 }
    return p
  }

  /// The end of a number that ends before `end`; nil when in any doubt.
  @inline(always)
  static func numberEnd(_ start: Pointer, _ end: Pointer) -> Pointer? {
    var p = start
    if p.pointee == 0x2d { p += 1 }
    guard p < end, isDigit(p.pointee) else { return nil }
    p = p.pointee == 0x30 ? p + 1 : digitsEnd(p + 1, end)
    if p < end, p.pointee == 0x2e {
      let fraction = digitsEnd(p + 1, end)
      guard fraction > p + 1 else { return nil }
      p = fraction
    }
    if p < end, p.pointee | 0x20 == 0x65 {
      p += 1
      if p < end, p.pointee == 0x2b || p.pointee == 0x2d { p += 1 }
      let exponent = digitsEnd(p, end)
      guard exponent > p else { return nil }
      p = exponent
    }
    return p < end ? p : nil
  }

  /// Flags every byte that is zero, and no other.
  @inline(always)
  private static func zeros(_ w: UInt64) -> UInt64 {
    ~(((w & ~highs) &+ ~highs) | w) & highs
  }

  /// The closing quote of a string known to be correct; `end` when it is not closed before it.
  ///
  /// Recorded JSON has an escape every few bytes: a word is not left at the first of them, a quote
  /// behind a backslash is taken off instead. Only backslashes side by side are walked over.
  package static func knownStringEnd(_ start: Pointer, _ end: Pointer) -> Pointer {
    var p = start
    while end - p >= 8 {
      let w = load8(p)
      let quotes = zeros(w ^ (ones &* 0x22))
      let backslashes = zeros(w ^ (ones &* 0x5c))
      guard backslashes & (backslashes << 8) == 0 else {
        p += distance(quotes | backslashes)
        if p.pointee == 0x22 { return p }
        p += 2
        continue
      }
      let open = quotes & ~(backslashes << 8)
      if open != 0 { return p + distance(open) }
      // A backslash at the end escapes the first byte of the next word.
      p += 8 + Int(truncatingIfNeeded: backslashes >> 63)
    }
    while p < end {
      if p.pointee == 0x22 { return p }
      p += p.pointee == 0x5c ? 2 : 1
    }
    return end
  }

  /// The end of a number known to be correct.
  package static func knownNumberEnd(_ start: Pointer, _ end: Pointer) -> Pointer {
    var p = start
    while p < end {
      let c = p.pointee
      guard isDigit(c) || c == 0x2e || c == 0x2b || c == 0x2d || c | 0x20 == 0x65 else { break }
      p += 1
    }
    return p
  }
}
