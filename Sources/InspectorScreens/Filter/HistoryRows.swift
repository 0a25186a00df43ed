import NetEngine

/// By what the history's list is ordered.
package enum HistoryOrder: String, CaseIterable, Sendable, Hashable {
  /// The newest first.
  case newest
  /// The slowest first.
  case time
  /// The largest first.
  case size
  /// What went wrong first, kind by kind.
  case kind
  /// Without a status first, then the highest.
  case status

  /// For the title.
  var words: String {
    switch self {
    case .newest: "newest first"
    case .time: "slowest first"
    case .size: "largest first"
    case .kind: "by kind"
    case .status: "by status"
    }
  }

  /// What a firing is ordered by, the smallest first; what runs stands on top.
  fileprivate func key(of record: ExchangeRecord) -> Int {
    guard let summary = record.summary else { return self == .newest ? -record.number : .min }
    switch self {
    case .newest where record.isListedByTime: return .max - record.sentAt
    case .newest: return -record.number
    case .time: return -(summary.time ?? -1)
    case .size: return -(summary.byteCount ?? -1)
    case .kind where summary.isUnsure: return .max - 1
    case .kind: return summary.isGood ? .max : Kind.allCases.firstIndex(of: summary.kind) ?? 0
    case .status: return -(summary.status ?? 1_000)
    }
  }
}

/// Which firings the history's list shows, and in which order.
struct HistoryRows: Sendable {
  private(set) var order = HistoryOrder.newest
  /// The rows after filtering and sorting, and with responses of earlier runs; nil for the whole
  /// history of this run, newest first.
  private var sorted: Sorted?
  /// The number of the oldest line when rows were dropped last.
  private var firstNumber = 0

  /// How many rows there are.
  func count(in history: History) -> Int { sorted?.rows.count ?? history.count }

  func record(atRow row: Int, in history: History) -> FiredExchange? {
    guard let rows = sorted?.rows else { return history.record(atRow: row) }
    return rows.indices.contains(row) ? history[rows[row].number] : nil
  }

  /// The row of a firing; nil when it does not show.
  func row(of number: Int, in history: History) -> Int? {
    sorted == nil ? history.row(of: number) : sorted?.row(of: number)
  }

  // MARK: Following

  mutating func order(by order: HistoryOrder, _ sieve: Sieve, _ history: History) {
    self.order = order
    update(sieve, history)
  }

  /// Follows the filter and the history; where only a few firings were asked about, only those.
  mutating func update(_ sieve: Sieve, _ history: History, asked: Set<Int>? = nil) {
    guard sieve.isOn || order != .newest || history.isListedByTime else {
      sorted = nil
      return
    }
    guard let asked, sorted != nil else {
      sorted = Sorted(history, order) { sieve.passes(record: $0) }
      firstNumber = history.firstNumber
      return
    }
    for number in asked { put(number, passes: sieve.passes(record: number), history) }
  }

  /// A firing began or ended: its row belongs elsewhere now; a filter says itself what passes.
  mutating func touch(_ number: Int, _ sieve: Sieve, _ history: History) {
    if sorted == nil, history[number]?.isListedByTime == true { return update(sieve, history) }
    if !sieve.isOn { put(number, passes: true, history) }
  }

  private mutating func put(_ number: Int, passes: Bool, _ history: History) {
    guard sorted != nil else { return }
    let key = passes ? history[number].map { order.key(of: $0.record) } : nil
    sorted?.put(number, key)
    guard firstNumber != history.firstNumber else { return }
    firstNumber = history.firstNumber
    sorted?.drop(before: firstNumber)
  }
}

/// Rows in the order of a key; finding one costs the same in a list of any length.
private struct Sorted: Sendable {
  private(set) var rows: [Entry] = []
  /// What each firing is sorted by.
  private var keys: [Int: Int] = [:]

  struct Entry: Comparable, Sendable {
    var key: Int
    var number: Int

    /// Of equals the newest first.
    static func < (left: Entry, right: Entry) -> Bool {
      (left.key, -left.number) < (right.key, -right.number)
    }
  }

  init(_ history: History, _ order: HistoryOrder, _ passes: (Int) -> Bool) {
    // The newest first: that is the order that is asked for most.
    for record in history.records.reversed() where passes(record.number) {
      let key = order.key(of: record.record)
      rows.append(Entry(key: key, number: record.number))
      keys[record.number] = key
    }
    rows.sort()
  }

  func row(of number: Int) -> Int? {
    guard let key = keys[number] else { return nil }
    return place(of: Entry(key: key, number: number))
  }

  /// The first row that does not come before an entry.
  private func place(of entry: Entry) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle] < entry { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Puts a firing where its key belongs; nil takes it out.
  mutating func put(_ number: Int, _ key: Int?) {
    guard keys[number] != key else { return }
    if let row = row(of: number) { rows.remove(at: row) }
    keys[number] = key
    guard let key else { return }
    let entry = Entry(key: key, number: number)
    rows.insert(entry, at: place(of: entry))
  }

  /// Lets go of those that have no line any more.
  mutating func drop(before number: Int) {
    rows.removeAll { $0.number < number }
    keys = keys.filter { $0.key >= number }
  }
}
