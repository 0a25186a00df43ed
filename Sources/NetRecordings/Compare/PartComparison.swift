import LosslessJSON
import NetEngine

/// Compares two bodies of which a recording keeps at least one only in part.
///
/// The sizes and hashes of the whole bodies decide whether they are equal.
struct PartComparison {
  /// The two responses with as much of their bodies as both sides have; of equal bodies the longer
  /// part on both sides.
  private(set) var first: Response
  private(set) var second: Response
  /// The sizes and hashes of the whole bodies; nil when the bodies are equal.
  ///
  /// Marked as not compared where the kept parts agree and a hash is missing.
  private(set) var difference: Difference?

  /// Returns nil when both bodies are whole.
  init?(_ first: Response, _ second: Response) {
    guard first.keptPartOf != nil || second.keptPartOf != nil else { return nil }
    (self.first, self.second) = (first, second)
    let (left, right) = (first.body, second.body)
    let kept = min(left.count, right.count)
    let starts = (left.prefix(kept), right.prefix(kept))
    let isEqual = Self.areEqual(first, second, haveSameStart: starts.0 == starts.1)
    guard isEqual != true else {
      let longer = left.count < right.count ? right : left
      (self.first.body, self.second.body) = (longer, longer)
      return
    }
    var difference = Difference(
      .byte(BinaryDiff.firstOffset(starts.0, starts.1)), .value, from: first.wholeBodyWords,
      to: second.wholeBodyWords)
    difference.isKeptInPart = isEqual == nil
    self.difference = difference
    // The end of a part may be in the middle of a character: lines of bytes have no place then.
    let areText = starts.0.isText && starts.1.isText
    (self.first.body, self.second.body) = areText ? starts : (.empty, .empty)
  }

  /// Whether the whole bodies are equal; nil when a hash that would tell is missing.
  private static func areEqual(
    _ first: Response, _ second: Response, haveSameStart: Bool
  ) -> Bool? {
    guard first.bodySize == second.bodySize else { return false }
    let (hash, other) = (first.wholeBodyHash, second.wholeBodyHash)
    if let hash, let other { return hash == other }
    guard haveSameStart else { return false }
    // When neither has a hash, the sizes and the kept bytes decide.
    return hash == nil && other == nil && first.body == second.body ? true : nil
  }
}

extension Response {
  fileprivate var wholeBodyHash: String? { keptPartOf == nil ? body.sha256.hex : keptPartHash }

  fileprivate var wholeBodyWords: String {
    let words = "\(bodySize) bytes, sha256 \(wholeBodyHash ?? "unknown")"
    return keptPartOf == nil ? words : "\(words); only the first \(body.count) are kept"
  }
}
