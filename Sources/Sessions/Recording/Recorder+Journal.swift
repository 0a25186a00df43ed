import BytesAndJSON
import ExchangesAndOutcomes
import Glibc

/// The recorder's journal: which one it opens, and how it stays within its bound.
extension Recorder {
  /// The journal of our name, or the next one when another program is recording into it.
  func firstFree(_ folder: String) throws(SessionProblem) -> JournalFile? {
    var isTaken = false
    for number in 1...99 {
      let name = number == 1 ? settings.name : "\(settings.name)-\(number)"
      guard let file = try JournalFile("\(folder)/\(name).jsonl") else {
        isTaken = true
        continue
      }
      guard file.length == 0 || settings.continues && !isSpared(file, number) else {
        file.close()
        continue
      }
      if isTaken, settings.continues {
        notices.append(
          "another program is recording into '\(settings.name)': this one records into '\(name)'")
      }
      return file
    }
    throw SessionProblem(.locked, path: "\(folder)/\(settings.name).jsonl")
  }

  /// Whether it waits to be recovered; of many that do, the last is gone on with all the same.
  func isSpared(_ file: JournalFile, _ number: Int) -> Bool {
    settings.sparesUnfinished && number < 9 && !JournalFile.hasEnd(file.descriptor)
  }

  /// Goes on behind what an earlier run has left; a torn line is cut off.
  func goOn() throws(SessionProblem) {
    guard let file = journal, let left = try? Leftover(file.path) else { return }
    lastSequence = max(lastSequence, left.lastSequence)
    earlier = left.lastSequence
    if left.wholeBytes < file.length {
      guard left.keepTorn(disk: settings.disk) else { throw Disk.problem(file.path, ENOSPC) }
      if journal?.cut(to: left.wholeBytes) == true {
        notices.append("a line that an earlier run had not finished was set aside")
      }
    }
  }

  /// Writes what the bound leaves into a new journal and puts it in the old one's place.
  func shrink(to bound: Int) {
    guard let file = journal, let left = try? Leftover(file.path) else { return }
    sync.release()
    let compaction = JournalCompaction(left, bodyFolder: file.bodyFolder, bound: bound)
    let path = file.path + ".new"
    unlink(path)
    guard var new = try? JournalFile(path) else { return }
    let head = JournalLine.head(at: settings.now())
    guard new.append(head, disk: settings.disk) == nil,
      new.append(compaction.lines, disk: settings.disk) == nil,
      settings.disk.sync(new.descriptor) == 0, rename(path, file.path) == 0
    else {
      unlink(path)
      new.close()
      return
    }
    let placed = new.placed(at: file.path)
    NewFile.syncFolder(of: file.path)
    file.close()
    journal = placed
    Folder.remove(placed.bodyFolder, keeping: compaction.bodies)
    bodyFiles.formIntersection(compaction.bodies)
    bodyBytes = Folder.size(placed.bodyFolder)
    losses.cut += compaction.cut
    losses.dropped += compaction.dropped
  }
}
