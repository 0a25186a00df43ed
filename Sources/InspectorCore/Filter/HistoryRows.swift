/// Which firings the history's list shows, the newest first.
struct HistoryRows: Sendable {
  /// The numbers of those the filter lets through, oldest first; nil for all of them.
  private var numbers: [Int]?

  /// How many rows there are.
  func count(in history: History) -> Int { numbers?.count ?? history.count }

  func record(atRow row: Int, in history: History) -> ExchangeRecord? {
    guard let numbers else { return history.record(atRow: row) }
    let place = numbers.count - 1 - row
    return numbers.indices.contains(place) ? history[numbers[place]] : nil
  }

  /// The row of a firing; nil when it does not show.
  func row(of number: Int, in history: History) -> Int? {
    guard let numbers else { return history.row(of: number) }
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] == number ? numbers.count - 1 - low : nil
  }

  /// Follows the filter and the history.
  mutating func update(_ sieve: Sieve, _ history: History) {
    numbers =
      sieve.isOn ? history.records.map(\.number).filter { sieve.passes(record: $0) } : nil
  }
}
