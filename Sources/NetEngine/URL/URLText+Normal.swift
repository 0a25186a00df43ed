import LosslessJSON

extension URLText {
  /// Whether the text is sent as it is: parsing it and writing it out again would change nothing.
  ///
  /// Most URLs are like that, and every request asks. False is no verdict, only the longer way.
  package static func isNormal(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      guard var index = endOfScheme(bytes) else { return false }
      let host = index
      while index < bytes.count, bytes[index].isPlainInHost { index += 1 }
      guard index > host, index < bytes.count else { return false }
      if bytes[index] == UInt8(ascii: ":") {
        guard let end = endOfPort(bytes, from: index + 1) else { return false }
        index = end
      }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "/") else { return false }
      while index < bytes.count, bytes[index].isPlainInPath { index += 1 }
      return index == bytes.count
    } ?? false
  }

  private static func endOfScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    if bytes.starts(with: "http://".utf8) { return 7 }
    return bytes.starts(with: "https://".utf8) ? 8 : nil
  }

  /// Not with a zero in front, which would not be written again.
  private static func endOfPort(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var (index, number) = (start, 0)
    while index < bytes.count, bytes[index] &- 0x30 < 10, number <= 65_535 {
      number = number * 10 + Int(bytes[index] &- 0x30)
      index += 1
    }
    return index > start && bytes[start] != UInt8(ascii: "0") && number <= 65_535 ? index : nil
  }
}

extension UInt8 {
  /// A digit, a letter, a hyphen, a dot or an underscore.
  var isPlainInHost: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f: true
    default: false
    }
  }

  // Digits, letters and ! $ & ' ( ) * + , - . / : ; = ? @ _ ~ stand for themselves there.

  /// A byte that stays as it is in path and query.
  fileprivate var isPlainInPath: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    case 0x21, 0x24, 0x26...0x2f, 0x3a, 0x3b, 0x3d, 0x3f, 0x40, 0x5f, 0x7e: true
    default: false
    }
  }
}
