import LosslessJSON
import NetEngine

/// Compares the redirects that led to two answers: how many there were, what each said, and where
/// it pointed.
struct HopDiff {
  private(set) var differences: [Difference] = []

  /// `isForgiven` is what the rules say of a header: that of a redirect is forgiven as any other.
  init(from first: [Hop], to second: [Hop], isForgiven: (String) -> Bool) {
    let (left, right) = (first.dropLast(), second.dropLast())
    if left.count != right.count {
      differences.append(
        Difference(.hops(nil), .value, from: Self.words(left.count), to: Self.words(right.count)))
    }
    for (number, (from, to)) in zip(left, right).enumerated() {
      if from.statusCode != to.statusCode {
        differences.append(
          Difference(
            .hops(.init(number, .status)), .value, from: "\(from.statusCode)",
            to: "\(to.statusCode)"))
      }
      compareLocation(from, to, number, isForgiven)
    }
  }

  /// Whether nothing of the redirects differs, byte for byte.
  static func saysTheSame(_ first: [Hop], _ second: [Hop]) -> Bool {
    first.count == second.count
      && zip(first.dropLast(), second.dropLast()).allSatisfy {
        $0.statusCode == $1.statusCode && $0.headers["Location"] == $1.headers["Location"]
      }
  }

  private mutating func compareLocation(
    _ from: Hop, _ to: Hop, _ number: Int, _ isForgiven: (String) -> Bool
  ) {
    let (old, new) = (Self.target(of: from), Self.target(of: to))
    guard old != new else { return }
    let isRedacted = old.map(RedactedText.comparable) == new.map(RedactedText.comparable)
    if isRedacted, let old, let new, !RedactedText.differInHashes(old.utf8, new.utf8) { return }
    let shown = (old.map(RedactedText.withoutHashes), new.map(RedactedText.withoutHashes))
    let kind: JSONDiff.Kind = old == nil ? .added : new == nil ? .removed : .value
    differences.append(
      Difference(
        .hops(.init(number, .location)), kind, from: shown.0, to: shown.1,
        isNoise: isForgiven("location"), isRedacted: isRedacted))
  }

  /// Where a redirect points; what points to its own server says the path only, so that the same
  /// redirects of two servers are the same.
  private static func target(of hop: Hop) -> String? {
    guard let location = hop.headers["Location"] else { return nil }
    guard let place = try? URLText(location), let own = try? URLText(hop.url),
      place.origin == own.origin,
      let start = location.utf8.firstPlace(of: "://".utf8)?.upperBound
    else { return location }
    let rest = location.utf8[start...]
    guard let path = rest.firstIndex(where: { "/?#".utf8.contains($0) }) else { return "/" }
    return String(location[path...])
  }

  private static func words(_ count: Int) -> String {
    count == 1 ? "1 redirect" : "\(count) redirects"
  }
}
