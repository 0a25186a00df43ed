import InspectorScreens
import NetEngine
import Testing

/// JSON that is shown pretty in the Raw tab.
struct PrettyTests {
  private func stage(_ body: String) -> Stage {
    var stage = Stage(80, 24)
    stage.show("/large", .success(Sample.response("/large", body: body)))
    stage.press("Tab Z")
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

  @Test("a search finds what shows and says which text that is; it starts anew when the text turns")
  func search() {
    var stage = stage(#"{"a":1,"b":2}"#)
    stage.press("/")
    #expect(stage.shows(" search the layout "))
    stage.type("\"a\": 1")
    #expect(stage.matches == ["\"a\": 1"])
    stage.press("Enter t")
    #expect(stage.matches.isEmpty)
    stage.press("/")
    #expect(stage.shows(" search the exact bytes "))
  }

  @Test("a copy of the body is exact, one of a line is what shows, both without secrets")
  func copies() {
    var stage = stage(#"{"password":["one","two"],"id":7}"#)
    #expect(
      stage.copied("y b")
        == #"{"password":["‹redacted:password›","‹redacted:password›"],"id":7}"#)
    #expect(stage.copied("Y b") == #"{"password":["one","two"],"id":7}"#)
    stage.press("G k k k")
    #expect(stage.shows(#"▌    "two""#))
    #expect(stage.copied("y y") == #""‹redacted:password›""#)
    #expect(stage.copied("Y y") == #""two""#)
    stage.press("j j")
    #expect(stage.copied("y y").contains(#""id": 7"#))
  }

  @Test(
    "a body that cannot be laid out shows as it came; t says why",
    arguments: refusals)
  func refused(body: String, words: String) {
    var stage = stage(body)
    if stage.shows("[Envelope]") { stage.press("1") }
    #expect(!stage.shows(words))
    #expect(stage.shows(String(body.prefix(8))))
    stage.press("t t")
    #expect(stage.footer.contains(words), "\(stage.footer)")
    #expect(stage.shows(String(body.prefix(8))))
  }

  @Test("what is neither JSON nor a form is shown as it came without a word")
  func text() {
    var stage = Stage(80, 24)
    stage.show("/large", .success(Sample.answer("words", type: "text/plain")))
    let before = stage.frame.text(ofRow: 10)
    stage.press("Tab t")
    #expect(stage.frame.text(ofRow: 10) == before)
    #expect(!stage.shows("not laid out"))
  }

  @Test("a long document is laid out on a worker; its exact bytes show until then")
  func long() {
    let text = (0..<40_000).map { #"{"number":\#($0)}"# }.joined(separator: ",")
    var stage = stage("[\(text)]")
    stage.read()
    #expect(stage.shows(#"[{"number":0},"#))
    stage.layOut()
    #expect(stage.shows(#"    "number": 0"#))
    stage.press("G k k")
    #expect(stage.shows(#"▌    "number": 39999"#))
  }

  @Test("above 4 MiB the exact bytes show until t asks for the layout of this body")
  func large() {
    let text = String(repeating: #"{"number":1},"#, count: 330_000)
    var stage = stage("[\(text)0]")
    stage.read()
    stage.layOut()
    #expect(stage.shows(#"[{"number":1},"#) && stage.shows("Raw exact"))
    stage.press("t")
    stage.layOut()
    #expect(stage.shows(#"    "number": 1"#))
    #expect(!stage.press("t").contains { if case .keepSplit = $0 { true } else { false } })
    stage.show("/large", .success(Sample.response("/large", body: #"{"a":[1]}"#)))
    #expect(stage.shows(#"  "a": ["#))
  }

  @Test("exact bytes stay chosen for the next response, in a recording and in the next run")
  func choice() {
    var stage = stage(#"{"a":[1]}"#)
    stage.app.keepsPrompts = true
    let kept = stage.press("t").compactMap {
      if case .keepSplit(let split) = $0 { split } else { nil }
    }
    #expect(kept.map { Split($0.bytes) } == [stage.app.split])
    stage.show("/large", .success(Sample.response("/large", body: #"{"b":[1]}"#)))
    #expect(stage.shows(#"{"b":[1]}"#))
    stage.press("t")
    #expect(stage.shows(#"  "b": ["#))
  }

  @Test("a bar in the gutter marks the lines of `data`; nothing in them is underlined")
  func gutter() {
    var stage = Stage(120, 36)
    let body = #"{"status":"ok","msg":"","data":{"items":[1,2]}}"#
    stage.show("/users", .success(Sample.response("/users", body: body)))
    let row = stage.row(of: #""items": ["#)
    #expect(stage.frame.text(ofRow: row).contains(#"┃    "items": ["#))
    stage.frame.forEachRun(inRow: row) { _, text, style in
      #expect(!style.isUnderlined, "\(text)")
    }
    #expect(!stage.frame.text(ofRow: row - 4).contains("┃  \"status\""))
  }
}

private let refusals: [(body: String, words: String)] = [
  (#"{"a": 1, "b" 2}"#, "not laid out: the JSON is broken, line 1, column 14"),
  ("{\"a\": 1}\n{\"b\": 2}\n", "not laid out: there is a document in each line"),
]
