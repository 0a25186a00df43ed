import Dispatch
import Glibc

/// Hears the first signal that asks a run to end; the second ends the process at once.
final class EndingSignals {
  private var sources: [any DispatchSourceSignal] = []
  private(set) var first: Int32?

  init(_ hear: @escaping () -> Void) {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // What was ignored when we were started, as nohup does, stays so.
      let before = signal(number, SIG_IGN)
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [weak self] in
        MainActor.assumeIsolated {
          guard let self else { return }
          if self.first != nil { _exit(128 + number) }
          self.first = number
          hear()
        }
      }
      source.resume()
      sources.append(source)
    }
  }
}
