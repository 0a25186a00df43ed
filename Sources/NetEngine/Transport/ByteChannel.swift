import LosslessJSON

/// Pieces of a body on their way from the transport's thread to one reader, at most a few at a time.
///
/// When it is full the transport stops reading from the socket until the reader has made room.
package final class ByteChannel: Sendable {
  private struct State {
    var waiting: [[UInt8]] = []
    var bytes = 0
    var end: NetError??
    var reader: CheckedContinuation<Piece, Never>?
    var onRoom: (@Sendable () -> Void)?
    var codings: [ContentCoding] = []
    var head: Response?
    var hasDelivered = false
    var holdsRefusals = false
    var limits = Limits()

    mutating func add(_ more: UnsafeRawBufferPointer) {
      bytes += more.count
      if let last = waiting.indices.last, waiting[last].count + more.count <= ByteChannel.joined {
        waiting[last].append(contentsOf: more)
      } else {
        waiting.append(Array(more))
      }
    }
  }

  /// Pieces up to this size are joined while nobody reads them: a million of one byte each would
  /// be moved a million times.
  private static let joined = 16 << 10

  /// What the reader gets.
  package enum Piece: Sendable {
    case bytes([UInt8])
    case end(NetError?)
  }

  private let state = Lock(State())
  private static let capacity = 1 << 20

  package init(takesRefusals: Bool = true) {
    self.takesRefusals = takesRefusals
  }

  /// Whether anything was handed to the channel: from then on a retry would repeat bytes.
  package var hasDelivered: Bool { state.withLock(\.hasDelivered) }

  /// How many bytes wait for the reader.
  package var queuedBytes: Int { state.withLock(\.bytes) }

  /// The content codings of the pieces, said by the transport before the first one.
  package var codings: [ContentCoding] {
    get { state.withLock(\.codings) }
    set { state.withLock { $0.codings = newValue } }
  }

  /// The answer without its body, said by the transport before the first piece.
  package var head: Response? {
    get { state.withLock(\.head) }
    set { state.withLock { $0.head = newValue } }
  }

  /// Whether its reader wants the body of a refusal too; else it is kept back and part of the failure.
  package let takesRefusals: Bool

  /// The body of a refusal, status 400 and above, is kept back: another try may follow.
  package var holdsRefusals: Bool {
    get { state.withLock(\.holdsRefusals) }
    set { state.withLock { $0.holdsRefusals = newValue } }
  }

  /// The limits of the request, said by the transport before the first piece.
  package var limits: Limits {
    get { state.withLock(\.limits) }
    set { state.withLock { $0.limits = newValue } }
  }

  /// Takes a piece, or refuses it when full: then `onRoom` is called once there is room.
  package func offer(
    _ bytes: UnsafeRawBufferPointer, onRoom: @escaping @Sendable () -> Void
  ) -> Bool {
    let (isTaken, reader) = state.withLock { state -> (Bool, CheckedContinuation<Piece, Never>?) in
      if state.bytes > 0, state.bytes + bytes.count > Self.capacity {
        state.onRoom = onRoom
        return (false, nil)
      }
      state.hasDelivered = true
      defer { state.reader = nil }
      if let reader = state.reader { return (true, reader) }
      state.add(bytes)
      return (true, nil)
    }
    reader?.resume(returning: .bytes(Array(bytes)))
    return isTaken
  }

  /// Says that nothing follows.
  package func close(_ error: NetError?) {
    let reader = state.withLock { state in
      state.end = .some(error)
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: .end(error))
  }

  package func next() async -> Piece {
    await withCheckedContinuation { reader in
      let (piece, onRoom) = state.withLock { state -> (Piece?, (@Sendable () -> Void)?) in
        if !state.waiting.isEmpty {
          let piece = state.waiting.removeFirst()
          state.bytes -= piece.count
          defer { state.onRoom = nil }
          return (.bytes(piece), state.onRoom)
        }
        if let end = state.end { return (.end(end), nil) }
        state.reader = reader
        return (nil, nil)
      }
      onRoom?()
      if let piece { reader.resume(returning: piece) }
    }
  }
}
