import Glibc

/// Why a body could not take more bytes; what came before stays readable.
package struct BodyError: Error, Sendable, Hashable {
  /// The step of spilling that failed.
  package enum Step: String, Sendable, Hashable {
    case create
    case write
    case map
  }

  package var step: Step
  /// Where the spill file is, or the last place that was tried.
  package var directory: String
  /// The system's `errno`.
  package var code: Int32
  /// How many bytes of the body were kept.
  package var kept: Int

  package init(step: Step, directory: String, code: Int32, kept: Int) {
    self.step = step
    self.directory = directory
    self.code = code
    self.kept = kept
  }
}

extension BodyError: CustomStringConvertible {
  package var description: String {
    let reason = String(cString: strerror(code))
    let kept = "\(kept) bytes of the body are kept"
    switch step {
    case .create:
      return "cannot create a spill file in '\(directory)': \(reason); \(kept)"
        + " — set TMPDIR to a folder that can be written"
    case .write:
      return "cannot write to the spill file in '\(directory)': \(reason); \(kept)"
        + " — free some space, or set TMPDIR to a larger disk"
    case .map:
      return "cannot map the spill file in '\(directory)': \(reason); \(kept)"
        + " — raise the address space limit (ulimit -v)"
    }
  }
}
