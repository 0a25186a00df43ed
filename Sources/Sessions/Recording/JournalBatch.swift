/// Lines of a journal that are written in one go.
///
/// Under load a program spends more on a write for each line than on making them.
struct JournalBatch {
  private(set) var bytes: [UInt8] = []
  /// How many exchanges are in them.
  private(set) var exchanges = 0
  /// One of them is to be brought to the disk at once.
  private(set) var isUrgent = false
  private var lines: [(end: Int, isExchange: Bool, isUrgent: Bool)] = []

  private static let most = 256 << 10

  var isEmpty: Bool { lines.isEmpty }
  var isFull: Bool { bytes.count >= Self.most }
  /// How many lines there are.
  var count: Int { lines.count }

  mutating func add(_ line: UnsafeRawBufferPointer, isExchange: Bool, isUrgent: Bool) {
    bytes.append(contentsOf: line)
    lines.append((bytes.count, isExchange, isUrgent))
    if isExchange { exchanges += 1 }
    self.isUrgent = self.isUrgent || isUrgent
  }

  /// Each by itself, for whoever keeps them until they can be written.
  var waiting: [Recorder.Waiting] {
    var start = 0
    return lines.map { line in
      defer { start = line.end }
      return Recorder.Waiting(
        line: Array(bytes[start..<line.end]), files: [], isExchange: line.isExchange,
        isUrgent: line.isUrgent)
    }
  }
}
