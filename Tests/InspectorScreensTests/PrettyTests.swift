import InspectorScreens
import NetEngine
import Testing

/// JSON that is shown pretty in the Raw tab.
struct PrettyTests {
  private func stage(_ body: String) -> Stage {
    var stage = Stage(80, 24)
    stage.show("/large", .success(Sample.response("/large", body: body)))
    stage.press("Tab Z t")
    return stage
  }

  @Test("keys keep their order, numbers and escapes their letters, empty things stay short")
  func asTheyCame() {
    let stage = stage(#"{"b":1.50E+3,"a":{},"b":"\/\u00e9","c":[ ]}"#)
    let rows = [
      "{", #"  "b": 1.50E+3,"#, #"  "a": {},"#, #"  "b": "\/\u00e9","#, #"  "c": []"#, "}",
    ]
    let first = stage.row(of: #""b": 1.50E+3"#) - 1
    for (index, row) in rows.enumerated() {
      let shown = stage.frame.text(ofRow: first + index)
      #expect(shown.contains(row), "\(shown)")
    }
    #expect(stage.look(of: #""a""#) == .key)
    #expect(stage.look(of: "1.50E+3") == .number)
  }

  @Test("the cursor stays on its value when the text turns")
  func place() {
    let text = (0..<300).map { #"{"number":\#($0)}"# }.joined(separator: ",")
    var stage = stage("[\(text)]")
    stage.press("/")
    stage.type(": 217")
    stage.press("Enter Esc")
    #expect(stage.shows(#"▌    "number": 217"#))
    stage.press("t")
    #expect(stage.shows(#""number":217"#))
    stage.press("t")
    #expect(stage.shows(#"▌"#))
  }

  @Test("a search finds what is seen, and starts anew when the text turns")
  func search() {
    var stage = stage(#"{"a":1,"b":2}"#)
    stage.press("/")
    stage.type("\"a\": 1")
    #expect(stage.matches == ["\"a\": 1"])
    stage.press("Enter t")
    #expect(stage.matches.isEmpty)
  }

  @Test("a copy of the body and of a line is what is seen, without secrets")
  func copies() {
    var stage = stage(#"{"password":["one","two"],"id":7}"#)
    #expect(
      stage.copied("y b") == """
        {
          "password": [
            "‹redacted:password›",
            "‹redacted:password›"
          ],
          "id": 7
        }
        """)
    stage.press("G k k k")
    #expect(stage.shows(#"▌    "two""#))
    #expect(stage.copied("y y") == #""‹redacted:password›""#)
    #expect(stage.copied("Y y") == #""two""#)
    stage.press("j j")
    #expect(stage.copied("y y").contains(#""id": 7"#))
  }

  @Test(
    "what is not pretty is shown as it came, and why",
    arguments: refusals)
  func refused(body: String, words: String) {
    var stage = stage(body)
    if stage.shows("[Envelope]") { stage.press("1") }
    #expect(stage.shows(words), "\((3..<10).map { stage.frame.text(ofRow: $0) })")
    #expect(!stage.shows("Raw pretty"))
    #expect(stage.shows(String(body.prefix(8))))
  }

  @Test("what is neither JSON nor a form is shown as it came without a word")
  func text() {
    var stage = Stage(80, 24)
    stage.show("/large", .success(Sample.answer("words", type: "text/plain")))
    let before = stage.frame.text(ofRow: 10)
    stage.press("Tab t")
    #expect(stage.frame.text(ofRow: 10) == before)
    #expect(!stage.shows("not pretty"))
  }

  @Test("a long document is made pretty beside the loop")
  func long() {
    let text = (0..<40_000).map { #"{"number":\#($0)}"# }.joined(separator: ",")
    var stage = stage("[\(text)]")
    stage.read()
    #expect(stage.shows("making it pretty…"))
    stage.layOut()
    #expect(!stage.shows("making it pretty…"))
    #expect(stage.shows(#"    "number": 0"#))
    stage.press("G k k")
    #expect(stage.shows(#"▌    "number": 39999"#))
  }
}

private let refusals: [(body: String, words: String)] = [
  (#"{"a": 1, "b" 2}"#, "not pretty: the JSON is broken, line 1, column 14"),
  ("{\"a\": 1}\n{\"b\": 2}\n", "not pretty: there is a document in each line"),
]
