internal import CCodings

extension ContentDecoder {
  /// gzip, zlib and raw deflate, by zlib.
  final class Inflate: CodingStream {
    enum Format: Int32 {
      case gzip = 31
      case zlib = 15
      case raw = -15
    }

    // zlib keeps the stream's address inside its own state: it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let isReady: Bool

    init(_ format: Format) {
      stream = .allocate(capacity: 1)
      stream.initialize(to: z_stream())
      isReady = cz_inflate_init(stream, format.rawValue) == Z_OK
    }

    deinit {
      if isReady { inflateEnd(stream) }
      stream.deinitialize(count: 1)
      stream.deallocate()
    }

    func step(
      _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> CodingStep {
      guard isReady else { return CodingStep(read: 0, written: 0, state: .broken("no memory")) }
      let source = UnsafeMutableRawPointer(mutating: input.baseAddress)
      stream.pointee.next_in = source?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_in = UInt32(input.count)
      stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_out = UInt32(output.count)
      let code = inflate(stream, Z_NO_FLUSH)
      return CodingStep(
        read: input.count - Int(stream.pointee.avail_in),
        written: output.count - Int(stream.pointee.avail_out),
        state: state(of: code))
    }

    func restart() {
      inflateReset(stream)
    }

    private func state(of code: Int32) -> CodingStep.State {
      switch code {
      // "No progress was possible" only asks for the next piece.
      case Z_OK, Z_BUF_ERROR: return .going
      case Z_STREAM_END: return .ended
      case Z_NEED_DICT: return .broken("it needs a dictionary, which HTTP does not have")
      case Z_MEM_ERROR: return .broken("no memory")
      default: return .broken(stream.pointee.msg.map { String(cString: $0) } ?? "zlib \(code)")
      }
    }
  }
}
