import LosslessJSON
import NetEngine

/// How `<@latin1 ./file` says that a file is encoded: it is read so, and sent as UTF-8.
enum BodyCharset {
  /// The label of an encoding by the name an editor has for it; nil where nobody knows that.
  static func label(_ written: String) -> String? {
    let name = written.lowercasedASCII
    let label = names[name] ?? numbered(name) ?? name
    return TextDecoding.isKnown(charset: label) ? label : nil
  }

  private static let names = [
    "utf8bom": "utf-8", "utf16": "utf-16le", "utf16le": "utf-16le", "utf16be": "utf-16be",
    "utf32": "utf-32le", "utf32le": "utf-32le", "utf32be": "utf-32be", "ucs2": "utf-16le",
    "ucs-2": "utf-16le", "binary": "latin1", "macroman": "macintosh", "koi8r": "koi8-r",
    "koi8u": "koi8-u", "shiftjis": "shift_jis", "eucjp": "euc-jp", "euckr": "euc-kr",
    "big5hkscs": "big5-hkscs",
  ]

  /// `windows1252` and `iso885915`, as VS Code writes them.
  private static func numbered(_ name: String) -> String? {
    for (start, label) in [("windows", "windows-"), ("iso8859", "iso-8859-")] {
      let number = name.utf8.dropFirst(start.utf8.count)
      guard name.hasPrefix(start), !number.isEmpty, number.allSatisfy({ $0 &- 0x30 < 10 }) else {
        continue
      }
      return label + String(Substring(number))
    }
    return nil
  }
}

extension RequestFileParser {
  /// Encodings of body files that nobody knows: another one would send other text.
  func charsetProblems(of body: FileBody) -> [RequestFileProblem] {
    body.pieces.compactMap { piece in
      guard case .file(_, _, let charset?, let place) = piece,
        BodyCharset.label(charset) == nil
      else { return nil }
      return RequestFileProblem(place, .unknownCharset(charset))
    }
  }
}

extension FileTarget {
  /// The bytes of a file as UTF-8.
  static func decoded(
    _ bytes: [UInt8], _ charset: String?, at place: FilePlace, name: String
  ) throws(RequestFileProblem) -> [UInt8] {
    guard let charset, let label = BodyCharset.label(charset) else { return bytes }
    do throws(TextDecoding.Problem) {
      return Array(try TextDecoding.text(Body(bytes), declared: label).utf8)
    } catch {
      let byte = error.offset.map { ": byte \($0) does not fit" } ?? ""
      throw RequestFileProblem(place, .file(name, why: "it is no \(charset) text\(byte)"))
    }
  }
}
