/// Reads digits only: `Int("+5")` is 5, and no protocol field may say that.
enum Digits {
  /// The number a text of 1 to 18 ASCII digits stands for; nil for anything else.
  static func parse<Text: StringProtocol>(_ text: Text) -> Int? {
    parse(Array(text.utf8)[...])
  }

  static func parse(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard (1...18).contains(bytes.count) else { return nil }
    var number = 0
    for byte in bytes {
      guard (0x30...0x39).contains(byte) else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    return number
  }

  /// The number 1 to 15 hexadecimal digits stand for; nil for anything else.
  static func parseHex(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard (1...15).contains(bytes.count) else { return nil }
    var number = 0
    for byte in bytes {
      guard let digit = value(ofHex: byte) else { return nil }
      number = number << 4 | digit
    }
    return number
  }

  static func value(ofHex byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46: Int(byte) - 0x41 + 10
    case 0x61...0x66: Int(byte) - 0x61 + 10
    default: nil
    }
  }

  static let lowerHex = Array("0123456789abcdef".utf8)
}

/// Percent-encoding of URLs, both ways.
enum PercentEncoding {
  /// Decodes `%XX`; a broken escape stays as it is, invalid UTF-8 is repaired.
  static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
        let high = Digits.value(ofHex: bytes[index + 1]),
        let low = Digits.value(ofHex: bytes[index + 2])
      {
        result.append(UInt8(high << 4 | low))
        index += 3
      } else {
        result.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces and tabs at both ends.
  var trimmingBlanks: ArraySlice<UInt8> {
    var slice = self
    while let first = slice.first, first == 0x20 || first == 0x09 { slice.removeFirst() }
    while let last = slice.last, last == 0x20 || last == 0x09 { slice.removeLast() }
    return slice
  }
}

extension ArraySlice<UInt8> {
  /// Where the first CR LF stands, at or after an index.
  func firstLineEnd(from index: Int) -> Int? {
    withUnsafeBufferPointer { bytes in
      var offset = index - startIndex
      while offset + 1 < bytes.count {
        if bytes[offset] == 13, bytes[offset + 1] == 10 { return startIndex + offset }
        offset += 1
      }
      return nil
    }
  }

  /// Where the first empty line, CR LF CR LF, stands at or after an index.
  func firstEmptyLine(from index: Int) -> Int? {
    var from = index
    while let end = firstLineEnd(from: from) {
      if end + 3 < endIndex, self[end + 2] == 13, self[end + 3] == 10 { return end }
      from = end + 2
    }
    return nil
  }

  /// True for the same ASCII text in any case.
  func equalsIgnoringCase(_ text: String) -> Bool {
    elementsEqual(text.utf8) { left, right in
      left == right || ((left ^ right) == 0x20 && (0x61...0x7a).contains(left | 0x20))
    }
  }
}
