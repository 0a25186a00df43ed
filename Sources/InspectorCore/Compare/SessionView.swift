import NetEngine

/// A recording on the screen: which rows show, what is marked, what has become of each.
///
/// Rows are read when they are drawn; a hundred thousand cost no more than those that show.
struct SessionView: Sendable {
  let path: String
  private(set) var session: Session
  /// How much of the file is read, from 0 to 1.
  private(set) var fraction: Double
  /// The rows that show, in their order; nil for all as recorded.
  private(set) var rows: [Int]?
  var cursor = ListCursor()
  private(set) var marked: Set<Int> = []
  var filter = ""
  private(set) var sort = SessionSort.recorded
  /// The number of the order that is being worked on.
  var siftID = 0
  /// The exchange in the pane below.
  private(set) var record: ExchangeRecord?
  private(set) var item: TargetItem?
  /// What cannot be shown of the selected row.
  private(set) var problem: String?
  /// The row that was ordered to be read.
  var ordered: Int?
  /// What has become of exchanges that were fired again, by their numbers.
  private(set) var changes: [Int: LiveReplay.Row] = [:]
  /// How many are on their way; nil while nothing is.
  var replaying: Int?
  /// The answer pane of the main screen, while ours stands in its place.
  var mainAnswer: AnswerView?

  init(path: String, _ session: Session, fraction: Double) {
    self.path = path
    self.session = session
    self.fraction = fraction
  }

  var count: Int { rows?.count ?? session.count }

  /// The row of the session at a line of the list; nil behind the end.
  func row(atLine line: Int) -> Int? {
    if let rows { return rows.indices.contains(line) ? rows[line] : nil }
    return line >= 0 && line < session.count ? line : nil
  }

  var selected: Int? { row(atLine: cursor.selected) }

  // MARK: Changing

  /// Takes more of the file.
  mutating func grow(_ session: Session, fraction: Double) {
    self.session = session
    self.fraction = fraction
  }

  /// Takes the rows a filter and an order leave; the selected one stays selected if it can.
  mutating func show(_ rows: [Int]) {
    let before = selected
    self.rows = filter.isEmpty && sort == .recorded ? nil : rows
    cursor.shape(count: count, height: cursor.height)
    let line = before.flatMap { row in self.rows.map { $0.firstIndex(of: row) } ?? row }
    cursor.select(line ?? 0)
  }

  mutating func nextSort() {
    let all = SessionSort.allCases
    let place = all.firstIndex(of: sort) ?? 0
    sort = all[(place + 1) % all.count]
  }

  mutating func toggleMark() {
    guard let row = selected else { return }
    if marked.remove(row) == nil { marked.insert(row) }
    cursor.move(by: 1)
  }

  /// Takes an exchange that was read.
  mutating func show(_ exchange: Exchange, _ reading: Reading?, row: Int) {
    guard row == selected else { return }
    problem = nil
    var record = ExchangeRecord(
      id: ExchangeID(-1), target: 0, number: row + 1, clock: "", began: Instant(microseconds: 0))
    if let result = exchange.result {
      record.result = result
      record.reading = reading
      record.summary = AnswerSummary(result, reading?.outcome)
    }
    self.record = exchange.result == nil ? nil : record
    if exchange.result == nil { problem = "the recording ends before the answer" }
    item = TargetItem(
      name: exchange.name, method: exchange.request.method.rawValue, path: exchange.request.url,
      isSafe: exchange.request.method.isSafe)
  }

  mutating func show(problem: String, row: Int) {
    guard row == selected else { return }
    (record, item, self.problem) = (nil, nil, problem)
  }

  /// The selected row when it is not the one that is shown or ordered.
  mutating func rowToLoad() -> Int? {
    guard let row = selected, ordered != row else { return nil }
    ordered = row
    return row
  }

  mutating func take(_ row: LiveReplay.Row) {
    changes[row.recorded.sequence] = row
  }

  mutating func forgetChanges() { changes = [:] }

  /// The change of the exchange at a row.
  func change(atRow row: Int) -> LiveReplay.Row? { changes[session.sequence(at: row)] }

  /// Whether the selected exchange was fired again.
  var hasChange: Bool { selected.flatMap { change(atRow: $0) } != nil }

  /// The line of the next exchange that has changed, or the one before.
  func nextChange(forward: Bool) -> Int? {
    let lines =
      forward
      ? Array(cursor.selected + 1..<max(count, cursor.selected + 1))
      : (0..<max(0, min(cursor.selected, count))).reversed()
    return lines.first { line in
      row(atLine: line).flatMap { change(atRow: $0) }?.change.isChange == true
    }
  }

  /// How many of each there are, the worst first.
  var tally: [(kind: Change.Kind, count: Int)] {
    var counts: [String: (kind: Change.Kind, count: Int)] = [:]
    for row in changes.values {
      counts[row.change.kind.word, default: (row.change.kind, 0)].count += 1
    }
    let order = [
      "failed", "status", "envelope", "body", "headers", "unmatched", "noise", "same", "skipped",
    ]
    return order.compactMap { counts[$0] }
  }
}
