import Glibc
import LosslessJSON
import NetEngine

/// The recorder's journal: which one it opens, and how it stays within its bound.
extension Recorder {
  /// The journal of our name, or the next one when another program is recording into it.
  func firstFree(_ folder: String) throws(SessionProblem) -> JournalFile? {
    var isTaken = false
    for number in 1...99 {
      let name = number == 1 ? settings.name : "\(settings.name)-\(number)"
      let path = "\(folder)/\(name).jsonl"
      guard let file = try JournalFile(path) else {
        isTaken = isTaken || JournalFile.isBeingWritten(path)
        continue
      }
      guard file.length == 0 || settings.continues && file.isJournal else {
        file.close()
        continue
      }
      if isTaken, settings.continues {
        notices.append(
          "another program is recording into '\(settings.name)': this one records into '\(name)'")
      }
      file.markRecording()
      return file
    }
    throw SessionProblem(.locked, path: "\(folder)/\(settings.name).jsonl")
  }

  /// Continues behind the lines of an earlier run; cuts off a torn line.
  func continueJournal() throws(SessionProblem) {
    guard let file = journal, let left = try? Leftover(file.path) else { return }
    lastSequence = max(lastSequence, left.lastSequence)
    earlier = left.lastSequence
    if left.wholeBytes < file.length {
      try left.setTornLineAside(disk: settings.disk)
      if journal?.cut(to: left.wholeBytes) == true {
        notices.append("a line that an earlier run had not finished was set aside")
      }
    }
  }

  /// Tells git to leave the folder out.
  func ignore(_ folder: String) throws(SessionProblem) {
    let path = folder + "/.gitignore"
    guard access(path, F_OK) != 0 else { return }
    let file = try NewFile(path, disk: settings.disk, overwrites: true)
    try file.write(Array("*\n".utf8))
    try file.finish()
  }

  // MARK: Bodies

  /// Puts bodies into their files, to be on the disk before the line that names them.
  func keep(_ files: [HAREntry.StoredBody]) throws(SessionProblem) {
    guard !files.isEmpty, let folder = journal?.bodyFolder else { return }
    try settings.disk.makeOwnFolder(folder)
    var new: [String: Int] = [:]
    do throws(SessionProblem) {
      for stored in files {
        let name = stored.path.utf8Suffix(afterLast: 0x2f)
        if compactor != nil { bodiesSinceCompaction.insert(name) }
        guard !bodyFiles.contains(name) else { continue }
        try settings.disk.put(stored.body, at: "\(folder)/\(name)", isSynced: false)
        new[name] = stored.body.count
        unneededBodies.remove(name)
        bodyFiles.insert(name)
        bodyBytes += stored.body.count - (unverifiedBodies.removeValue(forKey: name) ?? 0)
      }
      let paths = new.keys.map { "\(folder)/\($0)" }
      guard !paths.isEmpty, !sync.adopt(paths), let code = sync.bring(paths) else { return }
      throw Disk.problem(folder, code)
    } catch {
      // They are written anew when their line is tried again.
      bodyFiles.subtract(new.keys)
      unverifiedBodies.merge(new) { $1 }
      throw error
    }
  }

  // MARK: The bound

  /// Starts a compaction once the recording is larger than the bound; puts a finished one in place.
  ///
  /// Writes the lines that were added meanwhile, removes up to 16 files, and syncs nothing. A loss of
  /// power may cost the lines that were copied last, until the next sync 250 ms later. A killed
  /// process loses none.
  func keepBound() {
    guard let whole = settings.bound else { return }
    if compactor?.isOver == true { placeCompaction() }
    // Meanwhile the files stay as the compaction has found them.
    guard compactor == nil else { return }
    removeBodies(atMost: 16)
    if let idleJournals {
      guard idleJournals.isOver else { return }
      endIdleCompaction()
    }
    if (size - siblings.measuredAt).magnitude > whole.magnitude / 64 { measureSiblings() }
    if size + siblings.bytes > whole, compactIdleJournals(to: whole / 2) { return }
    // Several programs share the bound; each of them keeps a quarter at least.
    let bound = max(whole / 4, whole - siblings.bytes)
    guard let journal, size > max(bound, nextCompaction) else { return }
    bodiesSinceCompaction = []
    compactor = JournalCompactor(journal, bound: bound, now: settings.now(), disk: settings.disk)
    if compactor == nil { postponeCompaction() }
  }

