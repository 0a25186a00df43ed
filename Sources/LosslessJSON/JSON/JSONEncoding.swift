/// How the characters of a document are written as bytes.
package enum JSONEncoding: Equatable, Sendable {
  /// UTF-8, what JSON is sent in today.
  case utf8
  /// UTF-16, most significant byte first.
  case utf16BigEndian
  /// UTF-16, least significant byte first.
  case utf16LittleEndian
  /// UTF-32, most significant byte first.
  case utf32BigEndian
  /// UTF-32, least significant byte first.
  case utf32LittleEndian

  /// Its usual name.
  package var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16BigEndian: "UTF-16BE"
    case .utf16LittleEndian: "UTF-16LE"
    case .utf32BigEndian: "UTF-32BE"
    case .utf32LittleEndian: "UTF-32LE"
    }
  }

  /// How many bytes make one unit.
  package var unit: Int {
    switch self {
    case .utf8: 1
    case .utf16BigEndian, .utf16LittleEndian: 2
    case .utf32BigEndian, .utf32LittleEndian: 4
    }
  }

  /// What the first bytes say: a byte order mark, or the zeros around an ASCII first character.
  ///
  /// `markLength` is how many bytes the mark takes; nil as long as more bytes could change the answer.
  package static func detect(
    _ bytes: UnsafeRawBufferPointer, isFinal: Bool
  ) -> (encoding: JSONEncoding, markLength: Int)? {
    guard bytes.count >= 4 || isFinal else { return nil }
    func byte(_ i: Int) -> Int { i < bytes.count ? Int(bytes[i]) : -1 }
    switch (byte(0), byte(1), byte(2), byte(3)) {
    case (0xef, 0xbb, 0xbf, _): return (.utf8, 3)
    case (0, 0, 0xfe, 0xff): return (.utf32BigEndian, 4)
    case (0xff, 0xfe, 0, 0): return (.utf32LittleEndian, 4)
    case (0xfe, 0xff, _, _): return (.utf16BigEndian, 2)
    case (0xff, 0xfe, _, _): return (.utf16LittleEndian, 2)
    case (0, 0, 0, 1...): return (.utf32BigEndian, 0)
    case (1..., 0, 0, 0): return (.utf32LittleEndian, 0)
    case (0, 1..., _, _): return (.utf16BigEndian, 0)
    case (1..., 0, _, _): return (.utf16LittleEndian, 0)
    default: return (.utf8, 0)
    }
  }
}
