import InspectorScreens
import NetEngine
import TestSupport
import Testing

struct TextPaneTests {
  @Test("rows found backward are the rows found forward", arguments: 0..<12, [true, false])
  func backwardIsForward(seed: UInt64, wraps: Bool) {
    var seeded = SplitMix(seed: seed)
    let width = Int.random(in: 8...60, using: &seeded)
    let sections = (0..<3).map { _ in TextSection(source: .bytes(seeded.text(pieces: 120))) }
    var pane = TextPane(
      TextDocument(sections), width: width, height: 7, wraps: wraps, rule: DisplayRule())
    var down: [TextPosition] = []
    while down.last != pane.top {
      down.append(pane.top)
      pane.scroll(by: 1)
    }
    var up: [TextPosition] = []
    while up.last != pane.top {
      up.append(pane.top)
      pane.scroll(by: -1)
    }
    #expect(down.count > 10 || !wraps)
    #expect(up.reversed() == down)
    pane.scrollToEnd()
    #expect(pane.top == down.last)
  }

  static let endless: [(String, [UInt8])] = {
    var seeded = SplitMix(seed: 7)
    var mixed: [UInt8] = []
    while mixed.count < 200_000 { mixed += seeded.text(pieces: 30).filter { $0 != 0x0A } }
    let flood = Array("z".utf8) + (0..<60_000).flatMap { _ in [0xCC, 0x80] as [UInt8] }
    let stacked = (0..<2_500).flatMap { _ in Array("z".utf8) + flood[1...40] }
    return [
      ("mixed", mixed), ("stacked", stacked), ("strays", [UInt8](repeating: 0x9F, count: 100_000)),
      ("marks", flood),
      ("wide", (0..<50_000).flatMap { _ in [0xE6, 0xBC, 0xA2] as [UInt8] }),
    ]
  }()

  @Test(
    "a line without end moves as fast as any: rows agree in both directions", arguments: endless,
    [61, 23, 13])
  func endlessLine(line: (String, [UInt8]), width: Int) {
    let bytes = Array("first\n".utf8) + line.1
    for wraps in [true, false] {
      var pane = TextPane(
        TextDocument([TextSection(source: .bytes(bytes))]), width: width, height: 9, wraps: wraps,
        rule: DisplayRule())
      pane.scrollToEnd()
      let end = pane.top
      var places = [end]
      while places.count < 150, pane.top != TextPosition() {
        pane.scroll(by: -1)
        places.append(pane.top)
      }
      #expect(places.count > (wraps ? 100 : 0))
      for place in places.reversed().dropFirst() {
        pane.scroll(by: 1)
        #expect(pane.top == place)
      }
      pane.scroll(by: -100_000)
      #expect(pane.top == TextPosition())
      pane.scroll(by: 100_000)
      #expect(pane.top == end)
    }
  }

