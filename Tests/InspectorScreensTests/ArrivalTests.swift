import InspectorScreens
import NetEngine
import Testing

/// Answers that are looked at while they come.
struct ArrivalTests {
  private let text = (1...90).map { "line \($0)\n" }

  @Test("what has come is asked for at each tick: of the answer on screen, once it is sent")
  func glances() {
    var stage = Stage()
    stage.select("/large")
    let other = stage.begin(Sample.target("/users"))
    let id = stage.begin(Sample.target("/large"))
    #expect(stage.send(.tick(at: stage.now)) == [])
    stage.progress(id, .waiting)
    stage.progress(other, .receiving, 10)
    #expect(stage.send(.tick(at: stage.now)) == [.glance(id)])
    stage.select("/users")
    #expect(stage.send(.tick(at: stage.now)) == [.glance(other)])
    stage.finish(other, .success(Sample.users))
    #expect(stage.send(.tick(at: stage.now)) == [])
  }

  @Test("the head shows before the body, with its status in the title")
  func head() {
    var stage = Stage()
    stage.select("/large")
    let id = stage.begin(Sample.target("/large"))
    stage.arrive(id, "")
    #expect(stage.shows("GET /large · 200 OK · receiving"))
    #expect(stage.shows("▌HTTP/1.1 200 OK"))
    #expect(stage.shows("the rest is still coming"))
    #expect(!stage.shows("┊"))
    stage.press("1")
    #expect(stage.shows("the verdict comes with the last byte"))
  }

  @Test("on its last row one goes along with a text that grows, to its very end", arguments: 1...7)
  func follows(tab: Int) {
    guard [1, 3, 7].contains(tab) else { return }
    var stage = Stage()
    stage.select("/large")
    let id = stage.begin(Sample.target("/large"))
    stage.arrive(id, text[..<60].joined())
    stage.press("Tab")
    if tab != 1 { stage.press("\(tab)") }
    stage.press("G")
    stage.arrive(id, text[..<80].joined())
    #expect(stage.shows(tab == 7 ? " end " : "line 80 "))
    stage.finish(id, .success(Sample.response("/large", body: text.joined())))
    #expect(stage.shows(tab == 7 ? " end " : "▌line 90 "))
  }

  @Test("elsewhere one stays where one reads while a text grows")
  func stays() {
    var stage = Stage()
    stage.select("/large")
    let id = stage.begin(Sample.target("/large"))
    stage.arrive(id, text[..<60].joined())
    stage.press("Tab Ctrl-d Ctrl-d k k k")
    let before = stage.cursorRow
    #expect(before?.text.contains("▌line ") == true)
    for count in [61, 70, 89] {
      stage.arrive(id, text[..<count].joined())
      #expect(stage.cursorRow == before)
    }
  }

  @Test("the String tab and the JSON tab show what there is")
  func tabs() {
    var stage = Stage()
    stage.select("/large")
    let id = stage.begin(Sample.target("/large"))
    stage.arrive(id, "data: one\n\n")
    stage.press("3")
    #expect(stage.shows("these are the bytes so far"))
    #expect(stage.shows("data: one"))
    stage.press("2")
    #expect(stage.shows("no JSON so far"))
  }

  @Test("lines that are documents show as a list, and go on as one")
  func lines() {
    var stage = Stage()
    stage.select("/large")
    let id = stage.begin(Sample.target("/large"))
    stage.press("2")
    let text = (1...3).map { "{\"line\": \($0)}\n" }.joined()
    stage.arrive(id, text, start: JSONForest(JSONDocument(Body("{\"line\": 1}"))))
    #expect(stage.shows("▾ {1}"))
    stage.arrive(id, text, start: JSONForest(JSONLines(Body(text))))
    #expect(stage.shows("3 ▸ {1}"))
  }

  @Test("what came of a request that is sent once more is forgotten")
  func again() {
    var stage = Stage()
    stage.select("/large")
    let id = stage.begin(Sample.target("/large"))
    stage.arrive(id, "come back later")
    #expect(stage.shows("come back later"))
    stage.progress(id, .building)
    #expect(!stage.shows("come back later"))
    #expect(!stage.shows("200 OK"))
  }

  @Test(
    "of a coded body it is said how much of what came is shown", arguments: ["", "a part of it"])
  func coded(body: String) {
    var stage = Stage()
    stage.select("/large")
    let id = stage.begin(Sample.target("/large"))
    var response = Sample.response("/large", body: body)
    response.hops[0].headers["Content-Encoding"] = "gzip"
    response.wire = Body([UInt8](repeating: 7, count: 1_234))
    response.isComplete = false
    stage.send(.exchange(id, .arrived(Arrival(response)), at: stage.now))
    stage.press("3")
    #expect(
      stage.shows(
        body.isEmpty
          ? "1.2 kB of gzip have come, too few to" : "shown is what the first 1.2 kB of gzip"))
    #expect(stage.shows("receiving · 1.2 kB"))
  }

  @Test("what is said behind the body breaks between words")
  func wholeWords() {
    var stage = Stage(80, 24)
    stage.select("/large")
    let id = stage.begin(Sample.target("/large"))
    var response = Sample.response("/large", body: "part")
    response.hops[0].headers["Content-Encoding"] = "gzip, deflate, compress"
    response.isComplete = false
    stage.send(.exchange(id, .arrived(Arrival(response)), at: stage.now))
    stage.press("Tab 3")
    let row = stage.frame.text(ofRow: stage.row(of: "the rest is still coming"))
    let last = row.split(separator: " ").last.map(String.init) ?? ""
    let words = "the rest is still coming; shown is what the first 4 B of gzip, deflate,"
    #expect(words.split(separator: " ").contains { $0 == last }, "'\(last)'")
  }
}

extension Stage {
  /// The row of the answer's cursor and what stands on it.
  fileprivate var cursorRow: (text: String, row: Int)? {
    let row = row(of: "▌line ")
    return row < 0 ? nil : (frame.text(ofRow: row), row)
  }
}

private func == (left: (text: String, row: Int)?, right: (text: String, row: Int)?) -> Bool {
  left?.text == right?.text && left?.row == right?.row
}
