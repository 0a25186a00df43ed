/// JSON with comments (`// …`, `/* … */`) and a comma after the last member, as editors accept it.
package enum JSONComments {
  /// Strict JSON of the same length: comments and trailing commas become blanks, offsets stay.
  package static func blanked(_ bytes: [UInt8]) -> [UInt8] {
    var out = withoutComments(bytes)
    for place in lastCommas(out) { out[place] = 0x20 }
    return out
  }

  /// Whether a range without strings has a comma outside comments.
  package static func hasComma(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    withoutComments(bytes)[range].contains(UInt8(ascii: ","))
  }

  private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    var out = bytes
    var at = 0
    while at < out.count {
      switch out[at] {
      case UInt8(ascii: "\""): at = end(ofString: out, from: at)
      case UInt8(ascii: "/") where at + 1 < out.count && out[at + 1] == UInt8(ascii: "/"):
        while at < out.count, out[at] != 0x0A {
          out[at] = 0x20
          at += 1
        }
      case UInt8(ascii: "/") where at + 1 < out.count && out[at + 1] == UInt8(ascii: "*"):
        at = blankBlock(&out, from: at)
      default: at += 1
      }
    }
    return out
  }

  /// Where a comma stands between a value and the end of its list; two of them stay a mistake.
  private static func lastCommas(_ bytes: [UInt8]) -> [Int] {
    var places: [Int] = []
    var comma: Int?
    var before: UInt8 = 0
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D:
        at += 1
        continue
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let comma { places.append(comma) }
        comma = nil
      case UInt8(ascii: ","):
        comma = "{[,:".utf8.contains(before) || before == 0 ? nil : at
      default:
        comma = nil
      }
      before = byte
      at = byte == UInt8(ascii: "\"") ? end(ofString: bytes, from: at) : at + 1
    }
    return places
  }

  private static func end(ofString bytes: [UInt8], from start: Int) -> Int {
    var at = start + 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(bytes.count, at + 1)
  }

  /// One that never ends takes the rest of the file: the document is then seen to be cut.
  private static func blankBlock(_ bytes: inout [UInt8], from start: Int) -> Int {
    var at = start
    var isStar = false
    while at < bytes.count {
      let isEnd = isStar && bytes[at] == UInt8(ascii: "/")
      // The star that opens it cannot close it.
      isStar = at > start + 1 && bytes[at] == UInt8(ascii: "*")
      if bytes[at] != 0x0A { bytes[at] = 0x20 }
      at += 1
      if isEnd { break }
    }
    return at
  }
}
