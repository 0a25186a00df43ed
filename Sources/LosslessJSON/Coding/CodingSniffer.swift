/// Looks at the first bytes of a layer, or behind the end of a member, and tells what they are.
///
/// gzip and zstd have a magic number. br and deflate have none, and text often passes for their
/// first bytes: for them bytes are collected while they look like text, which compressed bytes
/// stop doing within the first few, so next to nothing is delayed.
struct CodingSniffer {
  enum Verdict {
    case undecided
    /// The coding's own bytes.
    case coded
    /// Something else.
    case other
    /// It began like text: if it does not decode either, it is plain.
    case doubtful
  }

  let coding: ContentCoding
  private let isFirst: Bool
  private(set) var head: [UInt8] = []
  private var probe = TextProbe()
  private var isText = true

  private static let gzipMagic: [UInt8] = [0x1F, 0x8B]
  private static let zstdMagic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
  private static let skippableMagic: [UInt8] = [0x50, 0x2A, 0x4D, 0x18]
  /// Up to so many bytes of text are an accident that compressed bytes can have.
  private static let fewest = 16
  /// So many are text, even when they decode: `ssss…` is good deflate.
  private static let most = 4096

  /// `isFirst` is false behind the end of a member.
  init(_ coding: ContentCoding, isFirst: Bool) {
    self.coding = coding
    self.isFirst = isFirst
  }

  /// Adds a byte; do not ask again after an answer.
  package mutating func take(_ byte: UInt8) -> Verdict {
    head.append(byte)
    switch coding {
    case .gzip: return compare(byte, with: Self.gzipMagic)
    case .zstd:
      // 0x50…0x5F begin a frame to be skipped.
      if head[0] & 0xF0 == 0x50 {
        return head.count == 1 ? .undecided : compare(byte, with: Self.skippableMagic)
      }
      return compare(byte, with: Self.zstdMagic)
    case .brotli, .deflate: return isFirst ? probeText(byte) : .other
    case .unknown: return .other
    }
  }

  /// The answer when nothing follows; `head` is not empty.
  var last: Verdict {
    switch coding {
    // Half a magic number: cut off when it is the first, a stray byte behind a complete member.
    case .gzip, .zstd: isFirst ? .coded : .other
    // A single byte is more likely cut off than said.
    default: isFirst ? (head.count > 1 ? .doubtful : .coded) : .other
    }
  }

  /// Whether `head` is the header of zlib's format; otherwise deflate is raw.
  var hasZlibHeader: Bool {
    guard head.count > 1 else { return true }
    return head[0] & 0x0F == 8 && head[0] >> 4 <= 7 && (Int(head[0]) << 8 | Int(head[1])) % 31 == 0
  }

  private func compare(_ byte: UInt8, with magic: [UInt8]) -> Verdict {
    guard byte == magic[head.count - 1] else { return .other }
    return head.count == magic.count ? .coded : .undecided
  }

  private mutating func probeText(_ byte: UInt8) -> Verdict {
    isText = isText && withUnsafeBytes(of: byte) { probe.accepts($0) }
    // deflate's two formats are told apart by two bytes, and zlib's most used headers are as good
    // as a magic number although UTF-8 could begin like them.
    if coding == .deflate {
      if head.count < 2 { return .undecided }
      if hasZlibHeader, head[1] > 0x7E { return .coded }
    }
    if isText { return head.count < Self.most ? .undecided : .other }
    return head.count > Self.fewest ? .doubtful : .coded
  }
}