  /// Starts to compact the journals that no program writes any more to equal shares of a bound.
  ///
  /// False when there is none to compact.
  private func compactIdleJournals(to bound: Int) -> Bool {
    let share = bound / max(1, idle.count)
    let due = idle.filter { $0.value > share && !compactedJournals.contains($0.key) }.keys.sorted()
    guard !due.isEmpty else { return false }
    compactedJournals.formUnion(due)
    idleJournals = IdleJournals(due, bound: share, now: settings.now(), disk: settings.disk)
    return idleJournals != nil
  }

  /// Waits until the compaction of idle journals has ended.
  func endIdleCompaction() {
    guard let idleJournals else { return }
    let (cut, dropped) = idleJournals.wait()
    (losses.cut, losses.dropped) = (losses.cut + cut, losses.dropped + dropped)
    self.idleJournals = nil
    measureSiblings()
  }

  /// Measures the journals that other programs of our name have written, with their bodies.
  func measureSiblings() {
    guard settings.bound != nil, settings.continues, let journal else { return }
    let folder = journal.path.folderOfPath
    let sizes = Folder.sizes(folder)
    (siblings, idle) = ((0, size), [:])
    for number in 1...99 {
      let name = number == 1 ? settings.name : "\(settings.name)-\(number)"
      guard let bytes = sizes[name + ".jsonl"], name + ".bodies" != journal.bodyFolderName
      else { continue }
      let path = "\(folder)/\(name).jsonl"
      let all = bytes + Folder.size("\(folder)/\(name).bodies")
      siblings.bytes += all
      if !JournalFile.isBeingWritten(path) { idle[path] = all }
    }
  }

  /// The bytes of the journal and its bodies.
  private var size: Int { (journal?.length ?? 0) + bodyBytes }

  /// Lets the recording grow by a quarter of the bound first: each try reads all of the journal.
  private func postponeCompaction() {
    nextCompaction = size.saturatingSum((settings.bound ?? 0) / 4)
  }

  /// Waits until the compaction that runs has ended, and puts it in place.
  func placeCompaction() {
    guard let compactor else { return }
    self.compactor = nil
    guard var new = compactor.result() else { return postponeCompaction() }
    new.file.markRecording()
    guard let old = journal, new.copyLines(of: old.path, disk: settings.disk),
      new.copied == old.length, rename(new.file.path, old.path) == 0
    else {
      new.discard()
      return postponeCompaction()
    }
    let placed = new.file.placed(at: old.path)
    sync.replace(old, by: placed)
    journal = placed
    for (name, size) in new.unneeded where !bodiesSinceCompaction.contains(name) {
      bodyFiles.remove(name)
      unverifiedBodies[name] = nil
      if unneededBodies.insert(name).inserted { bodyBytes -= size }
    }
    losses.cut += new.cut
    losses.dropped += new.dropped
    settings.noteJournal(
      "compacted \(placed.path): removed \(Units.count(new.dropped, "exchange"))"
        + " and the bodies of \(new.cut)")
    nextCompaction = 0
    // The lines added meanwhile may need the next one at once; one that found nothing to cut, not.
    if new.cut == 0, new.dropped == 0 { postponeCompaction() }
  }

  /// Removes bodies that no line names any more, a few with each record: a busy disk takes long.
  func removeBodies(atMost count: Int) {
    guard let folder = journal?.bodyFolder, !unneededBodies.isEmpty else { return }
    for name in unneededBodies.prefix(count) {
      unneededBodies.remove(name)
      unlink("\(folder)/\(name)")
    }
    // The folder stays while other bodies are in it.
    if unneededBodies.isEmpty { rmdir(folder) }
  }

  /// Gives a compaction half a second to end; after that the next run has to make one.
  func endCompaction() {
    guard let compactor else { return }
    for _ in 0..<50 where !compactor.isOver { usleep(10_000) }
    if compactor.isOver { return placeCompaction() }
    compactor.cancel()
    self.compactor = nil
  }

  /// Microseconds since 1970, by the system's clock.
  package static var realTime: Int {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now.tv_sec * 1_000_000 + now.tv_nsec / 1_000
  }
}
