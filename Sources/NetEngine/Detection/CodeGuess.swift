import LosslessJSON

/// The guess that a code stands at one place, from what all answers say there.
struct CodeGuess {
  private let place: CodePlace
  private let heads: [EnvelopeHead]
  private let messageKey: String?
  private let dataKey: (key: String, inContainer: Bool)?
  private var readings: [CodeReading] = []
  /// Good answers that have no code at all.
  private var plainAnswers = 0

  /// Nil when what stands there is no code.
  init?(heads: [EnvelopeHead], place: CodePlace) {
    self.heads = heads
    self.place = place
    messageKey = Self.messageKey(heads, place)
    dataKey = Self.dataKey(heads, place, messageKey)
    for head in heads {
      guard let member = Self.beside(place, in: head).last(where: { $0.key == place.key }) else {
        if head.isGood { plainAnswers += 1 }
        continue
      }
      guard let code = member.value.codeText else {
        if member.value.isNull { continue }
        return nil
      }
      let reading = reading(code, member.value.kind ?? .null, head)
      guard Self.isPlausible(reading, at: place) else { return nil }
      readings.append(reading)
    }
    guard !readings.isEmpty, Self.isEnvelope(place, readings) else { return nil }
  }

  /// An object called `error` that is there without a reason is the only one to hold a code itself.
  private static func isEnvelope(_ place: CodePlace, _ readings: [CodeReading]) -> Bool {
    guard let container = place.container, EnvelopeWords.word(container) == "error" else {
      return true
    }
    return readings.contains { $0.isKnownSuccess }
  }

  // MARK: Keys

  private static func beside(_ place: CodePlace, in head: EnvelopeHead) -> [EnvelopeHead.Member] {
    place.container.map { head.members(inside: $0) } ?? head.members
  }

  /// The key that most answers have, of those the likeliest.
  private static func messageKey(_ heads: [EnvelopeHead], _ place: CodePlace) -> String? {
    mostFrequent(
      heads.map { head in
        beside(place, in: head).filter { member in
          member.key != place.key && (member.value.kind == .string || member.value.isNull)
        }
      }, EnvelopeWords.messages)
  }

  private static func dataKey(
    _ heads: [EnvelopeHead], _ place: CodePlace, _ messageKey: String?
  ) -> (String, Bool)? {
    func candidates(_ members: [EnvelopeHead.Member]) -> [EnvelopeHead.Member] {
      members.filter { $0.key != place.key && $0.key != messageKey && $0.key != place.container }
    }
    let outside = heads.map { candidates($0.members) }
    if let key = mostFrequent(outside, EnvelopeWords.data) { return (key, false) }
    guard place.container != nil else { return nil }
    let inside = heads.map { candidates(beside(place, in: $0)) }
    return mostFrequent(inside, EnvelopeWords.data).map { ($0, true) }
  }

  private static func mostFrequent(
    _ answers: [[EnvelopeHead.Member]], _ words: [String]
  ) -> String? {
    var best: (key: String, count: Int)?
    for word in words {
      let keys = answers.compactMap { members in members.last { $0.word == word }?.key }
      guard let key = keys.first, keys.count > best?.count ?? 0 else { continue }
      best = (key, keys.count)
    }
    return best?.key
  }

  // MARK: Reading

  private func reading(_ code: String, _ kind: JSON.Kind, _ head: EnvelopeHead) -> CodeReading {
    let beside = Self.beside(place, in: head)
    let data = dataKey.flatMap { data in
      (data.inContainer ? beside : head.members).last { $0.key == data.key }?.value
    }
    let parts = [place.key, place.container, messageKey, dataKey?.key]
    let strangers =
      (place.container == nil ? [] : beside).filter { !parts.contains($0.key) }
      + head.members.filter { !parts.contains($0.key) }
    let unknown = strangers.filter {
      !EnvelopeWords.company.contains($0.word) && EnvelopeWords.codes[$0.word] == nil
    }
    return CodeReading(
      code: code, kind: kind, isGood: head.isGood,
      isLikeStatus: !head.isGood && kind == .number && code == "\(head.statusCode)",
      message: messageKey.flatMap { key in beside.last { $0.key == key }?.value.string },
      data: data, strangers: unknown.count,
      things: unknown.count { EnvelopeWords.things.contains($0.word) })
  }

