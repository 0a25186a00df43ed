import LosslessJSON

extension EnvelopeProfile {
  /// A profile made of its keys, as the detector names it: `code/message/data`, `error/data`.
  ///
  /// The codes of success are the usual ones for the first key. Without a third key, the first one
  /// has to be a word for a code or an error: two words may be any mistake.
  package init?(keys name: String) {
    let keys = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard 1...3 ~= keys.count, keys.allSatisfy({ $0.utf8.contains { $0 > 0x20 } }) else {
      return nil
    }
    let words = keys.map { key -> String in
      guard case .key(let last)? = JSONPath(key).steps.last else { return "" }
      return EnvelopeWords.word(last)
    }
    let second = keys.count > 1 ? keys[1] : ""
    if keys.count < 3, ["error", "errors"].contains(words[0]) {
      self.init(
        name: name, statusCodeKey: keys[0],
        tipStrKey: keys[0] + (words[0] == "errors" ? ".0.message" : ".message"), modelKey: second,
        rule: .absence)
      return
    }
    guard keys.count == 3 || keys.count == 2 && EnvelopeWords.codes[words[0]] != nil else {
      return nil
    }
    let isMessage = keys.count == 3 || EnvelopeWords.messages.contains(words[1])
    self.init(
      name: name, statusCodeKey: keys[0], tipStrKey: isMessage ? second : "",
      modelKey: keys.count == 3 ? keys[2] : isMessage ? "" : second,
      successValues: Self.usualSuccess(words[0]),
      invalidSessionValues: ["401", "invalid_session", "session_expired", "unauthorized"])
  }

  private static func usualSuccess(_ word: String) -> [String] {
    if EnvelopeWords.troubleFlags.contains(word) { return ["false", "0"] }
    if EnvelopeWords.goodFlags.contains(word) { return ["true", "1"] }
    return ["0", "200", "00000", "000000", "success", "SUCCESS", "ok", "OK", "true"]
  }
}

extension [EnvelopeProfile] {
  /// The profile of this name, or the one that the name describes by its keys.
  package func named(_ name: String) -> EnvelopeProfile? {
    first { $0.name == name } ?? EnvelopeProfile(keys: name)
  }
}
