import LosslessJSON
import NetEngine

/// The rows of a session, in pieces that snapshots share.
struct SessionTable: Sendable {
  private(set) var count = 0
  private var pieces: [[PackedRow]] = []
  var words = WordTable()
  /// What is wrong with a row's entry.
  var problems: [Int: String] = [:]
  /// Of a journal: where the row of an exchange is, and where the last remark about it stands.
  var places: [UInt32: Int] = [:]
  var remarks: [Int: Range<Int>] = [:]

  private static let piece = 4_096

  subscript(index: Int) -> PackedRow {
    get { pieces[index / Self.piece][index % Self.piece] }
    set { pieces[index / Self.piece][index % Self.piece] = newValue }
  }

  mutating func append(_ row: PackedRow) {
    if count % Self.piece == 0 {
      pieces.append([])
      pieces[pieces.count - 1].reserveCapacity(Self.piece)
    }
    pieces[pieces.count - 1].append(row)
    count += 1
  }

  mutating func appendBroken(_ row: PackedRow, _ problem: String) {
    var row = row
    row.flags.insert(.broken)
    row.sequence = UInt32(clamping: count + 1)
    problems[count] = problem
    append(row)
  }
}
