import NetEngine

/// What came of decoding, as values to compare.
struct Decoding: Equatable {
  var output = Body.empty
  var problem: DecodeProblem?
  var warnings: [DecodeWarning] = []
  /// The decoder wanted no more before the wire was over.
  var stopped = false

  /// Pushes `wire` in pieces; with a sink that only collects.
  init(
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
  var kind: String {
    switch self {
    case .truncated: "truncated"
    case .corrupt: "corrupt"
    case .tooLarge: "tooLarge"
    case .tooManyLayers: "tooManyLayers"
    }
  }
}

/// Numbers that are the same in every run: SplitMix64.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
