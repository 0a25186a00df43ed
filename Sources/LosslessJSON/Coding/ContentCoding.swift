/// One item of a Content-Encoding header.
package enum ContentCoding: Sendable, Hashable {
  case gzip
  case deflate
  case brotli
  case zstd
  /// A name that no decoder is here for, in lower case.
  case unknown(String)

  /// What we say we understand, ready for an Accept-Encoding header.
  package static let accepted = "gzip, deflate, br, zstd"

  /// The name as it stands in the header.
  package var name: String {
    switch self {
    case .gzip: "gzip"
    case .deflate: "deflate"
    case .brotli: "br"
    case .zstd: "zstd"
    case .unknown(let name): name
    }
  }

  /// The codings in the order they were applied: several headers count as one list.
  ///
  /// `identity` and empty items mean nothing and are left out.
  package static func parse(_ values: some Sequence<String>) -> [ContentCoding] {
    values.flatMap { value in
      value.utf8.split(separator: UInt8(ascii: ",")).compactMap(named)
    }
  }

  private static func named(_ item: Substring.UTF8View) -> ContentCoding? {
    let lower = item.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    guard
      let first = lower.firstIndex(where: { $0 > 0x20 }),
      let last = lower.lastIndex(where: { $0 > 0x20 })
    else { return nil }
    switch String(decoding: lower[first...last], as: UTF8.self) {
    case "identity": return nil
    case "gzip", "x-gzip": return .gzip
    case "deflate": return .deflate
    case "br": return .brotli
    case "zstd": return .zstd
    case let other: return .unknown(other)
    }
  }
}
