import Glibc

/// A thread of our own, for work that must not wait in a pool: the process's signals go to others.
package struct OwnThread {
  private let thread: pthread_t

  /// The system has no more threads.
  package struct Refused: Error {
    package let code: Int32
  }

  /// Starts at once; join it or detach it.
  ///
  /// A stack of 0 bytes has the system's usual size.
  package init(
    stackBytes: Int = 0, _ run: @escaping @Sendable () -> Void
  ) throws(Refused) {
    let work = Unmanaged.passRetained(Work(run))
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if stackBytes > 0 { pthread_attr_setstacksize(&attributes, stackBytes) }
    let code = pthread_create(
      &thread, &attributes,
      { raw in
        OwnThread.leaveSignalsToOthers()
        if let raw { Unmanaged<Work>.fromOpaque(raw).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      throw Refused(code: code)
    }
    self.thread = thread
  }

  /// Waits for its end.
  package func join() { pthread_join(thread, nil) }

  /// Lets it end by itself.
  package func detach() { pthread_detach(thread) }

  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Leaves the process's signals to threads that wait for them, and takes SIGPIPE from libraries
  /// that write without MSG_NOSIGNAL; a crash still finds its handler.
  private static func leaveSignalsToOthers() {
    var set = sigset_t()
    sigfillset(&set)
    for crash in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS] {
      sigdelset(&set, crash)
    }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
