import LosslessJSON
import NetEngine

/// A body in UTF-16 or UTF-32, turned into UTF-8 to be searched, and back again with its marks.
struct WideText {
  /// What it says.
  let utf8: Body
  private let encoding: JSONEncoding
  /// The byte order mark it began with.
  private let mark: [UInt8]

  /// Recognizes it by its mark, by its type's charset or by the zeros around its first character.
  ///
  /// nil for anything else, and for what is no text in that encoding from the first byte to the last.
  init?(_ body: Body, _ type: MediaType?) {
    guard body.count >= 2, let (encoding, length) = Self.encoding(of: body, type) else {
      return nil
    }
    guard body.count % encoding.unit == 0, length < body.count else { return nil }
    var transcoder = JSONTranscoder(
      encoding: encoding, markLength: length, expectedBytes: body.count)
    body.withUnsafeBytes { transcoder.take($0, isFinal: true) }
    let text = Body(transcoder.output.buffer)
    guard text.isUTF8, !text.withUnsafeBytes({ $0.contains(0) }),
      length > 0 || type?.saysText == true || text.startsInASCII
    else { return nil }
    (utf8, self.encoding, mark) = (text, encoding, body[0..<length])
  }

  private static func encoding(
    of body: Body, _ type: MediaType?
  ) -> (encoding: JSONEncoding, markLength: Int)? {
    let found = body.withUnsafeBytes { bytes in
      // A zero or a mark is in the first four, or it is none of ours.
      let start = UnsafeRawBufferPointer(rebasing: bytes.prefix(4))
      return start.contains { $0 == 0 || $0 >= 0xfe }
        ? JSONEncoding.detect(start, isFinal: true) : nil
    }
    if let found, found.encoding != .utf8 { return found }
    let encoding: JSONEncoding? =
      switch type?.parameters["charset"]?.lowercasedASCII {
      case "utf-16", "utf-16le": .utf16LittleEndian
      case "utf-16be": .utf16BigEndian
      case "utf-32", "utf-32le": .utf32LittleEndian
      case "utf-32be": .utf32BigEndian
      default: nil
      }
    return encoding.map { ($0, 0) }
  }

  /// UTF-8 as the body was written, with its mark.
  func encoded(_ text: [UInt8]) -> [UInt8] {
    var bytes = mark
    bytes.reserveCapacity(mark.count + text.count * encoding.unit)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if encoding.unit == 4 {
        append(scalar.value, 4, to: &bytes)
      } else {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          append(UInt32(unit), 2, to: &bytes)
        }
      }
    }
    return bytes
  }

  private func append(_ value: UInt32, _ count: Int, to bytes: inout [UInt8]) {
    let isBig = encoding == .utf16BigEndian || encoding == .utf32BigEndian
    for place in 0..<count {
      let shift = UInt32(isBig ? count - 1 - place : place) * 8
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}

extension Body {
  /// Whether most of its beginning is ASCII: any two bytes are a letter of some script in UTF-16.
  fileprivate var startsInASCII: Bool {
    withUnsafeBytes { bytes in
      let start = bytes.prefix(256)
      return start.first.map { $0 < 0x80 } == true
        && start.count { $0 < 0x80 && $0 >= 0x09 } * 2 >= start.count
    }
  }
}

extension MediaType {
  /// Whether a body of this type is made of letters, in whatever charset.
  var saysText: Bool {
    essence.hasPrefix("text/") || isJSON || essence.hasSuffix("xml")
      || essence.hasSuffix("javascript") || essence == "application/x-www-form-urlencoded"
  }
}
