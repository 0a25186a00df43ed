internal import CCodings

extension ContentDecoder {
  /// br, by Google's decoder.
  final class Brotli: CodingStream {
    private let state = BrotliDecoderCreateInstance(nil, nil, nil)

    deinit {
      BrotliDecoderDestroyInstance(state)
    }

    func step(
      _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> CodingStep {
      guard let state else { return CodingStep(read: 0, written: 0, state: .broken("no memory")) }
      var inputLeft = input.count
      var outputLeft = output.count
      var source = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
      var target = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
      let result = BrotliDecoderDecompressStream(
        state, &inputLeft, &source, &outputLeft, &target, nil)
      var step = CodingStep(
        read: input.count - inputLeft, written: output.count - outputLeft, state: .going)
      if result == BROTLI_DECODER_RESULT_SUCCESS {
        step.state = .ended
      } else if result == BROTLI_DECODER_RESULT_ERROR {
        let text = BrotliDecoderErrorString(BrotliDecoderGetErrorCode(state))
        step.state = .broken(text.map { String(cString: $0) } ?? "brotli error")
      }
      return step
    }
  }
}
