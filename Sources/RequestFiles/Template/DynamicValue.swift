import LosslessJSON
import NetEngine

/// A value that is made when it is asked for, by the names both editors know.
struct DynamicValue {
  var name: String
  var arguments: [String]
  var system: VariableSystem

  /// Names for a guess; those that take their value from elsewhere included.
  static let names = [
    "$uuid", "$guid", "$random.uuid", "$timestamp", "$timestampMs", "$isoTimestamp", "$datetime",
    "$localDatetime", "$randomInt",
    "$random.integer", "$random.float", "$random.alphabetic", "$random.alphanumeric",
    "$random.hexadecimal", "$random.email", "$processEnv", "$dotenv", "$shared",
  ]

  func text(at place: FilePlace) throws(RequestFileProblem) -> String {
    switch name {
    case "$uuid", "$guid", "$random.uuid": uuid
    case "$timestamp": "\(try moment(arguments, at: place) / 1_000)"
    case "$timestampMs": "\(try moment(arguments, at: place))"
    case "$isoTimestamp": CivilTime(milliseconds: try moment(arguments, at: place)).iso8601
    case "$datetime": try datetime(at: place)
    case "$localDatetime": try datetime(isLocal: true, at: place)
    case "$randomInt" where arguments.isEmpty: "\(system.random(0...999))"
    case "$randomInt", "$random.integer": try integer(at: place)
    case "$random.float": try float(at: place)
    case "$random.alphabetic": try letters(Self.alphabet, at: place)
    case "$random.alphanumeric": try letters(Self.alphabet + "0123456789", at: place)
    case "$random.hexadecimal": try letters("0123456789abcdef", at: place)
    case "$random.email": "\(random(8, of: "abcdefghijklmnopqrstuvwxyz"))@example.com"
    default:
      if let reason = Self.elsewhere(name, written: name) {
        throw RequestFileProblem(place, reason)
      }
      throw RequestFileProblem(
        place, .unknownDynamic(name, near: Self.nearest(to: name)))
    }
  }

  /// The name somebody may have meant; a group's name in front of it makes no two names alike.
  static func nearest(to name: String) -> String? {
    let group = "$random."
    guard name.utf8.starts(with: group.utf8) else { return NearestWord.of(name, in: names) }
    func word(_ name: String) -> String { String(Substring(name.utf8.dropFirst(group.utf8.count))) }
    let words = names.filter { $0.utf8.starts(with: group.utf8) }.map(word)
    return NearestWord.of(word(name), in: words).map { group + $0 }
  }

  private static let alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

  private func bad(_ expected: String, _ place: FilePlace) -> RequestFileProblem {
    RequestFileProblem(place, .badDynamic(name, expected: expected))
  }

  /// Version 4: 122 random bits.
  private var uuid: String {
    var bytes = (0..<16).map { _ in UInt8(truncatingIfNeeded: system.random(0...255)) }
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return text
  }

  /// Now, or so much before or after it: `-3 h`.
  private func moment(
    _ offset: [String], at place: FilePlace
  ) throws(RequestFileProblem) -> Int {
    guard !offset.isEmpty else { return system.now() }
    let units = [
      "ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
    ]
    guard offset.count == 2, let unit = units[offset[1]], let number = Self.signed(offset[0]),
      number.magnitude < 1_000_000_000
    else { throw bad("nothing, or an offset such as -3 h in ms, s, m, h, d or w", place) }
    return system.now() + number * unit
  }

  private func datetime(
    isLocal: Bool = false, at place: FilePlace
  ) throws(RequestFileProblem) -> String {
    let words = formWords
    let form = words.isEmpty ? "iso8601" : words.joined(separator: " ")
    guard !form.isEmpty else {
      throw bad(
        "iso8601, rfc1123 or a form such as \"YYYY-MM-DD\", perhaps an offset such as -3 h", place)
    }
    let moment = try moment(Array(arguments.dropFirst(words.count)), at: place)
    let zone = isLocal ? system.utcOffset(moment) : 0
    let time = CivilTime(milliseconds: moment + zone * 1_000, zone: zone)
    switch form {
    case "iso8601": return isLocal ? time.text("YYYY-MM-DDTHH:mm:ss.SSSZ") : time.iso8601
    case "rfc1123": return isLocal ? time.text("ddd, DD MMM YYYY HH:mm:ss ZZ") : time.rfc1123
    default: return time.text(Self.form(form))
    }
  }

