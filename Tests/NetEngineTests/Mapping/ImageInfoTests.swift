import NetEngine
import TestSupport
import Testing

/// Heads of images, made by hand.
@Suite struct ImageInfoTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let id: String
    let head: [UInt8]
    let format: ImageInfo.Format
    let size: [Int]
    var testDescription: String { id }

    init(_ id: String, _ head: [UInt8], _ format: ImageInfo.Format, _ width: Int, _ height: Int) {
      (self.id, self.head, self.format, size) = (id, head, format, [width, height])
    }
  }

  private static let riff = Array("RIFF".utf8) + [0x40, 0, 0, 0] + Array("WEBP".utf8)
  private static let pngHead: [UInt8] =
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
  private static let app0: [UInt8] = [0xff, 0xe0, 0, 6, 0x4a, 0x46, 0x49, 0x46]

  private static func bmp(_ header: [UInt8], _ size: [UInt8]) -> [UInt8] {
    Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + header + size
  }

  static let rows = [
    Row("PNG", pngHead + [0, 0, 2, 0x80, 0, 0, 1, 0xe0], .png, 640, 480),
    Row("GIF87a", Array("GIF87a".utf8) + [0x40, 1, 0xc8, 0], .gif, 320, 200),
    Row("GIF89a", Array("GIF89a".utf8) + [1, 0, 2, 0], .gif, 1, 2),
    Row(
      "JPEG baseline", [0xff, 0xd8] + app0 + [0xff, 0xc0, 0, 17, 8, 0, 0x64, 0, 0xc8], .jpeg, 200,
      100),
    Row(
      "JPEG progressive, fill bytes and a restart marker",
      [0xff, 0xd8, 0xff, 0xff, 0xd0, 0xff, 0xff, 0xff, 0xc2, 0, 17, 8, 1, 0, 2, 0], .jpeg, 512,
      256),
    Row(
      "JPEG whose tables come first",
      [0xff, 0xd8, 0xff, 0xc4, 0, 4, 1, 2, 0xff, 0xdb, 0, 3, 9, 0xff, 0xc1, 0, 17, 8, 0, 3, 0, 4],
      .jpeg, 4, 3),
    Row(
      "WebP lossy",
      riff + Array("VP8 ".utf8) + [9, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x90, 0xc1, 0x2c, 0x41],
      .webp, 400, 300),
    Row(
      "WebP lossless",
      riff + Array("VP8L".utf8) + [5, 0, 0, 0, 0x2f, 0x8f, 0xc1, 0x4a, 0x00], .webp, 400, 300),
    Row(
      "WebP extended",
      riff + Array("VP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 0x8f, 0x01, 0, 0x2b, 0x01, 0], .webp,
      400, 300),
    Row("BMP of OS/2", bmp([12, 0, 0, 0], [0x40, 1, 0xc8, 0, 1, 0]), .bmp, 320, 200),
    Row(
      "BMP of Windows",
      bmp([40, 0, 0, 0], [0x40, 1, 0, 0, 0xc8, 0, 0, 0, 1, 0]), .bmp, 320, 200),
    Row(
      "BMP from the top down",
      bmp([124, 0, 0, 0], [0x40, 1, 0, 0, 0x38, 0xff, 0xff, 0xff, 1, 0]), .bmp, 320, 200),
  ]

  @Test("format and size by the first bytes", arguments: rows)
  func head(_ row: Row) throws {
    let image = try Response.answer(row.head).mapImage()
    #expect(image.format == row.format)
    #expect([image.width, image.height] == row.size)
  }

  @Test("a head that ends before its size is no image", arguments: rows)
  func truncated(_ row: Row) {
    for length in 0..<row.head.count {
      let result = outcome { () throws(NetError) in
        try Response.answer(Array(row.head.prefix(length))).mapImage()
      }
      #expect(result.label == "mapping(image)", "\(length) bytes")
    }
  }

  static let others: [(String, [UInt8])] = [
    ("nothing", []),
    ("text", Array("just words".utf8)),
    ("text that starts like a BMP", Array("BMW is a maker of motor cars and cycles".utf8)),
    ("text that starts like a GIF", Array("GIF is a format".utf8)),
    (
      "PNG without IHDR", Array(pngHead.prefix(12)) + Array("IDAT".utf8) + [0, 0, 0, 1, 0, 0, 0, 1]
    ),
    ("JPEG that goes straight to its data", [0xff, 0xd8, 0xff, 0xda, 0, 4, 1, 2, 3, 4, 5, 6]),
    ("JPEG with a segment of no length", [0xff, 0xd8, 0xff, 0xe0, 0, 1, 0xff, 0xc0, 0, 17]),
    ("JPEG with bytes between its segments", [0xff, 0xd8, 0xff, 0xe0, 0, 2, 0, 0xff, 0xc0]),
    ("WAV in the same container", Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WAVEfmt ".utf8)),
    ("WebP of an unknown kind", riff + Array("VP9 ".utf8) + [UInt8](repeating: 1, count: 20)),
    (
      "WebP whose frame is none",
      riff + Array("VP8 ".utf8) + [UInt8](repeating: 1, count: 20)
    ),
    ("BMP of an unknown header", bmp([41, 0, 0, 0], [1, 0, 0, 0, 1, 0, 0, 0, 1, 0])),
  ]

  @Test("what is no image says so", arguments: others.indices)
  func notAnImage(index: Int) {
    let (id, bytes) = Self.others[index]
    let thrown = outcome { () throws(NetError) in try Response.answer(bytes).mapImage() }.thrown
    #expect(thrown?.label == "mapping(image)", "\(id)")
    #expect(thrown?.message == "the body is not a PNG, JPEG, GIF, WebP or BMP image")
  }

  @Test("an image may claim the largest sizes its header can hold")
  func pixels() throws {
    let head = Self.pngHead + [UInt8](repeating: 0xff, count: 8)
    let image = try #require(ImageInfo(Body(head)))
    #expect(image.width == 0xffff_ffff && image.height == 0xffff_ffff)
    let lowest = try #require(
      ImageInfo(Body(Self.bmp([40, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0x80, 1, 0]))))
    #expect(lowest.height == 0x8000_0000)
  }
}
