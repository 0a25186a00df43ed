import NetEngine

/// What came of decoding, as values to compare.
package struct Decoding: Equatable {
  package var output = Body.empty
  package var problem: DecodeProblem?
  package var warnings: [DecodeWarning] = []
  /// The decoder wanted no more before the wire was over.
  package var stopped = false

  /// Pushes `wire` in pieces; with a sink that only collects.
  package init(
    _ wire: [UInt8], _ codings: [ContentCoding], chunk: Int = .max,
    limits: DecodeLimits = .standard
  ) {
    let decoder = ContentDecoder(codings: codings, limits: limits)
    var collected = BodyBuilder(policy: BodyPolicy(memoryLimit: .max))
    wire.withUnsafeBytes { all in
      var start = 0
      while start < all.count, !stopped {
        let end = start + min(chunk, all.count - start)
        let piece = UnsafeRawBufferPointer(rebasing: all[start..<end])
        stopped = (try? !decoder.push(piece) { try collected.append($0) }) ?? false
        start = end
      }
    }
    problem = try? decoder.finish { try collected.append($0) }
    output = collected.finish()
    warnings = decoder.warnings
  }
}

extension DecodeProblem {
  /// The case alone, where offsets and words do not matter.
  package var kind: String {
    switch self {
    case .truncated: "truncated"
    case .corrupt: "corrupt"
    case .tooLarge: "tooLarge"
    case .tooManyLayers: "tooManyLayers"
    }
  }
}
