import Glibc
import LosslessJSON
import NetEngine

/// Brings a journal's lines to the disk behind the recorder's back.
///
/// Every 100 records, or 250 ms after the first that is not there yet, or at once when asked. While
/// nothing is to be done its thread waits without a timeout: an idle program costs nothing.
///
///     body written ─► adopted ─► its line written ─► bodies, their folder, then the journal synced
///
/// A line that is on the disk never names a body that is not: that order holds for every record.
///
/// One thread at a time syncs, this one or one that flushes; the other waits for `settled`. A
/// thread that syncs holds no lock, so every wait ends when the disk has answered.
///
/// `@unchecked Sendable`: everything that changes is touched under `mutex` only.
final class JournalSync: @unchecked Sendable {
  /// Why lines that are written may not be on the disk.
  struct Failure {
    /// The system's error number.
    var code: Int32
    /// How many exchanges are in those lines.
    var exchanges: Int
    /// The journal.
    var path: String

    var problem: SessionProblem { Disk.problem(path, code) }
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Rung for the thread alone: there is something to do.
  private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Rung for the threads that wait until no other thread syncs.
  private let settled = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let sync: @Sendable (Int32) -> Int32
  /// Called on the thread with each failure there; `flush` reports its own.
  private let failed: @Sendable (Failure) -> Void
  private var descriptor: Int32 = -1
  /// The end of the last whole line, and the end of the lines that were synced.
  private var (length, certain) = (0, 0)
  private var dirty = 0
  /// Journals that others have replaced while they were being synced; closed afterwards.
  private var replaced: [JournalFile] = []
  /// The journal's name in its folder has to be synced.
  private var isRenamed = false
  /// Files that have to be on the disk before the journal is.
  private var bodies: [String] = []
  /// Exchanges in lines that are not on the disk yet.
  private var exchanges = 0
  private var code: Int32?
  private var path = ""
  private var isSyncing = false
  private var isUrgent = false
  private var isOver = false
  private var hasThread = false

  private static let records = 100
  private static let nanoseconds = 250_000_000

  init(
    _ sync: @escaping @Sendable (Int32) -> Int32,
    failed: @escaping @Sendable (Failure) -> Void = { _ in }
  ) {
    self.sync = sync
    self.failed = failed
    mutex.initialize(to: pthread_mutex_t())
    arrival.initialize(to: pthread_cond_t())
    settled.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(settled, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // A clock that is set back must not hold up the disk.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(arrival, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(arrival)
    pthread_cond_destroy(settled)
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    arrival.deallocate()
    settled.deallocate()
  }

  /// Why the last attempt failed; nil while the disk takes what it is given.
  var failure: Failure? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return code.map { Failure(code: $0, exchanges: exchanges, path: path) }
  }

  /// Takes over files that lines are about to name: they reach the disk before those lines do.
  ///
  /// False while the journal is on its way to the disk, which their line would be in time for and
  /// they would not: then the caller has to sync them.
  func adopt(_ paths: [String]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isSyncing else { return false }
    bodies += paths
    return true
  }

  /// Brings files and the names of their folder to the disk; the system's error number if it fails.
  func bring(_ paths: [String], again: Bool = false) -> Int32? {
    var failure: Int32?
    for path in paths {
      let file = open(path, (again ? O_RDWR : O_RDONLY) | O_NOFOLLOW | O_CLOEXEC)
      guard file >= 0 else {
        // A file that was removed meanwhile needs no sync.
        if errno != ENOENT { failure = errno }
        continue
      }
      defer { close(file) }
      if again { Disk.rewrite(file) }
      if sync(file) != 0 { failure = errno }
    }
    if let last = paths.last { NewFile.syncFolder(of: last) }
    return failure
  }

  /// A record was written; `isUrgent` ones are brought to the disk at once.
  func wrote(to file: JournalFile, isExchange: Bool, isUrgent: Bool) {
    pthread_mutex_lock(mutex)
    if descriptor < 0 { certain = 0 }
    (descriptor, length, path) = (file.descriptor, file.length, file.path)
    dirty += 1
    if isExchange { exchanges += 1 }
    self.isUrgent = self.isUrgent || isUrgent
    if !hasThread { hasThread = startThread() }
    if dirty == 1 || dirty == Self.records || isUrgent { pthread_cond_signal(arrival) }
    pthread_mutex_unlock(mutex)
  }

