import BytesAndJSON
import ExchangesAndOutcomes

/// Finds what looks like a secret wherever it stands.
enum SecretShapes {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Every shape in some bytes, from left to right.
  static func spans(_ bytes: Bytes) -> [SecretSpan] {
    var spans: [SecretSpan] = []
    starts.withUnsafeBufferPointer { starts in
      var index = 0
      while index + 1 < bytes.count {
        let (first, second) = (starts[Int(bytes[index])], starts[Int(bytes[index + 1])])
        guard first.asFirst & second.asSecond != 0, !bytes.isWord(before: index),
          let found = shape(bytes, at: index)
        else {
          index += 1
          continue
        }
        spans.append(SecretSpan(range: found.range, name: found.name, form: .plain))
        index = found.range.upperBound
      }
    }
    return spans
  }

  /// Which two bytes a shape may begin with: most places in a text are done with after one look.
  ///
  /// Every byte that begins one has a bit of its own, all digits one together; what may follow has the
  /// bits of those it may follow.
  private static let starts: [(asFirst: UInt32, asSecond: UInt32)] = {
    var table = [(asFirst: UInt32, asSecond: UInt32)](repeating: (0, 0), count: 256)
    let digits = "0123456789".utf8
    for digit in digits { table[Int(digit)] = (1, 1) }
    var next: UInt32 = 2
    let others = ["ey", "Be", "be", "BE", "Ba", "ba", "BA", "--", "ht"].map { Array($0.utf8) }
    for start in others + prefixes.map({ Array($0.text.bytes.prefix(2)) }) {
      if table[Int(start[0])].asFirst == 0 {
        table[Int(start[0])].asFirst = next
        next *= 2
      }
      table[Int(start[1])].asSecond |= table[Int(start[0])].asFirst
    }
    return table
  }()

  private static func shape(_ bytes: Bytes, at index: Int) -> (range: Range<Int>, name: String)? {
    switch bytes[index] {
    case UInt8(ascii: "e"): return jwt(bytes, index)
    case UInt8(ascii: "-"): return pem(bytes, index)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return telegram(bytes, index)
    case UInt8(ascii: "B"), UInt8(ascii: "b"):
      if let found = bearer(bytes, index) ?? basic(bytes, index) { return found }
    case UInt8(ascii: "h"):
      if let found = webhook(bytes, index) { return found }
    default: break
    }
    for row in prefixesByFirst[Int(bytes[index])] {
      if let found = run(bytes, index, row) { return found }
    }
    return nil
  }

  private static let prefixesByFirst: [[Prefix]] = {
    var table = [[Prefix]](repeating: [], count: 256)
    for row in prefixes { table[Int(row.text.bytes[0])].append(row) }
    return table
  }()

  /// A prefix, how many letters, digits, `_` and `-` are behind it, and what it is called.
  private struct Prefix: Sendable {
    let text: StaticString
    let least: Int
    var most = Int.max
    let name: String
  }

  private static let prefixes: [Prefix] = [
    Prefix(text: "AKIA", least: 16, most: 16, name: "aws-key"),
    Prefix(text: "ASIA", least: 16, most: 16, name: "aws-key"),
    Prefix(text: "AIza", least: 35, most: 35, name: "google-key"),
    Prefix(text: "ya29.", least: 20, name: "google-token"),
    Prefix(text: "GOCSPX-", least: 20, name: "google-secret"),
    Prefix(text: "ghp_", least: 20, name: "github-token"),
    Prefix(text: "gho_", least: 20, name: "github-token"),
    Prefix(text: "ghu_", least: 20, name: "github-token"),
    Prefix(text: "ghs_", least: 20, name: "github-token"),
    Prefix(text: "ghr_", least: 20, name: "github-token"),
    Prefix(text: "github_pat_", least: 20, name: "github-token"),
    Prefix(text: "glpat-", least: 16, name: "gitlab-token"),
    Prefix(text: "gldt-", least: 16, name: "gitlab-token"),
    Prefix(text: "glrt-", least: 16, name: "gitlab-token"),
    Prefix(text: "glptt-", least: 16, name: "gitlab-token"),
    Prefix(text: "npm_", least: 20, name: "npm-token"),
    Prefix(text: "pypi-", least: 40, name: "pypi-token"),
    Prefix(text: "sk-", least: 16, name: "api-key"),
    Prefix(text: "sk_live_", least: 10, name: "stripe-key"),
    Prefix(text: "sk_test_", least: 10, name: "stripe-key"),
    Prefix(text: "rk_live_", least: 10, name: "stripe-key"),
    Prefix(text: "rk_test_", least: 10, name: "stripe-key"),
    Prefix(text: "whsec_", least: 16, name: "webhook-secret"),
    Prefix(text: "xapp-", least: 15, name: "slack-token"),
    Prefix(text: "xoxb-", least: 10, name: "slack-token"),
    Prefix(text: "xoxp-", least: 10, name: "slack-token"),
    Prefix(text: "xoxa-", least: 10, name: "slack-token"),
    Prefix(text: "xoxr-", least: 10, name: "slack-token"),
    Prefix(text: "xoxs-", least: 10, name: "slack-token"),
    Prefix(text: "xoxo-", least: 10, name: "slack-token"),
    Prefix(text: "xoxc-", least: 10, name: "slack-token"),
    Prefix(text: "xoxd-", least: 10, name: "slack-token"),
    Prefix(text: "xoxe.", least: 10, name: "slack-token"),
    Prefix(text: "SG.", least: 40, name: "sendgrid-key"),
    Prefix(text: "xkeysib-", least: 30, name: "brevo-key"),
    Prefix(text: "SK", least: 32, most: 32, name: "twilio-key"),
    Prefix(text: "key-", least: 32, most: 32, name: "mailgun-key"),
    Prefix(text: "hf_", least: 30, name: "huggingface-token"),
    Prefix(text: "hvs.", least: 20, name: "vault-token"),
    Prefix(text: "hvb.", least: 20, name: "vault-token"),
    Prefix(text: "dop_v1_", least: 40, name: "digitalocean-token"),
    Prefix(text: "doo_v1_", least: 40, name: "digitalocean-token"),
    Prefix(text: "dckr_pat_", least: 20, name: "docker-token"),
    Prefix(text: "dapi", least: 32, most: 34, name: "databricks-token"),
    Prefix(text: "shpat_", least: 20, name: "shopify-token"),
    Prefix(text: "shpss_", least: 20, name: "shopify-token"),
    Prefix(text: "shpca_", least: 20, name: "shopify-token"),
    Prefix(text: "sq0atp-", least: 20, name: "square-token"),
    Prefix(text: "sq0csp-", least: 20, name: "square-token"),
    Prefix(text: "ATATT3", least: 40, name: "atlassian-token"),
    Prefix(text: "lin_api_", least: 20, name: "linear-key"),
    Prefix(text: "ntn_", least: 30, name: "notion-token"),
    Prefix(text: "PMAK-", least: 30, name: "postman-key"),
    Prefix(text: "NRAK-", least: 20, name: "newrelic-key"),
    Prefix(text: "tfp_", least: 30, name: "typeform-token"),
    Prefix(text: "figd_", least: 20, name: "figma-token"),
  ]

