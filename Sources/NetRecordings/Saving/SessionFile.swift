import Glibc
import LosslessJSON
import NetEngine

/// The file of a session as it stands now, to be written anew.
///
/// It is another one than was opened as soon as somebody has written remarks into it: its entries
/// have to be the same still, or nothing is written.
struct SessionFile {
  /// Where it stands: where a link leads, which is not to be replaced by a file.
  let place: String
  let file: MappedFile
  let indexer: SessionIndexer
  /// What stands in it.
  let session: Session

  /// Opens the file again; `rows` have to be those of the session that was opened.
  init(_ path: String, of opened: Session, rows: some Sequence<Int>) throws(SessionProblem) {
    place = Self.realPath(path)
    file = try MappedFile(place, limit: .max)
    if Packing(file.buffer) != nil { throw SessionProblem(.packed) }
    var indexer = try SessionIndexer(file, entries: .max)
    while !indexer.isFinished { try indexer.step(bytes: .max / 2) }
    self.indexer = indexer
    session = Session(
      SessionSource(bytes: file, file: file, folder: place.folderOfPath, limits: .whatever),
      indexer, name: opened.name)
    for row in rows {
      guard row < session.count, session.sequence(at: row) == opened.sequence(at: row),
        session.row(at: row).url.utf8.elementsEqual(opened.row(at: row).url.utf8)
      else { throw SessionProblem(.replaced) }
    }
  }

  /// Runs a change of the file at a path while no other program changes one of its folder.
  static func withLock<Value>(
    at path: String, _ change: () throws(SessionProblem) -> Value
  ) throws(SessionProblem) -> Value {
    try FolderLock.withLock(of: realPath(path).folderOfPath, change)
  }

  private static func realPath(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The bytes of an entry.
  func entry(at row: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: file.buffer[indexer.table[row].range])
  }

  /// Writes the file with other bytes in place of the entries at some rows; the rest is copied.
  ///
  /// `added` stands behind the last entry.
  func write(
    to new: NewFile, rows: some Sequence<Int>, added: [[UInt8]] = [],
    entry: (Int) throws(SessionProblem) -> [UInt8]
  ) throws(SessionProblem) {
    var done = 0
    for row in rows.sorted() {
      let range = indexer.table[row].range
      try new.write(UnsafeRawBufferPointer(rebasing: file.buffer[done..<range.lowerBound]))
      try new.write(try entry(row))
      done = range.upperBound
    }
    if !added.isEmpty {
      let end = try endOfEntries()
      try new.write(UnsafeRawBufferPointer(rebasing: file.buffer[done..<end]))
      for line in added {
        try new.write(HARWriter.separator)
        try new.write(line)
      }
      done = end
    }
    try new.write(UnsafeRawBufferPointer(rebasing: file.buffer[done...]))
    guard file.isWhole else { throw SessionProblem(.changed) }
    try new.finish()
  }

  /// Where the last entry ends: behind it the list of them has to end too.
  private func endOfEntries() throws(SessionProblem) -> Int {
    let end = session.count == 0 ? 0 : indexer.table[session.count - 1].range.upperBound
    let base = file.base.assumingMemoryBound(to: UInt8.self)
    var scan = EntryScan(base + end, base + file.count)
    guard end > 0, scan.peek() == 0x5d else { throw SessionProblem(.torn) }
    return end
  }
}
