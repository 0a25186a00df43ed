import LosslessJSON

/// Reads an answer's body as a JSON document a slice at a time, for a screen that shows it meanwhile.
///
/// The limits are the request's own, so the document is the one every mapping would have made.
package struct DocumentReader: ~Copyable, Sendable {
  private var parser: JSONParser
  private let bytes: BodyBytes
  private var fed = 0

  /// Starts at the first byte; nothing is read yet.
  package init(_ response: Response) {
    bytes = BodyBytes(response.body)
    parser = JSONParser(limits: response.jsonLimits, expectedBytes: response.body.count)
  }

  /// How much of the body was read, from 0 to 1.
  package var fraction: Double { bytes.count == 0 ? 1 : Double(fed) / Double(bytes.count) }

  /// Reads so many bytes on; false when there is nothing more to read.
  package mutating func read(_ count: Int) -> Bool {
    fed = min(bytes.count, fed + max(1, count))
    let isFinal = fed == bytes.count
    parser.feed(UnsafeRawBufferPointer(rebasing: bytes.buffer[..<fed]), isFinal: isFinal)
    return !isFinal && parser.error == nil
  }

  /// The document as far as it is read; at most so many of its values.
  package borrowing func snapshot(maxEntries: Int) -> JSONDocument {
    parser.snapshot(owner: bytes, maxEntries: maxEntries)
  }

  /// The whole document, the rest of the body read now.
  package consuming func finish() -> JSONDocument { parser.finish(owner: bytes) }
}

extension Response {
  /// Whether the body says it is JSON, or begins as an object or an array does.
  package var mayBeJSON: Bool {
    !body.isEmpty && (mediaType?.isJSON == true || body.looksLikeJSON)
  }

  /// The limits its request sets for a document.
  var jsonLimits: JSONLimits {
    JSONLimits(depth: request.limits.jsonDepth, tapeBytes: request.limits.jsonMemory)
  }
}
