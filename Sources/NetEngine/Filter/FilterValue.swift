import LosslessJSON

/// The value of a test before it is read: `>=500`, `4xx,304`, `>200ms`.
struct FilterValue {
  var name: String
  /// For "~time needs …".
  var expected: String
  /// What stood in front; never taken out of quotes.
  var comparison: Filter.Comparison?
  var value: Text

  /// A word or a quoted text with its place.
  struct Text {
    var text: String
    /// Where its first byte stands in the expression.
    var offset: Int
    /// Places in front of which a backslash was left out; nil when there are no quotes.
    var escapes: [Int]?

    var isQuoted: Bool { escapes != nil }

    /// Where a byte of the text stands in the expression.
    func offset(of place: Int) -> Int {
      offset + place + (escapes ?? []).count { $0 < place }
    }
  }

  private func mistake(_ message: String? = nil, at place: Int = 0) -> FilterMistake {
    FilterMistake(
      offset: value.offset(of: place),
      message: message ?? "\(name) needs \(expected), found '\(value.text.shortened)'")
  }

  func test() throws(FilterMistake) -> Filter.Test {
    switch name {
    case "~c": .status(try status())
    case "~code": try code()
    case "~kind": .kind(try kinds())
    case "~time": .time(try time())
    case "~size": .size(try size())
    case "~age": .age(try age())
    case "~seq": .number(try sequence())
    default: .hop(try count())
    }
  }

  /// One number, a range of them, or a bound.
  private func sequence() throws(FilterMistake) -> Filter.NumberTest {
    let parts = value.text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, comparison == nil else { return try count() }
    guard let first = Int(digits: parts[0].utf8), let last = Int(digits: parts[1].utf8),
      first <= last
    else { throw mistake() }
    return .ranges([first...last])
  }

  private func status() throws(FilterMistake) -> Filter.NumberTest {
    if let comparison, comparison != .equal, comparison != .unequal {
      guard let number = Int(digits: value.text.utf8) else { throw mistake() }
      return .compare(comparison, number)
    }
    guard let filter = StatusFilter(value.text), filter != .none else { throw mistake() }
    return comparison == .unequal ? .outside(filter.ranges) : .ranges(filter.ranges)
  }

  private func code() throws(FilterMistake) -> Filter.Test {
    switch comparison {
    case nil, .equal: return .code(isEqual: true, value.text)
    case .unequal: return .code(isEqual: false, value.text)
    default: throw mistake("~code is compared as text: only a value or !=value")
    }
  }

  private func kinds() throws(FilterMistake) -> Set<Filter.Verdict> {
    var kinds: Set<Filter.Verdict> = []
    var place = 0
    for word in value.text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = word.lowercasedASCII
      if name == "fail" {
        kinds.formUnion(Filter.Verdict.failures)
      } else if let kind = Filter.Verdict.allCases.first(where: {
        $0.names.contains { $0.lowercasedASCII == name }
      }) {
        kinds.insert(kind)
      } else {
        throw mistake(Self.unknownKind(String(word)), at: place)
      }
      place += word.utf8.count + 1
    }
    switch comparison {
    case nil, .equal: return kinds
    case .unequal: return Set(Filter.Verdict.allCases).subtracting(kinds)
    default: throw mistake("a kind has no order: only kinds or !=kinds")
    }
  }

  private static func unknownKind(_ word: String) -> String {
    guard !word.isEmpty else { return "expected a kind such as rejected, found nothing" }
    let names = Filter.Verdict.allCases.flatMap(\.names) + ["fail"]
    let near = NearestWord.question(word, in: names).map { "; " + $0 } ?? ""
    return "there is no kind '\(word.shortened)'\(near)"
  }

  static func type(_ value: Text) throws(FilterMistake) -> JSON.Kind {
    if let kind = JSON.Kind(rawValue: value.text) { return kind }
    let all = JSON.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    throw FilterMistake(
      offset: value.offset, message: "'\(value.text.shortened)' is no type; one of \(all)")
  }

  func count() throws(FilterMistake) -> Filter.NumberTest {
    try number(units: [("", 1)])
  }

  /// Microseconds.
  private func time() throws(FilterMistake) -> Filter.NumberTest {
    try requireComparison()
    return try number(units: FilterUnits.time + [("µs", 1), ("m", 60_000_000)])
  }

  /// Bytes; `k` is 1024.
  private func size() throws(FilterMistake) -> Filter.NumberTest {
    let more = [
      ("B", 1), ("K", 1 << 10), ("kB", 1 << 10), ("KB", 1 << 10), ("MB", 1 << 20), ("GB", 1 << 30),
    ]
    return try number(units: FilterUnits.size + more)
  }

  /// Seconds.
  private func age() throws(FilterMistake) -> Filter.NumberTest {
    try requireComparison()
    return try number(units: FilterUnits.age)
  }

  /// No exchange takes exactly 200 ms: without a comparison the test would never pass.
  private func requireComparison() throws(FilterMistake) {
    guard comparison == nil else { return }
    throw mistake(
      "\(name) needs a comparison in front, such as \(name) >\(value.text.shortened)")
  }

  /// Digits, perhaps a point and more digits, then a unit.
  private func number(units: [FilterUnits.Unit]) throws(FilterMistake) -> Filter.NumberTest {
    let bytes = value.text.utf8
    let whole = bytes.prefix { $0 &- 0x30 < 10 }
    var rest = bytes.dropFirst(whole.count)
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
      rest = rest.dropFirst(fraction.count + 1)
      if fraction.isEmpty { throw mistake() }
    }
    guard let unit = units.first(where: { $0.name.utf8.elementsEqual(rest) }), !whole.isEmpty else {
      throw mistake()
    }
    if !fraction.isEmpty, unit.size == 1 { throw mistake("\(name) counts whole numbers here") }
    guard let number = Int(digits: whole), number < 1_000_000_000_000_000 / unit.size,
      fraction.count <= 9
    else { throw mistake("'\(value.text.shortened)' is too large for \(name)") }
    let part = Int(digits: fraction) ?? 0
    let scale = (0..<fraction.count).reduce(1) { scale, _ in scale * 10 }
    return .compare(comparison ?? .equal, number * unit.size + part * unit.size / scale)
  }
}

/// Units as they are written, the smallest first; others are read but never written.
package enum FilterUnits {
  package typealias Unit = (name: String, size: Int)

  static let time: [Unit] = [("us", 1), ("ms", 1_000), ("s", 1_000_000)]
  static let size: [Unit] = [("", 1), ("k", 1 << 10), ("M", 1 << 20), ("G", 1 << 30)]
  static let age: [Unit] = [("s", 1), ("m", 60), ("h", 3_600), ("d", 86_400)]

  package static let timeWords: [Unit] = [(" µs", 1), (" ms", 1_000), (" s", 1_000_000)]
  static let sizeWords: [Unit] = [
    (" B", 1), (" KiB", 1 << 10), (" MiB", 1 << 20), (" GiB", 1 << 30),
  ]
  static let ageWords: [Unit] = [(" s", 1), (" min", 60), (" h", 3_600), (" d", 86_400)]

  /// The number in the largest unit that leaves no fraction.
  package static func text(_ value: Int, in units: [Unit]) -> String {
    let unit = units.last { value != 0 && value.isMultiple(of: $0.size) } ?? units[0]
    return "\(value / unit.size)\(unit.name)"
  }
}
