/// What may come out of a decoder before it refuses to go on.
package struct DecodeLimits: Sendable, Hashable {
  package static let standard = DecodeLimits()

  /// Decoded bytes in all.
  package var decoded: Int
  /// Decoded bytes for each byte of the wire, asked once `ratioFloor` is out.
  package var ratio: Int
  package var ratioFloor: Int
  /// How many codings may lie over each other.
  package var layers: Int
  /// The memory zstd may ask for to look back; 8 MiB is what HTTP allows a sender (RFC 9659).
  package var window: Int

  package init(
    decoded: Int = 256 << 20, ratio: Int = 200, ratioFloor: Int = 16 << 20, layers: Int = 5,
    window: Int = 8 << 20
  ) {
    self.decoded = decoded
    self.ratio = ratio
    self.ratioFloor = ratioFloor
    self.layers = layers
    self.window = window
  }
}

/// Why decoding stopped; what came out before is kept.
package enum DecodeProblem: Error, Sendable, Hashable {
  /// The limit that was met.
  package enum Limit: String, Sendable, Hashable {
    case decodedSize
    case ratio
    case window
  }

  /// The body ended in the middle of the coding.
  case truncated(ContentCoding)
  /// The coding does not hold; the offset is how far the wire body had been read.
  case corrupt(ContentCoding, atWireByte: Int, detail: String)
  /// More would come out than is allowed, in bytes.
  case tooLarge(Limit, allowed: Int)
  /// So many codings that none was taken off.
  case tooManyLayers(Int, allowed: Int)
}

/// What is odd about a body that could be read all the same.
package enum DecodeWarning: Sendable, Hashable {
  /// The header names a coding, the bytes are plain: they are taken as they are.
  case claimedCodingIsPlain(ContentCoding)
  /// No decoder has this name: the bytes are left as they are.
  case unknownCoding(String)
  /// Bytes that belong to nothing follow the end of the coding; they are left out.
  case trailingGarbage(ContentCoding, bytes: Int)
  /// There is not a byte, not even the coding's own header.
  case emptyEncodedBody(ContentCoding)

  /// One word, the same as the case: for filters, reports and tests.
  package var name: String {
    switch self {
    case .claimedCodingIsPlain: "claimedCodingIsPlain"
    case .unknownCoding: "unknownCoding"
    case .trailingGarbage: "trailingGarbage"
    case .emptyEncodedBody: "emptyEncodedBody"
    }
  }
}

extension DecodeProblem {
  /// What is wrong with the body, for a sentence that says elsewhere what to do.
  package var words: String {
    switch self {
    case .truncated(let coding): "the \(coding.name) body ends before its end"
    case .corrupt(let coding, let offset, let detail):
      "the \(coding.name) body is damaged at wire byte \(offset): \(detail)"
    case .tooLarge(.decodedSize, let allowed): "more than \(allowed) bytes come out"
    case .tooLarge(.ratio, let allowed): "far more than \(allowed) bytes would come out"
    case .tooLarge(.window, let allowed):
      "the zstd body needs more than the \(allowed) bytes of memory that HTTP allows"
    case .tooManyLayers(let count, let allowed): "\(count) codings, \(allowed) are undone"
    }
  }
}
