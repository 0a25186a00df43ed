import NetEngine

/// Lines of a journal that are written in one go, in the buffer they are made in.
///
/// Under load a program spends more on a write for each line than on making them, and more on moving
/// a line from buffer to buffer than on half of it.
struct JournalBatch: ~Copyable {
  /// All of them, line behind line.
  private(set) var text = JSONLine()
  private var lines: [Line] = []
  /// How many exchanges are in them.
  private(set) var exchanges = 0
  /// One of them is to be brought to the disk at once.
  private(set) var isUrgent = false

  private struct Line {
    var start: Int
    var isExchange: Bool
    var isUrgent: Bool
  }

  private static let most = 256 << 10

  var isEmpty: Bool { lines.isEmpty }
  var isFull: Bool { text.count >= Self.most }
  /// How many lines there are.
  var count: Int { lines.count }

  /// Makes an exchange's line behind the others; answers which files its bodies have to stand in
  /// before it may be written.
  mutating func add(_ exchange: Exchange, by writer: HARWriter) -> [HAREntry.StoredBody] {
    let line = Line(
      start: text.count, isExchange: exchange.result != nil,
      isUrgent: exchange.failureKind != nil)
    let response = exchange.response
    var run = HAREntryRun(writer, exchange, response)
    swap(&run.line, &text)
    JournalLine.write(exchange, response, by: &run)
    swap(&run.line, &text)
    lines.append(line)
    if line.isExchange { exchanges += 1 }
    isUrgent = isUrgent || line.isUrgent
    return run.files
  }

  /// Takes the last line out, which has to be written in another way.
  mutating func takeLast(_ files: [HAREntry.StoredBody]) -> Recorder.Waiting? {
    guard let last = lines.popLast() else { return nil }
    let line = text.withBytes { Array($0[last.start...]) }
    text.drop(from: last.start)
    if last.isExchange { exchanges -= 1 }
    isUrgent = lines.contains { $0.isUrgent }
    return Recorder.Waiting(
      line: line, files: files, isExchange: last.isExchange, isUrgent: last.isUrgent)
  }

  /// Removes all lines and returns each by itself.
  mutating func takeAll() -> [Recorder.Waiting] {
    var all: [Recorder.Waiting] = []
    while let last = takeLast([]) { all.append(last) }
    return all.reversed()
  }

  /// Begins anew in the same buffer, unless it has become a large one.
  mutating func removeAll() {
    if text.count > 2 * Self.most { text = JSONLine() } else { text.drop(from: 0) }
    lines.removeAll(keepingCapacity: true)
    (exchanges, isUrgent) = (0, false)
  }
}