  /// The same of lines that were written in one go.
  func wrote(to file: JournalFile, _ batch: borrowing JournalBatch) {
    pthread_mutex_lock(mutex)
    if descriptor < 0 { certain = 0 }
    (descriptor, length, path) = (file.descriptor, file.length, file.path)
    let before = dirty
    dirty += batch.count
    exchanges += batch.exchanges
    isUrgent = isUrgent || batch.isUrgent
    if !hasThread { hasThread = startThread() }
    let isMuch = before < Self.records && dirty >= Self.records
    if before == 0 || isMuch || batch.isUrgent { pthread_cond_signal(arrival) }
    pthread_mutex_unlock(mutex)
  }

  /// Continues with the file that has taken the journal's place; does not wait for the disk.
  ///
  /// The lines in it are synced once more, then the folder, which has the new name.
  func replace(_ old: JournalFile, by new: JournalFile) {
    pthread_mutex_lock(mutex)
    if isSyncing { replaced.append(old) } else { old.close() }
    (descriptor, length, certain, path) = (new.descriptor, new.length, 0, new.path)
    isRenamed = true
    dirty += 1
    if !hasThread { hasThread = startThread() }
    pthread_cond_signal(arrival)
    pthread_mutex_unlock(mutex)
  }

  /// Waits until everything is on the disk, or the disk has refused it.
  func flush() {
    pthread_mutex_lock(mutex)
    settle()
    bringAll()
    pthread_mutex_unlock(mutex)
  }

  /// Flushes; the journal may be closed afterwards.
  func release() {
    pthread_mutex_lock(mutex)
    settle()
    bringAll()
    descriptor = -1
    pthread_mutex_unlock(mutex)
  }

  /// Waits for the disk and drops the lines that are not there yet: the journal is removed next.
  func forget() {
    pthread_mutex_lock(mutex)
    settle()
    (descriptor, dirty, bodies, exchanges, code, isUrgent) = (-1, 0, [], 0, nil, false)
    pthread_mutex_unlock(mutex)
  }

  /// Flushes and ends the thread.
  func end() {
    release()
    pthread_mutex_lock(mutex)
    isOver = true
    pthread_cond_signal(arrival)
    pthread_mutex_unlock(mutex)
  }

  private func startThread() -> Bool { (try? OwnThread { self.work() }.detach()) != nil }

  private func work() {
    pthread_mutex_lock(mutex)
    while !isOver {
      guard dirty > 0 else {
        pthread_cond_wait(arrival, mutex)
        continue
      }
      var deadline = timespec()
      clock_gettime(CLOCK_MONOTONIC, &deadline)
      deadline.tv_nsec += Self.nanoseconds
      if deadline.tv_nsec >= 1_000_000_000 {
        deadline.tv_nsec -= 1_000_000_000
        deadline.tv_sec += 1
      }
      while dirty > 0, dirty < Self.records, !isUrgent, !isOver {
        if pthread_cond_timedwait(arrival, mutex, &deadline) != 0 { break }
      }
      settle()
      guard dirty > 0 else { continue }
      bringAll()
      guard let code else { continue }
      let failure = Failure(code: code, exchanges: exchanges, path: path)
      pthread_mutex_unlock(mutex)
      failed(failure)
      pthread_mutex_lock(mutex)
    }
    pthread_mutex_unlock(mutex)
  }

  /// Waits, with the lock, until no thread syncs.
  private func settle() {
    while isSyncing { pthread_cond_wait(settled, mutex) }
  }

  /// Brings all there is to the disk, bodies first; called with the lock, and without it meanwhile.
  ///
  /// What the disk refuses stays due: the next record, or the next flush, tries it again.
  private func bringAll() {
    let (due, file, end, start) = (bodies, descriptor, length, certain)
    let (isAgain, taken, name) = (code != nil, exchanges, isRenamed ? path : nil)
    (bodies, dirty, isUrgent, isSyncing, isRenamed) = ([], 0, false, true, false)
    pthread_mutex_unlock(mutex)
    var failure = bring(due, again: isAgain)
    if failure == nil, file >= 0 {
      if isAgain { Disk.rewrite(file, start..<end) }
      if sync(file) != 0 { failure = errno }
    }
    if let name { NewFile.syncFolder(of: name) }
    pthread_mutex_lock(mutex)
    if failure == nil {
      exchanges -= taken
      if descriptor == file { certain = end }
    } else {
      bodies = due + bodies
    }
    for old in replaced { old.close() }
    replaced = []
    code = failure
    isSyncing = false
    pthread_cond_broadcast(settled)
  }
}
