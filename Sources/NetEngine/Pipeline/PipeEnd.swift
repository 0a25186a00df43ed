/// How a shell command ended.
package enum PipeEnd: Sendable, Hashable {
  case exited(Int)
  case killed(signal: Int)
  case cancelled
  /// It was never started.
  case failed(String)

  package var words: String {
    switch self {
    case .exited(0): "done"
    case .exited(let code): "exit code \(code)"
    case .killed(let signal): "ended by signal \(signal)"
    case .cancelled: "cancelled"
    case .failed(let why): why
    }
  }
}
