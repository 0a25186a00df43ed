import Glibc
import NetEngine
import TestSupport
import Testing

@Suite struct ContentDecoderBodyTests {
  @Test func withoutACodingTheBodyIsTheSameOne() {
    let wire = Body(CodingSamples.long)
    for codings in [[], [.unknown("compress")], [.gzip, .unknown("compress")]] as [[ContentCoding]]
    {
      #expect(ContentDecoder.decode(wire, codings: codings).body.storage === wire.storage)
    }
    let six = ContentDecoder.decode(wire, codings: [ContentCoding](repeating: .gzip, count: 6))
    #expect(six.body.storage === wire.storage)
    #expect(six.problem == .tooManyLayers(6, allowed: 5))
  }

  @Test(arguments: ContentDecoderPlainTests.codings)
  func aPlainBodyUnderACodingIsTheSameOne(_ coding: ContentCoding) {
    let wire = Body(CodingSamples.long)
    // There is room for the beginning, and no disk: copying it would fail.
    let nowhere = BodySpill(directories: ["/nonexistent"])
    let policy = BodyPolicy(memoryLimit: 10_000, spill: nowhere)
    let decoded = ContentDecoder.decode(wire, codings: [coding], policy: policy)
    #expect(decoded.storageFailure == nil)
    #expect(decoded.body.storage === wire.storage)
    #expect(decoded.body.count == wire.count)
    #expect(decoded.warnings == [.claimedCodingIsPlain(coding)])
  }

  @Test(arguments: CodingCase.all, [0, 100_000, 1 << 20])
  func aDecodedBodyMaySpill(_ row: CodingCase, _ memoryLimit: Int) {
    let budget = MemoryBudget(limit: 1 << 30)
    do {
      let policy = BodyPolicy(
        memoryLimit: memoryLimit, budget: budget, memory: ResidentMemory(limit: .max))
      let decoded = ContentDecoder.decode(Body(row.long), codings: [row.coding], policy: policy)
      #expect(decoded.body == Body(CodingSamples.long))
      #expect(decoded.body.isSpilled == (memoryLimit < CodingSamples.long.count))
      #expect(decoded.problem == nil)
      #expect(decoded.storageFailure == nil)
    }
    #expect(budget.used == 0)
  }

  @Test func aProblemComesWithWhatWasDecoded() {
    let wire = Body(CodingSamples.longGzip).prefix(1000)
    let decoded = ContentDecoder.decode(wire, codings: [.gzip])
    #expect(decoded.problem == .truncated(.gzip))
    #expect(decoded.body.count > 10_000)
    #expect(CodingSamples.long.starts(with: decoded.body.bytes))
  }

  @Test func aFullDiskIsToldAndKeepsWhatItTook() {
    let spill = BodySpillTests.smallDisk(150_000)
    let decoded = ContentDecoder.decode(
      Body(CodingSamples.longGzip), codings: [.gzip],
      policy: BodyPolicy(memoryLimit: 1000, spill: spill))
    #expect(decoded.storageFailure?.code == ENOSPC)
    #expect(decoded.body == Body(CodingSamples.long.prefix(150_000)))
    #expect(decoded.problem == nil)
  }

  @Test func anEmptyBodyIsEmpty() {
    let decoded = ContentDecoder.decode(.empty, codings: [.brotli, .gzip])
    #expect(decoded.body.isEmpty)
    #expect(decoded.warnings == [.emptyEncodedBody(.gzip)])
  }
}
