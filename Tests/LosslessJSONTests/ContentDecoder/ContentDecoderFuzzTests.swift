import Glibc
import NetEngine
import TestSupport
import Testing

@Suite struct ContentDecoderFuzzTests {
  static let seeds: [([UInt8], [ContentCoding])] =
    CodingCase.all.map { ($0.short, [$0.coding]) } + CodingCase.all.map { ($0.long, [$0.coding]) }
    + [
      (CodingSamples.five, [.gzip, .brotli, .zstd, .deflate, .gzip]),
      (CodingSamples.short, [.brotli]), (CodingSamples.short, [.deflate]),
      (CodingEncoders.gzip(CodingSamples.short) + CodingEncoders.gzip([]), [.gzip]),
      (CodingEncoders.zstd(CodingSamples.shortBrotli), [.brotli, .zstd]),
      (CodingEncoders.gzip(CodingSamples.longZstd), [.zstd, .gzip]),
    ]

  /// 3,000 mutations, or a million with INSPECTOR_DEEP; in eight parts, so that they run abreast.
  @Test(arguments: UInt64(1)...8)
  func mutatedBytesAlwaysGiveAValue(_ seed: UInt64) {
    var numbers = SplitMix(seed: seed)
    for round in 0..<(getenv("INSPECTOR_DEEP") == nil ? 375 : 125_000) {
      let (sample, usual) = Self.seeds.randomElement(using: &numbers) ?? ([], [])
      let wire = Self.mutate(sample, &numbers)
      let isUsual = Int.random(in: 0..<4, using: &numbers) > 0
      let codings = isUsual ? usual : Array(usual.shuffled(using: &numbers) + [.gzip].prefix(1))
      let limits = DecodeLimits(decoded: 300_000, ratioFloor: .max)
      let whole = Decoding(wire, codings, limits: limits)
      let chunk = Int.random(in: 1...200, using: &numbers)
      let pieces = Decoding(wire, codings, chunk: chunk, limits: limits)
      let name = "seed \(seed), round \(round), \(codings), chunk \(chunk)"
      #expect(whole.output.count <= 300_000, "\(name)")
      #expect(whole.problem?.kind == pieces.problem?.kind, "\(name)")
      guard whole.problem == nil else { continue }
      #expect(whole.output == pieces.output, "\(name)")
      #expect(whole.warnings == pieces.warnings, "\(name)")
    }
  }

  /// Turns bits, cuts, doubles, inserts and removes; often more than once.
  private static func mutate(_ sample: [UInt8], _ numbers: inout SplitMix) -> [UInt8] {
    var bytes = sample
    repeat {
      guard !bytes.isEmpty else { return bytes }
      let place = Int.random(in: 0..<bytes.count, using: &numbers)
      let length = min(Int.random(in: 1...20, using: &numbers), bytes.count - place)
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      case 1: bytes[place] = .random(in: 0...255, using: &numbers)
      case 2: bytes.removeSubrange(place..<place + length)
      case 3: bytes.insert(contentsOf: Array(bytes[place..<place + length]), at: place)
      case 4: bytes.removeSubrange(place...)
      default: bytes.append(contentsOf: Array(bytes.prefix(length)))
      }
    } while Int.random(in: 0..<3, using: &numbers) == 0
    return bytes
  }
}
