internal import CPlatform
import Dispatch
import Glibc

/// Hears the first signal that asks a run to end; the same one again ends the process at once, but
/// for SIGHUP, which comes more than once when a terminal goes.
///
/// By a pipe: from the moment this is made no signal is lost, and none ends the process unheard.
package final class EndingSignals {
  private var source: (any DispatchSourceRead)?
  package private(set) var first: Int32?

  /// What is done when it comes.
  var hear: () -> Void

  package init(_ hear: @escaping () -> Void = {}) {
    self.hear = hear
    let pipe = end_signals_to_pipe()
    guard pipe >= 0 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        var number: UInt8 = 0
        guard let self, read(pipe, &number, 1) == 1 else { return }
        self.first = Int32(number)
        self.hear()
      }
    }
    source.resume()
    self.source = source
  }
}
