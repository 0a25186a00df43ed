import InspectorScreens
import NetEngine
import TestSupport
import Testing

/// The styles of a row are made in runs; here each byte is asked for itself.
struct RowStylesTests {
  private static let size = (width: 17, height: 9, count: 1_500)

  /// A text of three letters, and what says how it looks.
  private struct Case {
    var text: [UInt8]
    var section: TextSection
    var marks: [TextMark] = []
    var words: [Range<Int>] = []
    var current: Int?

    init(_ random: inout SplitMix, word: [UInt8]?) {
      let count = RowStylesTests.size.count
      let text = (0..<count).map { _ in UInt8.random(in: 0x61...0x63, using: &random) }
      self.text = text
      section = TextSection(source: .bytes(text))
      section.style = Style(.title)
      for range in Self.ranges(&random) {
        section.spans.append(StyleSpan(range: range, style: Style(.warning)))
      }
      if Bool.random(using: &random) { section.tint = Thirds() }
      marks = Self.ranges(&random).map { range in
        TextMark(section: 0, range: range, isCurrent: Bool.random(using: &random))
      }
      if let word {
        words = (0...count - word.count).filter { text[$0...].starts(with: word) }
          .map { $0..<$0 + word.count }
        current = words.randomElement(using: &random)?.lowerBound
      }
    }

    private static func ranges(_ random: inout SplitMix) -> [Range<Int>] {
      let count = RowStylesTests.size.count
      let ends = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        Int.random(in: 0..<count, using: &random)
      }
      let sorted = Set(ends).sorted()
      return stride(from: 1, to: sorted.count, by: 2).map { sorted[$0 - 1]..<sorted[$0] }
    }

    /// How a byte looks, asked alone.
    func style(at index: Int) -> Style {
      if let word = words.first(where: { $0.contains(index) }) {
        let isCurrent = word.lowerBound == current
        return Style(.match, bold: isCurrent, reversed: isCurrent)
      }
      let all = section.spans + (section.tint?.spans(in: 0..<text.count) ?? [])
      var style = all.first { $0.range.contains(index) }?.style ?? section.style
      for mark in marks where mark.range.contains(index) {
        style.isUnderlined = true
        if mark.isCurrent { style.isBold = true }
      }
      return style
    }
  }

  /// Bytes in threes: a key, a number, nothing.
  private struct Thirds: TextTint {
    func spans(in range: Range<Int>) -> [StyleSpan] {
      (range.lowerBound / 3...range.upperBound / 3).compactMap { third in
        let bytes = (third * 3..<third * 3 + 3).clamped(to: range)
        guard third % 3 != 2, !bytes.isEmpty else { return nil }
        return StyleSpan(range: bytes, style: Style(third % 3 == 0 ? .key : .number))
      }
    }
  }

  @Test(
    "runs of a style are what each byte alone would be", arguments: [nil, "ab", "abc", #"\vab"#],
    0..<12)
  func runs(typed: String?, seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let word = typed.map {
      Array($0.utf8.filter { $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "v") })
    }
    let needle = try typed.map { try Needle(typed: Array($0.utf8)) }
    let sample = Case(&random, word: word)
    let (width, height, _) = Self.size
    var pane = TextPane(
      TextDocument([sample.section]), width: width, height: height, wraps: true, rule: DisplayRule()
    )
    pane.scroll(by: Int.random(in: 0..<60, using: &random))
    var frame = Frame(width: width, height: height)
    pane.draw(
      in: &frame, Region(column: 0, row: 0, width: width, height: height), needle: needle,
      current: sample.current.map { TextPosition(section: 0, offset: $0) }, marks: sample.marks)
    let first = pane.top.offset
    for row in 0..<height {
      frame.forEachCell(inRow: row) { column, scalar, _, style in
        let index = first + row * width + column
        guard index < sample.text.count else { return }
        #expect(scalar == UInt32(sample.text[index]), "byte \(index)")
        #expect(Style(style) == sample.style(at: index), "byte \(index)")
      }
    }
  }

  @Test("plain text that is drawn over half of a wide character leaves no half")
  func halves() {
    var frame = Frame(width: 8, height: 1)
    frame.draw("漢漢漢漢", row: 0, column: 0)
    frame.draw("abc", row: 0, column: 1)
    #expect(frame.text == " abc漢漢\n")
    frame.draw("x", row: 0, column: 5)
    #expect(frame.text == " abc x漢\n")
    frame.fill(Region(column: 0, row: 0, width: 7, height: 1), style: .plain)
    #expect(frame.text == "\n")
  }
}
