import Glibc

/// How text is encoded, by the labels servers use for it.
enum Charset: Hashable {
  case utf8
  /// Latin 1 as everybody means it: without holes, every byte is a character.
  case windows1252
  /// One that the system's converter knows by this name.
  case converted(String)

  /// Takes a label in small letters, with or without its hyphens; nil for one that is not known.
  init?(label: String) {
    let name = String(decoding: label.utf8.filter { $0 != 0x2d && $0 != 0x5f }, as: UTF8.self)
    switch name {
    case "utf8", "utf8bom", "unicode11utf8", "usascii", "ascii": self = .utf8
    case "iso88591", "latin1", "l1", "windows1252", "cp1252", "xcp1252": self = .windows1252
    default:
      guard let converter = Self.names[name] ?? Self.family(name) else { return nil }
      self = .converted(converter)
    }
  }

  /// The converter's names; a label often means the larger set that grew out of it.
  private static let names = [
    "utf16": "UTF-16LE", "utf16le": "UTF-16LE", "utf16be": "UTF-16BE", "ucs2": "UTF-16LE",
    "utf32": "UTF-32LE", "utf32le": "UTF-32LE", "utf32be": "UTF-32BE",
    "gbk": "GB18030", "gb2312": "GB18030", "gb231280": "GB18030", "gb18030": "GB18030",
    "xgbk": "GB18030", "chinese": "GB18030",
    "big5": "BIG5-HKSCS", "big5hkscs": "BIG5-HKSCS", "xxbig5": "BIG5-HKSCS",
    "shiftjis": "CP932", "sjis": "CP932", "xsjis": "CP932", "ms932": "CP932",
    "windows31j": "CP932", "eucjp": "EUC-JP", "xeucjp": "EUC-JP", "iso2022jp": "ISO-2022-JP",
    "euckr": "CP949", "ksc56011987": "CP949", "korean": "CP949", "windows949": "CP949",
    "koi8r": "KOI8-R", "koi8": "KOI8-R", "koi8u": "KOI8-U", "ibm866": "IBM866",
    "cp866": "IBM866", "macintosh": "MACINTOSH", "xmacroman": "MACINTOSH",
    "macroman": "MACINTOSH", "windows874": "CP874", "tis620": "CP874", "iso885911": "CP874",
    "iso88598i": "ISO-8859-8", "iso88599": "CP1254", "latin5": "CP1254",
  ]

  /// `iso88592` to `16` and `windows1250` to `1258`, by their numbers.
  private static func family(_ name: String) -> String? {
    for (start, numbers, converter) in [
      ("iso8859", 2...16, "ISO-8859-"), ("windows", 1_250...1_258, "CP"),
      ("cp", 1_250...1_258, "CP"), ("xcp", 1_250...1_258, "CP"),
    ] where name.hasPrefix(start) {
      let number = Int(digits: name.utf8.dropFirst(start.utf8.count))
      if let number, numbers ~= number, number != 12 { return "\(converter)\(number)" }
    }
    return nil
  }
}

/// Latin 1 with Windows' letters in place of the second row of control characters.
enum Windows1252 {
  package static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        utf8.append(byte)
      } else {
        utf8 += UTF8.encode(scalar(byte)).map { Array($0) } ?? []
      }
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    guard 0x80..<0xa0 ~= byte else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(letters[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
  }

  /// 0x80 to 0x9f; the five that Windows left empty stay what they are in Latin 1.
  private static let letters: [UInt16] = [
    0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
    0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008d, 0x017d, 0x008f,
    0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178,
  ]
}

/// The system's converter, in pieces, so that a large text needs no larger buffer.
enum Converter {
  package static func utf8(
    _ bytes: UnsafeRawBufferPointer, from charset: String, startingAt start: Int
  ) throws(TextDecoding.Problem) -> [UInt8] {
    guard let converter = iconv_open("UTF-8", charset), Int(bitPattern: converter) != -1 else {
      throw TextDecoding.Problem(charset: charset.lowercasedASCII, offset: nil)
    }
    defer { iconv_close(converter) }
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count)
    // The converter reads only, although its type says otherwise.
    var from = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
      .assumingMemoryBound(to: CChar.self)
    var left = bytes.count
    while left > 0 {
      let code = piece(converter, &from, &left, into: &utf8)
      guard code == 0 || code == E2BIG else {
        throw TextDecoding.Problem(
          charset: charset.lowercasedASCII, offset: start + bytes.count - left)
      }
    }
    // What it holds back until it knows what follows.
    var nothing: UnsafeMutablePointer<CChar>?
    _ = piece(converter, &nothing, &left, into: &utf8)
    return utf8
  }

  /// Converts until the buffer is full or the bytes are used up; gives the error's number or 0.
  private static func piece(
    _ converter: iconv_t, _ from: inout UnsafeMutablePointer<CChar>?, _ left: inout Int,
    into utf8: inout [UInt8]
  ) -> Int32 {
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
      var to = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      var room = buffer.count
      let result = iconv(converter, &from, &left, &to, &room)
      let code = result == -1 ? errno : 0
      utf8 += buffer[..<(buffer.count - room)]
      return code
    }
  }
}
