import Glibc
import NetEngine
import TestSupport
import Testing

@Suite("JSON round trips and mutations")
struct JSONRoundTripTests {
  private static let isDeep = getenv("INSPECTOR_DEEP") != nil

  @Test("a correct document prints compactly as its tokens, byte for byte", arguments: 0..<20)
  func compactKeepsTokens(_ block: Int) {
    var dice = JSONDice(seed: UInt64(1_000 + block))
    for _ in 0..<40 {
      let bytes = dice.document()
      let document = JSONDocument(bytes)
      #expect(document.error == nil, "\(String(decoding: bytes, as: UTF8.self))")
      let compact = JSONPrinter.compact.bytes(document.json)
      #expect(compact == JSONReference.compact(bytes))
      let pretty = JSONPrinter.pretty.bytes(document.json)
      #expect(JSONReference.compact(pretty) == compact)
      #expect(JSONPrinter.compact.bytes(JSONDocument(pretty).json) == compact)
    }
  }

  @Test("a sorted document means the same, and sorting it again changes nothing", arguments: 0..<10)
  func sortedMeansTheSame(_ block: Int) {
    var dice = JSONDice(seed: UInt64(2_000 + block))
    for _ in 0..<30 {
      let json = JSONDocument(dice.document()).json
      let sorted = JSONPrinter(indent: nil, sortsKeys: true).bytes(json)
      #expect(JSONDocument(sorted).json == json)
      #expect(JSONPrinter(indent: nil, sortsKeys: true).bytes(JSONDocument(sorted).json) == sorted)
    }
  }

  @Test("a value's own range holds exactly that value", arguments: 0..<10)
  func rangesHoldValues(_ block: Int) throws {
    var dice = JSONDice(seed: UInt64(3_000 + block))
    for _ in 0..<20 {
      let bytes = dice.document(budget: 80)
      let document = JSONDocument(bytes)
      var pending = [try #require(document.root)]
      while let node = pending.popLast() {
        let own = JSONDocument(Array(bytes[document.range(of: node)]))
        #expect(own.error == nil && own.root.map { own.kind(of: $0) } == document.kind(of: node))
        #expect(own.json == JSON(document: document, node: node))
        if let key = document.keyRange(of: node) {
          #expect(JSONDocument(Array(bytes[key])).json.string == document.key(of: node))
        }
        pending += document.children(of: node)
      }
    }
  }

  /// 20,000 documents in the ordinary run; a million where INSPECTOR_DEEP is set.
  @Test(
    "mutated documents are judged as the reference judges them, in one piece and in several",
    arguments: 0..<20)
  func mutations(_ block: Int) {
    var dice = JSONDice(seed: UInt64(4_000 + block))
    for _ in 0..<(Self.isDeep ? 50_000 : 1_000) {
      // Every other one with room behind it, so that the fast half reads it too.
      let room = [UInt8](repeating: 0x20, count: dice.roll(2) * 80)
      let bytes = dice.mutated(dice.document(budget: 12)) + room
      let document = JSONDocument(bytes)
      let printed = JSONPrinter.compact.bytes(document.json)
      let isMarked = bytes.starts(with: [0xef, 0xbb, 0xbf])
      if document.encoding == .utf8, !isMarked {
        let reference = JSONReference.compact(bytes)
        let agrees =
          reference.map { document.isComplete && $0 == printed } ?? (document.error != nil)
        #expect(agrees, "\(bytes)")
      }
      let cuts = [dice.roll(bytes.count + 1), dice.roll(bytes.count + 1)].sorted()
      let fed = JSONFeeding.document(bytes, cuts: cuts)
      let isSame = fed.error == document.error && JSONPrinter.compact.bytes(fed.json) == printed
      #expect(isSame, "\(bytes) cut at \(cuts)")
      if !document.isComplete { #expect(JSONReference.compact(printed) != nil || printed.isEmpty) }
    }
  }

  @Test("whatever is asked of a broken document is answered", arguments: 0..<10)
  func brokenDocumentsAnswer(_ block: Int) {
    var dice = JSONDice(seed: UInt64(5_000 + block))
    for _ in 0..<(Self.isDeep ? 5_000 : 200) {
      let document = JSONDocument(dice.mutated(dice.document(budget: 40)))
      guard let root = document.root else { continue }
      var pending = [root]
      var seen = 0
      while let node = pending.popLast() {
        seen += 1
        let json = JSON(document: document, node: node)
        let range = document.range(of: node)
        #expect(range.upperBound <= document.parsedBytes)
        #expect(json.count == document.children(of: node).map { _ in 1 }.count)
        #expect(json[path: JSONPath("0")].exists || json.count == 0 || json.kind == .object)
        #expect(isHidden(node, in: document) || document.json[path: json.path].node == node)
        _ = (json.stringValue, json.intValue, json.doubleValue, json.boolValue, json.description)
        pending += document.children(of: node)
      }
      #expect(seen > 0)
    }
  }

  /// Whether a later member with the same key, or a key no text can hold, stands in the way of a path.
  private func isHidden(_ node: JSONNode, in document: JSONDocument) -> Bool {
    let trail = document.ancestors(of: node) + [node]
    return zip(trail, trail.dropFirst()).contains { outer, inner in
      guard let key = document.key(of: inner) else { return false }
      return document.member(key, of: outer) != inner
    }
  }
}
