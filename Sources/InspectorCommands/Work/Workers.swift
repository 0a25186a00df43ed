import Glibc
import NetEngine

/// Threads of our own for what must not hold up the screen.
///
/// The standard executor would do, but for one thing: from its first job on, libdispatch looks at
/// its pool every second for the rest of the process's life. A program that waits for a key must
/// cost nothing; threads that wait on a condition do.
///
/// `@unchecked Sendable`: `queue`, the counts and the two flags are touched only under `mutex`.
package nonisolated final class Workers: TaskExecutor, @unchecked Sendable {
  /// Some work waits for others, a pipe or a command: a search must not wait for that.
  package static let shared = Workers(limit: max(4, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var queue: [UnownedJob] = []
  private var idleCount = 0
  /// A thread was woken and does not run yet.
  private var isWaking = false
  private var threadCount = 0
  private var hasScreen = false
  /// How many threads there are at most.
  package let limit: Int

  /// Lives as long as the process, as its threads do.
  package init(limit: Int) {
    self.limit = limit
    mutex.initialize(to: pthread_mutex_t())
    arrival.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(arrival, nil)
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pthread_mutex_lock(mutex)
    queue.append(job)
    if idleCount < queue.count, threadCount < limit, startThread() { threadCount += 1 }
    let wakes = wantsAnother()
    pthread_mutex_unlock(mutex)
    if wakes { pthread_cond_signal(arrival) }
  }

  /// Whether a thread is to be woken now; call with `mutex` locked, and wake it after unlocking.
  ///
  /// One at a time: it wakes the next one where it leaves work behind. Answers come in batches, and
  /// of four threads that are woken for eight of them at once two find nothing to do.
  private func wantsAnother() -> Bool {
    guard !isWaking, idleCount > 0, !queue.isEmpty else { return false }
    isWaking = true
    return true
  }

  /// Lets the thread with the screen have a processor at once, where all of them search.
  ///
  /// Without a screen nobody is to be let through: on a busy machine, a build's, it would only take
  /// three times as long.
  package func giveWayToScreen() {
    pthread_mutex_lock(mutex)
    hasScreen = true
    pthread_mutex_unlock(mutex)
  }

  /// On Linux a thread has a niceness of its own.
  private func giveWay() {
    let which = __priority_which_t(PRIO_PROCESS.rawValue)
    setpriority(which, 0, getpriority(which, 0) + 5)
  }

  private func startThread() -> Bool { (try? OwnThread { self.work() }.detach()) != nil }

  private func work() {
    var givesWay = false
    while true {
      pthread_mutex_lock(mutex)
      while queue.isEmpty {
        idleCount += 1
        pthread_cond_wait(arrival, mutex)
        idleCount -= 1
        isWaking = false
      }
      let job = queue.removeFirst()
      let wantsWay = hasScreen && !givesWay
      let wakes = wantsAnother()
      pthread_mutex_unlock(mutex)
      if wakes { pthread_cond_signal(arrival) }
      if wantsWay {
        giveWay()
        givesWay = true
      }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
