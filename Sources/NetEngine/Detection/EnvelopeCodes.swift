import LosslessJSON

/// Which codes mean success, by the answers seen or by what is known of such codes.
struct EnvelopeCodes {
  /// The success values to propose.
  let success: [String]
  /// Codes seen that mean: log in again.
  let session: [String]
  /// Where the success values come from.
  let reason: String

  init(readings: [CodeReading], place: CodePlace) {
    var seen: [String] = []
    var ended: [String] = []
    for reading in readings {
      if reading.isSuccess(at: place) {
        if !seen.contains(reading.code) { seen.append(reading.code) }
      } else if reading.isSessionEnd, !ended.contains(reading.code) {
        ended.append(reading.code)
      }
    }
    session = ended
    if seen.isEmpty {
      let refused = readings.map(\.code)
      let usual = Self.usual(at: place, like: readings[0]).filter { !refused.contains($0) }
      success = usual.isEmpty || refused.contains("0") ? ["1"] + usual : usual
      reason = "no success seen, the usual ones are \(success.joined(separator: ", "))"
    } else {
      success = seen
      let words = seen.map { $0.shortened }.joined(separator: ", ")
      reason = "success by the 2xx samples: \(words)"
    }
  }

  /// What success usually is for such a key and such a value.
  private static func usual(at place: CodePlace, like reading: CodeReading) -> [String] {
    switch reading.kind {
    case .bool: EnvelopeWords.troubleFlags.contains(place.word) ? ["false"] : ["true"]
    case .number where EnvelopeWords.goodFlags.contains(place.word): ["1"]
    case .number where place.word == "status" || place.word == "statuscode": ["200", "0"]
    case .number: ["0", "200"]
    default: reading.isNumeric ? ["0", "200"] : ["success", "ok"]
    }
  }
}
