import Glibc

/// A value behind a mutex, with a condition that threads can wait for.
///
/// `@unchecked Sendable`: `value` is touched only between lock and unlock of `mutex`.
final class Monitor<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // Deadlines are monotonic: a clock set back must not keep anybody waiting.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    changed.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` alone with the value and wakes nobody.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Changes the value alone and wakes everybody who waits for it.
  func update<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Blocks this thread until `condition` holds; false when the time is over first.
  func wait(seconds: Int, _ condition: (Value) -> Bool) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    deadline.tv_sec += seconds
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !condition(value) {
      if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT { return condition(value) }
    }
    return true
  }
}
