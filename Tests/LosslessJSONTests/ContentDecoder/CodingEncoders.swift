/// The smallest encoders there are: what is stored, not compressed, is still the format.
enum CodingEncoders {
  /// One gzip member around stored blocks.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + stored(bytes) + little(crc32(bytes))
      + little(UInt32(truncatingIfNeeded: bytes.count))
  }

  /// Stored blocks of raw deflate.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      out.append(rest.isEmpty ? 1 : 0)
      out += [UInt8(length & 0xFF), UInt8(length >> 8)]
      out += [UInt8(~length & 0xFF), UInt8(~length >> 8)]
      out += block
    } while !rest.isEmpty
    return out
  }

  /// One zstd frame of one raw block, without a checksum.
  static func zstd(_ bytes: [UInt8], window: UInt8 = 10 << 3) -> [UInt8] {
    let header = UInt32(bytes.count) << 3 | 1
    return [0x28, 0xB5, 0x2F, 0xFD, 0, window] + little(header).prefix(3) + bytes
  }

  private static func little(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { start in
    (0..<8).reduce(UInt32(start)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }
}
