import NetEngine
import TestSupport
import Testing

/// Words in bytes, short and long.
@Suite struct ByteSearchTests {
  @Test("what is found is what a look at every place finds", arguments: [1, 3, 31, 33, 40, 64])
  func found(length: Int) {
    var dice = SplitMix(seed: UInt64(length))
    for _ in 0..<200 {
      // Two letters: beginnings of the word stand everywhere.
      let bytes = (0..<300).map { _ in UInt8.random(in: 97...98, using: &dice) }
      let place = Int.random(in: 0..<300 - length, using: &dice)
      var word = Array(bytes[place..<place + length])
      if Bool.random(using: &dice) { word[length - 1] ^= 3 }
      let start = Int.random(in: 0...place, using: &dice)
      let expected = (start...300 - length).first { bytes[$0..<$0 + length].elementsEqual(word) }
      let found = bytes.withUnsafeBytes { ByteSearch.first(word, in: $0, from: start) }
      #expect(found == expected.map { $0..<$0 + length })
    }
  }

  @Test("at the edges")
  func edges() {
    let bytes = Array("aaaab".utf8)
    func first(_ word: String, from start: Int = 0) -> Range<Int>? {
      bytes.withUnsafeBytes { ByteSearch.first(Array(word.utf8), in: $0, from: start) }
    }
    #expect(first("aaaab") == 0..<5 && first("aaaabb") == nil && first("b") == 4..<5)
    #expect(first("") == 0..<0 && first("", from: 5) == 5..<5 && first("a", from: 5) == nil)
    #expect(first(String(repeating: "a", count: 40)) == nil)
  }

  @Test("two bytes, one before the other, at every place of every length", arguments: 0...34)
  func pair(length: Int) {
    let plain = [UInt8](repeating: 0x75, count: length)
    func holds(_ bytes: [UInt8]) -> Bool {
      bytes.withUnsafeBytes { ByteSearch.holds(0x5c, before: 0x75, in: $0) }
    }
    #expect(!holds(plain))
    for place in plain.indices {
      var bytes = plain
      bytes[place] = 0x5c
      #expect(holds(bytes) == (place + 1 < length))
      // Its neighbours in value, and the same two the other way round, are not it.
      for near in [0x5b, 0x5d, 0xdc] as [UInt8] {
        bytes[place] = near
        #expect(!holds(bytes))
      }
    }
    #expect(!holds([UInt8](repeating: 0x5c, count: length)))
  }
}
