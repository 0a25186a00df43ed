import LosslessJSON
import NetEngine

extension SecretSpan.Form {
  /// The decoded bytes.
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
