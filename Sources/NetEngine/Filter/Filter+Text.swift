import LosslessJSON

extension Filter.Expression {
  /// The expression as it would be typed; reading it gives the same expression again.
  package var text: String {
    let style = Style(and: " & ", or: " | ", not: "!", everything: "\"\"", nothing: "!\"\"")
    return self == .all ? "" : rendered(style) { $0.text }
  }
}

extension Filter.Test {
  fileprivate var text: String {
    switch self {
    case .flag(let flag): flag.rawValue
    case .pattern(let field, let pattern): "\(field.rawValue) \(pattern.text.quotedForFilter)"
    case .word(let pattern): pattern.text.quotedForFilter
    case .status(let test): "~c " + test.text { "\($0)" }
    case .code(let isEqual, let value): "~code \(isEqual ? "" : "!=")\(value.quotedForFilter)"
    case .kind(let kinds): "~kind " + kinds.text
    case .time(let test): "~time " + test.text { FilterUnits.text($0, in: FilterUnits.time) }
    case .size(let test): "~size " + test.text { FilterUnits.text($0, in: FilterUnits.size) }
    case .age(let test): "~age " + test.text { FilterUnits.text($0, in: FilterUnits.age) }
    case .number(let test): "~seq " + test.text { "\($0)" }
    case .hop(let test): "~hop " + test.text { "\($0)" }
    case .json(let path, let test): "~json \(path.description.quotedForFilter) \(test.text)"
    }
  }
}

extension Filter.NumberTest {
  fileprivate func text(_ shown: (Int) -> String) -> String {
    switch self {
    case .compare(let comparison, let bound): comparison.rawValue + shown(bound)
    case .ranges(let ranges): ranges.map(Self.text).joined(separator: ",")
    case .outside(let ranges): "!=" + ranges.map(Self.text).joined(separator: ",")
    }
  }

  private static func text(_ range: ClosedRange<Int>) -> String {
    if range.count == 1 { return "\(range.lowerBound)" }
    if range.count == 100, range.lowerBound.isMultiple(of: 100) {
      return "\(range.lowerBound / 100)xx"
    }
    return "\(range.lowerBound)-\(range.upperBound)"
  }
}

extension Set<Filter.Verdict> {
  fileprivate var text: String {
    func list(_ isListed: (Filter.Verdict) -> Bool) -> String {
      Filter.Verdict.allCases.filter(isListed).map(\.filterWord).joined(separator: ",")
    }
    if count == Filter.Verdict.allCases.count { return "ok,unchecked,fail" }
    if self == Filter.Verdict.failures { return "fail" }
    if isEmpty { return "!=ok,unchecked,fail" }
    return count > Filter.Verdict.allCases.count / 2
      ? "!=" + list { !contains($0) } : list { contains($0) }
  }
}

extension Filter.JSONTest {
  fileprivate var text: String {
    switch self {
    case .exists: "exists"
    case .compare(let comparison, let value, isQuoted: true):
      "\(comparison.rawValue) \(value.inFilterQuotes)"
    case .compare(let comparison, let value, isQuoted: false):
      // Behind a space an exclamation mark would negate.
      if value.utf8.first == UInt8(ascii: "!") {
        "\(comparison.rawValue)\(value)"
      } else {
        "\(comparison.rawValue) \(value.needsFilterQuotes ? value.inFilterQuotes : value)"
      }
    case .matches(let pattern): "=~ \(pattern.text.quotedForFilter)"
    case .length(let test): "length " + test.text { "\($0)" }
    case .type(let kind): "type \(kind.rawValue)"
    }
  }
}

extension String {
  /// One value of a filter, whatever is in it.
  package var quotedForFilter: String {
    needsFilterQuotes || utf8.contains { "<>=!".utf8.contains($0) } ? inFilterQuotes : self
  }

  /// Whether it would be more than one word, or something else than a word.
  fileprivate var needsFilterQuotes: Bool {
    guard let first = utf8.first else { return true }
    return "~!'".utf8.contains(first) || utf8.contains(where: \.endsFilterWord)
  }

  /// A backslash is doubled only where the lexer would take it for an escape.
  fileprivate var inFilterQuotes: String {
    let bytes = Array(utf8)
    var quoted = [UInt8(ascii: "\"")]
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : UInt8(ascii: "\"")
      if byte == UInt8(ascii: "\"") { quoted.append(UInt8(ascii: "\\")) }
      if byte == UInt8(ascii: "\\"), next == byte || next == UInt8(ascii: "\"") {
        quoted.append(byte)
      }
      quoted.append(byte)
    }
    return String(decoding: quoted + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}
