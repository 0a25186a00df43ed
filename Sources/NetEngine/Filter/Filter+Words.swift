extension Filter {
  /// What the filter asks for, in words: "status 400–499 and kind business".
  public var words: String { expression.words(inside: .or) }
}

extension Filter.Expression {
  /// How tightly what is around binds: a looser part inside needs brackets.
  fileprivate enum Binding: Int {
    case or, and, not
  }

  fileprivate func words(inside outer: Binding) -> String {
    switch self {
    case .all: return "everything"
    case .test(let test): return test.words
    case .not(let inner): return "not " + inner.words(inside: .not)
    case .and(let parts):
      let text = parts.map { $0.words(inside: .and) }.joined(separator: " and ")
      return outer == .not ? "(\(text))" : text
    case .or(let parts):
      let text = parts.map { $0.words(inside: .or) }.joined(separator: " or ")
      return outer == .or ? text : "(\(text))"
    }
  }
}

extension Filter.Test {
  fileprivate var words: String {
    switch self {
    case .flag(let flag): flag.words
    case .pattern(let field, let pattern):
      "\(field.words) matches '\(pattern.text.escapedForMessage)'"
    case .word(let pattern): "URL or name matches '\(pattern.text.escapedForMessage)'"
    case .status(let test): "status \(test.words { "\($0)" })"
    case .code(let isEqual, let value):
      "envelope code \(isEqual ? "" : "not ")'\(value.escapedForMessage)'"
    case .kind(let kinds):
      if kinds.count == Kind.allCases.count - 1, !kinds.contains(.ok) {
        "kind not ok"
      } else {
        "kind "
          + Kind.allCases.filter { kinds.contains($0) }.map(\.rawValue).joined(separator: " or ")
      }
    case .time(let test): "time \(test.words { $0.shownAsTime })"
    case .size(let test): "body \(test.words { "\($0) B" })"
    case .age(let test): "age \(test.words { "\($0) s" })"
    case .hop(let test): "hops \(test.words { "\($0)" })"
    case .json(let path, let test): "JSON '\(path)' \(test.words)"
    }
  }
}

extension Filter.Flag {
  fileprivate var words: String {
    switch self {
    case .unanswered: "no answer yet"
    case .answered: "answered"
    case .transportFailure: "transport failure"
    case .replay: "replayed"
    case .marked: "marked"
    }
  }
}

extension Filter.Field {
  fileprivate var words: String {
    switch self {
    case .url: "URL"
    case .host: "host"
    case .path: "path"
    case .name: "name"
    case .header: "a header"
    case .requestHeader: "a request header"
    case .responseHeader: "a response header"
    case .body: "a body"
    case .requestBody: "the request's body"
    case .responseBody: "the answer's body"
    case .contentType: "content type"
    case .method: "method"
    case .message: "envelope message"
    case .note: "note"
    }
  }
}

extension Filter.NumberTest {
  fileprivate func words(_ shown: (Int) -> String) -> String {
    switch self {
    case .compare(let comparison, let bound): "\(comparison.words) \(shown(bound))"
    case .ranges(let ranges):
      ranges.map { range in
        range.count == 1
          ? shown(range.lowerBound) : "\(shown(range.lowerBound))–\(shown(range.upperBound))"
      }.joined(separator: " or ")
    }
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
