import NetEngine
import TestSupport
import Testing

/// What a window of a document is made of, against a reading from the first byte on.
struct JSONTokenTests {
  /// Reads all of a correct text, letter by letter.
  private func reference(_ bytes: [UInt8]) -> [JSONToken] {
    var tokens: [JSONToken] = []
    var place = 0
    while place < bytes.count {
      let start = place
      if bytes[place] == 0x22 {
        place += 1
        while bytes[place] != 0x22 { place += bytes[place] == 0x5c ? 2 : 1 }
        place += 1
        let next = bytes[place...].first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
        tokens.append(JSONToken(next == 0x3a ? .key : .string, start..<place))
      } else if "-0123456789tfn".utf8.contains(bytes[place]) {
        while place < bytes.count, !" \t\n\r,:]}".utf8.contains(bytes[place]) { place += 1 }
        tokens.append(JSONToken(bytes[start] > 0x60 ? .word : .number, start..<place))
      } else {
        place += 1
      }
    }
    return tokens
  }

  private func cut(_ tokens: [JSONToken], to window: Range<Int>) -> [JSONToken] {
    tokens.compactMap { token in
      let range = token.range.clamped(to: window)
      return range.isEmpty ? nil : JSONToken(token.kind, range)
    }
  }

  @Test("any window of any document has the pieces a reading of all of it finds there")
  func anyWindow() {
    var dice = JSONDice(seed: 21)
    for _ in 0..<400 {
      let bytes = dice.document()
      let document = JSONDocument(bytes)
      let all = reference(bytes)
      #expect(document.tokens(in: 0..<bytes.count) == all)
      for _ in 0..<12 {
        let start = dice.roll(bytes.count)
        let window = start..<start + 1 + dice.roll(bytes.count - start)
        #expect(document.tokens(in: window) == cut(all, to: window), "\(bytes) \(window)")
      }
    }
  }

  @Test(
    "texts and gaps longer than is looked through keep their kinds, from their ends",
    arguments: longTexts)
  func farEnds(name: String, text: String) {
    let bytes = Array(text.utf8)
    let document = JSONDocument(bytes)
    #expect(document.error == nil)
    let all = reference(bytes)
    for start in [0, 3, 4_000, 9_000, 19_990, bytes.count - 40] {
      for length in [1, 30, 6_000] {
        let window = start..<min(bytes.count, start + length)
        #expect(document.tokens(in: window) == cut(all, to: window), "\(name) \(window)")
      }
    }
  }

  @Test("white space without end leaves pieces out and makes none up")
  func gaps() {
    let space = run(of: " ")
    let texts = run(of: "w")
    let text =
      #"{"k"\#(space):\#(space)"v","l":\#(space)1,"m"\#(space):"\#(texts)"\#(space)}"#
    let bytes = Array(text.utf8)
    let document = JSONDocument(bytes)
    let all = reference(bytes)
    for start in stride(from: 0, to: bytes.count, by: 501) {
      let window = start..<min(bytes.count, start + 700)
      let right = cut(all, to: window)
      for token in document.tokens(in: window) { #expect(right.contains(token), "\(window)") }
    }
  }

  @Test(
    "a broken document has pieces up to where it breaks",
    arguments: [#"{"a": 1, "b": tru, "c": 2}"#, #"{"a": 1, "b": "x"#, "[1, 2, nope, \"a\"]"])
  func broken(text: String) throws {
    let bytes = Array(text.utf8)
    let document = JSONDocument(bytes)
    let error = try #require(document.error)
    let found = document.tokens(in: 0..<bytes.count)
    #expect(found.count >= 2)
    #expect(found.allSatisfy { $0.range.upperBound <= error.byteOffset })
  }

  @Test("a mark before a document moves nothing")
  func mark() {
    let bytes = [0xef, 0xbb, 0xbf] + Array(#"{"a":1}"#.utf8)
    #expect(
      JSONDocument(bytes).tokens(in: 0..<bytes.count)
        == [JSONToken(.key, 4..<7), JSONToken(.number, 8..<9)])
  }
}

/// A text longer than is looked through.
private func run(of letter: String, _ count: Int = 20_000) -> String {
  String(repeating: letter, count: count)
}

private let longTexts: [(name: String, text: String)] = [
  ("an element", #"["a","\#(run(of: "x"))",1]"#),
  ("the whole document", "\"\(run(of: "x"))\""),
  ("a value", #"{"k" : "\#(run(of: #"\""#))" , "l":[]}"#),
  ("a key", #"{"\#(run(of: "k"))": 12, "l": null}"#),
  ("a key and its value", #"{"\#(run(of: "k"))" :"\#(run(of: "v"))"}"#),
  ("the key of a list", #"[{"\#(run(of: "k"))": [ [ true ] ]}]"#),
  ("the key of an empty object", #"[{"\#(run(of: "k"))":{}},{}]"#),
  ("a number", #"{"n":\#(run(of: "1")),"m":2}"#),
]
