import NetEngine
import TestSupport
import Testing

@Suite struct ContentDecoderLimitTests {
  @Test(arguments: 1...5, [1, 7, .max])
  func fiveLayersComeOff(_ count: Int, _ chunk: Int) {
    let wire = (0..<count).reduce(CodingSamples.short) { bytes, _ in CodingEncoders.gzip(bytes) }
    let codings = [ContentCoding](repeating: .gzip, count: count)
    #expect(Decoding(wire, codings, chunk: chunk) == Decoding(plain: CodingSamples.short))
  }

  @Test(arguments: [1, 7, .max])
  func layersOfEveryKindComeOffInReverse(_ chunk: Int) {
    let codings = ContentCoding.parse(["gzip, br, zstd, deflate, x-gzip"])
    #expect(
      Decoding(CodingSamples.five, codings, chunk: chunk) == Decoding(plain: CodingSamples.short))
  }

  @Test func theSixthLayerIsRefusedAndTheBytesAreKept() {
    let wire = (0..<6).reduce(CodingSamples.short) { bytes, _ in CodingEncoders.gzip(bytes) }
    let decoding = Decoding(wire, [ContentCoding](repeating: .gzip, count: 6), chunk: 7)
    #expect(decoding.problem == .tooManyLayers(6, allowed: 5))
    #expect(decoding.output == Body(wire))
    #expect(!decoding.stopped)
  }

  @Test func aCutInAnOuterLayerIsToldOnce() {
    let wire = CodingEncoders.gzip(CodingSamples.longBrotli).dropLast(8 + 10)
    let decoding = Decoding(Array(wire), [.brotli, .gzip])
    #expect(decoding.problem == .truncated(.gzip))
    #expect(decoding.warnings == [])
    #expect(CodingSamples.long.starts(with: decoding.output.bytes))
    #expect(!decoding.output.isEmpty)
  }

  @Test func damageInAnInnerLayerNamesIt() {
    var inner = CodingSamples.longGzip
    inner[inner.count - 6] ^= 1
    let decoding = Decoding(CodingEncoders.zstd(inner), [.gzip, .zstd], chunk: 7)
    #expect(decoding.problem?.kind == "corrupt")
    #expect(decoding.problem?.words.contains("gzip body is damaged") == true)
    #expect(decoding.output == Body(CodingSamples.long))
  }

  @Test func anEmptyBodyInsideALayerIsEmpty() {
    let decoding = Decoding(CodingEncoders.gzip([]), [.brotli, .gzip])
    #expect(decoding == Decoding(plain: [], .emptyEncodedBody(.brotli)))
  }

  struct Bomb: Sendable, CustomTestStringConvertible {
    var id: String
    var wire: [UInt8]
    var codings: [ContentCoding]
    var testDescription: String { id }

    static let all = [
      Bomb(id: "gzip in gzip", wire: CodingSamples.gzipBomb, codings: [.gzip, .gzip]),
      Bomb(id: "br", wire: CodingSamples.brotliBomb, codings: [.brotli]),
      Bomb(id: "zstd in zstd", wire: CodingSamples.zstdBomb, codings: [.zstd, .zstd]),
    ]
  }

  @Test(arguments: Bomb.all, [1, 7, .max])
  func aBombStopsAtTheRatio(_ bomb: Bomb, _ chunk: Int) {
    let decoding = Decoding(bomb.wire, bomb.codings, chunk: chunk)
    #expect(decoding.problem == .tooLarge(.ratio, allowed: 16 << 20))
    #expect(decoding.output == Body([UInt8](repeating: 0, count: 16 << 20)))
    #expect(decoding.stopped)
  }

  @Test(arguments: Bomb.all, [4096, 65_536, 100_000, 1 << 20])
  func aBombStopsAtTheDecodedSize(_ bomb: Bomb, _ allowed: Int) {
    let decoding = Decoding(bomb.wire, bomb.codings, limits: DecodeLimits(decoded: allowed))
    #expect(decoding.problem == .tooLarge(.decodedSize, allowed: allowed))
    #expect(decoding.output.count == allowed)
    #expect(decoding.stopped)
  }

  @Test func aBombBetweenTheLayersStopsToo() {
    let decoding = Decoding(CodingSamples.silentBomb, [.gzip, .gzip, .gzip])
    #expect(decoding.problem == .tooLarge(.ratio, allowed: 16 << 20))
    #expect(decoding.output.isEmpty)
    #expect(decoding.stopped)
  }

  @Test(arguments: CodingCase.all)
  func whatIsJustAllowedPasses(_ row: CodingCase) {
    let size = CodingSamples.long.count
    let ratio = size / row.long.count + 1
    // Inside the body the ratio swings: only the floor is exact.
    for limits in [DecodeLimits(decoded: size), DecodeLimits(ratio: 1, ratioFloor: size)] {
      #expect(
        Decoding(row.long, [row.coding], limits: limits) == Decoding(plain: CodingSamples.long))
    }
    let below = DecodeLimits(ratio: ratio / 2, ratioFloor: 1000)
    #expect(Decoding(row.long, [row.coding], limits: below).problem?.kind == "tooLarge")
  }

  @Test func aHugeRatioDoesNotOverflow() {
    let limits = DecodeLimits(ratio: .max)
    #expect(
      Decoding(CodingSamples.longGzip, [.gzip], limits: limits)
        == Decoding(plain: CodingSamples.long))
  }

  @Test func zstdMayNotAskForMoreMemoryThanHTTPAllows() {
    // Window descriptors: exponent above 10 in the upper five bits.
    let asked = [(UInt8(13 << 3), true), (UInt8(14 << 3), false), (UInt8(17 << 3), false)]
    for (window, isAllowed) in asked {
      let decoding = Decoding(CodingEncoders.zstd(CodingSamples.short, window: window), [.zstd])
      #expect(decoding.problem == (isAllowed ? nil : .tooLarge(.window, allowed: 8 << 20)))
      #expect(decoding.output == (isAllowed ? Body(CodingSamples.short) : .empty))
    }
    let raised = DecodeLimits(window: 128 << 20)
    let wire = CodingEncoders.zstd(CodingSamples.short, window: 17 << 3)
    #expect(Decoding(wire, [.zstd], limits: raised) == Decoding(plain: CodingSamples.short))
  }

  // Memory is measured in a process of its own: other tests run in this one.
  @Test(.enabled(if: AnonymousMemory.isMeasurable))
  func aBombTakesNoMemory() async {
    await #expect(processExitsWith: .success) {
      // A window of 16 MiB is br's own; zstd takes 8.
      Self.explode(limit: 64 << 20, mayGrow: 20 << 20)
    }
  }

  /// Lets every bomb give `limit` bytes to a sink that drops them, and compares the memory.
  static func explode(limit: Int, mayGrow: Int) {
    let before = AnonymousMemory.bytes
    for bomb in Bomb.all {
      var emitted = 0
      var peak = 0
      let limits = DecodeLimits(decoded: limit, ratioFloor: .max)
      let decoder = ContentDecoder(codings: bomb.codings, limits: limits)
      let wantsMore = bomb.wire.withUnsafeBytes { wire in
        decoder.push(wire) { bytes in
          emitted += bytes.count
          if emitted % (4 << 20) == 0 { peak = max(peak, AnonymousMemory.bytes) }
        }
      }
      #expect(!wantsMore)
      #expect(emitted == limit)
      #expect(peak > 0)
      #expect(peak - before < mayGrow, "\(bomb.id) grew by \(peak - before) bytes")
    }
  }

  @Test(.enabled(if: AnonymousMemory.isMeasurable))
  func everyEndGivesTheMemoryBack() async {
    await #expect(processExitsWith: .success) {
      Self.endInEveryWay(rounds: 300, mayGrow: 8 << 20)
    }
  }

  /// A decoder that stayed would keep 40 KiB and more each time.
  static func endInEveryWay(rounds: Int, mayGrow: Int) {
    var before = 0
    for round in 0..<rounds {
      for row in CodingCase.all {
        let damaged = Array(row.long.prefix(60)) + [UInt8](repeating: 0xFF, count: 10)
        let small = DecodeLimits(decoded: 100)
        _ = Decoding(row.short, [row.coding])
        _ = Decoding(Array(row.long.dropLast(5)), [row.coding])
        _ = Decoding(damaged, [row.coding])
        _ = Decoding(row.long, [row.coding], limits: small)
        _ = Decoding(CodingSamples.short, [row.coding])
        row.long.withUnsafeBytes { bytes in
          _ = ContentDecoder(codings: [row.coding]).push(bytes) { _ in }
        }
      }
      if round == 20 { before = AnonymousMemory.bytes }
    }
    let growth = AnonymousMemory.bytes - before
    #expect(before > 0)
    #expect(growth < mayGrow, "grew by \(growth) bytes")
  }

  @Test func wordsSayWhatIsWrongAndWhere() {
    let problems: [DecodeProblem] = [
      .truncated(.brotli), .corrupt(.gzip, atWireByte: 77, detail: "invalid block type"),
      .tooLarge(.decodedSize, allowed: 268_435_456), .tooLarge(.ratio, allowed: 16_777_216),
      .tooLarge(.window, allowed: 8_388_608), .tooManyLayers(6, allowed: 5),
    ]
    let parts = [
      "br body ends", "at wire byte 77: invalid block type", "more than 268435456 bytes",
      "than 16777216 bytes", "8388608 bytes of memory", "6 codings, 5 are undone",
    ]
    for (problem, part) in zip(problems, parts) {
      #expect(problem.words.contains(part))
    }
  }
}
