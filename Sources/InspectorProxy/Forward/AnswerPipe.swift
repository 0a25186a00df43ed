import LosslessJSON
import NetEngine

/// An answer's bytes between the transport that gets them and the server that sends them on.
///
/// The transport's thread puts in, framed for the client; the server's takes all there is at once.
final class AnswerPipe: Sendable {
  /// How the answer ended.
  enum End: Sendable, Hashable {
    case whole
    /// The client has to see that something is missing.
    case cut
  }

  /// What the server found in it.
  struct Taken {
    var end: End?
    /// The client's connection ends with the answer.
    var closes: Bool
  }

  private struct State {
    var bytes: [UInt8] = []
    var framing = PassedHead.Framing.none
    var hasBegun = false
    var closes = false
    var end: End?
    var onRoom: (@Sendable () -> Void)?
    /// Bytes of the body that were put in.
    var count = 0
  }

  private let state = Lock(State())
  private static let capacity = 256 << 10

  // MARK: The transport's side

  /// Whether a head was passed on: nothing else can be answered then.
  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  func put(interim head: [UInt8]) { state.withLock { $0.bytes += head } }

  func begin(
    _ head: [UInt8], _ framing: PassedHead.Framing, closes: Bool, body: [UInt8] = []
  ) {
    state.withLock { state in
      state.bytes += head
      (state.framing, state.closes, state.hasBegun) = (framing, closes, true)
      if !body.isEmpty { body.withUnsafeBytes { Self.frame($0, into: &state) } }
    }
  }

  /// Takes a piece, or refuses it when full: then `onRoom` is called once there is room.
  func put(_ bytes: UnsafeRawBufferPointer, onRoom: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.bytes.isEmpty || state.bytes.count + bytes.count <= Self.capacity else {
        state.onRoom = onRoom
        return false
      }
      if !bytes.isEmpty { Self.frame(bytes, into: &state) }
      return true
    }
  }

  private static func frame(_ bytes: UnsafeRawBufferPointer, into state: inout State) {
    state.count += bytes.count
    guard state.framing == .chunked else { return state.bytes.append(contentsOf: bytes) }
    state.bytes += String(bytes.count, radix: 16).utf8
    state.bytes += [0x0d, 0x0a]
    state.bytes.append(contentsOf: bytes)
    state.bytes += [0x0d, 0x0a]
  }

  /// Nothing follows but trailers.
  func finish(_ end: End, rest: [UInt8] = [], trailers: [HeaderField] = []) {
    state.withLock { state in
      guard state.end == nil else { return }
      state.end = end
      if !rest.isEmpty { rest.withUnsafeBytes { Self.frame($0, into: &state) } }
      guard end == .whole, state.framing == .chunked else { return }
      state.bytes += "0\r\n".utf8
      for field in trailers { state.bytes.append(passing: field) }
      state.bytes += [0x0d, 0x0a]
    }
  }

  // MARK: The server's side

  /// Moves what is there into an empty buffer.
  func take(into out: inout [UInt8]) -> Taken {
    let (taken, onRoom) = state.withLock { state in
      swap(&out, &state.bytes)
      defer { state.onRoom = nil }
      return (Taken(end: state.end, closes: state.closes), state.onRoom)
    }
    onRoom?()
    return taken
  }

  /// Bytes of the body that came to be sent.
  var bodyCount: Int { state.withLock { $0.count } }
}
