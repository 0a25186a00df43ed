/// Whether bytes are UTF-8, at a few gigabytes a second, and where they stop being it.
package enum UTF8Validation {
  package typealias Pointer = UnsafePointer<UInt8>

  /// The start of the first sequence that is not UTF-8, or `end`.
  ///
  /// Overlong forms, surrogates and values past U+10FFFF are wrong; a sequence cut off by `end` too.
  package static func firstInvalid(_ start: Pointer, _ end: Pointer) -> Pointer {
    var p = start
    while end - p >= 8 {
      let high = JSONScan.load8(p) & JSONScan.highs
      guard high != 0 else {
        p += 8
        continue
      }
      p += JSONScan.distance(high)
      while end - p >= 4 {
        let w = JSONScan.load4(p)
        guard w & 0x80 != 0 else { break }
        let length = sequenceLength(w)
        guard length > 0 else { return p }
        p += length
      }
    }
    return firstInvalidOfFew(p, end)
  }

  /// Whether the bytes from an invalid sequence to `end` could become valid if more came.
  package static func isCutOff(_ start: Pointer, _ end: Pointer) -> Bool {
    guard end - start < 4, end > start, let shape = Shape(lead: start[0]) else { return false }
    guard end - start < shape.length else { return false }
    if end - start > 1, !shape.second.contains(start[1]) { return false }
    if end - start > 2, start[2] & 0xc0 != 0x80 { return false }
    return true
  }

  /// What a lead byte promises.
  private struct Shape {
    let length: Int
    let second: ClosedRange<UInt8>

    init?(lead: UInt8) {
      switch lead {
      case 0xc2...0xdf: (length, second) = (2, 0x80...0xbf)
      case 0xe0: (length, second) = (3, 0xa0...0xbf)
      case 0xed: (length, second) = (3, 0x80...0x9f)
      case 0xe1...0xef: (length, second) = (3, 0x80...0xbf)
      case 0xf0: (length, second) = (4, 0x90...0xbf)
      case 0xf1...0xf3: (length, second) = (4, 0x80...0xbf)
      case 0xf4: (length, second) = (4, 0x80...0x8f)
      default: return nil
      }
    }
  }

  /// The length of the sequence at the low end of a little-endian word that is not ASCII there; 0 if wrong.
  @inline(always)
  static func sequenceLength(_ w: UInt32) -> Int {
    if w & 0xc0e0 == 0x80c0 { return w & 0x1e == 0 ? 0 : 2 }
    if w & 0xc0_c0f0 == 0x80_80e0 {
      let top = w & 0x200f
      return top == 0 || top == 0x200d ? 0 : 3
    }
    if w & 0xc0c0_c0f8 == 0x8080_80f0 {
      let top = (w & 7) << 2 | (w >> 12) & 3
      return top &- 1 > 15 ? 0 : 4
    }
    return 0
  }

  private static func firstInvalidOfFew(_ start: Pointer, _ end: Pointer) -> Pointer {
    var p = start
    while p < end {
      let length = length(p, end)
      guard length > 0 else { return p }
      p += length
    }
    return p
  }

  /// The length of the one sequence at a place before `end`; 0 when it is wrong or cut off.
  static func length(_ start: Pointer, _ end: Pointer) -> Int {
    guard start[0] >= 0x80 else { return 1 }
    guard let shape = Shape(lead: start[0]), end - start >= shape.length else { return 0 }
    guard shape.second.contains(start[1]) else { return 0 }
    for i in 2..<max(2, shape.length) where start[i] & 0xc0 != 0x80 { return 0 }
    return shape.length
  }
}
