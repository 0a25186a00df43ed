/// Packs bytes without compressing them: what gzip, deflate and PNG readers accept all the same.
package enum Deflate {
  private static let blockLimit = 65_535

  /// Raw deflate data made of stored blocks.
  package static func raw(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    repeat {
      let end = min(start + blockLimit, bytes.count)
      let size = UInt16(end - start)
      result.append(end == bytes.count ? 1 : 0)
      result += [UInt8(size & 0xff), UInt8(size >> 8), UInt8(~size & 0xff), UInt8(~size >> 8)]
      result += bytes[start..<end]
      start = end
    } while start < bytes.count
    return result
  }

  /// Deflate data in zlib's wrapper: what `Content-Encoding: deflate` means.
  package static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    [0x78, 0x01] + raw(bytes) + bigEndian(Checksum.adler32(bytes))
  }

  /// One gzip member.
  package static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    gzipHeader + raw(bytes) + gzipTrailer(of: bytes)
  }

  /// A member's first ten bytes: no flags, no time.
  package static let gzipHeader: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]

  /// A member's last eight bytes: CRC-32 and size.
  package static func gzipTrailer(of bytes: [UInt8]) -> [UInt8] {
    littleEndian(Checksum.crc32(bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
  }

  package static func littleEndian(_ word: UInt32) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
  }

  package static func bigEndian(_ word: UInt32) -> [UInt8] { littleEndian(word).reversed() }
}