  private static func isPlausible(_ reading: CodeReading, at place: CodePlace) -> Bool {
    let isVague = EnvelopeWords.vagueCodes.contains(place.word)
    let isFlag =
      EnvelopeWords.goodFlags.contains(place.word)
      || EnvelopeWords.troubleFlags.contains(place.word)
    switch reading.kind {
    case .bool: return isFlag || isVague
    case .number: return Int(reading.code).map { $0.magnitude < 1_000_000_000 } ?? false
    case .string:
      guard 1...40 ~= reading.code.utf8.count, reading.code.utf8.allSatisfy(\.isInCode) else {
        return false
      }
      if isFlag { return ["true", "false", "1", "0"].contains(reading.code.lowercasedASCII) }
      if reading.isKnownSuccess || reading.isKnownFailure || reading.isNumeric { return true }
      return !isVague || reading.isRefusal
    case .null, .array, .object: return false
    }
  }

  // MARK: Confidence

  var detected: DetectedEnvelope? {
    let confidence = confidence
    let codes = EnvelopeCodes(readings: readings, place: place)
    let code = place.path(place.key)
    let message = messageKey.map { place.path($0) } ?? nestedMessage
    let data = dataKey.map { place.path($0.key, inContainer: $0.inContainer) }
    let profile = EnvelopeProfile(
      name: [code, message, data].compactMap { $0 }.joined(separator: "/"), statusCodeKey: code,
      tipStrKey: message ?? "", modelKey: data ?? "",
      successValues: codes.success, invalidSessionValues: codes.session,
      missingCode: plainAnswers > 0 ? .success : .malformed)
    return DetectedEnvelope(
      profile: profile, confidence: confidence, reason: reason(profile, codes))
  }

  /// A message inside an error beside the code: `{"success": false, "error": {"message": …}}`.
  private var nestedMessage: String? {
    heads.lazy.compactMap { ErrorMember($0)?.messagePath }.first
  }

  /// What the key says by itself, what stands beside it, what its values are; less for strangers.
  private var confidence: Double {
    var sum = EnvelopeWords.codes[place.word] ?? 0
    if isFlag || isVagueNumber, hasStrongCode { sum -= 0.25 }
    sum += messageWeight
    if dataKey != nil { sum += 0.15 }
    if isKnown { sum += 0.17 }
    if readings.count > 1 { sum += 0.1 }
    let strangers = readings.map(\.strangers).max() ?? 0
    sum -= Double(min(strangers, 4)) * (isFlag ? 0.04 : 0.1)
    sum -= Double(readings.map(\.things).max() ?? 0) * (isFlag ? 0.02 : 0.1)
    if readings.contains(where: \.isContradiction) {
      sum -= 0.3
    } else if strangers == 0, messageWeight == 0.2 {
      sum += 0.08
    }
    let coverage = Double(readings.count) / Double(heads.count)
    return max(0, min(0.99, sum)) * (0.4 + 0.6 * coverage)
  }

  private var messageWeight: Double {
    guard let messageKey else { return nestedMessage == nil ? 0 : 0.2 }
    let isVague = EnvelopeWords.vagueMessages.contains(EnvelopeWords.word(messageKey))
    return isVague && !readings.contains(where: \.hasGoodMessage) ? 0.1 : 0.2
  }

  /// Whether anything that is seen is known to be a code.
  private var isKnown: Bool {
    readings.contains { reading in
      reading.kind == .bool || reading.isKnownSuccess || reading.isKnownFailure
        || reading.isLikeStatus || reading.hasGoodMessage || isVague && reading.isRefusal
    }
  }

  private var isVague: Bool { EnvelopeWords.vagueCodes.contains(place.word) }
  private var isVagueNumber: Bool { isVague && readings.allSatisfy(\.isNumeric) }
  private var isFlag: Bool { readings.contains { $0.kind == .bool } }

  /// A code of its own says more than a yes or no beside it.
  private var hasStrongCode: Bool {
    heads.contains { head in
      Self.beside(place, in: head).contains { member in
        ["code", "statuscode", "retcode", "resultcode"].contains(member.word)
          && member.value.codeText != nil
      }
    }
  }

  private func reason(_ profile: EnvelopeProfile, _ codes: EnvelopeCodes) -> String {
    var text = "code '\(profile.statusCodeKey.shortened)'"
    if !profile.tipStrKey.isEmpty { text += " and message '\(profile.tipStrKey.shortened)'" }
    if dataKey != nil { text += " beside '\(profile.modelKey.shortened)'" }
    text += ", seen in \(readings.count) of \(heads.count) responses; \(codes.reason)"
    if plainAnswers > 0 { text += "; a response without a code is a good one" }
    return text
  }
}

extension UInt8 {
  /// Letters, digits and what joins them in a code.
  fileprivate var isInCode: Bool {
    self &- 0x30 < 10 || lowercasedASCII &- 0x61 < 26
      || [0x2d, 0x2e, 0x3a, 0x5f].contains(self)
  }
}
