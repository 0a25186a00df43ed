/// What is bounded on the side that listens: whoever connects is a stranger.
package struct ListeningLimits: Sendable {
  /// The request line and the fields, in bytes.
  package var head = 64 << 10
  /// Whether heads keep their bytes.
  package var keepsHeads = false
  /// The target of the request line, in bytes.
  package var target = 16 << 10
  /// How many fields a head or its trailers may have.
  package var fields = 200
  /// The fields behind a chunked body, in bytes.
  package var trailers = 16 << 10
  /// A chunk's size line, in bytes.
  package var chunkLine = 4 << 10
  /// A body that is collected, in bytes.
  package var body = 32 << 20
  /// Connections at one time.
  package var connections = 512
  /// Connections of the first lane before others get any: for a few clients two threads would only
  /// take the processors from each other, and from who answers.
  package var firstLane = 4
  /// From the first byte of a head to its last, in microseconds.
  package var headTime: UInt64 = 10_000_000
  /// Between two bytes of a body, in either direction, in microseconds.
  package var idleTime: UInt64 = 60_000_000
  /// How long a connection may be silent before a request, a new one or a kept one, in microseconds.
  package var keptTime: UInt64 = 60_000_000
  /// How long both sides of a tunnel may be silent, in microseconds.
  package var tunnelTime: UInt64 = 600_000_000

  package init() {}
}
