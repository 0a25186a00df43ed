import InspectorScreens
import NetEngine
import TestSupport
import Testing

/// A word is found in whatever way JSON spells it, where strings are shown with escapes undone.
struct EscapedSearchTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var word: String
    var text: String
    var found: [String]
    var testDescription: String { "'\(word)' in \(text)" }

    init(_ word: String, _ text: String, _ found: String...) {
      (self.word, self.text, self.found) = (word, text, found)
    }
  }

  static let rows = [
    Row("n5 é", #"n5 \u00e9 z n5 é N5 \u00E9"#, #"n5 \u00e9"#, "n5 é", #"N5 \u00E9"#),
    Row("é", #"\u00c9É\u00C9"#, #"\u00c9"#, "É", #"\u00C9"#),
    Row("É", #"\u00e9é"#, #"\u00e9"#, "é"),
    Row("Aé", #"A\u00e9 a\u00e9 A\u00c9 A\u00E9"#, #"A\u00e9"#, #"A\u00E9"#),
    Row("éü", #"é\u00fc \u00e9ü"#, #"é\u00fc"#, #"\u00e9ü"#),
    Row("дом", #"\u0414\u041e\u041c"#, #"\u0414\u041e\u041c"#),
    Row("漢字", #"\u6f22\u5b57 漢\u5B57"#, #"\u6f22\u5b57"#, #"漢\u5B57"#),
    Row("a😀b", #"a\ud83d\ude00b a😀b"#, #"a\ud83d\ude00b"#, "a😀b"),
    Row("a😀b", #"a\uD83D\uDE00b"#, #"a\uD83D\uDE00b"#),
    Row("http://a", #"http:\/\/a http://a"#, #"http:\/\/a"#, "http://a"),
    Row("http://a", #"http:/\u002Fa"#, #"http:/\u002Fa"#),
    Row("<b>&", #"\u003cb\u003e\u0026"#, #"\u003cb\u003e\u0026"#),
    Row("it's a=b+c`", #"it\u0027s a\u003db\u002bc\u0060"#, #"it\u0027s a\u003db\u002bc\u0060"#),
    Row(#"say "hi""#, #"say \"hi\" say \u0022hi""#, #"say \"hi\""#, #"say \u0022hi""#),
    Row(#"say \"hi"#, #"say \"hi"#, #"say \"hi"#),
    Row(#"C:\dir"#, #"C:\\dir C:\u005cdir"#, #"C:\\dir"#, #"C:\u005cdir"#),
    Row(#"C:\\dir"#, #"C:\\dir C:\\\\dir"#, #"C:\\dir"#, #"C:\\\\dir"#),
    Row("\\", #"\n\\\/\\\\"#, #"\\"#, #"\\"#, #"\\"#),
    Row("a\nb", #"a\nb a\u000ab"#, #"a\nb"#, #"a\u000ab"#),
    Row(#"a\nb"#, #"a\nb a\\nb"#, #"a\nb"#, #"a\\nb"#),
    Row(#"a\tb"#, #"a\tb"#, #"a\tb"#),
    Row(#"\u00e9"#, #"é \u00E9 \\u00e9"#, "é", #"\u00E9"#, #"\\u00e9"#),
    Row(#"\ud83d\ude00"#, #"😀 \uD83D\uDE00"#, "😀", #"\uD83D\uDE00"#),
    // What only looks like it: an escaped backslash, letters and digits of an escape.
    Row("é", #"\\u00e9 \\\u00e9"#, #"\u00e9"#),
    Row("/", #"\\/ \\\/"#, "/", #"\/"#),
    Row("no", #"\no \\no no"#, "no", "no"),
    Row("u00", #"\u00e9 \\u00e9 u00"#, "u00", "u00"),
    Row("e9/", #"\u00e9/ e9\/"#, #"e9\/"#),
    Row("9", #"\u0939 9"#, "9"),
    // Nothing else is read: a word of letters alone is looked for as it stands.
    Row("ab", #"\u0061b ab"#, "ab"),
    Row("a.b/", #"axb/ a.b\/"#, #"a.b\/"#),
    Row("\u{0}é", #"\u0000é"#, #"\u0000é"#),
  ]

  @Test("a word is found in all its spellings and in nothing that only looks so", arguments: rows)
  func spellings(row: Row) throws {
    let needle = try Needle(typed: Array(row.word.utf8)).undoing(escapes: true)
    #expect(found(needle, in: row.text) == row.found)
  }

  @Test("where the bytes show as they are, they are what is looked for", arguments: rows)
  func asItStands(row: Row) throws {
    let needle = try Needle(typed: Array(row.word.utf8)).undoing(escapes: false)
    #expect(found(needle, in: row.text).allSatisfy { $0.lowercased() == row.word.lowercased() })
  }

  @Test("an expression means the bytes, and is itself everywhere")
  func expression() throws {
    let needle = try Needle(typed: Array(#"\v\\u00e\d|é"#.utf8))
    #expect(needle.undoing(escapes: true) == needle)
    #expect(found(needle.undoing(escapes: true), in: #"\u00e9 é"#) == [#"\u00e9"#, "é"])
  }

  private func found(_ needle: Needle, in text: String) -> [String] {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      var found: [String] = []
      var start = 0
      while let place = try? ByteSearch.extent(of: needle, in: buffer, start..<buffer.count) {
        found.append(String(decoding: buffer[place], as: UTF8.self))
        start = place.upperBound
      }
      return found
    }
  }

  // MARK: Agreement with reading the text

  private static let signs = ["a", "b", "é", "É", "/", "\"", "\\", "n", "u", "😀", "\n"]

  /// A sign in one of its spellings.
  private func spelled(_ sign: String, _ seeded: inout SplitMix) -> String {
    let short = ["/": #"\/"#, "\"": #"\""#, "\\": #"\\"#, "\n": #"\n"#]
    let long = sign.utf16.map { #"\u"# + hexText(Int($0), digits: 4) }.joined()
    let raw = sign == "\\" ? #"\\"# : sign
    if sign.utf8.first.map({ 0x61...0x7A ~= $0 }) == true { return sign }
    return [raw, long, long.uppercased().replacing(#"\U"#, with: #"\u"#), short[sign] ?? raw]
      .randomElement(using: &seeded) ?? raw
  }

  @Test(
    "counting, forward and backward agree with reading every sign, whatever the steps",
    arguments: 0..<20)
  func agrees(seed: UInt64) throws {
    var seeded = SplitMix(seed: seed)
    var text = ""
    var starts: [Int] = []
    let signs = (0..<400).map { _ in Self.signs.randomElement(using: &seeded) ?? "a" }
    for sign in signs {
      starts.append(text.utf8.count)
      text += spelled(sign, &seeded)
    }
    // A typed backslash may begin an escape: the table has those.
    let letters = Self.signs.filter { $0 != "\\" }
    let word = (0..<Int.random(in: 1...3, using: &seeded)).map { _ in
      letters.randomElement(using: &seeded) ?? "a"
    }
    let wanted = signs.indices.filter { start in
      start + word.count <= signs.count
        && word.indices.allSatisfy { signs[start + $0].lowercased() == word[$0].lowercased() }
    }
    let places = wanted.map { starts[$0] }
    let needle = try Needle(typed: Array(word.joined().utf8)).undoing(escapes: true)
    let document = TextDocument([TextSection(source: .bytes(Array(text.utf8)))])
    for budget in [7, 100, 5_000] {
      var count = SearchCount()
      while !count.isWhole { count.step(needle, in: document, budget: budget) }
      #expect(count.places == places)
      let forward = walk(needle, in: document, forward: true, budget: budget)
      #expect(forward == places)
      let backward = walk(needle, in: document, forward: false, budget: budget)
      #expect(backward == places.reversed())
    }
  }

  /// Every place up to the end; a few too many where the search does not move on.
  private func walk(
    _ needle: Needle, in document: TextDocument, forward: Bool, budget: Int
  ) -> [Int] {
    var search = TextSearch(needle)
    let end = forward ? 0 : document.count
    var found: [Int] = []
    while found.count <= document.count {
      search.start(forward: forward, from: TextPosition(offset: end), in: document)
      var state = search.step(in: document, budget: budget)
      while state == .searching { state = search.step(in: document, budget: budget) }
      guard case .found(let position) = state, !search.hasWrapped else { return found }
      found.append(position.offset)
    }
    return found
  }

  @Test("a word over the end of a stretch that is searched at once is found there")
  func stretches() throws {
    let needle = try Needle(typed: Array("d/é".utf8)).undoing(escapes: true)
    for end in [1 << 10, 3 << 10, 7 << 10] {
      for place in end - 15...end + 2 {
        for word in [#"d\/\u00e9"#, "d/é", #"d/\u00e9"#, #"d\/é"#] {
          let text = String(repeating: ".", count: place) + word + String(repeating: ".", count: 99)
          #expect(found(needle, in: text) == [word])
        }
      }
    }
  }

  @Test("an expression is looked for backward without what stands behind the start")
  func backward() throws {
    let text = "ab1 ab2 ab3 "
    let needle = try Needle(typed: Array(#"\vab\d"#.utf8))
    let document = TextDocument([TextSection(source: .bytes(Array(text.utf8)))])
    #expect(walk(needle, in: document, forward: false, budget: 4) == [8, 4, 0])
    var search = TextSearch(needle)
    search.start(forward: false, from: TextPosition(offset: 7), in: document)
    #expect(search.step(in: document) == .found(TextPosition(offset: 4)))
  }
}
