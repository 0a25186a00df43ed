import NetEngine
import TestSupport
import Testing

/// One coding with its samples.
struct CodingCase: Sendable, CustomTestStringConvertible {
  var id: String
  var coding: ContentCoding
  var short: [UInt8]
  var long: [UInt8]
  /// From this byte on every wrong bit is noticed; nil when the format has no checksum.
  var checkedFrom: Int?
  var testDescription: String { id }

  static let all = [
    CodingCase(
      id: "gzip", coding: .gzip, short: CodingSamples.shortGzip, long: CodingSamples.longGzip,
      checkedFrom: 10),
    CodingCase(
      id: "zlib", coding: .deflate, short: CodingSamples.shortZlib, long: CodingSamples.longZlib,
      checkedFrom: 2
    ),
    CodingCase(
      id: "raw deflate", coding: .deflate, short: CodingSamples.shortRaw,
      long: CodingSamples.longRaw),
    CodingCase(
      id: "br", coding: .brotli, short: CodingSamples.shortBrotli, long: CodingSamples.longBrotli),
    CodingCase(
      id: "zstd", coding: .zstd, short: CodingSamples.shortZstd, long: CodingSamples.longZstd,
      checkedFrom: 6),
  ]
}

@Suite struct ContentDecoderTests {
  @Test(arguments: CodingCase.all, [1, 7, 64 << 10, .max])
  func wholeBodiesDecodeInAnyPieces(_ row: CodingCase, _ chunk: Int) {
    for (wire, plain) in [(row.short, CodingSamples.short), (row.long, CodingSamples.long)] {
      let decoding = Decoding(wire, [row.coding], chunk: chunk)
      #expect(decoding.output.bytes == plain)
      #expect(decoding.problem == nil)
      #expect(decoding.warnings == [])
    }
  }

  @Test(arguments: CodingCase.all, [1, 7, .max])
  func aCutAnywhereIsTruncatedAndKeepsWhatCameOut(_ row: CodingCase, _ chunk: Int) {
    for length in 1..<row.short.count {
      let decoding = Decoding(Array(row.short.prefix(length)), [row.coding], chunk: chunk)
      #expect(decoding.problem == .truncated(row.coding), "at \(length)")
      #expect(CodingSamples.short.starts(with: decoding.output.bytes))
      #expect(decoding.warnings == [])
    }
    let late = Decoding(Array(row.long.dropLast(10)), [row.coding], chunk: chunk)
    #expect(late.problem == .truncated(row.coding))
    #expect(late.output.count > 300)
    #expect(CodingSamples.long.starts(with: late.output.bytes))
  }

  @Test(arguments: CodingCase.all, [1, 7, .max])
  func aWrongByteIsNoticedWhereTheFormatChecks(_ row: CodingCase, _ chunk: Int) {
    for place in 0..<row.short.count {
      var wire = row.short
      wire[place] ^= 0xFF
      let decoding = Decoding(wire, [row.coding], chunk: chunk)
      guard let checkedFrom = row.checkedFrom, place >= checkedFrom else { continue }
      #expect(decoding.problem != nil, "at \(place)")
    }
  }

  @Test(arguments: [1, 7, .max])
  func damageIsToldWithItsOffsetAndItsReason(_ chunk: Int) {
    var crc = CodingSamples.longGzip
    crc[crc.count - 6] ^= 1
    var size = CodingSamples.longGzip
    size[size.count - 1] ^= 1
    var middle = CodingEncoders.gzip(CodingSamples.short) + CodingEncoders.gzip(CodingSamples.short)
    let place = middle.count / 2 + 10
    middle[place] = 0x07
    let rows: [([UInt8], Int, String, [UInt8])] = [
      (crc, crc.count - 4, "incorrect data check", CodingSamples.long),
      (size, size.count, "incorrect length check", CodingSamples.long),
      (middle, place + 1, "invalid block type", CodingSamples.short),
    ]
    for (wire, offset, detail, output) in rows {
      let decoding = Decoding(wire, [.gzip], chunk: chunk)
      #expect(decoding.problem == .corrupt(.gzip, atWireByte: offset, detail: detail))
      #expect(decoding.output == Body(output))
    }
  }

