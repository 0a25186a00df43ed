import LosslessJSON
import NetEngine

/// The columns of a table (RFC 4180) whose first row names a secret.
struct TableSecrets {
  typealias Bytes = UnsafeBufferPointer<UInt8>
  private let bytes: Bytes
  private let mark: UInt8
  private var columns: [Int: (secret: SecretName, name: String)] = [:]
  private var spans: [SecretSpan] = []

  /// Empty where the bytes are no table.
  static func spans(_ bytes: Bytes, type: MediaType?) -> [SecretSpan] {
    guard let mark = mark(bytes, type) else { return [] }
    var table = TableSecrets(bytes: bytes, mark: mark)
    table.find()
    return table.spans
  }

  private init(bytes: Bytes, mark: UInt8) {
    (self.bytes, self.mark) = (bytes, mark)
  }

  private mutating func find() {
    var (index, row, column) = (0, 0, 0)
    while index < bytes.count {
      let cell = cell(at: index)
      let text = Bytes(rebasing: bytes[cell.text])
      if row == 0 {
        columns[column] = SecretName(text).map { (secret: $0, name: String(lenient: text)) }
      } else if let (secret, name) = columns[column], secret.covers(text: text),
        text.contains(where: { $0 != 0x2d && $0 != 0x3a })
      {
        spans.append(SecretSpan(range: cell.text, name: name, form: .plain))
      }
      if row == 0, cell.end < bytes.count, bytes[cell.end] != mark, columns.isEmpty { return }
      let endsRow = cell.end < bytes.count && bytes[cell.end] != mark
      (row, column) = endsRow ? (row + 1, 0) : (row, column + 1)
      index = cell.end + 1
    }
  }

  /// The text of a cell without its quotes, and the mark or line end behind it.
  private func cell(at start: Int) -> (text: Range<Int>, end: Int) {
    func stop(from place: Int) -> Int {
      bytes[place...].firstIndex { $0 == mark || $0 == 0x0a } ?? bytes.count
    }
    guard bytes[start] == 0x22 else {
      let end = stop(from: start)
      var (low, high) = (start, end)
      while high > low, bytes[high - 1] <= 0x20 { high -= 1 }
      while low < high, bytes[low] <= 0x20 { low += 1 }
      return (low..<high, end)
    }
    var close = start + 1
    while close < bytes.count {
      if bytes[close] == 0x22 {
        guard close + 1 < bytes.count, bytes[close + 1] == 0x22 else { break }
        close += 1
      }
      close += 1
    }
    close = min(close, bytes.count)
    return (start + 1..<close, stop(from: close))
  }

  /// What parts the cells: by the type, else where the first two rows look like a table.
  private static func mark(_ bytes: Bytes, _ type: MediaType?) -> UInt8? {
    let essence = type?.essence ?? "text/plain"
    if essence == "text/tab-separated-values" { return 0x09 }
    let isTable = ["text/csv", "application/csv", "text/x-csv"].contains(essence)
    guard isTable || essence == "text/plain" else { return nil }
    let lines: [Slice<Bytes>] = bytes.prefix(4_096).split(
      separator: 0x0a, maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count > 1 else { return nil }
    let marks = ",;\t|".utf8.map { mark in (mark, lines[0].count { $0 == mark }) }
    guard let (mark, count) = marks.max(by: { $0.1 < $1.1 }) else { return nil }
    if isTable { return mark }
    let isAlike = lines[1].count { $0 == mark } == count
    return count > 0 && isAlike
      && lines[0].allSatisfy { $0.isOfHeading || $0 == mark || mark == 0x7c && $0 == 0x20 }
      ? mark : nil
  }
}

extension UInt8 {
  /// What names of columns are made of.
  fileprivate var isOfHeading: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || self >= 0x80 || "_-\"\r".utf8.contains(self)
  }
}
