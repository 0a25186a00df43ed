import LosslessJSON

extension Filter {
  /// Whether the exchange passes; a pattern that costs too much ends the whole question.
  package func matches(_ subject: some FilterSubject) throws(Pattern.Trouble) -> Bool {
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

extension Filter.Expression {
  /// What a status alone decides, 0 for none; nil when more has to be looked at.
  ///
  /// `isAbsent` may say of a pattern that no body of the exchange holds it.
  package func verdict(status: Int, isAbsent: (Pattern) -> Bool = { _ in false }) -> Bool? {
    switch self {
    case .all: return true
    case .and(let parts): return Self.verdict(of: parts, status, isAbsent, decidedBy: false)
    case .or(let parts): return Self.verdict(of: parts, status, isAbsent, decidedBy: true)
    case .not(let inner): return inner.verdict(status: status, isAbsent: isAbsent).map { !$0 }
    case .test(.pattern(.body, let pattern)), .test(.pattern(.requestBody, let pattern)),
      .test(.pattern(.responseBody, let pattern)):
      return isAbsent(pattern) ? false : nil
    case .test(.status(let test)): return test.matches(status == 0 ? nil : status)
    case .test(.flag(.answered)): return status != 0
    case .test: return nil
    }
  }

  private static func verdict(
    of parts: [Self], _ status: Int, _ isAbsent: (Pattern) -> Bool, decidedBy decisive: Bool
  ) -> Bool? {
    var isOpen = false
    for part in parts {
      guard let verdict = part.verdict(status: status, isAbsent: isAbsent) else {
        isOpen = true
        continue
      }
      if verdict == decisive { return decisive }
    }
    return isOpen ? nil : !decisive
  }
}

extension Filter.Test {
  fileprivate func matches(_ subject: some FilterSubject) throws(Pattern.Trouble) -> Bool {
    switch self {
    case .flag(let flag): return flag.matches(subject)
    case .pattern(let field, let pattern): return try field.matches(pattern, subject)
    case .word(let pattern):
      if try pattern.matches(subject.filterURL) { return true }
      if try pattern.matches(subject.filterName) { return true }
      return try pattern.matches(subject.filterGroup)
    case .status(let test): return test.matches(subject.filterStatus)
    case .code(let isEqual, let value):
      guard let envelope = subject.filterEnvelope, let code = envelope.code else { return false }
      return code.utf8.elementsEqual(value.utf8) == isEqual
    case .kind(let kinds): return subject.filterVerdict.map { kinds.contains($0) } ?? false
    case .time(let test): return test.matches(subject.filterTime)
    case .size(let test): return test.matches(subject.filterSize)
    case .age(let test): return test.matches(subject.filterAge)
    case .number(let test): return test.matches(subject.filterNumber)
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
    case .altered: subject.filterIsAltered
    case .marked: subject.filterIsMarked
    }
  }
}

extension Kind {
  /// The transfer itself failed: the kinds that end with exit code 3.
  package var isTransportFailure: Bool { exitCode == 3 && self != .plugin && self != .sequence }
}

extension Filter.Field {
  fileprivate func matches(
    _ pattern: Pattern, _ subject: some FilterSubject
  ) throws(Pattern.Trouble) -> Bool {
    switch self {
    case .url: return try pattern.matches(subject.filterURL)
    case .host: return try pattern.matches(String(subject.filterURL.utf8.urlHost) ?? "")
    case .path: return try pattern.matches(String(subject.filterURL.utf8.urlPath) ?? "")
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
      return try Self.any(subject.filterResponseHeaders.compactMap(\.contentType), pattern)
    case .method: return try pattern.matches(subject.filterMethod)
    case .message: return try pattern.matches(subject.filterEnvelope?.message ?? "")
    case .note: return try pattern.matches(subject.filterNote)
    case .tag: return try Self.any(subject.filterTags, pattern)
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
    case .outside(let ranges): return !ranges.contains { $0.contains(value) }
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
      let isContainer = json.kind == .array || json.kind == .object
      return test.matches(
        json.string.map(\.unicodeScalars.count) ?? (isContainer ? json.count : nil))
    case .matches(let pattern):
      guard let text = json.string ?? json.scalarText else { return false }
      return try pattern.matches(text)
    case .compare(let comparison, let value, let isQuoted):
      return Self.compare(json, comparison, value, isQuoted)
    }
  }

  /// Compares numbers by their value, also those that stand in strings, and all else by its bytes.
  ///
  /// With quotes only strings. What cannot be compared is unequal, and neither above nor below.
  private static func compare(
    _ json: JSON, _ comparison: Filter.Comparison, _ value: String, _ isQuoted: Bool
  ) -> Bool {
    let unequal = comparison == .unequal
    if isQuoted {
      guard let text = json.string else { return unequal }
      return comparison.holds(text, value)
    }
    if let bound = JSONNumber(value) {
      guard let number = json.number ?? json.string.flatMap({ JSONNumber($0) }) else {
        return unequal
      }
      return comparison.holds(number < bound ? -1 : bound < number ? 1 : 0)
    }
    switch json.kind {
    case .string where value != "null": return comparison.holds(json.string ?? "", value)
    case .bool, .null:
      // Neither true nor null is more than anything.
      guard comparison == .equal || unequal else { return false }
      return comparison.holds(json.scalarText ?? "null", value)
    default: return unequal
    }
  }
}

extension Filter.Comparison {
  fileprivate func holds(_ left: String, _ right: String) -> Bool {
    if left.utf8.elementsEqual(right.utf8) { return holds(0) }
    return holds(left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1)
  }
}

extension JSON {
  /// A number as it is written, `true` or `false`.
  package var scalarText: String? { kind == .number || kind == .bool ? rawText : nil }
}

extension String {
  /// The value of a header line, if it is the one that names the type.
  fileprivate var contentType: String? {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")),
      String(self[..<colon]).isSameHeaderName(as: "Content-Type")
    else { return nil }
    return String(Substring(self[colon...].utf8.dropFirst().trimmingBlanks))
  }
}

/// A URL may still hold `{{host}}`: it is cut where a URL is cut, whatever it says.
extension String.UTF8View {
  private var afterScheme: SubSequence? {
    guard let colon = firstIndex(of: UInt8(ascii: ":")), self[colon...].starts(with: "://".utf8)
    else { return nil }
    return self[colon...].dropFirst(3)
  }

  /// Without user, password and port; an IPv6 address keeps its brackets.
  fileprivate var urlHost: SubSequence {
    guard let rest = afterScheme else { return self[endIndex...] }
    var host = rest.prefix { !"/?#".utf8.contains($0) }
    if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[at...].dropFirst() }
    let bracket = host.lastIndex(of: UInt8(ascii: "]")) ?? host.startIndex
    return host[..<(host[bracket...].firstIndex(of: UInt8(ascii: ":")) ?? host.endIndex)]
  }

  fileprivate var urlPath: SubSequence {
    let rest = afterScheme?.drop { !"/?#".utf8.contains($0) } ?? self[...]
    return rest.prefix { !"?#".utf8.contains($0) }
  }
}
