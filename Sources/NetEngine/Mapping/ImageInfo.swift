import LosslessJSON

/// What the first bytes of an image say: its format and its size in pixels.
public struct ImageInfo: Sendable, Hashable {
  /// The format, by its signature.
  public var format: Format
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// The formats that are known.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    case png = "PNG"
    case jpeg = "JPEG"
    case gif = "GIF"
    case webp = "WebP"
    case bmp = "BMP"
  }

  /// Reads the head of an image; nil when it is none, or ends before its size.
  package init?(_ body: Body) {
    guard let info = body.withUnsafeBytes({ Self.read($0) }) else { return nil }
    self = info
  }

  private init(_ format: Format, _ width: Int, _ height: Int) {
    self.format = format
    self.width = width
    self.height = height
  }

  private static func read(_ bytes: UnsafeRawBufferPointer) -> ImageInfo? {
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return png(bytes) }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
      guard let width = bytes.little(at: 6, 2), let height = bytes.little(at: 8, 2) else {
        return nil
      }
      return ImageInfo(.gif, width, height)
    }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return jpeg(bytes) }
    if bytes.starts(with: "RIFF".utf8), bytes.holds("WEBP", at: 8) { return webp(bytes) }
    if bytes.starts(with: "BM".utf8) { return bmp(bytes) }
    return nil
  }

  private static func png(_ bytes: UnsafeRawBufferPointer) -> ImageInfo? {
    guard bytes.holds("IHDR", at: 12), let width = bytes.big(at: 16, 4),
      let height = bytes.big(at: 20, 4)
    else { return nil }
    return ImageInfo(.png, width, height)
  }

  /// Walks from marker to marker until a frame header tells the size.
  private static func jpeg(_ bytes: UnsafeRawBufferPointer) -> ImageInfo? {
    var at = 2
    while let mark = bytes.big(at: at, 2), mark >> 8 == 0xff {
      switch mark & 0xff {
      case 0xff: at += 1
      case 0x01, 0xd0...0xd8: at += 2
      // Start of frame, but not the tables whose markers lie between.
      case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
        guard let height = bytes.big(at: at + 5, 2), let width = bytes.big(at: at + 7, 2) else {
          return nil
        }
        return ImageInfo(.jpeg, width, height)
      case 0xd9, 0xda: return nil
      default:
        guard let length = bytes.big(at: at + 2, 2), length >= 2 else { return nil }
        at += 2 + length
      }
    }
    return nil
  }

  /// Three kinds of chunk, three ways to spell the size.
  private static func webp(_ bytes: UnsafeRawBufferPointer) -> ImageInfo? {
    if bytes.holds("VP8 ", at: 12) {
      guard bytes.big(at: 23, 3) == 0x9d012a, let width = bytes.little(at: 26, 2),
        let height = bytes.little(at: 28, 2)
      else { return nil }
      return ImageInfo(.webp, width & 0x3fff, height & 0x3fff)
    }
    if bytes.holds("VP8L", at: 12) {
      guard bytes.little(at: 20, 1) == 0x2f, let bits = bytes.little(at: 21, 4) else { return nil }
      return ImageInfo(.webp, (bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1)
    }
    guard bytes.holds("VP8X", at: 12), let width = bytes.little(at: 24, 3),
      let height = bytes.little(at: 27, 3)
    else { return nil }
    return ImageInfo(.webp, width + 1, height + 1)
  }

  /// The old header has 16-bit sizes; in the newer ones a negative height means top-down.
  ///
  /// Two letters are no signature: a text may start with them, so the header has to be a known one.
  private static func bmp(_ bytes: UnsafeRawBufferPointer) -> ImageInfo? {
    switch bytes.little(at: 14, 4) {
    case 12:
      guard let width = bytes.little(at: 18, 2), let height = bytes.little(at: 20, 2),
        bytes.little(at: 22, 2) == 1
      else { return nil }
      return ImageInfo(.bmp, width, height)
    case 16, 40, 52, 56, 64, 108, 124:
      guard let width = bytes.little(at: 18, 4), let height = bytes.little(at: 22, 4),
        bytes.little(at: 26, 2) == 1
      else { return nil }
      return ImageInfo(.bmp, width, Int(Int32(truncatingIfNeeded: height).magnitude))
    default: return nil
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether this text stands there.
  fileprivate func holds(_ text: StaticString, at index: Int) -> Bool {
    guard index + text.utf8CodeUnitCount <= count else { return false }
    let words = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return self[index..<index + words.count].elementsEqual(words)
  }

  /// A number of `count` bytes, the most significant first; nil past the end.
  fileprivate func big(at index: Int, _ count: Int) -> Int? {
    guard index >= 0, index + count <= self.count else { return nil }
    return self[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number of `count` bytes, the least significant first; nil past the end.
  fileprivate func little(at index: Int, _ count: Int) -> Int? {
    guard index >= 0, index + count <= self.count else { return nil }
    return self[index..<index + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
