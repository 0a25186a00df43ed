import LosslessJSON
import NetEngine

/// The differences between two recordings, request by request.
///
/// Two requests are a pair when method, URL, body and name are equal. If several fit, requests with
/// equal responses are paired first, in order, so that a missing one shifts no other. Two recordings
/// of one origin each are paired by path and query, so that staging compares with production.
public struct SessionDiff: Sendable {
  /// A pair, or what has no counterpart.
  public struct Row: Sendable {
    /// From the first session.
    public var from: Exchange?
    /// From the second session.
    public var to: Exchange?
    /// What is different.
    public var change: Change

    /// Puts a pair together.
    public init(from: Exchange?, to: Exchange?, change: Change) {
      self.from = from
      self.to = to
      self.change = change
    }
  }

  /// In the order of the first session, then what only the second one has.
  public let rows: [Row]

  /// Compares two sessions.
  public init(
    from first: [Exchange], to second: [Exchange], comparison: Comparison = Comparison(),
    redact: @escaping (HTTPRequest) -> HTTPRequest = { $0 }
  ) {
    // Rules want to know whether they were of use, so with them every request is looked at.
    if comparison.rules.all.isEmpty, first.elementsEqual(second, by: { $0.request == $1.request }) {
      rows = zip(first, second).map { before, after in
        Row(from: before, to: after, change: Self.change(comparison, before, after))
      }
      return
    }
    let keys = SessionKeys(comparison.rules, redact)
    let sides = keys.keys(of: [first, second])
    let places = sides.map { side in Dictionary(grouping: side.indices) { side[$0].key } }
    var pairing = Pairing(
      first: first, second: second,
      isSame: { !Self.change(comparison, first[$0], second[$1]).isChange })
    for (key, left) in places[0] { pairing.pair(left, places[1][key] ?? []) }
    let pairs = pairing.pairs
    let taken = Set(pairs.values)
    let compared = first.indices.map { place -> Row in
      guard let other = pairs[place] else {
        return Row(from: first[place], to: nil, change: Change(.unmatched))
      }
      var change = Self.change(comparison, first[place], second[other])
      change.usedRules.formUnion(sides[0][place].used)
      return Row(from: first[place], to: second[other], change: change)
    }
    let added = second.indices.filter { !taken.contains($0) }
    rows = compared + added.map { Row(from: nil, to: second[$0], change: Change(.unmatched)) }
  }

  private static func change(
    _ comparison: Comparison, _ first: Exchange, _ second: Exchange
  ) -> Change {
    switch (first.result, second.result) {
    case (nil, nil): Change(.same)
    case (_, let after?) where first.result != nil:
      comparison.change(from: first, to: second, answered: after)
    default: Change(.unmatched)
    }
  }
}

/// Pairs exchanges of two sessions that have the same request.
private struct Pairing {
  let first: [Exchange]
  let second: [Exchange]
  /// Whether a place in the first session and one in the second have the same answer.
  let isSame: (Int, Int) -> Bool
  /// Places in the second session by those in the first one.
  private(set) var pairs: [Int: Int] = [:]

  init(first: [Exchange], second: [Exchange], isSame: @escaping (Int, Int) -> Bool) {
    (self.first, self.second, self.isSame) = (first, second, isSame)
  }

  /// Pairs the places of one request: those of one name first, then the rest.
  mutating func pair(_ left: [Int], _ right: [Int]) {
    guard left.count > 1 || right.count > 1 else { return align(left, right) }
    let named = Dictionary(grouping: right) { second[$0].name }
    for (name, places) in Dictionary(grouping: left, by: { first[$0].name }) {
      align(places, named[name] ?? [])
    }
    let taken = Set(right).intersection(left.compactMap { pairs[$0] })
    align(left.filter { pairs[$0] == nil }, right.filter { !taken.contains($0) })
  }

  /// Pairs in order; where one side has more, from both ends as long as the answers are the same.
  private mutating func align(_ left: [Int], _ right: [Int]) {
    let count = min(left.count, right.count)
    var (front, back) = (0, 0)
    if left.count != right.count {
      while front < count, isSame(left[front], right[front]) { front += 1 }
      while back < count - front,
        isSame(left[left.count - 1 - back], right[right.count - 1 - back])
      {
        back += 1
      }
    }
    for (place, other) in zip(left.prefix(count - back), right) { pairs[place] = other }
    for (place, other) in zip(left.suffix(back), right.suffix(back)) { pairs[place] = other }
  }
}

/// How the requests of two sessions are found in one another.
private struct SessionKeys {
  private let rules: Rules
  private let redact: (HTTPRequest) -> HTTPRequest

  init(_ rules: Rules, _ redact: @escaping (HTTPRequest) -> HTTPRequest) {
    self.rules = rules
    self.redact = redact
  }

  /// The keys of each session; of a body that one of them keeps in part, the size alone counts.
  func keys(of sessions: [[Exchange]]) -> [[(key: MatchKey, used: Set<Int>)]] {
    let ignoresOrigin = sessions.allSatisfy(hasOneOrigin)
    let parts = Set(
      sessions.joined().filter { $0.request.keptPartOf != nil }
        .map { key(of: $0, ignoresOrigin).key })
    return sessions.map { session in
      session.map { exchange in
        var found = key(of: exchange, ignoresOrigin)
        guard !parts.isEmpty, exchange.request.body != .none else { return found }
        let bySize = found.key.withBodySize(of: exchange.request)
        if parts.contains(bySize) { found.key = bySize }
        return found
      }
    }
  }

  private func hasOneOrigin(_ exchanges: [Exchange]) -> Bool {
    Set(exchanges.map { (try? URLText($0.request.url))?.origin }).count < 2
  }

  /// The key without what the rules leave out, and the rules that left something out.
  private func key(of exchange: Exchange, _ ignoresOrigin: Bool) -> (key: MatchKey, used: Set<Int>)
  {
    let request = redact(exchange.request)
    var key = MatchKey(request, ignoringOrigin: ignoresOrigin, rules: rules)
    var used: Set<Int> = []
    for (name, number) in rules.ignoredQuery(of: request) {
      let count = key.query.count
      key.query.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
      if key.query.count < count { used.insert(number) }
    }
    return (key, used)
  }
}
