import NetEngine

/// Reads a body of which only the beginning is kept, while its bytes pass.
package struct PassedBody {
  /// The size, hash and envelope of the whole body, decoded, for a recording.
  package struct Summary: Sendable {
    package var size = 0
    /// The SHA-256 in hexadecimal digits.
    package var hash = ""
    package var outline: Body?
  }

  private let decoder: ContentDecoder
  private var size = 0
  private var hash = SHA256()
  private var outline = PassingOutline()

  init(_ headers: Headers, _ limits: Limits) {
    let codings = ContentCoding.parse(headers.values("Content-Encoding"))
    decoder = ContentDecoder(codings: codings, limits: limits.decoding)
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    _ = decoder.push(bytes) { take($0) }
  }

  private mutating func take(_ bytes: UnsafeRawBufferPointer) {
    size += bytes.count
    hash.update(bytes)
    outline.append(bytes)
  }

  /// Nil where the codings could not be undone within the limits.
  mutating func finish() -> Summary? {
    guard decoder.finish(into: { take($0) }) == nil else { return nil }
    return Summary(size: size, hash: hash.digest.hex, outline: outline.body)
  }
}
