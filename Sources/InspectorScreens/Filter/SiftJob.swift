import NetEngine

/// A filter and everything it is asked of: a value that any thread may work through.
///
/// Lists and bodies are shared with the app, not copied.
package struct SiftJob: Sendable {
  /// Counted up: the answer to an older question is dropped.
  package let id: Int
  let filter: Filter
  let items: [TargetItem]
  let history: History
  let marked: Set<Int>
  let now: Instant
  /// Which requests it is about.
  let targets: Set<Int>?
  /// Which firings it is about; nil for all.
  let records: Set<Int>?

  /// So many lines are looked at between two keys without anybody noticing.
  private static let lineLimit = 4_000
  /// And so many bytes of bodies.
  private static let byteLimit = 256 << 10

  /// Whether it is short work, to be done at once.
  var isShort: Bool {
    let lines = (targets?.count ?? items.count) + (records?.count ?? history.count)
    guard lines <= SiftJob.lineLimit else { return false }
    return !filter.readsBodies || weight <= SiftJob.byteLimit
  }

  private var weight: Int {
    guard let targets, let records else { return history.weight }
    return targets.reduce(0) { $0 + (history.newest(of: $1)?.weight ?? 0) }
      + records.reduce(0) { $0 + (history[$1]?.weight ?? 0) }
  }

  /// Asks the filter of each; between two of them it may be told to stop, and answers nil then.
  package func run(unless isCancelled: () -> Bool = { false }) -> SiftResult? {
    var result = SiftResult(id: id)
    do throws(Pattern.Trouble) {
      for target in targets.map(Array.init) ?? Array(items.indices) {
        if isCancelled() { return nil }
        var newest = history.newest(of: target)?.record
        // A row passes by a verdict that it shows.
        if case .outdated = history.state(of: target, items[target]) { newest = nil }
        let subject = subject(target, newest)
        if try filter.matches(subject) { result.targets.insert(target) }
      }
      for record in records.map({ $0.compactMap { history[$0] } }) ?? history.records {
        if isCancelled() { return nil }
        if try filter.matches(subject(record.target, record.record)) {
          result.records.insert(record.number)
        }
      }
    } catch {
      result.trouble = error
    }
    return result
  }

  private func subject(_ target: Int, _ record: ExchangeRecord?) -> ListedSubject {
    ListedSubject(
      item: items[target], record: record, isMarked: marked.contains(target), now: now)
  }
}

/// What a filter let through.
package struct SiftResult: Sendable {
  package let id: Int
  /// The requests that pass, of those that were asked about.
  var targets: Set<Int> = []
  /// The numbers of the firings that pass.
  var records: Set<Int> = []
  /// The filter costs too much: nothing is known.
  var trouble: Pattern.Trouble?
}
