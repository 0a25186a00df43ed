import BytesAndJSON
import ExchangesAndOutcomes

/// A secret as it stands in some bytes, and how a mark in its place has to be written.
struct SecretSpan {
  var range: Range<Int>
  /// What it is called: a header, a field, or what it looks like.
  var name: String
  var form: Form

  /// How the bytes around a secret write text.
  enum Form: Sendable, Hashable {
    /// As it is.
    case plain
    /// Percent-encoded, as in a URL or a form.
    case percent
    /// Inside of a JSON string.
    case jsonText
    /// A JSON number: the mark needs quotes of its own.
    case jsonNumber
  }
}

extension SecretSpan.Form {
  /// What the bytes mean.
  func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    switch self {
    case .plain, .jsonNumber: return Array(bytes)
    case .percent: return Array(bytes.formDecoded.utf8)
    case .jsonText:
      guard bytes.contains(0x5c) else { return Array(bytes) }
      return bytes.withUnsafeBufferPointer { Array($0.scannedText.utf8) }
    }
  }
}
