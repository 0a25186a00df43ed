import NetEngine

/// What became of a clip on its way into a file.
package enum ClipWriting: Sendable, Hashable {
  case done
  /// There is a file of this name, and nobody has said that it may go.
  case isThere
  /// Why, with the path.
  case failed(String)
}

/// Something a person copies out of the program.
package struct Clip: Sendable, Hashable {
  package enum Kind: String, CaseIterable, Sendable, Hashable {
    case line, value, key, path, curl, headers, swift, body, report, request, exchange

    /// What it is called in a sentence.
    package var words: String {
      switch self {
      case .curl: "cURL command"
      case .swift: "Swift code"
      case .body: "exact body"
      default: rawValue
      }
    }

    /// What can be written into a file by this word.
    static func inFile(_ word: String) -> Kind? {
      Kind(rawValue: word == "all" ? "exchange" : word).flatMap { $0 == .curl ? nil : $0 }
    }
  }

  /// Where a clip goes in place of the clipboard.
  package struct File: Sendable, Hashable {
    package var path: String
    /// A person has said that the one that is there may go.
    package var replaces = false

    package init(path: String) { self.path = path }
  }

  package var kind: Kind
  package var body: Body
  /// How many secrets were taken out of it; nil when a person wanted the exact text.
  package var redacted: Int?
  /// Values to be taken out of it, beside what looks like a secret.
  package var secrets: [NamedSecret] = []
  /// The keys that copy the same with its secrets; nil where there are none.
  package var exactKeys: String?
  /// The size of the whole body where only its beginning is held.
  package var partOf: Int?
  /// The file it goes into; nil for the clipboard.
  package var file: File?
  /// The program that has the clipboard here did not take it: the terminal is asked.
  package var isHandedBack = false

  package init(kind: Kind, body: Body, redacted: Int?) {
    self.kind = kind
    self.body = body
    self.redacted = redacted
  }

  /// What was copied, as a message starts: `cURL command, 312 B, 1 secret left out`.
  package var words: String {
    let size = Units.bytes(body.count)
    var words =
      partOf.map { "the first \(size) of \(Units.bytes($0)) of the \(kind.words)" }
      ?? "\(kind.words), \(size)"
    switch redacted {
    case nil: words += ", secrets and all"
    case 0?: break
    case let count?:
      words += ", \(Units.count(count, "secret")) left out"
      if let exactKeys { words += ": \(exactKeys) copies \(count == 1 ? "it" : "them") too" }
    }
    return words
  }
}
