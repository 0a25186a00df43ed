import LosslessJSON

/// Envelopes whose code is compared: `{"code": 0, "msg": "", "data": …}` and its many sisters.
struct CodeShapes {
  let heads: [EnvelopeHead]

  /// A guess for every place a code may stand at.
  var guesses: [DetectedEnvelope] {
    places.compactMap { CodeGuess(heads: heads, place: $0)?.detected }
  }

  /// The top level, and objects one level down that are known to hold a code.
  private var places: [CodePlace] {
    var places: [CodePlace] = []
    func note(_ place: CodePlace) {
      if !places.contains(place) { places.append(place) }
    }
    for head in heads {
      for member in head.members {
        if EnvelopeWords.codes[member.word] != nil {
          note(CodePlace(container: nil, key: member.key, word: member.word))
        }
        guard EnvelopeWords.containers.contains(member.word) else { continue }
        for inner in head.members(inside: member.key) where EnvelopeWords.codes[inner.word] != nil {
          note(CodePlace(container: member.key, key: inner.key, word: inner.word))
        }
      }
    }
    return places
  }
}

/// Where a code may stand.
struct CodePlace: Hashable {
  /// The key of the object around it; nil at the top level.
  let container: String?
  let key: String
  /// The key in the form it is compared in.
  package let word: String

  /// The path of a key beside the code.
  func path(_ key: String, inContainer: Bool = true) -> String {
    let outer = inContainer ? container.map { [JSONPath.Step.key($0)] } ?? [] : []
    return "\(JSONPath(outer + [.key(key)]))"
  }
}

/// What one answer says at a place for a code.
struct CodeReading {
  let code: String
  let kind: JSON.Kind
  /// The answer's HTTP status was 2xx.
  let isGood: Bool
  /// The code repeats a status that is not.
  let isLikeStatus: Bool
  let message: String?
  let data: JSON?
  /// How many keys have no part in the envelope, and how many of those belong to things.
  let strangers: Int
  let things: Int

  private var word: String { EnvelopeWords.word(code) }

  /// Whether the code means success, by what is known of such codes and by what stands beside it.
  func isSuccess(at place: CodePlace) -> Bool {
    if kind == .bool { return (code == "true") != EnvelopeWords.troubleFlags.contains(place.word) }
    if EnvelopeWords.goodFlags.contains(place.word), code == "1" || code == "0" {
      return code == "1"
    }
    if hasGoodMessage { return true }
    if isKnownSuccess { return !isZeroComplaint(at: place) }
    if isKnownFailure { return false }
    // A number nobody knows, data beside it and nothing to complain about.
    return isGood && isNumeric && hasData && message?.isEmpty != false
  }

  /// Some call a status of 0 a failure: then it has words, and no data.
  private func isZeroComplaint(at place: CodePlace) -> Bool {
    code == "0" && EnvelopeWords.vagueCodes.contains(place.word) && !hasData
      && message?.isEmpty == false
  }

  private var hasData: Bool {
    switch data?.kind {
    case .string, .number, .bool: true
    case .array, .object: data?.isEmpty == false
    case .null, nil: false
    }
  }

  var hasGoodMessage: Bool { message.map { EnvelopeWords.isGoodMessage($0) } ?? false }
  var isKnownSuccess: Bool { EnvelopeWords.isYes(word) }
  var isKnownFailure: Bool { EnvelopeWords.isNo(word) }
  var isSessionEnd: Bool {
    EnvelopeWords.session.contains(word) || EnvelopeWords.ended.contains(word) || code == "401"
  }
  var isNumeric: Bool { Int(code) != nil }

  /// A word that sounds like a refusal, with a message and without data.
  var isRefusal: Bool {
    EnvelopeWords.isRefusal(word) && !hasData && message?.isEmpty == false
  }

  /// A word nobody knows in a good answer with data: more likely a thing's own code.
  var isContradiction: Bool {
    isGood && !isNumeric && kind == .string && !isKnownSuccess && !isKnownFailure && hasData
  }
}
