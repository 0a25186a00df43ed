/// String tokens and what they mean.
package enum JSONText {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The content of a string between its quotes, as UTF-8; half a surrogate pair in its three-byte form.
  ///
  /// That form is no UTF-8, but it keeps two keys apart that differ only there.
  static func content(_ raw: Slice<Bytes>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    unescape(raw, into: &bytes) { value, bytes in
      bytes.append(UInt8(truncatingIfNeeded: 0xe0 | value >> 12))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3f))
      bytes.append(UInt8(truncatingIfNeeded: 0x80 | value & 0x3f))
    }
    return bytes
  }

  /// The content of a string between its quotes; half a surrogate pair becomes U+FFFD.
  static func string(_ raw: Slice<Bytes>) -> String {
    let whole = Bytes(rebasing: raw)
    guard hasEscapes(raw) else { return String(decoding: whole, as: UTF8.self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    unescape(raw, into: &bytes) { _, bytes in bytes += [0xef, 0xbf, 0xbd] }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func hasEscapes(_ raw: Slice<Bytes>) -> Bool { raw.contains(0x5c) }

  /// Whether an escape stands for half a surrogate pair.
  static func hasLoneSurrogate(_ raw: Slice<Bytes>) -> Bool {
    guard hasEscapes(raw) else { return false }
    var bytes: [UInt8] = []
    var found = false
    unescape(raw, into: &bytes) { _, _ in found = true }
    return found
  }

  private static func unescape(
    _ raw: Slice<Bytes>, into bytes: inout [UInt8], loneSurrogate: (UInt32, inout [UInt8]) -> Void
  ) {
    var i = raw.startIndex
    while i < raw.endIndex {
      let backslash = raw[i...].firstIndex(of: 0x5c) ?? raw.endIndex
      bytes.append(contentsOf: raw[i..<backslash])
      i = backslash
      guard i < raw.endIndex else { return }
      guard raw[i + 1] == 0x75 else {
        bytes.append(shortEscape(raw[i + 1]))
        i += 2
        continue
      }
      let first = hexValue(raw, at: i + 2)
      i += 6
      if first & 0xfc00 == 0xd800, let second = lowSurrogate(raw, at: i) {
        append(0x1_0000 + (first & 0x3ff) << 10 + (second & 0x3ff), to: &bytes)
        i += 6
      } else if first & 0xf800 == 0xd800 {
        loneSurrogate(first, &bytes)
      } else {
        append(first, to: &bytes)
      }
    }
  }

  private static func shortEscape(_ letter: UInt8) -> UInt8 {
    switch letter {
    case 0x62: 0x08
    case 0x66: 0x0c
    case 0x6e: 0x0a
    case 0x72: 0x0d
    case 0x74: 0x09
    default: letter
    }
  }

  private static func lowSurrogate(_ raw: Slice<Bytes>, at i: Int) -> UInt32? {
    guard raw.endIndex - i >= 6, raw[i] == 0x5c, raw[i + 1] == 0x75 else { return nil }
    let value = hexValue(raw, at: i + 2)
    return value & 0xfc00 == 0xdc00 ? value : nil
  }

  private static func hexValue(_ raw: Slice<Bytes>, at i: Int) -> UInt32 {
    var value: UInt32 = 0
    for c in raw[i..<i + 4] {
      value = value << 4 | UInt32(c <= 0x39 ? c &- 0x30 : (c | 0x20) &- 0x57)
    }
    return value
  }

  private static func append(_ value: UInt32, to bytes: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(value) else { return }
    bytes.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
  }

  /// Whether a key token, between its quotes, means the wanted bytes.
  static func isEqual(_ raw: Slice<Bytes>, _ wanted: Bytes) -> Bool {
    guard hasEscapes(raw) else { return raw.count == wanted.count && raw.elementsEqual(wanted) }
    return content(raw).elementsEqual(wanted)
  }

  /// A text for a message: what could act on a terminal is spelled, what is long is cut.
  static func visible(_ text: String, limit: Int = 60) -> String {
    var result = ""
    for (position, scalar) in text.unicodeScalars.enumerated() {
      guard position < limit else { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A string as a token: quotes, and escapes only where JSON demands them.
  package static func token(_ text: some Sequence<UInt8>) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var bytes: [UInt8] = [0x22]
    for byte in text {
      switch byte {
      case 0x22, 0x5c: bytes += [0x5c, byte]
      case 0x0a: bytes += [0x5c, 0x6e]
      case 0x0d: bytes += [0x5c, 0x72]
      case 0x09: bytes += [0x5c, 0x74]
      case 0..<0x20:
        bytes += [0x5c, 0x75, 0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
    return bytes
  }
}
