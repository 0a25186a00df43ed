import Glibc

/// Brings a journal's lines to the disk behind the recorder's back.
///
/// Every 100 records, or 250 ms after the first that is not there yet, or at once when asked. While
/// nothing is to be done its thread waits without a timeout: an idle program costs nothing.
///
///     body written ─► adopted ─► its line written ─► bodies, their folder, then the journal synced
///
/// A line that is on the disk never names a body that is not: that order holds for every record.
///
/// `@unchecked Sendable`: everything that changes is touched under `mutex` only.
final class JournalSync: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let sync: @Sendable (Int32) -> Int32
  private var descriptor: Int32 = -1
  private var dirty = 0
  /// Files that have to be on the disk before the journal is.
  private var bodies: [String] = []
  private var isSyncing = false
  private var isUrgent = false
  private var isOver = false
  private var hasThread = false

  private static let records = 100
  private static let nanoseconds = 250_000_000

  init(_ sync: @escaping @Sendable (Int32) -> Int32) {
    self.sync = sync
    mutex.initialize(to: pthread_mutex_t())
    arrival.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // A clock that is set back must not hold up the disk.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(arrival, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(arrival)
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
    arrival.deallocate()
  }

  /// Takes over files that lines are about to name: they reach the disk before those lines do.
  ///
  /// False while the journal is on its way to the disk, which their line would be in time for and
  /// they would not: then whoever has written them has to sync them.
  func adopt(_ paths: [String]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isSyncing else { return false }
    bodies += paths
    return true
  }

  /// Brings files and the names of their folder to the disk.
  func bring(_ paths: [String]) {
    for path in paths {
      let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard file >= 0 else { continue }
      _ = sync(file)
      close(file)
    }
    if let last = paths.last { NewFile.syncFolder(of: last) }
  }

  /// A record was written; `isUrgent` ones are brought to the disk at once.
  func wrote(to file: Int32, isUrgent: Bool) {
    pthread_mutex_lock(mutex)
    descriptor = file
    dirty += 1
    self.isUrgent = self.isUrgent || isUrgent
    if !hasThread { hasThread = startThread() }
    if dirty == 1 || dirty == Self.records || isUrgent { pthread_cond_signal(arrival) }
    pthread_mutex_unlock(mutex)
  }

  /// Waits until everything is on the disk; the descriptor may be closed afterwards.
  func flush() {
    pthread_mutex_lock(mutex)
    // Also when nothing is new: the thread may be in the middle of it.
    bring(bodies)
    bodies = []
    if descriptor >= 0 { _ = sync(descriptor) }
    dirty = 0
    descriptor = -1
    pthread_mutex_unlock(mutex)
  }

  /// Flushes and ends the thread.
  func end() {
    flush()
    pthread_mutex_lock(mutex)
    isOver = true
    pthread_cond_signal(arrival)
    pthread_mutex_unlock(mutex)
  }

  private func startThread() -> Bool {
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { raw in
        if let raw { Unmanaged<JournalSync>.fromOpaque(raw).takeRetainedValue().work() }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    if code == 0 { pthread_detach(thread) } else { Unmanaged.passUnretained(self).release() }
    return code == 0
  }

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
      guard dirty > 0, descriptor >= 0 else { continue }
      dirty = 0
      isUrgent = false
      let due = bodies
      bodies = []
      isSyncing = true
      // A descriptor of our own: the recorder may close its one meanwhile.
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      pthread_mutex_unlock(mutex)
      bring(due)
      if copy >= 0 {
        _ = sync(copy)
        close(copy)
      }
      pthread_mutex_lock(mutex)
      isSyncing = false
    }
    pthread_mutex_unlock(mutex)
  }
}
