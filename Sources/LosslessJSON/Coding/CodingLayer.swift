/// One coding of a Content-Encoding list: finds out what it has in hand, decodes it, and knows how
/// it ended.
///
///     sniffing ──coded──► decoding ──end──► between ──a further member──► decoding
///        │                    │                 └────anything else──────► trailing
///        └──plain──► plain    └──damage──► failed
final class CodingLayer {
  enum State {
    case sniffing
    case decoding
    case between
    case trailing
    case plain
    case failed
  }

  enum Failure: Equatable {
    case broken(String)
    case windowTooLarge
  }

  /// How a layer ended that has not failed.
  enum Ending: Equatable {
    case complete
    case truncated
    case empty
    case trailing(Int)
  }

  let coding: ContentCoding
  private(set) var state = State.sniffing
  private(set) var failure: Failure?
  /// Bytes of input that have been decoded, passed on or left out.
  private(set) var consumed = 0
  /// Bytes of output; counted by the decoder, which limits them.
  var produced = 0
  /// Whether the decoder has warned that the layer is plain.
  var isToldPlain = false

  private let window: Int
  private var sniffer: CodingSniffer
  private var stream: (any CodingStream)?
  private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// What the sniffer took and the stream has not read yet.
  private var head: [UInt8] = []
  /// The last step filled the buffer: there may be more without more input.
  private var mayHaveMore = false
  private var trailing = 0

  private static let bufferSize = 64 << 10

  init(_ coding: ContentCoding, window: Int) {
    self.coding = coding
    self.window = window
    sniffer = CodingSniffer(coding, isFirst: true)
  }

  deinit {
    buffer.deallocate()
  }

  /// Takes from `input` and gives output that is good until the next call.
  ///
  /// Nothing given means that all input is used up, or that `failure` is set.
  package func next(_ input: inout UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    while failure == nil {
      switch state {
      case .sniffing, .between:
        guard let byte = input.first else { return CodingLayer.nothing }
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst())
        settle(sniffer.take(byte))
      case .decoding:
        if input.isEmpty, head.isEmpty, !mayHaveMore { return CodingLayer.nothing }
        let output = decode(&input)
        if !output.isEmpty { return output }
      case .trailing:
        trailing += input.count
        consumed += input.count
        input = CodingLayer.nothing
        return input
      case .plain:
        return head.isEmpty ? passOn(&input) : passOnHead()
      case .failed:
        return CodingLayer.nothing
      }
    }
    return CodingLayer.nothing
  }

  /// Decides what is undecided because no more input comes; call `next` again afterwards.
  package func close() {
    guard state == .sniffing || state == .between, !sniffer.head.isEmpty else { return }
    settle(sniffer.last, isLast: true)
  }

  /// How the layer ended, once it is closed and gives nothing more.
  var ending: Ending {
    switch state {
    case .sniffing: .empty
    case .decoding: .truncated
    case .trailing: .trailing(trailing)
    case .between, .plain, .failed: .complete
    }
  }

  private static var nothing: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: nil, count: 0)
  }

  // MARK: What the bytes are

  private func settle(_ verdict: CodingSniffer.Verdict, isLast: Bool = false) {
    if verdict == .undecided { return }
    head = sniffer.head
    if buffer.isEmpty { buffer = .allocate(byteCount: Self.bufferSize, alignment: 16) }
    if state == .between {
      if verdict == .coded {
        stream?.restart()
        state = .decoding
      } else {
        leaveOutHead()
      }
    } else if verdict == .coded || (verdict == .doubtful && decodesAfterAll(isLast: isLast)) {
      stream = makeStream()
      state = .decoding
    } else {
      state = .plain
    }
  }

  /// Tries text on the coding: whether it holds, and to the very end if that is known.
  private func decodesAfterAll(isLast: Bool) -> Bool {
    let step = head.withUnsafeBytes { makeStream()?.step($0, into: buffer) }
    switch step?.state {
    case .ended: return step?.read == head.count
    case .going: return !isLast
    default: return false
    }
  }

  private func makeStream() -> (any CodingStream)? {
    switch coding {
    case .gzip: ContentDecoder.Inflate(.gzip)
    case .deflate: ContentDecoder.Inflate(sniffer.hasZlibHeader ? .zlib : .raw)
    case .brotli: ContentDecoder.Brotli()
    case .zstd: ContentDecoder.Zstd(window: window)
    case .unknown: nil
    }
  }

  // MARK: Bytes through

  private func decode(_ input: inout UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard let stream else { return passOn(&input) }
    let step: CodingStep
    if head.isEmpty {
      // zlib counts in 32 bits.
      let offered = UnsafeRawBufferPointer(rebasing: input.prefix(1 << 30))
      step = stream.step(offered, into: buffer)
      input = UnsafeRawBufferPointer(rebasing: input.dropFirst(step.read))
    } else {
      step = head.withUnsafeBytes { stream.step($0, into: buffer) }
      head.removeFirst(step.read)
    }
    consumed += step.read
    mayHaveMore = step.written == buffer.count
    switch step.state {
    case .going:
      // Neither side moved although both could: without this it would turn forever.
      if step.read == 0, step.written == 0, !(input.isEmpty && head.isEmpty) {
        fail(.broken("it makes no progress"))
      }
    case .ended:
      state = .between
      sniffer = CodingSniffer(coding, isFirst: false)
      if !head.isEmpty { leaveOutHead() }
    case .broken(let detail): fail(.broken(detail))
    case .windowTooLarge: fail(.windowTooLarge)
    }
    return UnsafeRawBufferPointer(rebasing: buffer.prefix(step.written))
  }

  private func leaveOutHead() {
    trailing += head.count
    consumed += head.count
    head = []
    state = .trailing
  }

  private func fail(_ failure: Failure) {
    state = .failed
    self.failure = failure
  }

  private func passOn(_ input: inout UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    defer { input = CodingLayer.nothing }
    consumed += input.count
    return input
  }

  private func passOnHead() -> UnsafeRawBufferPointer {
    buffer.copyBytes(from: head)
    consumed += head.count
    defer { head = [] }
    return UnsafeRawBufferPointer(rebasing: buffer.prefix(head.count))
  }
}
