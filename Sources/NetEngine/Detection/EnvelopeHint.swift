import LosslessJSON

/// What a profile that was only detected says of an answer that passed: a hint, no verdict.
package struct EnvelopeHint: Sendable {
  /// What was detected, and why.
  package let detected: DetectedEnvelope
  /// What the answer would be by it.
  package let kind: Kind
  /// A profile with a name that reads the answer the same way.
  package let known: EnvelopeProfile?

  /// nil where a profile reads the answer or none is to, where it failed, where nothing says no.
  package init?(_ outcome: Outcome, under pipeline: Pipeline, knowing profiles: [EnvelopeProfile]) {
    guard outcome.kind == .ok, pipeline.profile == nil, let response = outcome.response,
      !response.readsNoEnvelope, response.mayBeJSON
    else { return nil }
    let read = response.keptPartOf == nil ? outcome.document : nil
    guard let document = read ?? response.envelopeDocument,
      let detected = EnvelopeDetector.detect(response, document)
    else { return nil }
    func refusal(by profile: EnvelopeProfile) -> Kind? {
      Envelope(document.json, profile: profile, statusCode: response.statusCode).detectedKind
    }
    guard let kind = refusal(by: detected.profile) else { return nil }
    (self.detected, self.kind) = (detected, kind)
    known = profiles.first { $0.isLike(detected.profile) && refusal(by: $0) == kind }
  }
}

extension Envelope {
  /// The kind an answer would be by a detected profile, where that says no by what is in the body.
  package var detectedKind: Kind? {
    guard profile?.rule != .httpStatus else { return nil }
    return switch verdict {
    case .business: .business
    case .invalidSession: .invalidSession
    case .bare, .success, .malformed: nil
    }
  }
}

extension EnvelopeProfile {
  /// Whether code and message stand at the same places, and one code at least is good for both.
  fileprivate func isLike(_ other: EnvelopeProfile) -> Bool {
    rule == other.rule && statusCodeKey == other.statusCodeKey && tipStrKey == other.tipStrKey
      && (rule != .value || !Set(successValues).isDisjoint(with: other.successValues))
  }
}