  /// A prefix and a run behind it; a few have points inside.
  private static func run(
    _ bytes: Bytes, _ index: Int, _ row: Prefix
  ) -> (range: Range<Int>, name: String)? {
    let prefix = row.text.bytes
    let start = index + prefix.count
    guard start <= bytes.count, bytes[index..<start].elementsEqual(prefix) else { return nil }
    let hasPoints = prefix.last == UInt8(ascii: ".")
    let end =
      bytes[start...].firstIndex { !$0.isTokenLetter && !(hasPoints && $0 == 0x2e) } ?? bytes.count
    guard end - start >= row.least, end - start <= row.most else { return nil }
    // Ours to guess: `SK` and `key-` are words too, their digits are hexadecimal.
    if row.most == 32, !bytes[start..<end].allSatisfy({ $0.hexValue != nil }) { return nil }
    return (index..<end, row.name)
  }

  /// `12345678:AA…`: a bot's number and its token; 35 of them, no more.
  private static func telegram(
    _ bytes: Bytes, _ index: Int
  ) -> (range: Range<Int>, name: String)? {
    let limit = min(bytes.count, index + 11)
    guard let colon = bytes[index..<limit].firstIndex(where: { $0 &- 0x30 >= 10 }),
      colon - index >= 8
    else { return nil }
    let isEscaped = bytes[colon...].starts(with: "%3A".utf8)
    guard isEscaped || bytes[colon] == 0x3a else { return nil }
    let start = colon + (isEscaped ? 3 : 1)
    let end = bytes[start...].firstIndex { !$0.isTokenLetter } ?? bytes.count
    return end - start == 35 ? (index..<end, "telegram-token") : nil
  }

  /// What stands behind the address of a hook is all it takes to post there.
  private static func webhook(
    _ bytes: Bytes, _ index: Int
  ) -> (range: Range<Int>, name: String)? {
    for host in ["https://hooks.slack.com/services/", "https://discord.com/api/webhooks/"] {
      guard bytes[index...].starts(with: host.utf8) else { continue }
      let start = index + host.utf8.count
      let end =
        bytes[start...].firstIndex { !$0.isTokenLetter && $0 != UInt8(ascii: "/") } ?? bytes.count
      return end - start >= 20 ? (start..<end, "webhook") : nil
    }
    return nil
  }

  /// What follows `Basic ` and is a pair in base64; `Basic ` itself stays.
  private static func basic(_ bytes: Bytes, _ index: Int) -> (range: Range<Int>, name: String)? {
    let start = index + 6
    guard start < bytes.count, Bytes(rebasing: bytes[index..<start]).isWord("basic ") else {
      return nil
    }
    let end =
      bytes[start...].firstIndex { !$0.isTokenLetter && !"+/=".utf8.contains($0) } ?? bytes.count
    guard end - start >= 6, let pair = Base64Text.decode(Array(bytes[start..<end])),
      pair.contains(0x3a), pair.allSatisfy({ $0 >= 0x20 && $0 != 0x7f })
    else { return nil }
    return (start..<end, "basic")
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

  /// A private key in PEM, to its end line or to the end of the text it stands in.
  private static func pem(_ bytes: Bytes, _ index: Int) -> (range: Range<Int>, name: String)? {
    let opening = Array("-----BEGIN ".utf8)
    guard bytes[index...].starts(with: opening) else { return nil }
    let line = bytes[index...].prefix(80)
    guard let word = line.firstPlace(of: "PRIVATE KEY".utf8),
      let mark = line[word.upperBound...].firstPlace(of: "-----".utf8)
    else { return nil }
    let rest = bytes[mark.upperBound...]
    let stop = rest.firstPlace(of: "-----END ".utf8)
    guard let stop else {
      let end = rest.firstIndex(of: 0x22) ?? bytes.count
      return (index..<end, "private-key")
    }
    let close = bytes[stop.upperBound...].prefix(80).firstPlace(of: "-----".utf8)
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

extension StaticString {
  fileprivate var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}

extension UInt8 {
  fileprivate var isTokenLetter: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || self == 0x5f || self == 0x2d
  }
}
