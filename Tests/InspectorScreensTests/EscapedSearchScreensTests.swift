import InspectorScreens
import NetEngine
import Testing

/// Searching the tree for what stands on the screen, however the bytes spell it.
struct EscapedSearchScreensTests {
  private static let body =
    #"{"x":"n5 \u00e9 z","u":"http:\/\/a.b\/c","k\u00fcr":[{"t":"a\"b \ud83d\ude00 \u003cb\u003e"}],"#
    + #""r":"n5 é, N5 \u00c9","l":"one\nno"}"#

  private func stage(_ body: String = Self.body, _ width: Int = 120) -> Stage {
    var stage = Stage(width, 36)
    stage.showTree(Sample.response("/users", body: body))
    return stage
  }

  private func find(_ word: String, _ stage: inout Stage) {
    stage.press("/")
    stage.type(word)
    stage.press("Enter")
  }

  static let words: [(word: String, count: Int, marks: [String], bar: String)] = [
    ("n5 é", 3, ["n5 é", "n5 é", "N5 É"], #"x: "n5 é z""#),
    ("http://a", 1, ["http://a"], #"u: "http://a.b/c""#), ("KÜR", 0, [], ""),
    ("kür", 1, ["kür"], "kür: [1]"), (#"a"b"#, 1, [#"a\"b"#], #"t: "a\"b 😀 <b>""#),
    (#"a\"b"#, 1, [#"a\"b"#], #"t: "a\"b 😀 <b>""#), ("😀 <", 1, ["😀 <"], #"t: "a\"b 😀 <b>""#),
    ("<b>", 1, ["<b>"], #"t: "a\"b 😀 <b>""#), (#"one\nno"#, 1, [#"one\nno"#], #"l: "one\nno""#),
    ("no", 1, ["no"], #"l: "one\nno""#), ("u00", 0, [], ""),
  ]

  @Test("what the tree shows is found, counted and marked in it", arguments: words)
  func shown(word: String, count: Int, marks: [String], bar: String) {
    var stage = stage()
    find(word, &stage)
    guard count > 0 else {
      #expect(stage.footer == " '\(word)' is not in this tab")
      return
    }
    #expect(stage.shows(" /\(word)  1 of \(count) "))
    #expect(stage.matches == marks)
    #expect(stage.bars.contains { $0.contains(bar) })
    #expect(stage.shows("◂"))
  }

  @Test("n and N go over all spellings, into what is folded; Raw is searched as it stands")
  func goesOn() {
    var stage = stage()
    find("n5 é", &stage)
    stage.press("n")
    #expect(stage.shows(" /n5 é  2 of 3 "))
    #expect(stage.bars.contains { $0.contains(#"r: "n5 é, N5 É""#) })
    stage.press("n N N")
    #expect(stage.shows(" /n5 é  1 of 3 "))
    stage.press("- - -")
    find("<b>", &stage)
    #expect(stage.matches == ["<b>"])
    #expect(stage.shows(" kür.0.t "))
    // The bytes have the word once unescaped.
    find("n5 é", &stage)
    stage.press("3")
    #expect(stage.shows(" /n5 é  1 "))
    stage.press("n")
    #expect(stage.shows(" /n5 é  1 of 1 "))
    find("http://a", &stage)
    #expect(stage.footer == " 'http://a' is not in this tab")
    stage.press("2")
    #expect(stage.shows(" /http://a  1 "))
    stage.press("n")
    #expect(stage.shows(" /http://a  1 of 1 "))
  }

  @Test("a long value goes sideways to a match behind escapes")
  func sideways() {
    let long = String(repeating: #"\u0434 \/ "#, count: 80)
    var stage = stage(#"{"short":"здесь","long":"\#(long)\u0437\u0434\u0435\u0441\u044c\#(long)"}"#)
    find("здесь", &stage)
    stage.press("n")
    #expect(stage.shows("2 of 2"))
    #expect(stage.matches == ["здесь"])
  }

  @Test("a long value that is cut shows its escapes undone at every width", arguments: 60..<84)
  func cut(width: Int) {
    let long = String(repeating: #"\u0434\u0435\ud83d\ude00"#, count: 200)
    let stage = stage(#"["\#(long)"]"#, width)
    #expect(stage.shows("деде") || stage.shows("де😀де"))
    #expect(!stage.shows("u0434"))
    #expect(stage.shows("…"))
  }

  @Test("in a long document it goes on beside the loop and comes to the far end")
  func beside() {
    let far = String(repeating: "..........", count: 10_000)
    // More than is searched between two keys, and little enough to be read at once.
    let body = #"{"a":"n5 \u00e9","b":"\#(far)","c":"n5 \u00E9","d":"\#(far)","e":"n5 é"}"#
    var stage = Stage(120, 36)
    stage.showTree(Sample.response("/large", body: body))
    stage.press("/")
    stage.type("n5 é")
    #expect(stage.shows(" /n5 é  1+ "))
    stage.press("Enter")
    stage.search()
    #expect(stage.shows(" /n5 é  1 of 3 "))
    stage.press("n")
    #expect(stage.bars.contains { $0.contains(#"c: "n5 é""#) })
    stage.press("n")
    #expect(stage.bars.contains { $0.contains(#"e: "n5 é""#) })
  }
}
