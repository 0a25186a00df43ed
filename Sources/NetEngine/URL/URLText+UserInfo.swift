import LosslessJSON

extension String {
  /// A URL without what stands before its `@`; a scheme and a path may be missing.
  package var withoutUserInfo: String {
    guard let info = userInfo else { return self }
    let bytes = utf8
    return String(self[..<info.lowerBound])
      + String(self[bytes.index(after: info.upperBound)...])
  }

  /// What stands between the slashes and the `@` of a URL.
  private var userInfo: Range<String.Index>? {
    let bytes = utf8
    var start = startIndex
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8)
    {
      start = bytes.index(colon, offsetBy: 3)
    }
    let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? endIndex
    guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { return nil }
    return start..<at
  }
}
