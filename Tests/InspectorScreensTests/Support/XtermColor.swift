/// One of the 256 colours as a terminal mixes it.
struct XtermColor: Hashable {
  /// Red, green, blue, each from 0 to 255.
  let channels: [Int]

  /// The colours above the first sixteen, which every terminal paints alike; below, grey stands in.
  init(_ index: Int16) {
    let index = Int(index)
    switch index {
    case 232...255: channels = Array(repeating: 8 + 10 * (index - 232), count: 3)
    case 16..<232:
      let steps = [0, 95, 135, 175, 215, 255]
      let place = index - 16
      channels = [steps[place / 36], steps[place / 6 % 6], steps[place % 6]]
    default: channels = [128, 128, 128]
    }
  }

  init(hex: String) {
    channels = [0, 2, 4].map { offset in
      let start = hex.index(hex.startIndex, offsetBy: offset + 1)
      return Int(hex[start..<hex.index(start, offsetBy: 2)], radix: 16) ?? 0
    }
  }

  var hex: String {
    "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
