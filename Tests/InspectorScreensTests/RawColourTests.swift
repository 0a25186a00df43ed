import InspectorScreens
import NetEngine
import Testing

/// The exact bytes of JSON in the Raw tab, in the colours of the tree.
struct RawColourTests {
  private func stage(_ response: Response, _ width: Int = 80) -> Stage {
    var stage = Stage()
    stage.resize(width, 24)
    stage.show("/large", .success(response))
    stage.press("Tab Z t")
    if stage.shows("[Envelope]") { stage.press("1") }
    return stage
  }

  @Test("keys, texts, numbers and words have the colours of the tree; signs have none")
  func kinds() {
    let stage = stage(Sample.response("/large", body: #"{"key": ["text", -12.5, null]}"#))
    #expect(stage.look(of: "\"key\"") == .key)
    #expect(stage.look(of: "\"text\"") == .string)
    #expect(stage.look(of: "-12.5") == .number)
    #expect(stage.look(of: "null") == .literal)
    #expect(stage.look(of: "]}") == .plain)
  }

  @Test("far down one endless line, and right of the edge while lines are cut, they are right")
  func far() {
    let rows = (0..<6_000).map { #"{"number":\#($0),"text":"words"}"# }
    var stage = stage(Sample.response("/large", body: "[\(rows.joined(separator: ","))]"))
    stage.press("G")
    #expect(stage.look(of: "5999") == .number)
    #expect(stage.look(of: "\"words\"") == .string)
    stage.press("g z l l l l l l l l l l l l l l l l")
    #expect(stage.look(of: "\"text\"") == .key)
  }

  @Test("behind the place where it breaks there is no colour")
  func broken() {
    let stage = stage(Sample.response("/large", body: #"{"a": 1, "b": oops, "c": 2}"#))
    #expect(stage.look(of: "\"a\"") == .key)
    #expect(stage.look(of: "\"c\"") == .plain)
  }

  @Test("each line of many documents, and the data of each event, has its own")
  func many() {
    let text = "{\"a\": 1}\n{\"b\": broken}\n{\"c\": \"x\"}\n"
    let lines = stage(Sample.response("/large", body: text))
    #expect(lines.look(of: "\"a\"") == .key)
    #expect(lines.look(of: "\"x\"") == .string)
    #expect(lines.look(of: "broken}") == .plain)
    let events = stage(Sample.events("id: 7\ndata: {\"n\":\ndata: true}\n\ndata: [DONE]\n\n"))
    #expect(events.look(of: "\"n\"") == .key)
    #expect(events.look(of: "true") == .literal)
    #expect(events.look(of: "id: 7") == .plain)
  }

  @Test("what is searched stands out from them")
  func search() {
    var stage = stage(Sample.response("/large", body: #"{"key": "text"}"#))
    stage.press("/")
    stage.type("ex")
    #expect(stage.matches == ["ex"])
  }
}

extension Stage {
  /// How a text looks that stands on the screen, and looks alike from end to end.
  func look(of text: String) -> Style.Role? {
    for row in 0..<size.height {
      var found: Style.Role?
      frame.forEachRun(inRow: row) { _, run, style in
        if run.contains(text) { found = style.role }
      }
      if let found { return found }
    }
    return nil
  }
}
