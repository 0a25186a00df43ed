import LosslessJSON

extension EnvelopeDetector {
  /// What the codes at a path likely mean, for a person who says by hand where the code stands.
  ///
  /// Nil where no answer has a code there. What was seen in good answers counts; of codes that were
  /// only seen in bad ones the usual successes of such a key are proposed.
  package static func codes(
    at path: JSONPath, message: JSONPath, in samples: [EnvelopeSample]
  ) -> (success: [String], session: [String])? {
    guard case .key(let key)? = path.steps.last(where: { $0.isKey }) else { return nil }
    let place = CodePlace(container: nil, key: key, word: EnvelopeWords.word(key))
    let readings = samples.compactMap { sample -> CodeReading? in
      let value = sample.json[path: path]
      guard let code = value.codeText, let kind = value.kind else { return nil }
      let isGood = 200..<300 ~= sample.statusCode
      return CodeReading(
        code: code, kind: kind, isGood: isGood, isLikeStatus: false,
        message: message.steps.isEmpty ? nil : sample.json[path: message].string, data: nil,
        strangers: 0, things: 0)
    }
    guard !readings.isEmpty else { return nil }
    let codes = EnvelopeCodes(readings: readings, place: place)
    return (codes.success, codes.session)
  }

  /// The codes of ended sessions for a detected profile: those of the samples, else the usual ones.
  package static func sessionCodes(
    of profile: EnvelopeProfile, in samples: [EnvelopeSample]
  ) -> [String] {
    let seen = codes(
      at: JSONPath(profile.statusCodeKey), message: JSONPath(profile.tipStrKey), in: samples)
    var all = profile.invalidSessionValues
    for code in seen?.session ?? [] where !all.contains(code) { all.append(code) }
    if all.isEmpty, profile.rule == .value, let success = profile.successValues.first {
      let isFlag = success == "true" || success == "false"
      all =
        isFlag
        ? []
        : Int(success) != nil
          ? ["401"] : ["invalid_session", "session_expired", "unauthorized", "expired"]
    }
    return all.filter { !profile.successValues.contains($0) }
  }
}

extension JSONPath.Step {
  fileprivate var isKey: Bool {
    if case .key = self { true } else { false }
  }
}
