import NetEngine

/// Where the bytes of a text are: in a small array of ours, or in a body that is never copied.
package enum ByteSource: Sendable {
  case bytes([UInt8])
  case body(Body)

  package var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .body(let body): body.count
    }
  }

  /// Lends all bytes without a copy; a large body is mapped, so only what is touched costs.
  func withBuffer<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    switch self {
    case .bytes(let bytes): bytes.withUnsafeBufferPointer(read)
    case .body(let body): body.withBuffer(read)
    }
  }
}

extension Body {
  /// The one place that knows how a body lends its bytes.
  fileprivate func withBuffer<Result>(
    _ read: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    withUnsafeBytes { bytes in bytes.withMemoryRebound(to: UInt8.self) { read($0) } }
  }
}
