import BytesAndJSON
import ExchangesAndOutcomes

/// Compares two bodies of which a recording keeps at least one only in part.
///
/// The sizes and hashes of the whole bodies decide whether they are equal.
struct PartComparison {
  /// The two responses with as much of their bodies as both sides have; of equal bodies the longer
  /// part on both sides.
  private(set) var first: Response
  private(set) var second: Response
  /// The sizes and hashes of the whole bodies; nil when the bodies are equal.
  private(set) var difference: Difference?

  /// Returns nil when both bodies are whole.
  init?(_ first: Response, _ second: Response) {
    guard first.keptPartOf != nil || second.keptPartOf != nil else { return nil }
    (self.first, self.second) = (first, second)
    let (left, right) = (first.body, second.body)
    guard !Self.areEqual(first, second) else {
      let longer = left.count < right.count ? right : left
      (self.first.body, self.second.body) = (longer, longer)
      return
    }
    let kept = min(left.count, right.count)
    let starts = (left.prefix(kept), right.prefix(kept))
    difference = Difference(
      .byte(BinaryDiff.firstOffset(starts.0, starts.1)), .value, from: first.wholeBodyWords,
      to: second.wholeBodyWords)
    // The end of a part may be in the middle of a character: lines of bytes have no place then.
    let areText = starts.0.isText && starts.1.isText
    (self.first.body, self.second.body) = areText ? starts : (.empty, .empty)
  }

  /// Without a hash on either side, the sizes and the kept bytes decide.
  private static func areEqual(_ first: Response, _ second: Response) -> Bool {
    guard first.bodySize == second.bodySize else { return false }
    if first.keptPartHash == nil, second.keptPartHash == nil, first.keptPartOf != nil,
      second.keptPartOf != nil
    {
      return first.body == second.body
    }
    return first.wholeBodyHash != nil && first.wholeBodyHash == second.wholeBodyHash
  }
}

extension Response {
  fileprivate var wholeBodyHash: String? { keptPartOf == nil ? body.sha256.hex : keptPartHash }

  fileprivate var wholeBodyWords: String {
    let words = "\(bodySize) bytes, sha256 \(wholeBodyHash ?? "unknown")"
    return keptPartOf == nil ? words : "\(words); only the first \(body.count) are kept"
  }
}
