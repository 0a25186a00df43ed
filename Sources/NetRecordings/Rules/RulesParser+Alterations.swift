import LosslessJSON
import NetEngine

// What is done on the way between an app and its server: `answer as invalidSession every 3`,
// `request header set X-Env=test`, `hold answer for 30s`.
extension RulesParser {
  private static let answers = [
    "as", "status", "from", "late", "slow", "cut", "reset", "hang", "empty", "garbage", "header",
    "body",
  ]
  private static let requests = ["header", "query", "body"]

  /// Reads on behind the part's name; nil for a part that alters nothing.
  func altering(_ part: String, from place: Int) throws(RulesMistake) -> Rules.Part? {
    var next = place
    var alterations: [Alteration] = []
    switch part {
    case "answer":
      repeat {
        alterations.append(try answer(&next))
      } while wordIfAny(at: next).map { Self.answers.contains($0.text) } ?? false
    case "request":
      repeat {
        alterations.append(try request(&next))
      } while wordIfAny(at: next).map { Self.requests.contains($0.text) } ?? false
    case "hold": alterations = [try hold(&next)]
    default: return nil
    }
    return .altering(AlteringRule(alterations: alterations, turn: try turn(from: next)))
  }

  private func answer(_ next: inout Int) throws(RulesMistake) -> Alteration {
    let expected =
      "as, status, from, late, slow, cut, reset, hang, empty, garbage, header or body"
    let word = try word(at: next, expected)
    next += 1
    switch word.text {
    case "as": return .means(try meaning(&next))
    case "status":
      let said = try self.word(at: next, "a status such as 503")
      guard let status = Int(said.text), 200...599 ~= status else {
        throw mistake(said, "a status from 200 to 599")
      }
      next += 1
      return .status(status)
    case "from": return .from(try source(&next))
    case "late": return .late(try times(&next))
    case "slow": return .slow(try pace(&next))
    case "cut": return .ends(.cut(try place(&next) ?? .percent(50)))
    case "reset": return .ends(.reset(try place(&next)))
    case "hang": return .ends(.hang)
    case "empty": return .ends(.empty)
    case "garbage": return .ends(.garbage)
    case "header": return .header(try header(&next))
    case "body": return try body(&next)
    default: throw mistake(word, expected, guess: NearestWord.of(word.text, in: Self.answers))
    }
  }

  private func request(_ next: inout Int) throws(RulesMistake) -> Alteration {
    let expected = "header, query or body"
    let word = try word(at: next, expected)
    next += 1
    switch word.text {
    case "header": return .requestHeader(try header(&next))
    case "query": return .requestQuery(try query(&next))
    case "body": return .requestBody(try bodyChange(&next, "set /place VALUE or drop /place"))
    default: throw mistake(word, expected, guess: NearestWord.of(word.text, in: Self.requests))
    }
  }

  /// `hold request`, `hold answer for 30s`.
  private func hold(_ next: inout Int) throws(RulesMistake) -> Alteration {
    let sides = ["request", "answer"]
    let side = try word(at: next, "request or answer")
    guard sides.contains(side.text) else {
      throw mistake(side, "request or answer", guess: NearestWord.of(side.text, in: sides))
    }
    next += 1
    var time: Int?
    if wordIfAny(at: next)?.text == "for" {
      let said = try word(at: next + 1, "a time such as 60s")
      guard let found = said.text.microseconds else { throw mistake(said, "a time such as 60s") }
      (time, next) = (found, next + 2)
    }
    return .holds(side.text == "request" ? .request : .answer, time)
  }

  // MARK: Answers

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

  /// `sample ./feed.json`, `login#4`.
  private func source(_ next: inout Int) throws(RulesMistake) -> Alteration.Source {
    let expected = "sample FILE, or RECORDING#NUMBER such as login#4"
    let said = try word(at: next, expected)
    next += 1
    if said.text == "sample" {
      let file = try word(at: next, "a file")
      next += 1
      return .sample(file.text)
    }
    guard let mark = said.text.lastIndex(of: "#"), mark > said.text.startIndex,
      let number = Int(said.text[said.text.index(after: mark)...]), number > 0
    else { throw mistake(said, expected) }
    return .recording(String(said.text[..<mark]), number)
  }

  /// `800ms`, `800ms..2s`.
  private func times(_ next: inout Int) throws(RulesMistake) -> ClosedRange<Int> {
    let expected = "a time such as 800ms or 1s..3s"
    let said = try word(at: next, expected)
    next += 1
    let parts = said.text.halves(at: "..")
    guard let first = parts.0.microseconds else { throw mistake(said, expected) }
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
    next += 2
    if word.text == "at" {
      guard said.text.hasSuffix("%"), let percent = Int(said.text.dropLast()), 0...100 ~= percent
      else { throw mistake(said, expected) }
      return .percent(percent)
    }
    guard let count = Int(said.text), count >= 0 else { throw mistake(said, expected) }
    return .bytes(count)
  }

  /// `set /data/total 0`, `drop /data/next`, `broken json`.
  private func body(_ next: inout Int) throws(RulesMistake) -> Alteration {
    let expected = "set /place VALUE, drop /place or broken json|gzip|utf8|length"
    guard try word(at: next, expected).text == "broken" else {
      return .body(try bodyChange(&next, expected))
    }
    let how = try word(at: next + 1, "json, gzip, utf8 or length")
    guard let broken = Alteration.Broken(rawValue: how.text) else {
      throw mistake(
        how, "json, gzip, utf8 or length",
        guess: NearestWord.of(how.text, in: Alteration.Broken.allCases.map(\.rawValue)))
    }
    next += 2
    return .broken(broken)
  }

