import NetEngine

nonisolated extension String {
  /// The text inside of a page, between tags or between double quotes, where nothing of it acts.
  var html: String {
    let safe = Array(utf8).withUnsafeBufferPointer { DisplayRule().plainText(of: $0) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(safe.count)
    for byte in safe {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
