import BytesAndJSON
import ExchangesAndOutcomes
import Glibc

extension Session {
  /// Writes remarks into the file this session was opened from, by the places of their entries.
  ///
  /// A HAR file is written anew beside itself and put in its own place, whole or not at all; what is
  /// not said in a remark stays byte for byte. A journal gets a line for each. Nothing is written
  /// when the file is another one by now.
  package func remark(
    _ remarks: [Int: Remark], in path: String, disk: Disk = .standard
  ) throws(SessionProblem) {
    do throws(SessionProblem) {
      let place = Self.realPath(path)
      let file = try MappedFile(place, limit: .max)
      if Packing(file.buffer) != nil { throw SessionProblem(.packed) }
      var indexer = try SessionIndexer(file, entries: .max)
      while !indexer.isFinished { try indexer.step(bytes: .max / 2) }
      let now = Session(
        SessionSource(bytes: file, file: file, folder: place.folderOfPath, limits: .whatever),
        indexer, name: name)
      for row in remarks.keys {
        guard row < now.count, now.sequence(at: row) == sequence(at: row),
          now.row(at: row).url.utf8.elementsEqual(self.row(at: row).url.utf8)
        else { throw SessionProblem(.replaced) }
      }
      if indexer.form == .journal {
        try now.append(remarks, to: place, whole: indexer.wholeBytes == file.count, disk)
      } else {
        try Self.rewrite(file, indexer.table, remarks, place, disk)
      }
    } catch {
      var problem = error
      if problem.path.isEmpty { problem.path = path }
      throw problem
    }
  }

  /// Where a link leads: it is not to be replaced by a file.
  private static func realPath(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func rewrite(
    _ file: MappedFile, _ table: SessionTable, _ remarks: [Int: Remark], _ path: String,
    _ disk: Disk
  ) throws(SessionProblem) {
    let new = try NewFile(path, disk: disk, overwrites: true)
    new.takeMode(of: path)
    var done = 0
    for row in remarks.keys.sorted() {
      let range = table[row].range
      let entry = UnsafeRawBufferPointer(rebasing: file.buffer[range])
      let edited = entry.withMemoryRebound(to: UInt8.self) {
        RemarkedEntry($0, remarks[row] ?? Remark())
      }
      guard let edited else { throw SessionProblem(.brokenEntry(row + 1, "it cannot be edited")) }
      try new.write(UnsafeRawBufferPointer(rebasing: file.buffer[done..<range.lowerBound]))
      try new.write(edited.bytes)
      done = range.upperBound
    }
    try new.write(UnsafeRawBufferPointer(rebasing: file.buffer[done...]))
    guard file.isWhole else { throw SessionProblem(.changed) }
    try new.finish()
  }

  /// Adds lines to a journal, unless a program is writing it or has left a torn line at its end.
  private func append(
    _ remarks: [Int: Remark], to path: String, whole: Bool, _ disk: Disk
  ) throws(SessionProblem) {
    guard whole else { throw SessionProblem(.torn) }
    guard var file = try JournalFile(path) else { throw SessionProblem(.locked) }
    defer { file.close() }
    let hadEnd = JournalFile.hasEnd(file.descriptor)
    var lines: [UInt8] = []
    for row in remarks.keys.sorted() {
      let old = try exchange(at: row)
      lines += JournalLine.remark(
        old.sequence, remarks[row]?.note ?? old.note,
        isMarked: remarks[row]?.isMarked ?? old.isMarked, tags: old.tags)
    }
    // What ended in order does so still: nothing is waiting to be recovered.
    if hadEnd { lines += JournalLine.end(at: Recorder.realTime) }
    if let code = file.append(lines, disk: disk) { throw Disk.problem(path, code) }
    guard disk.sync(file.descriptor) == 0 else { throw Disk.problem(path) }
  }
}