  // MARK: Both ways

  private func bodyChange(
    _ next: inout Int, _ expected: String
  ) throws(RulesMistake) -> Alteration.BodyChange {
    let what = try word(at: next, expected)
    guard what.text == "set" || what.text == "drop" else {
      throw mistake(
        what, expected, guess: NearestWord.of(what.text, in: ["set", "drop", "broken"]))
    }
    let pointer = try word(at: next + 1, "a JSON Pointer such as /data/total")
    guard pointer.text.hasPrefix("/") else {
      throw mistake(pointer, "a JSON Pointer such as /data/total")
    }
    next += 2
    let path = JSONPath(pointer.text)
    if what.text == "drop" { return .drop(path) }
    let value = try word(at: next, "a JSON value such as 0 or \"text\"")
    let raw = raw(at: value.column - 1)
    guard JSONDocument(Array(raw.text.utf8)).error == nil else {
      throw RulesMistake(
        line: line, column: value.column, found: raw.text,
        expected: "a JSON value such as 0, \"text\" or {\"a\": 1}")
    }
    next = self.place(behind: raw.end - 1)
    return .set(path, Array(raw.text.utf8))
  }

  /// `drop ETag`, `set Name=Value`, `add Name="two words"`, `Name=Value`.
  private func header(_ next: inout Int) throws(RulesMistake) -> Alteration.Header {
    let expected = "drop NAME, set NAME=VALUE or add NAME=VALUE"
    let what = try word(at: next, expected)
    let verbs = ["drop", "set", "add"]
    let isSaid = verbs.contains(what.text)
    guard isSaid || what.text.utf8.contains(UInt8(ascii: "=")) else {
      throw mistake(what, expected, guess: NearestWord.of(what.text, in: verbs))
    }
    if isSaid { next += 1 }
    if what.text == "drop" {
      let name = try word(at: next, "the name of a header")
      guard name.text.utf8.allSatisfy(\.isTokenByte) else {
        throw mistake(name, "the name of a header")
      }
      try refuseConnectionField(name.text, name)
      next += 1
      return .drop(name.text)
    }
    let place = next
    let (name, value) = try pair(&next) { $0.utf8.allSatisfy(\.isTokenByte) }
    let said = try word(at: place, expected)
    try refuseConnectionField(name, said)
    // Of "\r" in quotes: such a byte would end the header line for some readers.
    guard !value.holdsOddControl else {
      throw mistake(said, "a value without control characters other than a tab")
    }
    return what.text == "add" ? .add(name, value) : .set(name, value)
  }

  /// A rule that changes such a field would move the end of a message, or change nothing.
  private func refuseConnectionField(_ name: String, _ said: Word) throws(RulesMistake) {
    guard ConnectionFields.contain(name) else { return }
    throw mistake(
      said, "another header: inspector writes \(name) itself, to fit the connection and the body")
  }

  /// `drop page`, `set page=2`.
  private func query(_ next: inout Int) throws(RulesMistake) -> Alteration.Query {
    let expected = "drop NAME or set NAME=VALUE"
    let what = try word(at: next, expected)
    guard what.text == "drop" || what.text == "set" else {
      throw mistake(what, expected, guess: NearestWord.of(what.text, in: ["drop", "set"]))
    }
    next += 1
    if what.text == "drop" {
      let name = try word(at: next, "the name of a query parameter")
      next += 1
      return .drop(name.text)
    }
    let (name, value) = try pair(&next) { _ in true }
    return .set(name, value)
  }

  /// `NAME=VALUE`, the value in quotes where blanks are in it.
  private func pair(
    _ next: inout Int, _ isName: (String) -> Bool
  ) throws(RulesMistake) -> (String, String) {
    let said = try word(at: next, "NAME=VALUE")
    let (name, value) = said.text.halves(at: "=")
    guard let value, !name.isEmpty, isName(name) else { throw mistake(said, "NAME=VALUE") }
    guard value.utf8.first == 0x22 else {
      next += 1
      return (name, value)
    }
    let raw = raw(at: said.column + name.utf8.count)
    guard let text = JSONDocument(Array(raw.text.utf8)).json.string else {
      throw mistake(said, "NAME=\"VALUE\", with a quote at its end")
    }
    next = place(behind: raw.end - 1)
    return (name, text)
  }

  /// What begins at a byte: to the end of quotes and brackets, else of the word.
  func raw(at start: Int) -> (text: String, end: Int) {
    var (end, depth, isQuoted) = (start, 0, false)
    while end < bytes.count {
      let byte = bytes[end]
      if isQuoted {
        if byte == UInt8(ascii: "\\") { end += 1 } else if byte == 0x22 { isQuoted = false }
      } else if byte == 0x22 {
        isQuoted = true
      } else if byte == 0x7b || byte == 0x5b {
        depth += 1
      } else if byte == 0x7d || byte == 0x5d {
        depth -= 1
      } else if depth <= 0, byte == 0x20 || byte == 0x09 {
        break
      }
      end += 1
    }
    end = min(end, bytes.count)
    return (String(decoding: bytes[start..<end], as: UTF8.self), end)
  }

  // MARK: When

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
