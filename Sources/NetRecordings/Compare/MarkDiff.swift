import LosslessJSON
import NetEngine

/// Where two bodies have marks of secrets that are equal but for their hashes.
///
/// A comparison takes such marks for equal, or every fresh token would be a change. What they stand
/// for may be equal or not: that it was not compared has to be said.
struct MarkDiff {
  private var pairs: [(left: JSON, right: JSON)]
  /// More places than anybody reads.
  private static let limit = 1_000

  /// Compares the texts that stand at the same places of two documents.
  init(_ left: JSON, _ right: JSON) {
    pairs = [(left, right)]
  }

  /// The places; those that a rule leaves out are noise.
  func differences(_ scope: Rules.Scope) -> [Difference] {
    let ignored = scope.body.compactMap { $0.action == .ignore ? $0.place : nil }
    return places().map { path, mark in
      Difference(
        .json(path), .value, from: mark, to: mark,
        isNoise: ignored.contains { $0.covers(path) }, isRedacted: true)
    }
  }

  /// Walks both documents without recursion: they are as deep as a server likes.
  private func places() -> [(path: JSONPath, mark: String)] {
    var waiting = pairs
    var found: [(JSONPath, String)] = []
    while let (left, right) = waiting.popLast(), found.count < Self.limit {
      switch (left.kind, right.kind) {
      case (.string, .string):
        let (from, to) = (left.stringValue, right.stringValue)
        guard !from.utf8.elementsEqual(to.utf8),
          RedactedText.comparable(from).utf8.elementsEqual(RedactedText.comparable(to).utf8),
          RedactedText.differInHashes(from.utf8, to.utf8)
        else { continue }
        found.append((left.path, RedactedText.withoutHashes(from)))
      case (.array, .array):
        // Elements that moved are told as such by the comparison itself.
        waiting += zip(left.arrayValue, right.arrayValue).reversed()
          .map { (left: $0.0, right: $0.1) }
      case (.object, .object):
        var others: [String: JSON] = [:]
        for (key, value) in right.members ?? [] where others[key] == nil { others[key] = value }
        for (key, value) in (left.members ?? []).reversed() {
          if let other = others[key] { waiting.append((value, other)) }
        }
      default: break
      }
    }
    return found
  }

  /// The same of bodies that are no JSON: line by line, or as a whole where they are no text.
  static func differences(_ left: Body, _ right: Body) -> [Difference] {
    guard left.isText, right.isText else {
      let isEqual =
        RedactedText.comparable(left.bytes) == RedactedText.comparable(right.bytes)
        && RedactedText.differInHashes(left.bytes, right.bytes)
      return isEqual
        ? [Difference(.byte(0), .value, from: nil, to: nil, isRedacted: true)] : []
    }
    let diff = TextDiff(from: left, to: right)
    let (from, to) = (lines(left), lines(right))
    return diff.lines.filter { $0.kind == .same }.compactMap { line in
      guard let own = line.from, let other = line.to, from[own] != to[other],
        RedactedText.differInHashes(from[own], to[other])
      else { return nil }
      let mark = RedactedText.withoutHashes(String(lenient: from[own]))
      return Difference(.line(own + 1), .value, from: mark, to: mark, isRedacted: true)
    }.prefix(limit).map { $0 }
  }

  private static func lines(_ body: Body) -> [ArraySlice<UInt8>] {
    body.bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
  }
}

extension Body {
  /// Whether there may be a mark in it: cheap, and never wrong when it says no.
  var mayHoldMarks: Bool {
    withUnsafeBytes { RedactedText.mayOccur(in: $0) }
  }
}
