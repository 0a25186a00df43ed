import LosslessJSON
import NetEngine

/// The words of other editors, and how often a request is sent again.
extension RequestMeta {
  /// Words of other editors that say what one of ours says.
  static let sameWords = [
    "dependsOn": "depends", "depends-on": "depends", "noRedirect": "no-redirect",
    "noRejectUnauthorized": "insecure", "connectionTimeout": "connection-timeout",
    "no-reject-unauthorized": "insecure", "ref": "depends", "forceRef": "depends", "tags": "tag",
    "noLog": "no-log", "noCookieJar": "no-cookie-jar",
  ]

  /// Reads `3`, `3 500ms`.
  static func retry(_ text: String) -> Retry? {
    let words = text.utf8.split(maxSplits: 1) { $0.isBlank }
    guard let first = words.first, let count = Int(digits: first), count <= 1_000 else {
      return nil
    }
    guard words.count > 1 else { return Retry(count: count) }
    return duration(String(Substring(words[1].trimmingBlanks)))
      .map { Retry(count: count, delay: $0) }
  }
}
