/// The content codings of a stream taken off a buffer's worth at a time, as its reader asks.
///
/// A piece of a bomb may stand for a thousand times its size: it is never decoded in one go.
/// One owner at a time; not to be shared.
final class DecodedPieces {
  private let decoder: ContentDecoder
  /// The piece in hand: at one place, for a layer may point into it between two calls.
  private var piece = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var rest = UnsafeRawBufferPointer(start: nil, count: 0)
  private let limits: Limits

  init(codings: [ContentCoding], limits: Limits) {
    self.limits = limits
    // A stream keeps nothing: only what decodes to far too much for its size is refused.
    var bounds = limits.decoding
    bounds.decoded = .max
    decoder = ContentDecoder(codings: codings, limits: bounds)
  }

  deinit {
    piece.deallocate()
  }

  /// Takes a piece; only once `next` gives nothing any more.
  func feed(_ bytes: [UInt8]) {
    piece.deallocate()
    piece = .allocate(byteCount: bytes.count, alignment: 1)
    piece.copyBytes(from: bytes)
    rest = UnsafeRawBufferPointer(piece)
  }

  /// The next decoded bytes; nil when another piece is needed.
  func next() throws(TransportError) -> [UInt8]? {
    if let decoded = decoder.next(from: &rest) { return Array(decoded) }
    if let problem = decoder.problem { throw problem.error(limits: limits) }
    return nil
  }

  /// What is left when no piece follows.
  func finish() throws(TransportError) -> [UInt8]? {
    var rest: [UInt8] = []
    if let problem = decoder.finish(into: { rest.append(contentsOf: $0) }) {
      throw problem.error(limits: limits)
    }
    return rest.isEmpty ? nil : rest
  }
}
