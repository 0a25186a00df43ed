import LosslessJSON

/// A text written in another one, and where its bytes stand there: a string of JSON, a value of a
/// query.
package struct CodedText {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// How it is written.
  package enum Coding {
    case json, percent
  }

  /// What it says.
  package private(set) var bytes: [UInt8] = []
  private let source: Bytes
  private let coding: Coding

  package init(_ source: Bytes, _ coding: Coding) {
    (self.source, self.coding) = (source, coding)
    bytes.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      let piece = piece(at: index)
      for place in 0..<piece.count {
        bytes.append(UInt8(truncatingIfNeeded: piece.utf8 >> UInt32(8 * place)))
      }
      index += piece.taken
    }
  }

  /// Spans of the text where they stand in its source, with marks as the source demands them.
  package func inSource(_ spans: [SecretSpan], movedBy offset: Int) -> [SecretSpan] {
    guard !spans.isEmpty else { return [] }
    var places: [Int: Int] = [:]
    var (index, count) = (0, 0)
    for bound in spans.flatMap({ [$0.range.lowerBound, $0.range.upperBound] }).sorted() {
      while count < bound, index < source.count {
        let piece = piece(at: index)
        (index, count) = (index + piece.taken, count + piece.count)
      }
      places[bound] = index + offset
    }
    return spans.compactMap { span in
      guard let start = places[span.range.lowerBound], let end = places[span.range.upperBound]
      else { return nil }
      let isPercent = coding == .percent || span.form == .percent
      return SecretSpan(
        range: start..<end, name: span.name, form: isPercent ? .percent : .jsonText)
    }
  }

  /// One letter or byte: how many bytes of the source it takes, and its UTF-8, the first byte lowest.
  private func piece(at index: Int) -> (taken: Int, utf8: UInt32, count: Int) {
    let byte = source[index]
    switch coding {
    case .percent:
      guard byte == 0x25, index + 2 < source.count, let high = source[index + 1].hexValue,
        let low = source[index + 2].hexValue
      else { return (1, byte == 0x2b ? 0x20 : UInt32(byte), 1) }
      return (3, UInt32(high << 4 | low), 1)
    case .json:
      guard byte == 0x5c, index + 1 < source.count else { return (1, UInt32(byte), 1) }
      switch source[index + 1] {
      case UInt8(ascii: "n"): return (2, 0x0a, 1)
      case UInt8(ascii: "r"): return (2, 0x0d, 1)
      case UInt8(ascii: "t"): return (2, 0x09, 1)
      case UInt8(ascii: "b"): return (2, 0x08, 1)
      case UInt8(ascii: "f"): return (2, 0x0c, 1)
      case UInt8(ascii: "u"): return letter(at: index) ?? (1, UInt32(byte), 1)
      case let other: return (2, UInt32(other), 1)
      }
    }
  }

  /// `\u00e4`, and two of them for a letter outside of the first plane.
  private func letter(at index: Int) -> (taken: Int, utf8: UInt32, count: Int)? {
    guard let unit = unit(at: index) else { return nil }
    var (value, taken) = (unit, 6)
    if unit & 0xfc00 == 0xd800, let low = self.unit(at: index + 6), low & 0xfc00 == 0xdc00 {
      (value, taken) = (0x10000 + (unit & 0x3ff) << 10 + low & 0x3ff, 12)
    }
    var utf8: UInt32 = 0
    var count = 0
    for byte in String(Unicode.Scalar(value) ?? "\u{fffd}").utf8 {
      utf8 |= UInt32(byte) << UInt32(8 * count)
      count += 1
    }
    return (taken, utf8, count)
  }

  private func unit(at index: Int) -> UInt32? {
    guard index + 5 < source.count, source[index] == 0x5c, source[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt32 = 0
    for byte in source[(index + 2)..<(index + 6)] {
      guard let digit = byte.hexValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
