import LosslessJSON
import NetEngine

/// Walks over JSON without parsing it: where a value ends, and the few members a list shows.
///
/// It trusts nothing: every step stays before `end`, and what does not fit makes it stop. Whether
/// the bytes in between are right is found out when the entry is parsed.
struct EntryScan {
  typealias Pointer = UnsafePointer<UInt8>

  private(set) var p: Pointer
  let end: Pointer
  private let known: KnownString?

  /// A long string whose end was found before: a body is passed by at every level of its entry.
  struct KnownString {
    /// Behind the quote that opens it.
    let start: Pointer
    /// The quote that closes it.
    let close: Pointer

    /// The end of a string that begins here.
    static func close(of start: Pointer, _ end: Pointer, _ known: KnownString?) -> Pointer {
      if let known, known.start == start { return known.close }
      return JSONScan.knownStringEnd(start, end)
    }
  }

  init(_ p: Pointer, _ end: Pointer, passing known: KnownString? = nil) {
    self.p = p
    self.end = end
    self.known = known
  }

  /// The next byte that is not white space; nil at the end.
  mutating func peek() -> UInt8? {
    if p < end, p.pointee > 0x20 { return p.pointee }
    p = JSONScan.skipSpace(p, end)
    return p < end ? p.pointee : nil
  }

  /// Goes past a byte if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    p += 1
    return true
  }

  /// The bytes of a string between its quotes, escapes and all; nil when it is none.
  mutating func string() -> UnsafeBufferPointer<UInt8>? {
    guard take(0x22) else { return nil }
    let start = p
    let close = KnownString.close(of: p, end, known)
    guard close < end else { return nil }
    p = close + 1
    return UnsafeBufferPointer(start: start, count: close - start)
  }

  /// The name of the next member and its colon; nil at the end of the object, or where none is.
  mutating func key() -> UnsafeBufferPointer<UInt8>? {
    _ = take(0x2c)
    guard peek() == 0x22, let key = string(), take(0x3a) else { return nil }
    return key
  }

  /// A number, to three digits behind the point and in units of those; nil for anything else.
  mutating func thousandths() -> Int? {
    guard let first = peek() else { return nil }
    let isNegative = first == 0x2d
    if isNegative { p += 1 }
    let start = p
    var value = 0
    while p < end, JSONScan.isDigit(p.pointee) {
      value = value &* 10 &+ Int(p.pointee &- 0x30)
      p += 1
    }
    guard p > start, p - start < 15 else { return skipRest() }
    value *= 1_000
    if p < end, p.pointee == 0x2e {
      p += 1
      var scale = 100
      while p < end, JSONScan.isDigit(p.pointee) {
        value += Int(p.pointee &- 0x30) * scale
        scale /= 10
        p += 1
      }
    }
    if p < end, p.pointee | 0x20 == 0x65 { return skipRest() }
    return isNegative ? -value : value
  }

  /// A whole number; nil for anything else, which is then behind us.
  mutating func integer() -> Int? {
    thousandths().map { $0 / 1_000 }
  }

  private mutating func skipRest() -> Int? {
    while p < end, !",]}".utf8.contains(p.pointee), p.pointee > 0x20 { p += 1 }
    return nil
  }

  /// Goes past a value of any kind; false where there is none, or where it does not end.
  mutating func skipValue() -> Bool {
    guard let first = peek() else { return false }
    switch first {
    case 0x22: return string() != nil
    case 0x7b, 0x5b: return skipContainer()
    case 0x2c, 0x3a, 0x5d, 0x7d: return false
    default:
      // A byte that stands nowhere in JSON is no value.
      let start = p
      _ = skipRest()
      return p > start
    }
  }

  /// Goes to the bracket that closes; strings in between are stepped over eight bytes at a time.
  private mutating func skipContainer() -> Bool {
    var depth = 0
    while p < end {
      switch p.pointee {
      case 0x22:
        let close = KnownString.close(of: p + 1, end, known)
        guard close < end else {
          p = end
          return false
        }
        p = close
      case 0x7b, 0x5b: depth += 1
      case 0x7d, 0x5d:
        depth -= 1
        if depth == 0 {
          p += 1
          return true
        }
      default: break
      }
      p += 1
    }
    return false
  }

  /// Jumps; the place must lie before the end.
  mutating func move(to place: Pointer) {
    p = min(place, end)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are these.
  @inline(__always)
  func isText(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount
      && text.withUTF8Buffer { wanted in
        for index in 0..<count where self[index] != wanted[index] { return false }
        return true
      }
  }
}
