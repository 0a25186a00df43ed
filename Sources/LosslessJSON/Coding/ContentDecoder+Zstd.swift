internal import CCodings

extension ContentDecoder {
  /// zstd, by its own library.
  final class Zstd: CodingStream {
    private let context = ZSTD_createDCtx()

    /// `window` bounds the memory a frame may ask for; the library's own bound is 128 MiB.
    init(window: Int) {
      let power = Int32(
        max(window, 1 << 10).bitWidth - 1 - max(window, 1 << 10).leadingZeroBitCount)
      ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, min(power, 31))
    }

    deinit {
      ZSTD_freeDCtx(context)
    }

    func step(
      _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> CodingStep {
      guard let context else { return CodingStep(read: 0, written: 0, state: .broken("no memory")) }
      var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
      var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
      let left = ZSTD_decompressStream(context, &target, &source)
      var step = CodingStep(read: source.pos, written: target.pos, state: .going)
      if ZSTD_isError(left) != 0 {
        let isWindow = ZSTD_getErrorCode(left) == ZSTD_error_frameParameter_windowTooLarge
        step.state = isWindow ? .windowTooLarge : .broken(String(cString: ZSTD_getErrorName(left)))
      } else if left == 0 {
        step.state = .ended
      }
      return step
    }
  }
}
