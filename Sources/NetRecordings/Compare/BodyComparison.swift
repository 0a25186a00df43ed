import LosslessJSON
import NetEngine

/// Compares two bodies under the rules for their request.
struct BodyComparison {
  /// What differs; what a rule forgives is noise.
  private(set) var differences: [Difference] = []
  /// The rules that found their place in one of the bodies.
  private(set) var usedRules: Set<Int> = []
  /// The rules whose pattern was given up, so that each costs a moment at most.
  private(set) var stoppedRules: [Int: Pattern.Trouble] = [:]

  /// More places than anybody reads are counted, not listed.
  static let limit = 10_000

  init(from first: Response, to second: Response, _ scope: Rules.Scope) {
    if first.isLostToSecret, first.body == second.body {
      differences = [Difference(.byte(0), .value, from: nil, to: nil, isRedacted: true)]
    }
    guard first.body != second.body || !scope.body.isEmpty || !scope.text.isEmpty else { return }
    let hasMarks = first.body.mayHoldMarks && second.body.mayHoldMarks
    if let left = first.body.wholeDocument, let right = second.body.wholeDocument {
      compare(left.json, right.json, scope)
      if hasMarks { differences += MarkDiff(left.json, right.json).differences(scope) }
    } else {
      compareBytes(first.body, second.body)
      forgiveLines(first.body, second.body, scope)
      if hasMarks, first.body != second.body {
        differences += MarkDiff.differences(first.body, second.body)
      }
    }
  }

  private mutating func compare(_ left: JSON, _ right: JSON, _ scope: Rules.Scope) {
    var options = JSONDiff.Options()
    options.ignored = scope.body.compactMap { $0.action == .ignore ? $0.place : nil }
    options.keys = scope.body.compactMap { rule in
      if case .key(let key) = rule.action { (rule.place, key) } else { nil }
    }
    for rule in scope.body where rule.finds(in: left) || rule.finds(in: right) {
      usedRules.insert(rule.number)
    }
    for entry in JSONDiff(from: left, to: right, options: options).prefix(Self.limit) {
      var difference = Difference(entry)
      difference.isNoise = scope.body.contains { $0.forgives(entry) }
      differences.append(difference)
    }
    guard !options.ignored.isEmpty else { return }
    // What is ignored still differs: it is noise, and shown as such.
    var plain = options
    plain.ignored = []
    for entry in JSONDiff(from: left, to: right, options: plain).prefix(Self.limit)
    where options.ignored.contains(where: { $0.covers(entry.path) }) {
      var difference = Difference(entry)
      difference.isNoise = true
      differences.append(difference)
    }
  }

  private mutating func compareBytes(_ left: Body, _ right: Body) {
    switch BodyDiff(from: left, to: right) {
    case .same: break
    case .json(let diff): differences = diff.prefix(Self.limit).map { Difference($0) }
    case .text(let diff): differences = Self.lines(diff)
    case .binary(let diff):
      differences = [
        Difference(
          .byte(diff.firstOffset), .value,
          from: "\(diff.sizes.from) bytes, sha256 \(diff.hashes.from)",
          to: "\(diff.sizes.to) bytes, sha256 \(diff.hashes.to)")
      ]
    }
  }

  /// A line is forgiven when the rule's pattern is in what it says and in what it said.
  private mutating func forgiveLines(_ left: Body, _ right: Body, _ scope: Rules.Scope) {
    for (pattern, number) in scope.text {
      do throws(Pattern.Trouble) { try forgiveLines(left, right, pattern, number) } catch {
        stoppedRules[number] = error
      }
    }
  }

  private mutating func forgiveLines(
    _ left: Body, _ right: Body, _ pattern: Pattern, _ number: Int
  ) throws(Pattern.Trouble) {
    for place in differences.indices {
      guard case .line = differences[place].place else { continue }
      if try differences[place].from.map(pattern.matches) ?? true,
        try differences[place].to.map(pattern.matches) ?? true
      {
        differences[place].isNoise = true
        usedRules.insert(number)
      }
    }
    // A line that is there and equal is a place too.
    for body in [left, right] where !usedRules.contains(number) {
      if try body.hasLine(pattern) { usedRules.insert(number) }
    }
  }

  /// A line that was removed where one was added is one that changed.
  private static func lines(_ diff: TextDiff) -> [Difference] {
    var differences: [Difference] = []
    var removed: ArraySlice<TextDiff.Line> = []
    func text(_ line: TextDiff.Line) -> String {
      RedactedText.withoutHashes(String(decoding: diff.bytes(of: line), as: UTF8.self))
    }
    func close() {
      differences += removed.map {
        Difference(.line(($0.from ?? 0) + 1), .removed, from: text($0), to: nil)
      }
      removed = []
    }
    for line in diff.lines {
      switch line.kind {
      case .same: close()
      case .removed: removed.append(line)
      case .added:
        if let old = removed.popFirst() {
          differences.append(
            Difference(.line((old.from ?? 0) + 1), .value, from: text(old), to: text(line)))
        } else {
          differences.append(
            Difference(.line((line.to ?? 0) + 1), .added, from: nil, to: text(line)))
        }
      }
      if differences.count >= limit { break }
    }
    close()
    return differences
  }
}

extension Difference {
  /// A difference of two JSON bodies; long values are cut.
  fileprivate init(_ entry: JSONDiff.Entry) {
    let isMove = entry.kind == .reordered
    let old = isMove ? Self.list(entry.order.sorted()) : entry.from?.shownValue
    let new = isMove ? Self.list(entry.order) : entry.to?.shownValue
    self.init(
      .json(entry.path), entry.kind, from: old.map(RedactedText.withoutHashes),
      to: new.map(RedactedText.withoutHashes))
  }

  /// `[2,0,1]`: where elements stood before.
  private static func list(_ places: [Int]) -> String {
    let shown = places.prefix(100).map { "\($0)" }.joined(separator: ",")
    return places.count > 100 ? "[\(shown),…]" : "[\(shown)]"
  }
}

extension JSON {
  /// The value in one line, cut where nobody would read on.
  fileprivate var shownValue: String {
    let bytes = JSONPrinter.compact.bytes(self)
    guard bytes.count > 1_000 else { return String(decoding: bytes, as: UTF8.self) }
    return String(decoding: bytes.prefix(1_000), as: UTF8.self) + "…"
  }
}

extension Response {
  /// Whether one mark without a hash replaced all bytes; two such bodies may have differed.
  var isLostToSecret: Bool {
    guard let type = mediaType, !type.saysText, body.count < 200, let text = body.text,
      let mark = RedactedText.template(text)
    else { return false }
    return mark.before.isEmpty && mark.after.isEmpty && mark.hash.isEmpty
  }
}

extension Body {
  fileprivate func hasLine(_ pattern: Pattern) throws(Pattern.Trouble) -> Bool {
    let found = withUnsafeBytes { bytes in
      Result { () throws(Pattern.Trouble) in
        for line in bytes.split(separator: 0x0a) {
          if try pattern.firstMatch(in: UnsafeRawBufferPointer(rebasing: line)) != nil {
            return true
          }
        }
        return false
      }
    }
    return try found.get()
  }
}
