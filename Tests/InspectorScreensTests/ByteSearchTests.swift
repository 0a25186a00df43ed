import InspectorScreens
import LosslessJSON
import Testing

struct ByteSearchTests {
  @Test("a lone match is found wherever it stands", arguments: [1, 2, 7, 8, 9, 20, 70, 200])
  func findsLoneMatch(length: Int) {
    let middle = String(repeating: "m", count: max(0, length - 2))
    let needle = Needle(Array("a\(middle)z".utf8.prefix(length)))
    let empty = [UInt8](repeating: UInt8(ascii: "."), count: 300)
    for place in 0...(empty.count - length) {
      var text = empty
      text.replaceSubrange(place..<place + length, with: needle.bytes)
      #expect(first(needle, in: text, 0..<text.count) == place)
      #expect(first(needle, in: text, 0..<place + length - 1) == nil)
      text[place + length / 2] = UInt8(ascii: "#")
      #expect(first(needle, in: text, 0..<text.count) == nil)
    }
  }

  private func first(_ needle: Needle, in text: [UInt8], _ range: Range<Int>) -> Int? {
    text.withUnsafeBufferPointer { try? ByteSearch.first(needle, in: $0, range) }
  }
}
