extension Filter {
  /// Whether the exchange passes; a pattern that costs too much ends the whole question.
  public func matches(_ subject: some FilterSubject) throws(Pattern.Trouble) -> Bool {
    try expression.matches(subject)
  }
}

extension Filter.Expression {
  fileprivate func matches(_ subject: some FilterSubject) throws(Pattern.Trouble) -> Bool {
    switch self {
    case .all: return true
    case .and(let parts):
      for part in parts where try !part.matches(subject) { return false }
      return true
    case .or(let parts):
      for part in parts where try part.matches(subject) { return true }
      return false
    case .not(let inner): return try !inner.matches(subject)
    case .test(let test): return try test.matches(subject)
    }
  }
}

extension Filter.Test {
  fileprivate func matches(_ subject: some FilterSubject) throws(Pattern.Trouble) -> Bool {
    switch self {
    case .flag(let flag): return flag.matches(subject)
    case .pattern(let field, let pattern): return try field.matches(pattern, subject)
    case .word(let pattern):
      if try pattern.matches(subject.filterURL) { return true }
      return try pattern.matches(subject.filterName)
    case .status(let test): return test.matches(subject.filterStatus)
    case .code(let isEqual, let value):
      guard let envelope = subject.filterEnvelope, let code = envelope.code else { return false }
      return code.utf8.elementsEqual(value.utf8) == isEqual
    case .kind(let kinds): return subject.filterKind.map { kinds.contains($0) } ?? false
    case .time(let test): return test.matches(subject.filterTime)
    case .size(let test): return test.matches(subject.filterResponseBody?.count)
    case .age(let test): return test.matches(subject.filterAge)
    case .hop(let test): return test.matches(subject.filterHops)
    case .json(let path, let test):
      guard let document = subject.filterDocument else { return false }
      return try test.matches(document[path: path])
    }
  }
}

extension Filter.Flag {
  fileprivate func matches(_ subject: some FilterSubject) -> Bool {
    switch self {
    case .unanswered: subject.filterKind == nil
    case .answered: subject.filterStatus != nil
    case .transportFailure: subject.filterKind?.isTransportFailure ?? false
    case .replay: subject.filterIsReplay
    case .marked: subject.filterIsMarked
    }
  }
}

extension Kind {
  /// The transfer itself failed: the kinds that end with exit code 3.
  fileprivate var isTransportFailure: Bool { exitCode == 3 && self != .plugin && self != .sequence }
}

extension Filter.Field {
  fileprivate func matches(
    _ pattern: Pattern, _ subject: some FilterSubject
  ) throws(Pattern.Trouble) -> Bool {
    switch self {
    case .url: return try pattern.matches(subject.filterURL)
    case .host: return try pattern.matches((try? URLText(subject.filterURL))?.host ?? "")
    case .path: return try pattern.matches((try? URLText(subject.filterURL))?.path ?? "")
    case .name: return try pattern.matches(subject.filterName)
    case .header:
      return try Self.any(subject.filterRequestHeaders + subject.filterResponseHeaders, pattern)
    case .requestHeader: return try Self.any(subject.filterRequestHeaders, pattern)
    case .responseHeader: return try Self.any(subject.filterResponseHeaders, pattern)
    case .body:
      if try Self.any(subject.filterRequestBody, pattern) { return true }
      return try Self.any(subject.filterResponseBody, pattern)
    case .requestBody: return try Self.any(subject.filterRequestBody, pattern)
    case .responseBody: return try Self.any(subject.filterResponseBody, pattern)
    case .contentType:
      let types = subject.filterResponseHeaders.filter { line in
        line.prefix { $0 != ":" }.lowercased() == "content-type"
      }
      return try Self.any(types.map { String($0.dropFirst(13)) }, pattern)
    case .method: return try pattern.matches(subject.filterMethod)
    case .message: return try pattern.matches(subject.filterEnvelope?.message ?? "")
    case .note: return try pattern.matches(subject.filterNote)
    }
  }

  private static func any(_ lines: [String], _ pattern: Pattern) throws(Pattern.Trouble) -> Bool {
    for line in lines where try pattern.matches(line) { return true }
    return false
  }

  private static func any(_ body: Body?, _ pattern: Pattern) throws(Pattern.Trouble) -> Bool {
    guard let body else { return false }
    let found = body.withUnsafeBytes { bytes in
      Result { () throws(Pattern.Trouble) in try pattern.firstMatch(in: bytes) }
    }
    return try found.get() != nil
  }
}

extension Filter.NumberTest {
  fileprivate func matches(_ value: Int?) -> Bool {
    guard let value else { return false }
    switch self {
    case .ranges(let ranges): return ranges.contains { $0.contains(value) }
    case .compare(let comparison, let bound):
      return comparison.holds(value < bound ? -1 : value > bound ? 1 : 0)
    }
  }
}

extension Filter.Comparison {
  /// For the sign of "left − right".
  fileprivate func holds(_ order: Int) -> Bool {
    switch self {
    case .less: order < 0
    case .atMost: order <= 0
    case .greater: order > 0
    case .atLeast: order >= 0
    case .equal: order == 0
    case .unequal: order != 0
    }
  }
}

extension Filter.JSONTest {
  fileprivate func matches(_ json: JSON) throws(Pattern.Trouble) -> Bool {
    guard json.exists else { return false }
    switch self {
    case .exists: return true
    case .type(let kind): return json.kind == kind
    case .length(let test):
      return test.matches(
        json.string.map(\.unicodeScalars.count) ?? (json.isContainer ? json.count : nil))
    case .matches(let pattern): return try pattern.matches(json.string ?? json.codeText ?? "")
    case .compare(let comparison, let value, let isQuoted):
      return Self.compare(json, comparison, value, isQuoted)
    }
  }

  /// Numbers by their value, everything else as text; what has no text is only unequal.
  private static func compare(
    _ json: JSON, _ comparison: Filter.Comparison, _ value: String, _ isQuoted: Bool
  ) -> Bool {
    if !isQuoted, let left = json.number, let right = JSONNumber(value) {
      return comparison.holds(left < right ? -1 : right < left ? 1 : 0)
    }
    if !isQuoted, json.isNull { return comparison.holds(value == "null" ? 0 : 1) }
    guard let text = isQuoted ? json.string : json.string ?? json.codeText else {
      return comparison == .unequal
    }
    if text.utf8.elementsEqual(value.utf8) { return comparison.holds(0) }
    return comparison.holds(text.utf8.lexicographicallyPrecedes(value.utf8) ? -1 : 1)
  }
}

extension JSON {
  fileprivate var isContainer: Bool { kind == .array || kind == .object }
}
