import Glibc

/// A value behind a mutex that ThreadSanitizer understands.
///
/// `Synchronization.Mutex` reports false races under the sanitizer on Linux, so this is the one
/// lock of the project.
///
/// Usable from inlined code, so that other modules get functions of their own for their values: a type
/// of the package alone is opened to none of them, whatever its functions are marked as.
///
/// `@unchecked Sendable`: `value` is touched only between lock and unlock.
@usableFromInline package final class Lock<Value>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // Unchecked: whoever locks again from inside waits for ever before there are two.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable package init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  @inlinable deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Runs `body` alone with the value; never call out of the engine or lock again from inside it.
  @inlinable
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}

/// The lock that programs hold while one of them replaces a file of a folder.
package enum FolderLock {
  /// Runs a change while no other program changes a file of the folder.
  package static func withLock<Value, Problem: Error>(
    of folder: String, _ change: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    // On a file system without locks the change runs unlocked.
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    defer {
      // A program that is being started has a copy of the descriptor until it runs.
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
    return try change()
  }
}
