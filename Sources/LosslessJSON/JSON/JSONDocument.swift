/// A parsed document: the bytes as they are, and a tape that says where each value stands in them.
///
/// Nothing is copied out of the bytes and nothing is lost: number text, key order, duplicate keys
/// and lone surrogates stay as sent. A document with an `error` is still good up to the place of it,
/// and a snapshot taken during a parse up to `parsedBytes`; containers that were not closed by then
/// end there. Releasing it is flat, whatever its depth.
///
/// `@unchecked Sendable`: everything is set in `init` and read only from then on, but for `cache`,
/// which has its own lock.
package final class JSONDocument: @unchecked Sendable {
  /// How the received bytes are encoded.
  package let encoding: JSONEncoding

  /// What ended the parse early, if anything did.
  package let error: JSONError?

  /// How many bytes of `text` the values cover.
  package let parsedBytes: Int

  /// Whether the value is complete; false for a broken document and for a snapshot.
  package let isComplete: Bool

  let base: UnsafePointer<UInt8>
  package let words: UnsafePointer<UInt64>
  /// How many words the tape has.
  let entries: Int
  let markLength: Int
  /// Whether a byte order mark stands in front of it, which is no part of the text.
  package var hasMark: Bool { markLength > 0 }
  let cache = Lock(JSONLookupCache())
  private let source: any JSONBytes
  private let textOwner: any JSONBytes
  private let tape: JSONTape

  private init(_ parts: JSONParts, error: JSONError?) {
    source = parts.source
    textOwner = parts.converted ?? parts.source
    base = textOwner.base.assumingMemoryBound(to: UInt8.self)
    tape = parts.tape
    words = UnsafePointer(tape.words)
    entries = tape.count
    encoding = parts.encoding
    markLength = parts.markLength
    parsedBytes = parts.parsedBytes
    isComplete = parts.isComplete
    self.error = error
  }

  convenience init(_ parts: JSONParts) { self.init(parts, error: parts.error) }

  /// Parses bytes that are all there; never fails, but may carry an `error` and only a part.
  package convenience init(bytes: any JSONBytes, limits: JSONLimits = .standard) {
    self.init(JSONParser(limits: limits, expectedBytes: bytes.count).parts(owner: bytes))
  }

  /// Parses a part of some larger text, whose error counts from the start of all of it; `columns` stand
  /// in front of each of its lines.
  package convenience init(
    bytes: any JSONBytes, limits: JSONLimits, movedBy offset: (bytes: Int, lines: Int),
    columns: Int = 0
  ) {
    let parts = JSONParser(limits: limits, expectedBytes: bytes.count).parts(owner: bytes)
    self.init(
      parts, error: parts.error?.moved(bytes: offset.bytes, lines: offset.lines, columns: columns))
  }

  /// Parses an array of bytes in place.
  ///
  /// It never fails: a broken document carries an `error`, and what came before the place of it.
  package convenience init(_ bytes: [UInt8], limits: JSONLimits = .standard) {
    self.init(bytes: JSONArrayBytes(bytes), limits: limits)
  }

  /// The document's one value; nil when not even its beginning was there.
  package var root: JSONNode? { entries > 0 ? JSONNode(index: 0, isMember: false) : nil }

  /// The document's value as a view.
  package var json: JSON { JSON(document: self) }

  /// How much memory the parsed form takes beside the bytes.
  package var tapeBytes: Int { entries * 8 }

  /// Runs over the text the values stand in: the received bytes, or the UTF-8 made from them.
  package func withText<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(textOwner.buffer)
  }

  var end: UnsafePointer<UInt8> { base + parsedBytes }

  @inline(always)
  func word(_ index: Int) -> JSONWord { JSONWord(raw: words[index]) }
}

/// What a parser hands to a document.
struct JSONParts {
  let source: any JSONBytes
  let converted: JSONTextBuffer?
  let tape: JSONTape
  let encoding: JSONEncoding
  let markLength: Int
  let parsedBytes: Int
  let isComplete: Bool
  let error: JSONError?
}