  /// The words in front of an offset that are a form: one, or several that have no quotes around them.
  private var formWords: [String] {
    guard let first = arguments.first, Self.signed(first) == nil else { return [] }
    guard first != "iso8601", first != "rfc1123" else { return [first] }
    let others = arguments.dropFirst().prefix { word in
      word.utf8.count > 1 && word.utf8.contains { ($0 | 0x20) &- 0x61 < 26 }
        && word.utf8.allSatisfy { ($0 | 0x20) &- 0x61 >= 26 || "YMDHhmsSAaZ".utf8.contains($0) }
    }
    return [first] + others
  }

  /// A form in the letters used here; `yyyy-MM-dd` has those of .NET, where a day is a small letter.
  private static func form(_ written: String) -> String {
    guard written.utf8.firstPlace(of: "yy".utf8) != nil else { return written }
    var form = ""
    var rest = Substring(written).utf8
    while let first = rest.first {
      if first == UInt8(ascii: "'"), let end = rest.dropFirst().firstIndex(of: first) {
        form += "[" + Substring(rest[..<end].dropFirst()) + "]"
        rest = rest[rest.index(after: end)...]
        continue
      }
      let run = rest.prefix { $0 == first }
      let word = String(Substring(run))
      form += letters[word] ?? word
      rest = rest[run.endIndex...]
    }
    return form
  }

  private static let letters = [
    "yyyy": "YYYY", "yy": "YY", "dd": "DD", "d": "D", "fff": "SSS", "tt": "A", "zzz": "Z", "K": "Z",
  ]

  /// The lower end counts, the upper one does not: so both editors have it.
  private func integer(at place: FilePlace) throws(RequestFileProblem) -> String {
    let ends = arguments.isEmpty ? ["0", "1000"] : arguments
    guard ends.count == 2, let low = Self.signed(ends[0]), let high = Self.signed(ends[1]),
      low < high
    else { throw bad("two whole numbers, the smaller one first", place) }
    return "\(system.random(low...high - 1))"
  }

  private func float(at place: FilePlace) throws(RequestFileProblem) -> String {
    let ends = arguments.isEmpty ? ["0", "1000"] : arguments
    guard ends.count == 2, let low = JSONNumber(ends[0])?.double,
      let high = JSONNumber(ends[1])?.double, low < high, (high - low).isFinite
    else { throw bad("two numbers, the smaller one first", place) }
    return "\(low + (high - low) * Double(system.random(0...999_999)) / 1_000_000)"
  }

  private func letters(
    _ letters: String, at place: FilePlace
  ) throws(RequestFileProblem) -> String {
    // As many as httpYac makes where nothing is said; JetBrains' client wants to be told.
    let said = arguments.isEmpty ? ["10"] : arguments
    guard said.count == 1, let count = Int(digits: said[0].utf8), 1...100_000 ~= count
    else { throw bad("how many, from 1 to 100000", place) }
    return random(count, of: letters)
  }

  private func random(_ count: Int, of letters: String) -> String {
    let letters = Array(letters.utf8)
    let made = (0..<count).map { _ in letters[system.random(0...letters.count - 1)] }
    return String(decoding: made, as: UTF8.self)
  }

  private static func signed(_ text: String) -> Int? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let hasSign = isNegative || text.utf8.first == UInt8(ascii: "+")
    return Int(digits: text.utf8.dropFirst(hasSign ? 1 : 0)).map { isNegative ? -$0 : $0 }
  }
}
