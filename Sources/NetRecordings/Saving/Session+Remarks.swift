import LosslessJSON
import NetEngine

extension Session {
  /// Writes remarks into the file this session was opened from, by the places of their entries.
  ///
  /// A HAR file is written anew beside itself and put in its own place, whole or not at all; what is
  /// not said in a remark stays byte for byte. A journal gets a line for each. Nothing is written
  /// when the file is another one by now. The folder is locked from the reading to the writing, so
  /// that two programs keep each other's remarks.
  package func remark(
    _ remarks: [Int: Remark], in path: String, disk: Disk = .standard
  ) throws(SessionProblem) {
    do throws(SessionProblem) {
      try SessionFile.withLock(at: path) { () throws(SessionProblem) in
        let now = try SessionFile(path, of: self, rows: remarks.keys)
        var remarks = remarks
        for (row, remark) in remarks where remark.known != nil {
          remarks[row] = remark.joined(to: try now.session.exchange(at: row).note)
        }
        if now.indexer.form == .journal {
          let isWhole = now.indexer.wholeBytes == now.file.count
          try now.session.append(remarks, to: now.place, whole: isWhole, disk)
        } else {
          try Self.rewrite(now, remarks, disk)
        }
      }
    } catch {
      throw SessionProblem(error.reason, path: error.path.isEmpty ? path : error.path)
    }
  }

  private static func rewrite(
    _ now: SessionFile, _ remarks: [Int: Remark], _ disk: Disk
  ) throws(SessionProblem) {
    let new = try NewFile(now.place, disk: disk, overwrites: true)
    new.takeMode(of: now.place)
    try now.write(to: new, rows: remarks.keys) { row throws(SessionProblem) in
      let edited = now.entry(at: row).withMemoryRebound(to: UInt8.self) {
        RemarkedEntry($0, remarks[row] ?? Remark())
      }
      guard let edited else { throw SessionProblem(.brokenEntry(row + 1, "it cannot be edited")) }
      return edited.bytes
    }
  }

  /// Adds lines to a journal, unless a program is writing it or has left a torn line at its end.
  private func append(
    _ remarks: [Int: Remark], to path: String, whole: Bool, _ disk: Disk
  ) throws(SessionProblem) {
    guard whole else { throw SessionProblem(.torn) }
    guard var file = try JournalFile(path, creates: false) else { throw SessionProblem(.locked) }
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
