import DemoServer

/// Small bodies that unpack to a gibibyte of zeros.
enum SampleBombs {
  /// Brotli, 841 bytes.
  static let brotli =
    brotliPrefix + (0..<7).flatMap { _ in brotliPeriod } + brotliSuffix

  private static let brotliPrefix = Base64.decode(
    "z///f/gnAOKxQCD3/p/////wTwDEYQGA7v0/////4Z8AiMMi")
  private static let brotliPeriod = Base64.decode(
    """
    AN37f/7//8M/ARCHBQC69//8//+HfwIgDgsAdO//+f//D/8EQBwWAOje//P//x/+CYA4LADQvf/n//8//BMAcVgA\
    oHv/z///f/gnAOKwAED3/p/////wTwDEYQGA7v0/////4Z8AiMMC
    """)
  private static let brotliSuffix = Base64.decode(
    """
    AN37f/7//8M/ARCHBQC69//8//+HfwIgDgsAdO//+f//D/8EQBwWAOje//P//x/+CYA4LADQvf/n//8//BMAcVgA\
    oHv/Pw==
    """)

  /// One gzip member of 1 MB: a flushed block of a mebibyte of zeros, 1,024 times.
  static let gzip = gzip(mebibytes: 1_024, checksum: 0x5b64_c2b0)

  /// The same of 8 MiB: as dense, and small enough to be no bomb.
  static let harmlessGzip = gzip(mebibytes: 8, checksum: 0x1ad2_bc45)

  private static func gzip(mebibytes: Int, checksum: UInt32) -> [UInt8] {
    let end: [UInt8] = [0x03, 0x00]
    let blocks = (0..<mebibytes).flatMap { _ in mebibyteBlock }
    let size = UInt32(truncatingIfNeeded: mebibytes << 20)
    return Deflate.gzipHeader + blocks + end + Deflate.littleEndian(checksum)
      + Deflate.littleEndian(size)
  }

  /// Deflate's form of a mebibyte of zeros, flushed so that it can be repeated.
  private static let mebibyteBlock: [UInt8] =
    [
      0xec, 0xc1, 0x31, 0x01, 0x00, 0x00, 0x00, 0xc2, 0xa0, 0xf5, 0x4f, 0x6d, 0x08, 0x5f, 0xa0,
    ] + [UInt8](repeating: 0, count: 1_016) + [0x3e, 0x03, 0x00, 0x00, 0xff, 0xff]

  /// Zstandard, 32 KB: 8,192 blocks that each say "a zero, 131,072 times".
  static let zstd: [UInt8] = {
    let frameHeader: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]
    let block = 131_072 << 3 | 1 << 1
    let blocks = (0..<8_192).flatMap { index in
      Deflate.littleEndian(UInt32(index == 8_191 ? block | 1 : block)).prefix(3) + [0]
    }
    return frameHeader + blocks
  }()
}
