import Glibc

/// A value behind a mutex that ThreadSanitizer understands.
///
/// `Synchronization.Mutex` reports false races under the sanitizer on Linux, so this is the one
/// lock of the project.
///
/// `@unchecked Sendable`: `value` is touched only between lock and unlock.
package final class Lock<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Runs `body` alone with the value; never call out of the engine or lock again from inside it.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
