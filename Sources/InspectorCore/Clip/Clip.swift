import NetEngine

/// Something a person copies out of the program.
package struct Clip: Sendable, Hashable {
  package enum Kind: String, CaseIterable, Sendable, Hashable {
    case line, value, key, path, curl, headers, swift, body, report

    /// What it is called in a sentence.
    package var words: String {
      switch self {
      case .curl: "cURL command"
      case .swift: "Swift code"
      default: rawValue
      }
    }
  }

  package var kind: Kind
  package var body: Body
  /// How many secrets were taken out of it; nil when a person wanted the exact text.
  package var redacted: Int?
  /// Values to be taken out of it, beside what looks like a secret.
  package var secrets: [NamedSecret] = []

  package init(kind: Kind, body: Body, redacted: Int?) {
    self.kind = kind
    self.body = body
    self.redacted = redacted
  }

  /// What was copied, as a message starts: `cURL command, 312 B, 1 secret left out`.
  package var words: String {
    var words = "\(kind.words), \(Units.bytes(body.count))"
    switch redacted {
    case nil: words += ", secrets and all"
    case 0?: break
    case let count?: words += ", \(Units.count(count, "secret")) left out"
    }
    return words
  }
}
