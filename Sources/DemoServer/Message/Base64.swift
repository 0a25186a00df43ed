/// Base64 with padding (RFC 4648), for echoes and for the samples kept in source.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var word = 0
      for index in 0..<3 {
        word = word << 8 | (index < group.count ? Int(group[start + index]) : 0)
      }
      for index in 0..<4 {
        let digit = alphabet[word >> (18 - 6 * index) & 63]
        text.append(index <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes text of the alphabet; everything else in it, line ends and padding too, is skipped.
  package static func decode(_ text: String) -> [UInt8] {
    var values = [Int](repeating: -1, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = value }
    var bytes: [UInt8] = []
    var word = 0
    var bits = 0
    for digit in text.utf8 where values[Int(digit)] >= 0 {
      word = (word << 6 | values[Int(digit)]) & 0xff_ffff
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(word >> bits & 0xff))
      }
    }
    return bytes
  }
}
