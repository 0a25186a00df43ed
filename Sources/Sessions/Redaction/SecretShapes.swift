import BytesAndJSON
import ExchangesAndOutcomes

/// Finds what looks like a secret wherever it stands.
enum SecretShapes {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Every shape in some bytes, from left to right.
  static func spans(_ bytes: Bytes) -> [SecretSpan] {
    var spans: [SecretSpan] = []
    var index = 0
    while index < bytes.count {
      guard isFirst[Int(bytes[index])], !bytes.isWord(before: index),
        let found = shape(bytes, at: index)
      else {
        index += 1
        continue
      }
      spans.append(SecretSpan(range: found.range, name: found.name, form: .plain))
      index = found.range.upperBound
    }
    return spans
  }

  private static let isFirst: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for byte in "eBbAgxs-".utf8 { table[Int(byte)] = true }
    return table
  }()

  private static func shape(_ bytes: Bytes, at index: Int) -> (range: Range<Int>, name: String)? {
    switch bytes[index] {
    case UInt8(ascii: "e"): return jwt(bytes, index)
    case UInt8(ascii: "B"), UInt8(ascii: "b"): return bearer(bytes, index)
    case UInt8(ascii: "A"): return run(bytes, index, "AKIA", least: 16, most: 16, "aws-key")
    case UInt8(ascii: "g"):
      return run(bytes, index, "ghp_", least: 20, "github-token")
        ?? run(bytes, index, "github_pat_", least: 20, "github-token")
    case UInt8(ascii: "x"): return slack(bytes, index)
    case UInt8(ascii: "s"): return run(bytes, index, "sk-", least: 16, "api-key")
    default: return pem(bytes, index)
    }
  }

  /// A prefix and a run of letters, digits, `_` and `-` behind it.
  private static func run(
    _ bytes: Bytes, _ index: Int, _ prefix: StaticString, least: Int, most: Int = .max,
    _ name: String
  ) -> (range: Range<Int>, name: String)? {
    let start = index + prefix.utf8CodeUnitCount
    guard start <= bytes.count, Bytes(rebasing: bytes[index..<start]).isText(prefix) else {
      return nil
    }
    let end = bytes[start...].firstIndex { !$0.isTokenLetter } ?? bytes.count
    guard end - start >= least, end - start <= most else { return nil }
    return (index..<end, name)
  }

  private static func slack(_ bytes: Bytes, _ index: Int) -> (range: Range<Int>, name: String)? {
    guard index + 5 <= bytes.count, Bytes(rebasing: bytes[index..<index + 3]).isText("xox"),
      bytes[index + 4] == UInt8(ascii: "-")
    else { return nil }
    let end = bytes[(index + 5)...].firstIndex { !$0.isTokenLetter } ?? bytes.count
    return end - index >= 15 ? (index..<end, "slack-token") : nil
  }

  /// Three pieces of base64url with points between them; the first two begin as `{"` does.
  private static func jwt(_ bytes: Bytes, _ index: Int) -> (range: Range<Int>, name: String)? {
    guard index + 3 <= bytes.count, Bytes(rebasing: bytes[index..<index + 3]).isText("eyJ") else {
      return nil
    }
    var end = index
    for piece in 0..<3 {
      let start = piece == 0 ? index : end + 1
      guard piece == 0 || (end < bytes.count && bytes[end] == UInt8(ascii: ".")) else { return nil }
      end = bytes[start...].firstIndex { !$0.isTokenLetter } ?? bytes.count
      guard end - start >= (piece == 2 ? 0 : 4) else { return nil }
    }
    return (index..<end, "jwt")
  }

  /// What follows `Bearer `, unless it is a word like any other; `Bearer ` itself stays.
  private static func bearer(_ bytes: Bytes, _ index: Int) -> (range: Range<Int>, name: String)? {
    let word = Array("bearer ".utf8)
    guard index + word.count < bytes.count else { return nil }
    for (place, byte) in word.enumerated() where bytes[index + place] | 0x20 != byte | 0x20 {
      return nil
    }
    let start = index + word.count
    let end =
      bytes[start...].firstIndex { !$0.isTokenLetter && !"./+~=".utf8.contains($0) } ?? bytes.count
    let token = Bytes(rebasing: bytes[start..<end])
    // `GET /bearer HTTP/1.1`, `bearer authentication`: nothing to keep.
    guard token.count >= 8, !token.starts(with: "HTTP/".utf8),
      token.count >= 20 || token.contains(where: { $0 &- 0x30 < 10 })
    else { return nil }
    return (start..<end, "bearer")
  }

  /// A key in PEM, to its end line or to the end of the text it stands in.
  private static func pem(_ bytes: Bytes, _ index: Int) -> (range: Range<Int>, name: String)? {
    let opening = Array("-----BEGIN ".utf8)
    guard bytes[index...].starts(with: opening) else { return nil }
    let line = bytes[index...].prefix(80)
    guard let mark = line.firstRange(of: "KEY-----".utf8) else { return nil }
    let rest = bytes[mark.upperBound...]
    let stop = rest.firstRange(of: "-----END ".utf8)
    guard let stop else {
      let end = rest.firstIndex(of: 0x22) ?? bytes.count
      return (index..<end, "private-key")
    }
    let close = bytes[stop.upperBound...].prefix(80).firstRange(of: "-----".utf8)
    return (index..<(close?.upperBound ?? stop.upperBound), "private-key")
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a letter or digit stands in front: then this is the middle of a word.
  fileprivate func isWord(before index: Int) -> Bool {
    guard index > 0 else { return false }
    let byte = self[index - 1]
    // `\n` in JSON ends in a letter, `%20` in a digit: neither is a word.
    if index > 1, self[index - 2] == 0x5c { return false }
    if index > 2, self[index - 3] == 0x25 { return false }
    return byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }
}

extension UInt8 {
  fileprivate var isTokenLetter: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || self == 0x5f || self == 0x2d
  }
}
