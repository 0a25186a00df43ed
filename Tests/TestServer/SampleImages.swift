/// Small real images of 8 × 6 pixels: a gradient of red and green on blue.
package enum SampleImages {
  package static let width = 8
  package static let height = 6

  /// PNG allows what `Deflate` stores without compressing.
  static func png() -> [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width { rows += pixel(x, y, width, height) }
    }
    let size = Deflate.bigEndian(UInt32(width)) + Deflate.bigEndian(UInt32(height))
    var png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]
    png += pngChunk("IHDR", size + [8, 2, 0, 0, 0])
    png += pngChunk("IDAT", Deflate.zlib(rows))
    png += pngChunk("IEND", [])
    return png
  }

  private static func pngChunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + data
    let length = Deflate.bigEndian(UInt32(data.count))
    return length + named + Deflate.bigEndian(Checksum.crc32(named))
  }

  package static func pixel(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> [UInt8] {
    [UInt8(x * 255 / width), UInt8(y * 255 / height), 128]
  }
}
