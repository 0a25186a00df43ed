import NetEngine

/// Who answers what is fired.
package enum AnswerSource: Sendable, Hashable {
  /// The server, over the network.
  case network
  /// The targets' own samples; nothing is sent.
  case samples
  /// The recording in this file; nothing is sent.
  case session(path: String)

  /// `login` of `sessions/login.har`; empty for the network.
  package var name: String {
    switch self {
    case .network: return ""
    case .samples: return "samples"
    case .session(let path):
      let file = path.split(separator: "/").last.map(String.init) ?? path
      for end in [".har.gz", ".har", ".jsonl", ".zhar"] where file.hasSuffix(end) {
        return String(file.dropLast(end.count))
      }
      return file
    }
  }

  /// Whether a recording answers.
  var isSession: Bool {
    if case .session = self { true } else { false }
  }
}

/// What became of an order that somebody else is to answer.
package enum AnswerSourceEvent: Sendable, Hashable {
  /// It answers from now on; a recording holds so many exchanges.
  case ready(AnswerSource, count: Int)
  /// Everything is as it was before, and why.
  case failed(AnswerSource, String)
  /// A recording has no answer for the request at this place, or cannot be asked.
  case nothing(AnswerSource, target: Int)
}
