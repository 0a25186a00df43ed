import BytesAndJSON
import ExchangesAndOutcomes

// What stands behind `answer`: `as invalidSession every 3`, `status 503`, `late 800ms..2s`, …
extension RulesParser {
  private static let answers = [
    "as", "status", "late", "slow", "cut", "reset", "hang", "empty", "header",
  ]

  func answer(from place: Int) throws(RulesMistake) -> Rules.Part {
    let expected = "as, status, late, slow, cut, reset, hang, empty or header"
    let word = try word(at: place, expected)
    var next = place + 1
    let alteration: Alteration
    switch word.text {
    case "as": alteration = .means(try meaning(&next))
    case "status":
      let said = try self.word(at: next, "a status such as 503")
      guard let status = Int(said.text), 200...599 ~= status else {
        throw mistake(said, "a status from 200 to 599")
      }
      (alteration, next) = (.status(status), next + 1)
    case "late": alteration = .late(try times(&next))
    case "slow": alteration = .slow(try pace(&next))
    case "cut":
      alteration = .ends(.cut(try self.place(&next) ?? .percent(50)))
    case "reset": alteration = .ends(.reset(try self.place(&next)))
    case "hang": alteration = .ends(.hang)
    case "empty": alteration = .ends(.empty)
    case "header": alteration = .header(try header(&next))
    default:
      throw mistake(word, expected, guess: NearestWord.of(word.text, in: Self.answers))
    }
    return .answer(AlteredAnswer(alteration: alteration, turn: try turn(from: next)))
  }

  private func meaning(_ next: inout Int) throws(RulesMistake) -> AlteredEnvelope.Meaning {
    let words = AlteredEnvelope.Meaning.words
    let expected = "success, business, invalidSession, malformed, emptyData, noData or code VALUE"
    let said = try word(at: next, expected)
    next += 1
    if said.text == "code" {
      let code = try word(at: next, "the code's value")
      next += 1
      return .code(code.text)
    }
    guard let meaning = words[said.text] else {
      throw mistake(
        said, expected, guess: NearestWord.of(said.text, in: words.keys.sorted() + ["code"]))
    }
    return meaning
  }

  /// `800ms`, `800ms..2s`.
  private func times(_ next: inout Int) throws(RulesMistake) -> ClosedRange<Int> {
    let expected = "a time such as 800ms or 1s..3s"
    let said = try word(at: next, expected)
    next += 1
    let ends = said.text.split(separator: ".", omittingEmptySubsequences: true).count
    let parts = said.text.halves(at: "..")
    guard let first = parts.0.microseconds, ends > 0 else { throw mistake(said, expected) }
    guard let other = parts.1 else { return first...first }
    guard let last = other.microseconds, last >= first else { throw mistake(said, expected) }
    return first...last
  }

  /// `20k/s`.
  private func pace(_ next: inout Int) throws(RulesMistake) -> Int {
    let expected = "bytes a second, such as 20k/s"
    let said = try word(at: next, expected)
    next += 1
    guard said.text.hasSuffix("/s") else { throw mistake(said, expected) }
    var digits = said.text.dropLast(2)
    let unit = ["k": 1 << 10, "M": 1 << 20][digits.last.map(String.init) ?? ""]
    if unit != nil { digits = digits.dropLast() }
    guard let count = Int(digits), 1...(1 << 30) ~= count else { throw mistake(said, expected) }
    return count.saturatingProduct(unit ?? 1)
  }

  /// `at 50%`, `after 1000`; nil where neither stands there.
  private func place(_ next: inout Int) throws(RulesMistake) -> Alteration.Place? {
    guard let word = wordIfAny(at: next), word.text == "at" || word.text == "after" else {
      return nil
    }
    let expected = word.text == "at" ? "a part such as 50%" : "a number of bytes"
    let said = try self.word(at: next + 1, expected)
    // `every 3` may follow: `after` without a number of bytes is a turn.
    next += 2
    if word.text == "at" {
      guard said.text.hasSuffix("%"), let percent = Int(said.text.dropLast()), 0...100 ~= percent
      else { throw mistake(said, expected) }
      return .percent(percent)
    }
    guard let count = Int(said.text), count >= 0 else { throw mistake(said, expected) }
    return .bytes(count)
  }

  /// `drop ETag`, `set Name=Value`, `add Name=Value`.
  private func header(_ next: inout Int) throws(RulesMistake) -> Alteration.Header {
    let expected = "drop NAME, set NAME=VALUE or add NAME=VALUE"
    let what = try word(at: next, expected)
    let words = ["drop", "set", "add"]
    guard words.contains(what.text) else {
      throw mistake(what, expected, guess: NearestWord.of(what.text, in: words))
    }
    let said = try word(at: next + 1, what.text == "drop" ? "the name of a header" : "NAME=VALUE")
    next += 2
    if what.text == "drop" {
      guard said.text.utf8.allSatisfy(\.isTokenByte) else {
        throw mistake(said, "the name of a header")
      }
      return .drop(said.text)
    }
    let (name, value) = said.text.halves(at: "=")
    guard let value, !name.isEmpty, name.utf8.allSatisfy(\.isTokenByte) else {
      throw mistake(said, "NAME=VALUE")
    }
    return what.text == "set" ? .set(name, value) : .add(name, value)
  }

  /// `every 3`, `first 2`, `after 5`, `chance 10% seed 7`, in any order to the line's end.
  private func turn(from place: Int) throws(RulesMistake) -> Alteration.Turn {
    var turn = Alteration.Turn()
    var next = place
    while let word = wordIfAny(at: next) {
      func number(_ least: Int) throws(RulesMistake) -> Int {
        let said = try self.word(at: next + 1, "a number from \(least) up")
        guard let number = Int(said.text), least...1_000_000_000 ~= number else {
          throw mistake(said, "a number from \(least) up")
        }
        return number
      }
      switch word.text {
      case "every": turn.every = try number(1)
      case "first": turn.first = try number(1)
      case "after": turn.after = try number(0)
      case "chance":
        let said = try self.word(at: next + 1, "a part such as 10%")
        guard said.text.hasSuffix("%"), let percent = Int(said.text.dropLast()), 0...100 ~= percent
        else { throw mistake(said, "a part such as 10%") }
        turn.chance = (percent, turn.chance?.seed ?? 0)
      case "seed": turn.chance = (turn.chance?.percent ?? 100, UInt64(try number(0)))
      default:
        throw mistake(
          word, "every N, first N, after N, chance P% or seed N",
          guess: NearestWord.of(word.text, in: ["every", "first", "after", "chance", "seed"]))
      }
      next += 2
    }
    return turn
  }
}

extension String {
  /// What stands before and behind the first of these.
  fileprivate func halves(at mark: String) -> (String, String?) {
    let (bytes, wanted) = (Array(utf8), Array(mark.utf8))
    guard bytes.count >= wanted.count,
      let place = (0...bytes.count - wanted.count).first(where: {
        bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
      })
    else { return (self, nil) }
    return (
      String(decoding: bytes[..<place], as: UTF8.self),
      String(decoding: bytes[(place + wanted.count)...], as: UTF8.self)
    )
  }

  /// Of `800ms`, `2s`, `1.5s`.
  fileprivate var microseconds: Int? {
    let (digits, unit) = hasSuffix("ms") ? (dropLast(2), 1_000.0) : (dropLast(1), 1_000_000.0)
    guard hasSuffix("s"), let number = JSONNumber(String(digits))?.double, 0...3_600_000 ~= number
    else { return nil }
    return Int(saturating: (number * unit).rounded())
  }
}
