/// What one step of a coding's decoder did.
struct CodingStep {
  enum State: Equatable {
    /// Wants more input, or room for more output.
    case going
    /// The member, frame or stream is complete; what is left of the input is not its own.
    case ended
    case broken(String)
    case windowTooLarge
  }

  package var read: Int
  var written: Int
  var state: State
}

/// One coding's decoder, given a piece at a time; its C state dies with it.
protocol CodingStream: AnyObject {
  /// Reads from `input` and fills `output` as far as either goes; gives out what it can at once.
  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> CodingStep

  /// Begins a further member after `.ended`.
  func restart()
}

extension CodingStream {
  /// br and deflate have no further member, and zstd's library is ready for one by itself.
  func restart() {}
}
