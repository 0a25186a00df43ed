import NetEngine

nonisolated extension EnvelopeHint {
  /// Returns nil where no envelope is detected, and where `profiles` is nil.
  init?(of outcome: Outcome?, _ pipeline: Pipeline, _ profiles: [EnvelopeProfile]?) {
    guard let outcome, let profiles else { return nil }
    self.init(outcome, under: pipeline, knowing: profiles)
  }

  /// Why it may be a refusal, and how it would be judged as one.
  var words: String {
    let keeping = "P on the screens keeps it in inspector.json"
    let ways = known.map { "--profile \($0.name.wordForShell) judges by it, \(keeping)" } ?? keeping
    return "no profile is set, and a detected one (\(detected.profile.name)) says \(kind.word); "
      + ways
  }
}

nonisolated extension String {
  /// In quotes where a shell would read it otherwise.
  fileprivate var wordForShell: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case 0x2b...0x3a, 0x41...0x5a, 0x5f, 0x61...0x7a: true
      default: false
      }
    }
    return isPlain ? self : quotedForShell
  }
}
