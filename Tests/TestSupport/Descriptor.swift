import Glibc

/// An open descriptor, closed when nobody holds it any more: closed earlier, its number would be
/// another socket's by the time somebody uses it.
package final class Descriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }

  deinit { close(number) }
}

/// A thread for what blocks.
package enum BackgroundThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  package static func start(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { raw in
        if let raw { Unmanaged<Work>.fromOpaque(raw).takeRetainedValue().body() }
        return nil
      }, Unmanaged.passRetained(Work(body)).toOpaque())
    precondition(code == 0, "pthread_create: \(code)")
    pthread_detach(thread)
  }

  /// What blocks until something on the cooperative pool has gone on: two such waits on two of the
  /// pool's own threads would wait for ever.
  package static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      start { continuation.resume(with: Result { try body() }) }
    }
  }
}
