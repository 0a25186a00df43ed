import LosslessJSON
import NetEngine

/// Where the bytes of a text are: in a small array of ours, or in a body that is never copied.
package enum ByteSource: Sendable {
  case bytes([UInt8])
  case body(Body)
  /// Some of a body's bytes.
  case part(Body, Range<Int>)
  /// The text of a document: its own bytes, or the UTF-8 made from them.
  case document(JSONDocument)
  /// The bytes of documents that stand a line each.
  case lines(JSONLines)
  /// The bytes of a stream of events.
  case events(ServerEventList)

  package var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .body(let body): body.count
    case .part(_, let range): range.count
    case .document(let document): document.withText { $0.count }
    case .lines(let lines): lines.scannedBytes
    case .events(let events): events.scannedBytes
    }
  }

  /// Lends all bytes without a copy; a large body is mapped, so only what is touched costs.
  package func withBuffer<Value, Failure>(
    _ read: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try lend { bytes in Result { () throws(Failure) in try read(bytes) } }.get()
  }

  private func lend<Value>(_ read: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    switch self {
    case .bytes(let bytes): bytes.withUnsafeBufferPointer(read)
    case .body(let body): body.withBuffer(read)
    case .part(let body, let range):
      body.withBuffer { read(UnsafeBufferPointer(rebasing: $0[range])) }
    case .document(let document):
      document.withText { bytes in bytes.withMemoryRebound(to: UInt8.self) { read($0) } }
    case .lines(let lines):
      lines.withText { bytes in bytes.withMemoryRebound(to: UInt8.self) { read($0) } }
    case .events(let events):
      events.withText { bytes in bytes.withMemoryRebound(to: UInt8.self) { read($0) } }
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
