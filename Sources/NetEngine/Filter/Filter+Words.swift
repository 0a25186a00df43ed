import LosslessJSON

extension Filter {
  /// What the filter asks for, in words: "status 400–499 and kind business".
  package var words: String {
    let style = Expression.Style(
      and: " and ", or: " or ", not: "not ", everything: "everything", nothing: "nothing")
    return expression.rendered(style) { $0.words }
  }
}

extension Filter.Expression {
  /// How the parts of an expression are put together.
  struct Style {
    var and: String
    var or: String
    var not: String
    /// What passes always, and what never does.
    var everything: String
    var nothing: String
  }

  /// How tightly what is around binds: a looser part inside needs brackets.
  enum Binding {
    case or, and, not
  }

  func rendered(
    _ style: Style, inside outer: Binding = .or, test: (Filter.Test) -> String
  ) -> String {
    switch self {
    case .all: return style.everything
    case .and(let parts) where parts.isEmpty: return style.everything
    case .or(let parts) where parts.isEmpty: return style.nothing
    case .test(let one): return test(one)
    case .not(let inner): return style.not + inner.rendered(style, inside: .not, test: test)
    case .and(let parts):
      let text = parts.map { $0.rendered(style, inside: .and, test: test) }
        .joined(separator: style.and)
      return outer == .not ? "(\(text))" : text
    case .or(let parts):
      let text = parts.map { $0.rendered(style, inside: .or, test: test) }
        .joined(separator: style.or)
      return outer == .or ? text : "(\(text))"
    }
  }
}

extension Filter.Test {
  fileprivate var words: String {
    switch self {
    case .flag(let flag): FilterTerm.words(of: flag.rawValue)
    case .pattern(let field, let pattern):
      "\(FilterTerm.words(of: field.rawValue)) matches '\(pattern.text.escapedForMessage)'"
    case .word(let pattern): "URL/name matches '\(pattern.text.escapedForMessage)'"
    case .status(let test): "status \(test.words { "\($0)" })"
    case .code(let isEqual, let value):
      "envelope code \(isEqual ? "" : "not ")'\(value.escapedForMessage)'"
    case .kind(let kinds): kinds.words
    case .time(let test): "time \(test.words { FilterUnits.text($0, in: FilterUnits.timeWords) })"
    case .size(let test): "body \(test.words { FilterUnits.text($0, in: FilterUnits.sizeWords) })"
    case .age(let test): "age \(test.words { FilterUnits.text($0, in: FilterUnits.ageWords) })"
    case .number(let test): "number \(test.words { "\($0)" })"
    case .hop(let test): "hops \(test.words { "\($0)" })"
    case .json(let path, let test):
      (path.steps.isEmpty ? "the JSON document" : "JSON '\("\(path)".escapedForMessage)'")
        + " \(test.words)"
    }
  }
}

extension Set<Filter.Verdict> {
  fileprivate var words: String {
    func list(_ isListed: (Filter.Verdict) -> Bool) -> String {
      Filter.Verdict.allCases.filter(isListed).map(\.word).joined(separator: " or ")
    }
    if self == Filter.Verdict.failures { return "any failure" }
    if isEmpty { return "no kind" }
    if count == Filter.Verdict.allCases.count { return "any kind" }
    return count > Filter.Verdict.allCases.count / 2
      ? "kind not " + list { !contains($0) } : "kind " + list { contains($0) }
  }
}

extension Filter.NumberTest {
  fileprivate func words(_ shown: (Int) -> String) -> String {
    switch self {
    case .compare(let comparison, let bound): "\(comparison.words) \(shown(bound))"
    case .ranges(let ranges): Self.list(ranges, shown)
    case .outside(let ranges): "not " + Self.list(ranges, shown)
    }
  }

  private static func list(_ ranges: [ClosedRange<Int>], _ shown: (Int) -> String) -> String {
    ranges.map { range in
      range.count == 1
        ? shown(range.lowerBound) : "\(shown(range.lowerBound))–\(shown(range.upperBound))"
    }.joined(separator: " or ")
  }
}

extension Filter.Comparison {
  fileprivate var words: String {
    switch self {
    case .less: "below"
    case .atMost: "at most"
    case .greater: "above"
    case .atLeast: "at least"
    case .equal: "exactly"
    case .unequal: "not"
    }
  }
}

extension Filter.JSONTest {
  fileprivate var words: String {
    switch self {
    case .exists: "is there"
    case .compare(let comparison, let value, let isQuoted):
      "\(comparison.rawValue) \(isQuoted ? "\"\(value.escapedForMessage)\"" : value.escapedForMessage)"
    case .matches(let pattern): "matches '\(pattern.text.escapedForMessage)'"
    case .length(let test): "has length \(test.words { "\($0)" })"
    case .type(let kind): "is of type \(kind.rawValue)"
    }
  }
}
