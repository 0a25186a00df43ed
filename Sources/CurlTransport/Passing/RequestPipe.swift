import LosslessJSON
import NetEngine

/// A request's body between the client it comes from and the transport that sends it.
///
/// One thread puts in, the transport's takes out. Little waits in it: who puts in hears when it is
/// full, and goes on when there is room. What is to be recorded is kept beside.
package final class RequestPipe: Sendable {
  /// What the transport finds in it.
  package enum Pull: Sendable, Hashable {
    case bytes(Int)
    /// Nothing now; it is told when there is more.
    case wait
    case end
    /// The client has left in the middle.
    case broken
  }

  /// How long the body is; nil where chunks will tell.
  package let length: Int?

  /// Touched with the lock held only.
  private final class State {
    var waiting: [UInt8] = []
    var start = 0
    var isEnded = false
    var isBroken = false
    var trailers: [HeaderField] = []
    var onBytes: (@Sendable () -> Void)?
    var onRoom: (@Sendable () -> Void)?
    var onWanted: (@Sendable () -> Void)?
    var wantsRoom = false
    /// How much has come.
    var count = 0
    /// Whether any of it was taken: it cannot begin again.
    var isTaken = false
    var kept: BodyBuilder

    init(expected: Int) { kept = BodyBuilder(expected: expected) }
  }

  private let state: Lock<State>
  private let most: Int
  private static let capacity = 256 << 10

  /// `kept` is how much of it is kept for the recording.
  package init(length: Int?, kept: Int) {
    self.length = length
    most = kept
    state = Lock(State(expected: min(length ?? 0, kept)))
  }

  // MARK: The client's side

  /// Takes bytes; false where no more should come until there is room.
  package func put(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let (hasRoom, onBytes) = state.withLock { state in
      state.count += bytes.count
      let left = min(bytes.count, most - state.kept.count)
      if left > 0 { try? state.kept.append(UnsafeRawBufferPointer(rebasing: bytes[..<left])) }
      if state.start >= Self.capacity {
        // A reader that never catches up would leave all that it has read in front.
        state.waiting.removeSubrange(..<state.start)
        state.start = 0
      }
      state.waiting.append(contentsOf: bytes)
      state.wantsRoom = state.waiting.count - state.start >= Self.capacity
      defer { state.onBytes = nil }
      return (!state.wantsRoom, state.onBytes)
    }
    onBytes?()
    return hasRoom
  }

  /// All of it has come.
  package func end(trailers: [HeaderField]) {
    finish {
      $0.isEnded = true
      $0.trailers = trailers
    }
  }

  /// No more will come, though more was to.
  package func breaks() { finish { $0.isBroken = !$0.isEnded } }

  private func finish(_ change: (State) -> Void) {
    let onBytes = state.withLock { state in
      change(state)
      defer { state.onBytes = nil }
      return state.onBytes
    }
    onBytes?()
  }

  /// Whether all of it has come.
  package var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Whether it takes more now.
  package var hasRoom: Bool { state.withLock { !$0.wantsRoom } }

  /// Hears when there is room again, on the transport's thread.
  package func onRoom(_ hear: @escaping @Sendable () -> Void) {
    state.withLock { $0.onRoom = hear }
  }

  /// Hears, once and on the transport's thread, that it is asked for before a byte of it has come.
  package func onWanted(_ hear: @escaping @Sendable () -> Void) {
    state.withLock { $0.onWanted = hear }
  }

  // MARK: The transport's side

  /// Fills a buffer; where there is nothing yet, `onBytes` is called once there is.
  package func pull(
    into buffer: UnsafeMutableRawBufferPointer, onBytes: @escaping @Sendable () -> Void
  ) -> Pull {
    let (pull, hear) = state.withLock { state -> (Pull, (@Sendable () -> Void)?) in
      if state.isBroken { return (.broken, nil) }
      let count = min(buffer.count, state.waiting.count - state.start)
      guard count > 0 else {
        if state.isEnded { return (.end, nil) }
        state.onBytes = onBytes
        defer { state.onWanted = nil }
        return (.wait, state.count == 0 ? state.onWanted : nil)
      }
      state.waiting.withUnsafeBytes { waiting in
        buffer.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: waiting[state.start..<state.start + count]))
      }
      state.start += count
      state.isTaken = true
      if state.start == state.waiting.count {
        state.waiting.removeAll(keepingCapacity: true)
        state.start = 0
      }
      guard state.wantsRoom, state.waiting.count - state.start < Self.capacity / 2 else {
        return (.bytes(count), nil)
      }
      state.waiting.removeSubrange(..<state.start)
      state.start = 0
      state.wantsRoom = false
      return (.bytes(count), state.onRoom)
    }
    hear?()
    return pull
  }

  /// Whether it can be sent from its beginning: none of it was taken.
  package var isFresh: Bool { state.withLock { !$0.isTaken } }

  /// The fields behind its last chunk.
  package var trailers: [HeaderField] { state.withLock { $0.trailers } }

  /// What has come, as far as it is kept, and how long it was.
  package func recorded() -> (body: Body, count: Int) {
    state.withLock { ($0.kept.snapshot(), $0.count) }
  }
}
