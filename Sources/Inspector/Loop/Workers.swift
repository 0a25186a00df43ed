import Glibc
import NetEngine

/// Threads of our own for what must not hold up the screen.
///
/// The standard executor would do, but for one thing: from its first job on, libdispatch looks at
/// its pool every second for the rest of the process's life. A program that waits for a key must
/// cost nothing; threads that wait on a condition do.
///
/// `@unchecked Sendable`: `queue`, the counts and `hasScreen` are touched only under `mutex`.
nonisolated final class Workers: TaskExecutor, @unchecked Sendable {
  static let shared = Workers()

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var queue: [UnownedJob] = []
  private var idleCount = 0
  private var threadCount = 0
  private var hasScreen = false
  /// Some work waits for others, a pipe or a command: a search must not wait for that.
  private let limit = max(4, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// Lives as long as the process, as its threads do.
  private init() {
    mutex.initialize(to: pthread_mutex_t())
    arrival.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(arrival, nil)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pthread_mutex_lock(mutex)
    queue.append(job)
    if idleCount < queue.count, threadCount < limit, startThread() { threadCount += 1 }
    pthread_cond_signal(arrival)
    pthread_mutex_unlock(mutex)
  }

  /// Lets the thread with the screen have a processor at once, where all of them search.
  ///
  /// Without a screen nobody is to be let through: on a busy machine, a build's, it would only take
  /// three times as long.
  func giveWayToScreen() {
    pthread_mutex_lock(mutex)
    hasScreen = true
    pthread_mutex_unlock(mutex)
  }

  /// On Linux a thread has a niceness of its own.
  private func giveWay() {
    let which = __priority_which_t(PRIO_PROCESS.rawValue)
    setpriority(which, 0, getpriority(which, 0) + 5)
  }

  private func startThread() -> Bool {
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { _ in Workers.shared.work() }, nil)
    if code == 0 { pthread_detach(thread) }
    return code == 0
  }

  private func work() -> Never {
    var givesWay = false
    while true {
      pthread_mutex_lock(mutex)
      idleCount += 1
      while queue.isEmpty { pthread_cond_wait(arrival, mutex) }
      idleCount -= 1
      let job = queue.removeFirst()
      let wantsWay = hasScreen && !givesWay
      pthread_mutex_unlock(mutex)
      if wantsWay {
        giveWay()
        givesWay = true
      }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