  @Test("a wrapped line without end shows every byte once, in order")
  func endlessLineIsWhole() {
    let digits = (0..<60_000).map { "\($0) " }.joined()
    var pane = TextPane(
      TextDocument([TextSection(source: .bytes(Array(digits.utf8)))]), width: 53, height: 10,
      wraps: true, rule: DisplayRule())
    var shown = ""
    var last: TextPosition?
    while pane.top != last {
      last = pane.top
      shown += text(pane, 53, 10).split(separator: "\n").joined()
      pane.scroll(by: 10)
      if pane.percent == 100 { break }
    }
    // The last page may overlap the one before: what came before it is compared.
    let compared = shown.utf8.prefix(digits.utf8.count - 2_000)
    #expect(
      Array(compared.filter { $0 != 0x20 })
        == Array(digits.utf8.filter { $0 != 0x20 }.prefix(compared.filter { $0 != 0x20 }.count)))
  }

  @Test("the byte on the first row stays there when the width changes")
  func resizeKeepsThePlace() {
    let lines = (0..<500).map { "line \($0) " + String(repeating: "x", count: 90) + "\n" }.joined()
    var pane = TextPane(
      TextDocument([TextSection(source: .bytes(Array(lines.utf8)))]), width: 80, height: 10,
      wraps: true, rule: DisplayRule())
    pane.scroll(by: 200)
    #expect(text(pane, 80, 10).hasPrefix("line 100 "))
    pane.shape(width: 200, height: 20, wraps: true)
    #expect(text(pane, 200, 20).hasPrefix("line 100 "))
    pane.shape(width: 40, height: 5, wraps: false)
    #expect(text(pane, 40, 5).hasPrefix("line 100 "))
  }

  @Test("cut lines say so, and scroll sideways")
  func cutLines() {
    var pane = pane("abcdefghijklmnop\nshort\n\tx漢字漢字\n", width: 8, wraps: false)
    #expect(text(pane, 8, 3) == "abcdefg…\nshort\n→   x漢…\n")
    pane.scroll(columns: 3)
    #expect(text(pane, 8, 3) == "defghij…\nrt\n x漢字 …\n")
    pane.scroll(columns: 100_000_000)
    #expect(pane.leftColumn == 10_000)
    pane.scroll(columns: -100_000_000)
    #expect(text(pane, 8, 3) == "abcdefg…\nshort\n→   x漢…\n")
  }

  @Test("wrapped lines never cut a wide character or a spelling")
  func wrapsWholeGlyphs() {
    #expect(text(pane("abc漢字漢\u{202E}z", width: 10), 10, 3) == "abc漢字漢\n<U+202E>z\n\n")
    #expect(text(pane("a\u{1B}漢b\n\n12345\n6", width: 5), 5, 5) == "a^[漢\nb\n\n12345\n6\n")
  }

  @Test("a protocol's line ends are not shown, a body's carriage returns are")
  func lineEnds() {
    let head = TextSection(source: .bytes(Array("A: b\r\nC: d\re\r\n\r\n".utf8)), form: .head)
    let body = TextSection(source: .bytes(Array("x\r\ny".utf8)))
    let pane = TextPane(
      TextDocument([head, body]), width: 20, height: 6, wraps: true, rule: DisplayRule())
    #expect(text(pane, 20, 6) == "A: b\nC: d\\re\n\nx\\r\ny\n\n")
  }

  @Test("prose breaks at spaces")
  func prose() {
    let prose = TextSection(
      source: .bytes(Array("the quick brown fox, unquestionably".utf8)), form: .prose)
    let pane = TextPane(
      TextDocument([prose]), width: 11, height: 4, wraps: true, rule: DisplayRule())
    #expect(text(pane, 11, 4) == "the quick\nbrown fox,\nunquestiona\nbly\n")
  }

  @Test("hexadecimal rows: offset, bytes, characters")
  func hex() {
    let bytes = Array("Hello\r\n".utf8) + [0x00, 0xFF] + Array("漢".utf8)
    let section = TextSection(source: .bytes(bytes), form: .hex(bytesPerRow: 8))
    let pane = TextPane(
      TextDocument([section]), width: 46, height: 3, wraps: false, rule: DisplayRule())
    #expect(
      text(pane, 46, 3) == """
        00000000  48 65 6c 6c 6f 0d 0a 00 │Hello...
        00000008  ff e6 bc a2             │....


        """)
  }

  @Test("an empty text has no rows and moves nowhere")
  func empty() {
    var pane = pane("", width: 10)
    for step in [1, -1, 100, -100] { pane.scroll(by: step) }
    pane.scrollToEnd()
    pane.reveal(TextPosition(section: 3, offset: 9))
    #expect(pane.top == TextPosition())
    #expect(pane.percent == nil)
    #expect(text(pane, 10, 2) == "\n\n")
  }

  private func pane(_ text: String, width: Int, wraps: Bool = true) -> TextPane {
    TextPane(
      TextDocument([TextSection(source: .bytes(Array(text.utf8)))]), width: width, height: 5,
      wraps: wraps, rule: DisplayRule())
  }

  private func text(_ pane: TextPane, _ width: Int, _ height: Int) -> String {
    var frame = Frame(width: width, height: height)
    pane.draw(in: &frame, Region(column: 0, row: 0, width: width, height: height))
    return frame.text
  }
}

struct TextSearchTests {
  static let places: [(String, String, [Int])] = [
    ("abcabcabc", "abc", [0, 3, 6]), ("aaaa", "aa", [0, 1, 2]), ("Abc aBc ABC", "abc", [0, 4, 8]),
    ("Abc aBc ABC", "ABC", [8]), ("[a] {b}", "{", [4]), ("漢字漢字", "字", [3, 9]), ("x", "xx", []),
    ("é e\u{301}", "e\u{301}", [3]), ("@`", "`", [1]), ("line\r\nend", "\r\n", [4]),
  ]

