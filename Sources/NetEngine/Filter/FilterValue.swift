/// The value of a test before it is read: `>=500`, `4xx,304`, `>200ms`.
struct FilterValue {
  var name: String
  var text: String
  /// Where it stands in the expression.
  var offset: Int
  /// For "~time needs …".
  var expected: String

  private func mistake(_ message: String? = nil, at place: Int = 0) -> FilterMistake {
    FilterMistake(
      offset: offset + place, message: message ?? "\(name) needs \(expected), found '\(text)'")
  }

  /// The comparison in front, if there is one, and what follows it.
  private var split: (comparison: Filter.Comparison?, rest: Substring) {
    for mark in [">=", "<=", "==", "!=", ">", "<", "="] where text.hasPrefix(mark) {
      let comparison = mark == "=" ? .equal : Filter.Comparison(rawValue: mark)
      return (comparison, text.dropFirst(mark.utf8.count))
    }
    return (nil, text[...])
  }

  func status() throws(FilterMistake) -> Filter.NumberTest {
    let (comparison, rest) = split
    if let comparison {
      guard let number = Int(digits: rest.utf8) else { throw mistake() }
      return .compare(comparison, number)
    }
    guard text != "none", let filter = StatusFilter(text) else { throw mistake() }
    return .ranges(filter.ranges)
  }

  func code() throws(FilterMistake) -> Filter.Test {
    let (comparison, rest) = split
    switch comparison {
    case nil, .equal: return .code(isEqual: true, String(rest))
    case .unequal: return .code(isEqual: false, String(rest))
    default: throw mistake("~code is compared as text: only a value or !=value")
    }
  }

  func kinds() throws(FilterMistake) -> Set<Kind> {
    var kinds: Set<Kind> = []
    var place = 0
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      switch word {
      case "fail": kinds.formUnion(Kind.allCases.filter { $0 != .ok })
      default:
        guard let kind = Kind.allCases.first(where: { $0.word == word || $0.rawValue == word })
        else {
          throw mistake(Self.unknownKind(String(word)), at: place)
        }
        kinds.insert(kind)
      }
      place += word.utf8.count + 1
    }
    return kinds
  }

  private static func unknownKind(_ word: String) -> String {
    let names = Kind.allCases.flatMap { [$0.word, $0.rawValue] } + ["fail"]
    let near = NearestWord.of(word, in: names).map { "; did you mean \($0)?" } ?? ""
    return "there is no kind '\(word)'\(near)"
  }

  func count() throws(FilterMistake) -> Filter.NumberTest {
    try number(units: ["": 1])
  }

  /// Microseconds.
  func time() throws(FilterMistake) -> Filter.NumberTest {
    try number(units: ["us": 1, "µs": 1, "ms": 1_000, "s": 1_000_000, "m": 60_000_000])
  }

  /// Bytes; `k` is 1024.
  func size() throws(FilterMistake) -> Filter.NumberTest {
    try number(units: [
      "": 1, "B": 1, "k": 1 << 10, "kB": 1 << 10, "K": 1 << 10, "M": 1 << 20, "MB": 1 << 20,
      "G": 1 << 30,
    ])
  }

  /// Seconds.
  func age() throws(FilterMistake) -> Filter.NumberTest {
    try number(units: ["s": 1, "m": 60, "h": 3_600, "d": 86_400])
  }

  /// Digits, perhaps a point, then a unit; without a comparison it means "equal".
  private func number(units: [String: Int]) throws(FilterMistake) -> Filter.NumberTest {
    let (comparison, rest) = split
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let unit = units[String(rest.dropFirst(digits.count))],
      digits.utf8.first.map({ $0 != UInt8(ascii: ".") }) == true, let value = Double(digits),
      value * Double(unit) < 1e15
    else { throw mistake() }
    return .compare(comparison ?? .equal, Int(value * Double(unit)))
  }
}
