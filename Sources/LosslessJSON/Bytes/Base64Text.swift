/// Bytes as base64 and back (RFC 4648 §4), fast enough for bodies.
package enum Base64Text {
  /// How long the text of so many bytes is.
  package static func length(of count: Int) -> Int { (count + 2) / 3 * 4 }

  /// Writes the text of bytes, with padding, and tells how long it is.
  package static func encode(
    _ bytes: UnsafeRawBufferPointer, to start: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var place = start
    func put(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
      place[0] = first
      place[1] = second
      place[2] = third
      place[3] = fourth
      place += 4
    }
    var index = 0
    while index + 2 < bytes.count {
      let bits =
        UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
      put(letter(bits >> 18), letter(bits >> 12), letter(bits >> 6), letter(bits))
      index += 3
    }
    guard index < bytes.count else { return place - start }
    let hasTwo = index + 1 < bytes.count
    let bits = UInt32(bytes[index]) << 16 | (hasTwo ? UInt32(bytes[index + 1]) << 8 : 0)
    let third = hasTwo ? letter(bits >> 6) : UInt8(ascii: "=")
    put(letter(bits >> 18), letter(bits >> 12), third, UInt8(ascii: "="))
    return place - start
  }

  /// The bytes of a text; white space is skipped, the other alphabet's `-` and `_` are read too.
  ///
  /// Nil where any other byte stands: then it is no base64.
  package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.underestimatedCount / 4 * 3)
    var (bits, count) = (UInt32(0), 0)
    for byte in text {
      switch byte {
      case UInt8(ascii: "="), 0x20, 0x0a, 0x0d, 0x09: continue
      default: break
      }
      let value = values[Int(byte)]
      guard value < 64 else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 1
      if count == 4 {
        bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
        bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
        bytes.append(UInt8(truncatingIfNeeded: bits))
        (bits, count) = (0, 0)
      }
    }
    switch count {
    case 2: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3:
      bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
    default: break
    }
    return bytes
  }

  @inline(__always)
  private static func letter(_ bits: UInt32) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: bits & 63)
    switch value {
    case 0..<26: return value + 0x41
    case 26..<52: return value + 0x47
    case 52..<62: return value &- 4
    case 62: return UInt8(ascii: "+")
    default: return UInt8(ascii: "/")
    }
  }

  /// The six bits of each letter; 255 where there are none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for value in UInt32(0)..<64 { values[Int(letter(value))] = UInt8(value) }
    values[Int(UInt8(ascii: "-"))] = 62
    values[Int(UInt8(ascii: "_"))] = 63
    return values
  }()
}

extension [UInt8] {
  /// RFC 4648 §4, with padding.
  package var base64: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var out: [UInt8] = []
    out.reserveCapacity((count + 2) / 3 * 4)
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      var bits: UInt32 = 0
      for (index, byte) in group.enumerated() { bits |= UInt32(byte) << (16 - 8 * UInt32(index)) }
      for index in 0..<4 {
        let isPadding = index > group.count
        let sextet = Int(bits >> (18 - 6 * UInt32(index)) & 63)
        out.append(isPadding ? UInt8(ascii: "=") : alphabet[sextet])
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
