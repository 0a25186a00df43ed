import BytesAndJSON
import ExchangesAndOutcomes

/// What is different between two sessions, request by request.
///
/// The n-th request of a kind in one is compared with the n-th of that kind in the other; sessions
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
    let alike = Self.alike(first, second, comparison.rules)
    var rows = zip(first.prefix(alike), second).map { before, after in
      Row(from: before, to: after, change: Self.change(comparison, before, after))
    }
    guard alike < first.count || alike < second.count else {
      self.rows = rows
      return
    }
    let keys = SessionKeys(comparison.rules, redact)
    let ignoresOrigin = keys.hasOneOrigin(first) && keys.hasOneOrigin(second)
    var waiting: [MatchKey: [Int]] = [:]
    for (place, exchange) in second.enumerated().dropFirst(alike).reversed() {
      waiting[keys.key(of: exchange, ignoresOrigin).key, default: []].append(place)
    }
    var taken: Set<Int> = []
    for exchange in first.dropFirst(alike) {
      let (key, used) = keys.key(of: exchange, ignoresOrigin)
      if let place = waiting[key]?.popLast() {
        taken.insert(place)
        var change = Self.change(comparison, exchange, second[place])
        change.usedRules.formUnion(used)
        rows.append(Row(from: exchange, to: second[place], change: change))
      } else {
        rows.append(Row(from: exchange, to: nil, change: Change(.unmatched)))
      }
    }
    for (place, exchange) in second.enumerated().dropFirst(alike) where !taken.contains(place) {
      rows.append(Row(from: nil, to: exchange, change: Change(.unmatched)))
    }
    self.rows = rows
  }

  /// How many of the first requests are the same, one by one: no pair has to be looked for there.
  ///
  /// Rules want to know whether they were of use, so with them every request is looked at.
  private static func alike(_ first: [Exchange], _ second: [Exchange], _ rules: Rules) -> Int {
    guard rules.all.isEmpty else { return 0 }
    return zip(first, second).prefix { $0.request == $1.request }.count
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

/// How the requests of two sessions are found in one another.
private struct SessionKeys {
  private let rules: Rules
  private let redact: (HTTPRequest) -> HTTPRequest

  init(_ rules: Rules, _ redact: @escaping (HTTPRequest) -> HTTPRequest) {
    self.rules = rules
    self.redact = redact
  }

  func hasOneOrigin(_ exchanges: [Exchange]) -> Bool {
    Set(exchanges.map { (try? URLText($0.request.url))?.origin }).count < 2
  }

  /// The key without what the rules leave out, and the rules that left something out.
  func key(of exchange: Exchange, _ ignoresOrigin: Bool) -> (key: MatchKey, used: Set<Int>) {
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
