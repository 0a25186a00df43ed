import InspectorScreens
import NetEngine
import Testing

/// What helps while an answer is read: where JSON breaks, long strings, room for what counts.
struct ReadingScreensTests {
  private func shown(_ body: String, _ width: Int = 120, _ height: Int = 36) -> Stage {
    var stage = Stage(width, height)
    stage.show("/large", .success(Sample.response("/large", body: body)))
    return stage
  }

  @Test("broken JSON is said in the title, with the place", arguments: [80, 100, 120, 200])
  func broken(width: Int) {
    let stage = shown("{\"a\": 1,\n\"b\": }", width, 36)
    #expect(stage.shows("JSON broken at 2:6"))
  }

  @Test("whole JSON, a part of some, and lines of JSON are not called broken")
  func whole() {
    #expect(!shown("{\"a\": 1}").shows("broken"))
    #expect(!shown("{\"a\": 1}\n{\"a\": 2}").shows("broken"))
    var part = Sample.response("/large", body: "{\"a\": ")
    part.isComplete = false
    var stage = Stage()
    stage.show(
      "/large",
      .failure(.transport(TransportError(.truncated, phase: .receiving, response: part))))
    #expect(!stage.shows("broken"))
  }

  @Test("t reads a string of the tree whole, and 2 is back at its place")
  func string() {
    let long = String(repeating: "stone ", count: 40)
    var stage = shown(#"{"id": 1, "text": {"body": "\#(long)the end"}}"#)
    stage.press("Tab 2")
    #expect(!stage.shows("the end"))
    stage.press("t")
    #expect(stage.footer == " this is no string: t reads strings, y v copies any value")
    stage.press("G t")
    #expect(stage.shows("mapString(text.body)"))
    #expect(stage.shows("the end"))
    #expect(stage.shows("2 goes back to the tree"))
    stage.press("2")
    #expect(stage.shows("▌      body: \"stone"))
  }

  @Test("t reads a string of the line it stands in")
  func stringOfLine() {
    var stage = shown("{\"a\": \"one\"}\n{\"a\": \"two\"}\n")
    stage.press("Tab 2 G l j t")
    #expect(stage.shows("of line 2"))
    #expect(stage.row(of: "two") > stage.row(of: "of line 2"))
  }

  @Test("a page that nobody asked to be JSON is not judged by a profile that is kept")
  func keptProfile() {
    var stage = Stage(200, 60)
    stage.press(":")
    stage.type("profile code/msg/data")
    stage.press("Enter")
    var page = Sample.response("/large", body: "<html><title>Out for lunch</title>")
    page.hops[0].headers["Content-Type"] = "text/html"
    stage.show("/large", .success(page))
    #expect(stage.shows("200 ok") && stage.shows("[1 Raw] Envelope "))
    stage.press("1")
    #expect(stage.shows("none: no envelope: the body is text/html"))
    page.request.headers["Accept"] = "application/json"
    stage.show("/large", .success(page))
    #expect(stage.shows("unreadable") && stage.shows("'Out for lunch'"))
  }

  @Test("where the envelope has nothing to say, raw has the whole width")
  func room() {
    var stage = Stage()
    var text = Sample.response("/large", body: "plain text")
    text.hops[0].headers["Content-Type"] = "text/plain"
    stage.show("/large", .success(text))
    #expect(stage.shows("[1 Raw] Envelope "))
    #expect(!stage.shows("┊"))
    stage.press("1")
    #expect(stage.shows("none: no profile says how to read it"))
    #expect(shown("{}").shows("┊"))
    text.body = "[INFO] a line of a log"
    stage.show("/large", .success(text))
    stage.press("1")
    #expect(stage.shows("[1 Raw] Envelope "))
    #expect(!stage.shows("broken"))
  }

  @Test("the page of the request hides values of secret variables, wherever they were sent")
  func secretVariables() {
    var response = Sample.response("/large", .post, sent: #"{"pin":"p/1234-77","n":1}"#, body: "{}")
    response.request.secrets = [
      NamedSecret(name: "token", value: "t0k3n"), NamedSecret(name: "pin", value: "p/1234-77"),
    ]
    var stage = Stage()
    stage.show("/large", .success(response))
    stage.press("6")
    #expect(stage.shows("Authorization: Bearer •••") && stage.shows(#""pin":"•••","n":1"#))
    #expect(!stage.text.contains("t0k3n") && !stage.text.contains("1234"))
    #expect(stage.shows("values of secret variables are hidden; Y r copies all"))
    response.request.secrets = []
    stage.show("/large", .success(response))
    #expect(stage.shows("Bearer t0k3n"), "what nobody called a secret shows as it was sent")
  }

  @Test("no title and no page shows a secret variable in a URL, a part, or behind Basic")
  func secretVariablesInCodings() {
    var response = Sample.response("/large", .post, body: "{}")
    response.request.secrets = [NamedSecret(name: "pin", value: "p/1234-77")]
    response.request.url = "http://127.0.0.1:8791/large?x=p%2F1234-77&y=a%20b"
    // "ada:p/1234-77"
    response.request.headers["Authorization"] = "Basic YWRhOnAvMTIzNC03Nw=="
    response.request.body = .multipart(
      EncodedMultipart(boundary: "b", segments: [.bytes("--b\r\n\r\np/1234-77\r\n--b--\r\n")]))
    response.hops[0].requestHead = []
    response.hops[0].url = response.request.url
    var stage = Stage(120, 36)
    stage.show("/large", .success(response))
    #expect(stage.shows("/large?x=•••"))
    stage.press("6")
    #expect(stage.shows("Authorization: Basic •••") && stage.shows("y: a b"))
    #expect(!stage.text.contains("1234") && !stage.text.contains("YWRhOnAv"))
    response.request.secrets = []
    stage.show("/large", .success(response))
    #expect(stage.shows("YWRhOnAvMTIzNC03Nw=="))
  }

  @Test("at a hundred columns every tab keeps a word")
  func tabs() {
    let stage = shown("{}", 100, 30)
    for word in ["JSON", "Str", "Head", "Tim", "Req", "Hex"] { #expect(stage.shows(" \(word)")) }
  }

  @Test("on a large screen the list is as wide as its names, the answer keeping enough")
  func listWidth() {
    let name = "a name that is too long for a list of the usual width"
    var targets = Sample.targets
    targets[0].name = name
    var stage = Stage(200, 60, targets: targets)
    stage.press("g")
    #expect(stage.shows(String(name.prefix(28))))
    #expect(stage.frame.text(ofRow: 1).contains("┐"))
  }

  @Test("names are whole while there is room; a path leaves out what all paths have in common")
  func names() {
    let name = "users of one department"
    func item(_ path: String) -> TargetItem {
      let url = "http://127.0.0.1:8791/api/v2/" + path
      return TargetItem(name: name, method: "OPTIONS", path: url, isSafe: true, base: "local")
    }
    var stage = Stage(80, 24, targets: [item("users?page=1&size=100&sort=name"), item("orders")])
    #expect(stage.shows("OPT " + name + "  http://127.0.0.1:8791/api/v2/orders"))
    #expect(stage.shows(name + "  …/users?page=1&size=100&sort=name"))
    stage.fire(0, .success(Sample.users))
    #expect(stage.frame.text(ofRow: 3).contains(name))
    stage.fire(1, .success(Sample.users))
    stage.resize(120, 36)
    #expect(stage.frame.text(ofRow: 3).contains(name))
    stage.resize(76, 24)
    #expect(stage.frame.text(ofRow: 3).contains(name))
  }
}
