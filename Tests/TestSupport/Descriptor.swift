import Glibc
import LosslessJSON

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
  package static func start(_ body: @escaping @Sendable () -> Void) {
    do {
      try OwnThread(body).detach()
    } catch {
      preconditionFailure("pthread_create: \(error.code)")
    }
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
