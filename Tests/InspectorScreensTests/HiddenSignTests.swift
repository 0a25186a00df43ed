import InspectorScreens
import NetEngine
import Testing

/// What is there and draws nothing by itself: blanks, byte order marks, lengths of what was taken out.
@Suite("What would not be seen")
struct HiddenSignTests {
  @Test("tabs, blanks that do not break and blanks at a line's end have faint signs")
  func blanks() {
    let body = Body(Array("a\tb \u{A0}c  \n\t\nd e \r\n  f".utf8))
    let pane = TextPane(
      TextDocument([TextSection(source: .body(body))]), width: 20, height: 5, wraps: true,
      rule: DisplayRule())
    var frame = Frame(width: 20, height: 5)
    pane.draw(in: &frame, Region(column: 0, row: 0, width: 20, height: 5))
    let rows = (0..<4).map { frame.text(ofRow: $0).trimmedRight }
    #expect(rows == ["a→  b ␣c··", "→", "d e \\r", "  f"])
    var faint: [String] = []
    frame.forEachRun(inRow: 0) { _, text, style in
      if style.role == .faint { faint.append(text) }
    }
    #expect(faint.joined().contains("→") && faint.joined().contains("··"), "\(faint)")
  }

  @Test("a byte order mark is said in the tree, in the text and by the mapping step")
  func byteOrderMark() {
    var stage = Stage()
    stage.show("/users/42", .success(Sample.response("/users/42", body: "\u{FEFF}{\"id\":1}")))
    stage.press("2")
    #expect(stage.shows("{1}  ! behind a byte order mark"), "\(stage.text)")
    stage.press("3")
    #expect(stage.shows("8 bytes of text, behind a byte order mark"), "\(stage.text)")
    let outcome = Classifier.classify(
      .success(Sample.response("/users/42", body: "\u{FEFF}{\"id\":1}")),
      Pipeline(mapping: .json))
    #expect(outcome.steps.contains { $0.note.contains("behind a byte order mark") })
  }

  @Test("a proxy from the environment is said on the request's tab")
  func proxy() {
    var stage = Stage()
    var response = Sample.users
    response.hops[0].connection.proxy = Connection.Proxy(
      url: "http://127.0.0.1:3128", variable: "http_proxy")
    stage.show("/users", .success(response))
    stage.press("6")
    #expect(
      stage.shows("(through the proxy http://127.0.0.1:3128 ($http_proxy))"), "\(stage.text)")
  }

  @Test("no tab's heading shows the secret of a URL")
  func secretOfURL() {
    var stage = Stage()
    var response = Sample.users
    response.hops[0].url += "?access_token=Zx81kQp47LmW"
    stage.show("/users", .success(response))
    var headings = 0
    for tab in 1...6 {
      stage.press("\(tab)")
      #expect(!stage.shows("Zx81kQp47LmW"), "\(stage.text)")
      headings += stage.shows("/users?access_token=***") ? 1 : 0
    }
    // The headers and the timing.
    #expect(headings == 2)
  }

  @Test("where secrets were taken out of a body its length is said to be of the original")
  func redactedLength() {
    var stage = Stage()
    let response = Sample.response("/users/42", body: "{\"token\":\"‹redacted:token#a1b2›\"}")
    var cut = response
    cut.hops[0].headers["Content-Length"] = "999"
    stage.show("/users/42", .success(cut))
    stage.press("4")
    #expect(stage.shows("of the original: secrets were taken out of this body"), "\(stage.text)")
    stage.show("/users", .success(Sample.users))
    #expect(!stage.shows("of the original"))
  }
}