  @Test("forward and backward find every place, by bytes", arguments: places)
  func findsEveryPlace(text: String, needle: String, places: [Int]) {
    let document = TextDocument([TextSection(source: .bytes(Array(text.utf8)))])
    for isForward in [true, false] {
      var search = TextSearch(Needle(Array(needle.utf8)))
      var found: [Int] = []
      for _ in places.indices {
        search.start(
          forward: isForward, from: TextPosition(offset: isForward ? 0 : text.utf8.count),
          in: document)
        guard case .found(let position) = search.step(in: document) else { break }
        found.append(position.offset)
      }
      #expect(found == (isForward ? places : places.reversed()))
    }
    if places.isEmpty {
      var search = TextSearch(Needle(Array(needle.utf8)))
      search.start(forward: true, from: TextPosition(), in: document)
      #expect(search.step(in: document) == .missing)
    }
  }

  @Test("the search agrees with looking at every byte", arguments: 0..<30)
  func agreesWithLooking(seed: UInt64) {
    var seeded = SplitMix(seed: seed)
    let letters = Array("abAB{[ ".utf8)
    let text = (0..<700).map { _ in letters.randomElement(using: &seeded) ?? 0 }
    let needle = Needle(
      (0..<Int.random(in: 1...4, using: &seeded)).map { _ in
        letters.randomElement(using: &seeded) ?? 0
      })
    func small(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
    let places = text.indices.filter { start in
      start + needle.bytes.count <= text.count
        && needle.bytes.indices.allSatisfy {
          needle.isFolded
            ? small(text[start + $0]) == needle.bytes[$0] : text[start + $0] == needle.bytes[$0]
        }
    }
    let document = TextDocument([TextSection(source: .bytes(text))])
    var search = TextSearch(needle)
    var found: [Int] = []
    while true {
      search.start(forward: true, from: TextPosition(), in: document)
      guard case .found(let position) = search.step(in: document), !search.hasWrapped else { break }
      found.append(position.offset)
    }
    #expect(found == places)
  }

  @Test("a search goes on from the other end, over sections, and says so")
  func wraps() {
    let document = TextDocument(
      ["one x", "two", "three x"].map { TextSection(source: .bytes(Array($0.utf8))) })
    var search = TextSearch(Needle(Array("x".utf8)))
    var found: [TextPosition] = []
    for _ in 0..<3 {
      search.start(forward: true, from: TextPosition(section: 1), in: document)
      if case .found(let position) = search.step(in: document) { found.append(position) }
    }
    #expect(
      found == [
        TextPosition(section: 2, offset: 6), TextPosition(section: 0, offset: 4),
        TextPosition(section: 2, offset: 6),
      ])
    search.start(forward: false, from: TextPosition(), in: document)
    #expect(search.step(in: document) == .found(TextPosition(section: 0, offset: 4)))
    #expect(!search.hasWrapped)
  }

  @Test("an expression that costs too much ends the search there, which is no end of the text")
  func stops() throws {
    let hard = "ab\n" + String(repeating: "a", count: 60) + "c"
    let document = TextDocument([TextSection(source: .bytes(Array(hard.utf8)))])
    let needle = try Needle(typed: Array(#"\v(a+)+[bd]"#.utf8))
    var search = TextSearch(needle)
    search.start(forward: true, from: TextPosition(), in: document)
    #expect(search.step(in: document) == .found(TextPosition(offset: 0)))
    for isForward in [true, false] {
      search = TextSearch(needle)
      search.start(forward: isForward, from: TextPosition(offset: isForward ? 3 : 64), in: document)
      #expect(search.step(in: document) == .stopped(.tooCostly("(a+)+[bd]")))
      #expect(!search.isSearching)
    }
  }

  @Test("a long text is searched in slices: each step looks at a bounded piece")
  func slices() {
    let count = TextSearch.slice * 2 + 1_000
    var bytes = [UInt8](repeating: UInt8(ascii: "."), count: count)
    bytes.replaceSubrange(TextSearch.slice - 2..<TextSearch.slice + 2, with: Array("here".utf8))
    let document = TextDocument([TextSection(source: .body(Body(bytes)))])
    var search = TextSearch(Needle(Array("here".utf8)))
    search.start(forward: true, from: TextPosition(), in: document)
    #expect(search.step(in: document) == .found(TextPosition(offset: TextSearch.slice - 2)))
    search.start(forward: true, from: TextPosition(), in: document)
    var steps = 0
    var state = search.step(in: document)
    while state == .searching {
      steps += 1
      state = search.step(in: document)
    }
    #expect(state == .found(TextPosition(offset: TextSearch.slice - 2)))
    #expect(steps >= 2)
  }
}
