import NetEngine

/// The frames of one response over HTTP/2, as far as they show that the response is complete.
///
/// libcurl reports success for streams that never ended: after a connection error that it found
/// itself, after RST_STREAM with the code 0, and after RST_STREAM before the connection closes.
package struct StreamEnd {
  /// Bytes of the body in whole DATA frames.
  package private(set) var bytes = 0
  /// A frame with END_STREAM has come.
  package private(set) var isSeen = false
  /// Whether libcurl showed a frame: every response begins with one.
  private var hasFrames = false

  package init() {}

  package mutating func take(_ length: Int, isEnd: Bool) {
    hasFrames = true
    bytes += length
    isSeen = isSeen || isEnd
  }

  /// A response that is incomplete, or whose end could not be seen.
  package enum Doubt: Hashable {
    case cut
    /// libcurl passed on fewer bytes than had come.
    case lost(Int)
    case unseen
  }

  /// Checks a response without an announced length, of whose body `received` bytes were passed on.
  package func doubt(received: Int) -> Doubt? {
    guard hasFrames else { return .unseen }
    guard isSeen else { return .cut }
    return received == bytes ? nil : .lost(bytes)
  }
}