  @Test(arguments: CodingCase.all, [1, 7, .max])
  func nothingIsAskedForAfterDamage(_ row: CodingCase, _ chunk: Int) {
    let broken = row.long.prefix(40) + [UInt8](repeating: 0xFF, count: 100_000)
    let decoding = Decoding(Array(broken), [row.coding], chunk: chunk)
    #expect(decoding.problem?.kind == "corrupt")
    #expect(decoding.stopped)
    if row.checkedFrom != nil { #expect(CodingSamples.long.starts(with: decoding.output.bytes)) }
  }

  @Test(arguments: [1, 7, .max])
  func membersFollowEachOther(_ chunk: Int) {
    let empty = CodingEncoders.gzip([])
    let gzip = empty + CodingSamples.shortGzip + empty + CodingSamples.longGzip + empty
    #expect(
      Decoding(gzip, [.gzip], chunk: chunk)
        == Decoding(plain: CodingSamples.short + CodingSamples.long))
    // 0x184D2A53: a frame of three bytes to be skipped.
    let skipped: [UInt8] = [0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
    let zstd =
      skipped + CodingSamples.shortZstd + CodingEncoders.zstd([]) + skipped + CodingSamples.longZstd
    #expect(
      Decoding(zstd, [.zstd], chunk: chunk)
        == Decoding(plain: CodingSamples.short + CodingSamples.long))
  }

  @Test(arguments: CodingCase.all, [1, 7, .max])
  func whatFollowsTheEndIsLeftOutAndCounted(_ row: CodingCase, _ chunk: Int) {
    for garbage in [
      [0], [0x1F], [0x28, 0xB5], Array("<!-- -->\n".utf8), [UInt8](repeating: 0, count: 512),
    ] {
      let decoding = Decoding(row.short + garbage, [row.coding], chunk: chunk)
      #expect(decoding.output == Body(CodingSamples.short))
      #expect(decoding.problem == nil)
      #expect(decoding.warnings == [.trailingGarbage(row.coding, bytes: garbage.count)])
    }
  }

  @Test(arguments: [1, 2, .max])
  func anEndAmongTheFirstBytesLeavesTheRestOut(_ chunk: Int) {
    // 0x3B is a whole br body, and a letter: what it is shows two bytes later.
    let decoding = Decoding([0x3B, 0x41, 0x00, 0x42], [.brotli], chunk: chunk)
    #expect(decoding == Decoding(plain: [], .trailingGarbage(.brotli, bytes: 3)))
  }

  @Test(arguments: [ContentCoding.gzip, .deflate, .brotli, .zstd])
  func anEmptyBodyIsEmptyWithAWarning(_ coding: ContentCoding) {
    #expect(Decoding([], [coding]) == Decoding(plain: [], .emptyEncodedBody(coding)))
  }

  @Test(
    arguments: [
      ([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0], .gzip),
      ([0x78, 0xDA, 3, 0, 0, 0, 0, 1], .deflate),
      ([3, 0], .deflate),
      ([0x3F], .brotli),
      ([0x06], .brotli),
      ([0x28, 0xB5, 0x2F, 0xFD, 0x24, 0, 1, 0, 0, 0x99, 0xE9, 0xD8, 0x51], .zstd),
    ] as [([UInt8], ContentCoding)], [1, .max])
  func nothingProperlyEncodedIsEmptyWithoutOne(_ row: ([UInt8], ContentCoding), _ chunk: Int) {
    #expect(Decoding(row.0, [row.1], chunk: chunk) == Decoding(plain: []))
  }

  @Test func bytesComeOutAsSoonAsTheyCan() {
    // A flushed block of a stream that has not ended: an event stream lives on it.
    let flushed = Array(CodingEncoders.stored(CodingSamples.short).dropFirst())
    let wire: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 0] + flushed
    let decoder = ContentDecoder(codings: [.gzip])
    var seen: [UInt8] = []
    let goesOn = wire.withUnsafeBytes { bytes in decoder.push(bytes) { seen += $0 } }
    #expect(goesOn)
    #expect(seen == CodingSamples.short)
  }

  @Test func aSinkThatThrowsEndsTheDecoding() {
    let decoder = ContentDecoder(codings: [.gzip])
    var calls = 0
    CodingSamples.longGzip.withUnsafeBytes { bytes in
      #expect(throws: CancellationError.self) {
        _ = try decoder.push(bytes) { _ in
          calls += 1
          throw CancellationError()
        }
      }
      #expect(!decoder.push(bytes) { _ in calls += 1 })
      #expect(decoder.finish { _ in calls += 1 } == nil)
    }
    #expect(calls == 1)
  }
}

extension Decoding {
  /// What a whole decoding without a problem gives.
  init(plain: [UInt8], _ warnings: DecodeWarning...) {
    self.init([], [])
    output = Body(plain)
    self.warnings = warnings
  }
}
