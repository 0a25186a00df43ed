internal import CPlatform
import Glibc
import InspectorCommands

/// Hears the keys and the signals of a terminal, on the main actor.
final class Listener {
  /// What reaches the program from its terminal.
  enum Heard {
    case input(InputDecoder.Input)
    case resized
    /// Somebody else's SIGTSTP: to be answered by suspending.
    case stopAsked
    case continued
    /// A signal asks the program to end; a terminal that is gone counts as SIGHUP.
    case ended(signal: Int32)
  }

  private let hear: (Heard) -> Void
  private let signals: Int32
  private var decoder = InputDecoder()
  /// A terminal gives 4 KiB at a time.
  private var buffer = [UInt8](repeating: 0, count: 4_096)

  /// Takes the signals over at once; `hear` is called for them and for keys after ``begin(_:)``.
  init(hear: @escaping (Heard) -> Void) throws(TerminalProblem) {
    self.hear = hear
    let numbers = [SIGWINCH, SIGTSTP, SIGCONT]
    signals = signals_to_pipe(numbers, Int32(numbers.count))
    guard signals >= 0 else { throw .system(call: "pipe2", code: errno) }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Hears what has waited and what comes, until it is closed.
  func begin(_ sequences: KeySequences) {
    decoder = InputDecoder(sequences: sequences)
    DescriptorWatch.main.add(signals) { [weak self] in self?.readSignals() }
    DescriptorWatch.main.add(STDIN_FILENO) { [weak self] in self?.readInput() }
  }

  /// Hears nothing more; signals have their default meaning again.
  func close() {
    DescriptorWatch.main.remove(signals)
    DescriptorWatch.main.remove(STDIN_FILENO)
    signals_release()
  }

  private func readSignals() {
    var number: UInt8 = 0
    while read(signals, &number, 1) == 1 {
      switch Int32(number) {
      case SIGWINCH: hear(.resized)
      case SIGTSTP: hear(.stopAsked)
      case SIGCONT: hear(.continued)
      case let signal: hear(.ended(signal: signal))
      }
    }
  }

  private func readInput() {
    // A paste of a megabyte comes in pieces of 4 kB: take many in one turn, but let others in.
    for _ in 0..<64 {
      // A lone Escape is a key once nothing has followed it for 25 ms.
      let patience: Int32 = decoder.isUndecided ? 25 : 0
      switch Descriptor.read(STDIN_FILENO, into: &buffer, waiting: patience) {
      case .bytes(let bytes):
        for input in decoder.feed(bytes) { hear(.input(input)) }
      case .nothing:
        for input in decoder.settle() { hear(.input(input)) }
        return
      case .ended:
        // It could be read for ever.
        DescriptorWatch.main.remove(STDIN_FILENO)
        hear(.ended(signal: SIGHUP))
        return
      }
    }
  }
}
