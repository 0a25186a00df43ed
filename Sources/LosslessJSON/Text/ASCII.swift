// What every scanner asks of every byte, by value: a look into a list takes ten times as long.

extension UInt8 {
  /// The small letter of an ASCII capital; every other byte is itself.
  @inlinable package var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  /// A space or a tab.
  @inlinable package var isBlank: Bool { self == 0x20 || self == 0x09 }

  @inlinable package var endsLine: Bool { self == 0x0d || self == 0x0a }

  /// A control character that has no place in a field's value; a tab has.
  @inlinable package var isOddControl: Bool { (self < 0x20 && self != 0x09) || self == 0x7f }

  /// The value of a hexadecimal digit.
  @inlinable package var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }

  /// 0–9, a–f, A–F.
  @inlinable package var isHexDigit: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 6
  }

  /// A byte of a method or a header name (RFC 9110 §5.6.2).
  @inlinable package var isTokenByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    // ! # $ % & ' * + - . ^ _ ` | ~
    case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e...0x60, 0x7c, 0x7e: true
    default: false
    }
  }
}

extension String {
  /// Whether a control character other than a tab is in it.
  package var holdsOddControl: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      for byte in bytes where byte.isOddControl { return true }
      return false
    } ?? utf8.contains(where: \.isOddControl)
  }

  /// The bytes that a head may have: all but control characters; tabs stay.
  package var withoutOddControls: [UInt8] { utf8.filter { !$0.isOddControl } }
}

extension Collection<UInt8> where SubSequence == Self {
  /// Without the spaces, tabs and line ends at both ends.
  @inlinable package var trimmingBlanks: Self {
    var rest = self
    while let first = rest.first, first.isBlank { rest = rest.dropFirst() }
    var end = rest.endIndex
    while end > rest.startIndex {
      let before = rest.index(end, offsetBy: -1)
      guard rest[before].isBlank || rest[before].endsLine else { break }
      end = before
    }
    return rest[rest.startIndex..<end]
  }
}

extension Int {
  /// Digits only: Swift's own parser takes a sign, and protocols do not.
  @inlinable package init?(digits: some Collection<UInt8>) {
    guard !digits.isEmpty else { return nil }
    var value = 0
    for byte in digits {
      let digit = byte &- 0x30
      guard digit < 10 else { return nil }
      let (scaled, over) = value.multipliedReportingOverflow(by: 10)
      let (sum, more) = scaled.addingReportingOverflow(Int(digit))
      guard !over, !more else { return nil }
      value = sum
    }
    self = value
  }
}
