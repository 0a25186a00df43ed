/// Turns UTF-16 and UTF-32 into UTF-8 as the bytes come, and places in the one into places in the other.
///
/// What is no text is passed on as bytes that are no UTF-8 (half a surrogate pair as its three-byte
/// form, anything else as 0xFF), so that the parser finds it, and finds it at its place.
package struct JSONTranscoder {
  let encoding: JSONEncoding
  let markLength: Int
  package let output: JSONTextBuffer
  private var consumed: Int

  package init(encoding: JSONEncoding, markLength: Int, expectedBytes: Int) {
    self.encoding = encoding
    self.markLength = markLength
    consumed = markLength
    output = JSONTextBuffer(capacity: expectedBytes / encoding.unit + 16)
  }

  /// Converts what is new among the bytes received so far.
  package mutating func take(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) {
    while bytes.count - consumed >= encoding.unit {
      guard let (value, length) = next(bytes, isFinal: isFinal) else { return }
      append(value)
      consumed += length
    }
    if isFinal, consumed < bytes.count {
      output.append(0xff)
      consumed = bytes.count
    }
  }

  /// The next scalar and how many bytes it takes; nil when its second half has not come yet.
  private func next(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) -> (UInt32, Int)? {
    let first = unit(bytes, at: consumed)
    guard encoding.unit == 2, first & 0xfc00 == 0xd800 else { return (first, encoding.unit) }
    guard bytes.count - consumed >= 4 else { return isFinal ? (first, 2) : nil }
    let second = unit(bytes, at: consumed + 2)
    guard second & 0xfc00 == 0xdc00 else { return (first, 2) }
    return (0x1_0000 + (first & 0x3ff) << 10 + (second & 0x3ff), 4)
  }

  private func unit(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
    switch encoding {
    case .utf8: UInt32(bytes[offset])
    case .utf16BigEndian:
      UInt32(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
    case .utf16LittleEndian:
      UInt32(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
    case .utf32BigEndian:
      UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    case .utf32LittleEndian:
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
  }

  private func append(_ value: UInt32) {
    switch value {
    case 0..<0x80:
      output.append(UInt8(truncatingIfNeeded: value))
    case 0x80..<0x800:
      output.append(UInt8(truncatingIfNeeded: 0xc0 | value >> 6))
      output.append(Self.tail(value))
    case 0x800..<0x1_0000:
      output.append(UInt8(truncatingIfNeeded: 0xe0 | value >> 12))
      output.append(Self.tail(value >> 6))
      output.append(Self.tail(value))
    case 0x1_0000..<0x11_0000:
      output.append(UInt8(truncatingIfNeeded: 0xf0 | value >> 18))
      output.append(Self.tail(value >> 12))
      output.append(Self.tail(value >> 6))
      output.append(Self.tail(value))
    default:
      output.append(0xff)
    }
  }

  private static func tail(_ value: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: 0x80 | value & 0x3f)
  }

  /// Where a byte of the converted text comes from; counts from the start, so it costs its distance.
  static func sourceOffset(
    of offset: Int, in text: UnsafePointer<UInt8>, encoding: JSONEncoding, markLength: Int
  ) -> Int {
    guard encoding != .utf8 else { return offset }
    var units = 0
    for i in 0..<offset {
      let byte = text[i]
      if byte & 0xc0 != 0x80 { units += 1 }
      if encoding.unit == 2, byte & 0xf8 == 0xf0 { units += 1 }
    }
    return markLength + units * encoding.unit
  }
}
