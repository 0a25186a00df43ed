import LosslessJSON
import NetEngine

extension RequestFileParser {
  /// Unknown encodings of body files; a guess would send other text.
  func charsetProblems(of body: FileBody) -> [RequestFileProblem] {
    body.pieces.compactMap { piece in
      guard case .file(_, _, let charset?, let place) = piece,
        !TextDecoding.isKnown(charset: charset)
      else { return nil }
      return RequestFileProblem(place, .unknownCharset(charset))
    }
  }
}

extension FileTarget {
  /// The bytes of a file as UTF-8: `<@latin1 ./file` is read so.
  static func decoded(
    _ bytes: [UInt8], _ charset: String?, at place: FilePlace, name: String
  ) throws(RequestFileProblem) -> [UInt8] {
    guard let charset, TextDecoding.isKnown(charset: charset) else { return bytes }
    do throws(TextDecoding.Problem) {
      return Array(try TextDecoding.text(Body(bytes), declared: charset).utf8)
    } catch {
      let byte = error.offset.map { ": byte \($0) does not fit" } ?? ""
      throw RequestFileProblem(place, .file(name, why: "it is no \(charset) text\(byte)"))
    }
  }
}
