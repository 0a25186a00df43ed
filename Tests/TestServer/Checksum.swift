/// The checksums of gzip, zlib and PNG.
package enum Checksum {
  package static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc: UInt32 = 0xffff_ffff
    for byte in bytes { crc = table[Int((crc ^ UInt32(byte)) & 0xff)] ^ crc >> 8 }
    return ~crc
  }

  package static func adler32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { crc, _ in
      crc & 1 == 1 ? 0xedb8_8320 ^ crc >> 1 : crc >> 1
    }
  }
}
