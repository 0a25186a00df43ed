import FoundationEssentials
import NetEngine
import TestSupport
import Testing

/// One body of every kind with the same bytes, so that a claim can be asked of all of them.
struct BodyCase: Sendable, CustomTestStringConvertible {
  var id: String
  var size: Int
  /// Above this the body spills.
  var memoryLimit: Int
  var testDescription: String { id }

  static let all = [
    BodyCase(id: "one byte", size: 1, memoryLimit: 32 << 20),
    BodyCase(id: "100 bytes on the heap", size: 100, memoryLimit: 32 << 20),
    BodyCase(id: "heap, to its last byte", size: 256 << 10, memoryLimit: 32 << 20),
    BodyCase(id: "pages, one byte", size: (256 << 10) + 1, memoryLimit: 32 << 20),
    BodyCase(id: "pages", size: 1_500_001, memoryLimit: 32 << 20),
    BodyCase(id: "spilled while small", size: 100, memoryLimit: 10),
    BodyCase(id: "spilled from the heap", size: 200_000, memoryLimit: 100_000),
    BodyCase(id: "spilled from pages", size: 1_500_001, memoryLimit: 1 << 20),
    BodyCase(id: "nothing may stay in memory", size: 5000, memoryLimit: 0),
  ]

  /// Bytes that differ at every distance a page or a chunk could confuse.
  static func pattern(_ size: Int) -> [UInt8] { Array(longest.prefix(size)) }

  private static let longest: [UInt8] = (0..<2_000_001).map {
    UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13)
  }

  func build(chunk: Int, budget: MemoryBudget = MemoryBudget(limit: 1 << 30)) throws -> Body {
    // Bodies of other tests must not move this one to a file, which gives its charge back.
    let memory = ResidentMemory(limit: .max)
    var builder = BodyBuilder(
      policy: BodyPolicy(memoryLimit: memoryLimit, budget: budget, memory: memory))
    try builder.add(Self.pattern(size), chunk: chunk)
    return builder.finish()
  }
}

extension BodyBuilder {
  /// Appends an array, cut into chunks.
  mutating func add(_ bytes: [UInt8], chunk: Int = .max) throws {
    var start = 0
    while start < bytes.count {
      let end = start + min(chunk, bytes.count - start)
      try bytes.withUnsafeBytes { all in
        try append(UnsafeRawBufferPointer(rebasing: all[start..<end]))
      }
      start = end
    }
  }
}

@Suite struct BodyTests {
  @Test(arguments: BodyCase.all)
  func sameBytesAreEqualWhereverTheyStand(_ row: BodyCase) throws {
    let plain = Body(BodyCase.pattern(row.size))
    let built = try row.build(chunk: 999)
    #expect(built.isSpilled == (row.size > row.memoryLimit))
    #expect(built.count == row.size)
    #expect(built == plain)
    #expect(built.hashValue == plain.hashValue)
    #expect(built.bytes == BodyCase.pattern(row.size))
  }

  @Test(arguments: BodyCase.all)
  func oneOtherByteMakesAnotherBody(_ row: BodyCase) throws {
    let built = try row.build(chunk: 4096)
    for place in Set([0, row.size / 2, row.size - 1]) {
      var bytes = BodyCase.pattern(row.size)
      bytes[place] ^= 1
      #expect(built != Body(bytes))
    }
    #expect(built != Body(BodyCase.pattern(row.size + 1)))
  }

  @Test func bothEndsAndTheLengthAreHashed() {
    let bytes = BodyCase.pattern(100_000)
    let hashes = [0, 99_999].map { place in
      var other = bytes
      other[place] ^= 1
      return Body(other).hashValue
    }
    #expect(Set(hashes + [Body(bytes).hashValue, Body(bytes + [0]).hashValue]).count == 4)
  }

  @Test func emptyBodiesAreOne() {
    var builder = BodyBuilder()
    #expect(builder.finish() == .empty)
    #expect(Body("") == .empty)
    #expect(Body([UInt8]()) == .empty)
    #expect(Body.empty.isEmpty)
    #expect(Body.empty.bytes == [])
    #expect(Body.empty.text == "")
    #expect(Body.empty.hashValue == Body(Data()).hashValue)
  }

  @Test func everySourceGivesTheSameBody() {
    let bytes = Array("{\"π\":1}".utf8)
    let literal: Body = "{\"π\":1}"
    #expect(Body(bytes) == literal)
    #expect(Body(bytes[...]) == literal)
    #expect(Body(AnySequence(bytes)) == literal)
    #expect(Body(Data(bytes)) == literal)
    #expect(Body(String(decoding: bytes, as: UTF8.self)) == literal)
    #expect(literal.data == Data(bytes))
  }

  @Test func partsAreTakenByOffset() {
    let body: Body = "0123456789"
    #expect(body[0] == UInt8(ascii: "0"))
    #expect(body[9] == UInt8(ascii: "9"))
    #expect(body[2..<5] == Array("234".utf8))
    #expect(body[10..<10] == [])
    #expect(body.prefix(3) == "012")
    #expect(body.prefix(99) == body)
    #expect(body.prefix(-1).isEmpty)
    #expect(body.starts(with: "0123".utf8))
    #expect(!body.starts(with: "123".utf8))
    #expect(!body.prefix(2).starts(with: "012".utf8))
  }

  @Test(
    arguments: [
      ([0x61, 0xC3, 0xA9], "a\u{E9}"),
      ([0x61, 0xC3], nil),
      ([0xFF], nil),
      ([0xED, 0xA0, 0x80], nil),
      ([0xC0, 0x80], nil),
      ([0x00, 0x0D, 0x0A], "\0\r\n"),
    ] as [([UInt8], String?)])
  func textIsStrictUTF8(_ bytes: [UInt8], _ text: String?) {
    #expect(Body(bytes).text == text)
  }

  @Test(arguments: [100, 16 << 10, 100_000])
  func dataOutlivesItsBody(_ size: Int) throws {
    let row = BodyCase(id: "", size: size, memoryLimit: 20_000)
    var body = try row.build(chunk: 5000)
    let all = body.data
    let part = body.data(in: 10..<size - 10)
    body = .empty
    #expect(all == Data(BodyCase.pattern(size)))
    #expect(part == Data(BodyCase.pattern(size)[10..<size - 10]))
  }
}
