import LosslessJSON
import NetEngine

extension Rules {
  /// A line of a rules file that forgives a difference, for a person to look over; nil where no rule
  /// can: a status, a failure, bytes.
  ///
  /// What is about one of many is said of all of them: numbers and ids of a path and the positions in
  /// an array are `*`.
  package static func line(forgiving difference: Difference, of request: HTTPRequest) -> String? {
    let part: String
    switch difference.place {
    case .header(let name): part = "header \(name) ignore"
    case .hops(let redirect?) where redirect.part == .location: part = "header location ignore"
    case .json(let path): part = "body \(pattern(of: path)) ignore"
    case .line:
      guard let lines = pattern(ofLine: difference.from, and: difference.to) else { return nil }
      part = "text \(lines) ignore"
    case .transfer, .time, .hops, .status, .byte: return nil
    }
    return "\(request.method.rawValue) \(pattern(ofPath: request.url)) \(part)"
  }

  /// `/users/*` of `/users/17`.
  private static func pattern(ofPath url: String) -> String {
    let path = (try? URLText(url))?.path ?? "/"
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let parts = segments.map { $0.isOneOfMany || !$0.isPlainInRules ? "*" : String($0) }
    return parts.isEmpty ? "/" : "/" + parts.joined(separator: "/")
  }

  /// `/items/*/at` of `/items/3/at`; `/**` of the whole body.
  private static func pattern(of path: JSONPath) -> String {
    guard !path.steps.isEmpty else { return "/**" }
    return path.steps.map { step in
      if case .index = step { return "/*" }
      let pointer = JSONPath([step]).pointer
      return Int(step.text) == nil && pointer.dropFirst().isPlainInRules ? pointer : "/*"
    }.joined()
  }

  /// What two lines begin with, or end with: `^uptime:` of `uptime: 12` and `uptime: 31`.
  private static func pattern(ofLine from: String?, and to: String?) -> String? {
    let lines = [from, to].compactMap { $0.map { Array($0.unicodeScalars) } }
    guard let first = lines.first, let last = lines.last, !first.isEmpty else { return nil }
    guard lines.count == 2 else { return "^" + escaped(first) + "$" }
    let start = common(first, last)
    if !start.isEmpty { return "^" + escaped(start) }
    let end = common(first.reversed(), last.reversed())
    return end.isEmpty ? nil : escaped(end.reversed()) + "$"
  }

  /// What both begin with, up to the end of a word.
  private static func common(
    _ first: [Unicode.Scalar], _ last: [Unicode.Scalar]
  ) -> [Unicode.Scalar] {
    var start = Array(zip(first, last).prefix { $0 == $1 }.map(\.0))
    let next = [first, last].compactMap { $0.count > start.count ? $0[start.count] : nil }
    if next.contains(where: \.isOfWord) {
      while start.last?.isOfWord == true { start.removeLast() }
    }
    while start.last?.isBlank == true { start.removeLast() }
    return start
  }

  private static func escaped(_ scalars: [Unicode.Scalar]) -> String {
    var text = ""
    for scalar in scalars {
      if "\\^$.|?*+()[]{}#".unicodeScalars.contains(scalar) { text += "\\" }
      // Nobody could type it, or see that it is there.
      if scalar.isBlank, scalar != " " { text += "\\s" } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}

extension Rules {
  /// The rules none of these changes has used: a misspelt rule forgives nothing.
  ///
  /// With `requests`, the ones that were compared, rules about other requests are left out.
  public func unused(
    by changes: some Sequence<Change>, of requests: [HTTPRequest]? = nil
  ) -> [Rule] {
    let used = changes.reduce(into: Set<Int>()) {
      $0.formUnion($1.usedRules)
      $0.formUnion($1.stoppedRules.keys)
    }
    return all.indices.filter { number in
      // Rules that match requests forgive nothing.
      switch all[number].part {
      case .match, .altering, .template: return false
      case .body, .text, .header, .query: break
      }
      return !used.contains(number) && requests?.contains { all[number].isAbout($0) } != false
    }.map { all[$0] }
  }

  /// The rules whose patterns were given up in these changes, and why.
  package func stopped(
    by changes: some Sequence<Change>
  ) -> [(rule: Rule, reason: Pattern.Trouble)] {
    let reasons = changes.reduce(into: [:]) { $0.merge($1.stoppedRules) { first, _ in first } }
    return reasons.sorted { $0.key < $1.key }.map { (all[$0.key], $0.value) }
  }
}

extension Substring {
  /// A number or an id: another request of the kind has another.
  fileprivate var isOneOfMany: Bool {
    guard utf8.contains(where: { $0 &- 0x30 < 10 }) else { return false }
    let isHex = utf8.allSatisfy {
      $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 || $0 == UInt8(ascii: "-")
    }
    return utf8.allSatisfy { $0 &- 0x30 < 10 } || isHex && utf8.count >= 8
  }

  /// Whether it means itself in a rule.
  fileprivate var isPlainInRules: Bool {
    self != "*" && self != "**" && first != "#"
      && !unicodeScalars.contains { $0.isBlank || "‹›".unicodeScalars.contains($0) }
      && utf8.firstPlace(of: "%E2%80%B9".utf8) == nil
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { value <= 0x20 || value == 0x7f }

  /// A letter or a digit: a rule is not to begin in the middle of a word.
  fileprivate var isOfWord: Bool {
    guard value < 0x80 else { return true }
    return value &- 0x30 < 10 || (value | 0x20) &- 0x61 < 26
  }
}
