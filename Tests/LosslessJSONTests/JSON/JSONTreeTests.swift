import Glibc
import NetEngine
import TestSupport
import Testing

@Suite("JSON tree", .timeLimit(.minutes(10)))
struct JSONTreeTests {
  private static let text = #"""
    { "id" : 7 ,
      "tags" : [ "a" , "b\"c" , [ ] ] ,
      "geo" : { "lat" : -1.50 , "lng" : { } } ,
      "last" : null }
    """#

  private func node(_ path: JSONPath, _ document: JSONDocument) throws -> JSONNode {
    try #require(document.json[path: path].node)
  }

  @Test(
    "ranges of values and keys are exact",
    arguments: [
      ("id", "7", #""id""#), ("tags", #"[ "a" , "b\"c" , [ ] ]"#, #""tags""#),
      ("tags.0", #""a""#, nil),
      ("tags.1", #""b\"c""#, nil), ("tags.2", "[ ]", nil),
      ("geo", #"{ "lat" : -1.50 , "lng" : { } }"#, #""geo""#),
      ("geo.lat", "-1.50", #""lat""#), ("geo.lng", "{ }", #""lng""#), ("last", "null", #""last""#),
    ] as [(String, String, String?)])
  func ranges(_ path: String, _ value: String, _ key: String?) throws {
    let bytes = Array(Self.text.utf8)
    let document = JSONDocument(bytes)
    let node = try node(JSONPath(path), document)
    #expect(String(decoding: bytes[document.range(of: node)], as: UTF8.self) == value)
    #expect(
      document.rawText(of: node) == value
        && document.sourceRange(of: node) == document.range(of: node))
    #expect(document.keyRange(of: node).map { String(decoding: bytes[$0], as: UTF8.self) } == key)
    #expect(
      document.key(of: node) == key.map { String($0.dropFirst().dropLast()) }
        && node.isMember == (key != nil))
    #expect(document.withBytes(of: node) { Array($0) } == Array(value.utf8))
  }

  @Test(
    "children, siblings, parents and counts fit together in documents of any shape",
    arguments: 0..<12)
  func treeIsConsistent(_ seed: Int) throws {
    var dice = JSONDice(seed: UInt64(7_000 + seed))
    // Every third document is wide, so that its containers carry end marks and ladders.
    let parts = (0..<(seed % 3 == 0 ? 300 : 5)).map { _ in dice.document(budget: 20) }
    let document = JSONDocument(
      Array("[".utf8) + Array(parts.joined(separator: [0x2c])) + Array("]".utf8))
    var pending = [try #require(document.root)]
    while let container = pending.popLast() {
      let children = Array(document.children(of: container))
      #expect(document.count(of: container) == children.count)
      #expect(document.firstChild(of: container) == children.first)
      #expect(document.isEmpty(container) == children.isEmpty)
      for (position, child) in children.enumerated() {
        #expect(
          document.nextSibling(of: child)
            == (position + 1 < children.count ? children[position + 1] : nil))
        #expect(document.child(at: position, of: container) == child)
        #expect(document.parent(of: child) == container)
        let step = try #require(document.path(to: child).steps.last)
        #expect(step == (document.key(of: child).map { .key($0) } ?? .index(position)))
      }
      #expect(
        document.child(at: children.count, of: container) == nil
          && document.child(at: -1, of: container) == nil)
      #expect(document.ancestors(of: container).count == document.path(to: container).steps.count)
      pending += children
    }
  }

  @Test("the way to a value names every step")
  func breadcrumb() throws {
    let document = JSONDocument(Array(#"{"a":[{"b":[[1,2],[3]]}]}"#.utf8))
    let node = try node("a.0.b.1.0", document)
    #expect(
      document.path(to: node).steps == [.key("a"), .index(0), .key("b"), .index(1), .index(0)])
    #expect(
      document.ancestors(of: node).map { document.kind(of: $0) } == [
        .object, .array, .object, .array, .array,
      ])
    #expect(document.path(to: try #require(document.root)).steps.isEmpty)
    #expect(document.parent(of: try #require(document.root)) == nil)
  }

  @Test("every byte belongs to the innermost value around it", arguments: 0..<6)
  func bytesLeadToValues(_ seed: Int) throws {
    var dice = JSONDice(seed: UInt64(8_000 + seed))
    let parts = (0..<(seed == 0 ? 1 : 40)).map { _ in dice.document(budget: 6) }
    let bytes = Array(" [".utf8) + Array(parts.joined(separator: [0x2c])) + Array("] ".utf8)
    let document = JSONDocument(bytes)
    var owners = [JSONNode?](repeating: nil, count: bytes.count)
    var pending = [try #require(document.root)]
    while let node = pending.popLast() {
      let range = document.range(of: node)
      for byte in (document.keyRange(of: node)?.lowerBound ?? range.lowerBound)..<range.upperBound {
        owners[byte] = node
      }
      pending += document.children(of: node)
    }
    #expect(bytes.indices.allSatisfy { document.node(atByte: $0) == owners[$0] })
    #expect(document.node(atByte: bytes.count) == nil && document.node(atByte: -1) == nil)
  }

  /// Without the ladder each of these loops takes a hundred thousand times a hundred thousand steps.
  @Test("loops over positions are linear: forward, backward, in strides and two at once")
  func indexLoops() throws {
    let count = 100_000
    let json = JSONDocument(
      Array(("[" + (0..<count).map { "[\($0)]" }.joined(separator: ",") + "]").utf8)
    ).json
    let pairs = [0, 1, 63, 64, 65, 127, 128, 4_095, 4_096, count - 1]
    #expect(pairs.allSatisfy { json[$0][0].int == $0 })
    #expect((0..<count).allSatisfy { json[$0].kind == .array })
    #expect(stride(from: count - 1, through: 0, by: -1).allSatisfy { json[$0].kind == .array })
    #expect(stride(from: 5_000, through: 0, by: -1).allSatisfy { json[$0][0].int == $0 })
    #expect(stride(from: 0, to: count, by: 977).allSatisfy { json[$0][0].int == $0 })
    #expect((0..<count / 2).allSatisfy { json[$0].exists && json[count - 1 - $0].exists })
    #expect(!json[count].exists && json.count == count)
  }

  @Test("nested index loops keep their places")
  func nestedLoops() {
    let row = "[" + (0..<300).map(String.init).joined(separator: ",") + "]"
    let json = JSONDocument(
      Array(("[" + Array(repeating: row, count: 300).joined(separator: ",") + "]").utf8)
    ).json
    var sum = 0
    for i in 0..<json.count {
      for j in stride(from: 0, to: json[i].count, by: 7) { sum += json[i][j].intValue }
    }
    #expect(sum == 300 * stride(from: 0, to: 300, by: 7).reduce(0, +))
  }

  /// The outer loop keeps its ladder while the inner ones come and go.
  @Test("an index loop over rows, each with an index loop of its own, is linear")
  func rowsOfLadders() {
    let row = "[" + Array(repeating: "7", count: 70).joined(separator: ",") + "]"
    let text = "[" + Array(repeating: row, count: 20_000).joined(separator: ",") + "]"
    let json = JSONDocument(Array(text.utf8)).json
    #expect((0..<20_000).allSatisfy { json[$0][69].int == 7 && json[$0].count == 70 })
  }

  @Test("a large object finds every key, again and again, the last of each")
  func largeObject() {
    let count = 20_000
    let members =
      (0..<count).map { #""key \#($0)":\#($0)"# } + [
        #""key 5":"last""#, #""\u006bey 6":"escaped""#,
      ]
    let json = JSONDocument(Array(("{" + members.joined(separator: ",") + "}").utf8)).json
    #expect((0..<count).allSatisfy { $0 == 5 || $0 == 6 || json["key \($0)"].int == $0 })
    #expect(
      json["key 5"].string == "last" && json["key 6"].string == "escaped" && !json["key"].exists)
    #expect(json.count == count + 2)
  }

  @Test(
    "the tape costs eight bytes a value, and one more entry in a large container",
    arguments: [
      ("1", 1), ("[]", 1), ("[1,2]", 3), (#"{"a":[true]}"#, 3),
      ("[" + Array(repeating: "1", count: 63).joined(separator: ",") + "]", 64),
      ("[" + Array(repeating: "1", count: 64).joined(separator: ",") + "]", 66),
      ("[" + Array(repeating: "1", count: 1_000).joined(separator: ",") + "]", 1_002),
    ])
  func tapeSize(_ text: String, _ entries: Int) {
    #expect(JSONDocument(Array(text.utf8)).tapeBytes == entries * 8)
  }

  @Test("a document may be read from many tasks at once")
  func concurrentReading() async {
    let objects = (0..<2_000).map { #"{"id":\#($0)}"# }
    let json = JSONDocument(Array("[\(objects.joined(separator: ","))]".utf8)).json
    let sum = await withTaskGroup(of: Int.self) { group in
      for task in 0..<4 {
        group.addTask {
          var sum = 0
          for id in stride(from: task, to: 2_000, by: 4) { sum += json[id]["id"].intValue }
          return sum
        }
      }
      return await group.reduce(0, +)
    }
    #expect(sum == 2_000 * 1_999 / 2)
  }

  /// Needs a gigabyte, so only where INSPECTOR_DEEP is set.
  @Test(
    "tokens longer than the tape can say are measured again",
    .enabled(if: getenv("INSPECTOR_DEEP") != nil),
    arguments: [UInt8(ascii: "x"), UInt8(ascii: "7")])
  func hugeTokens(_ filler: UInt8) throws {
    let length = 1 << 29 + 10
    let isString = filler == UInt8(ascii: "x")
    var bytes = Array((isString ? #"{"a":""# : #"{"a":"#).utf8)
    let start = bytes.count - (isString ? 1 : 0)
    bytes += repeatElement(filler, count: length)
    bytes += Array((isString ? #"","b":[true]}"# : #","b":[true]}"#).utf8)
    let document = JSONDocument(bytes)
    let node = try #require(document.json["a"].node)
    #expect(document.isComplete && document.json["b"][0].bool == true)
    #expect(document.range(of: node) == start..<start + length + (isString ? 2 : 0))
    #expect(document.range(of: try #require(document.root)) == 0..<bytes.count)
  }
}
