import NetEngine

/// Which texts and names were looked at before, and what came of it; no secret stands in it.
struct SearchMemory: Sendable {
  /// What taught nothing; shared by copies.
  let harmless: HarmlessTexts
  var names = JudgedNames()
  /// Texts whose secrets were told: a token stands in every request.
  private var told: Set<Int> = []

  init(_ harmless: HarmlessTexts = HarmlessTexts()) {
    self.harmless = harmless
  }

  /// Whether the secrets of a text were told before.
  func hasTold(_ key: Int) -> Bool { told.contains(key) }

  /// Remembers that there is nothing more to tell of a text.
  mutating func tell(_ key: Int) {
    if told.count < 1 << 14 { told.insert(key) }
  }
}

/// A value that is secret wherever it stands, and what it is called.
package enum SecretLesson: Sendable {
  /// Somebody has called it so.
  case named(NamedSecret)
  /// It stood where a secret does, or looks like one.
  case found([UInt8], name: String)
}
