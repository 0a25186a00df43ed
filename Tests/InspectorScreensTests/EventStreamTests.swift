import InspectorScreens
import NetEngine
import Testing

/// Event streams in the JSON tab: a row an event, and each a tree.
struct EventStreamTests {
  private func event(_ number: Int) -> String { "id: \(number)\ndata: {\"n\": \(number)}\n\n" }

  private func events(_ range: ClosedRange<Int>) -> String { range.map(event).joined() }

  @Test("an event is a row with its number, its id, its kind and what it says")
  func rows() {
    var stage = Stage()
    stage.showEvents(
      "id: a7\nevent: price\ndata: {\"of\": 4}\n\nevent: note\ndata: two\ndata: lines\n\ndata: [DONE]\n\n"
    )
    #expect(stage.shows(#"1 #a7 price   ▸ {1} {"of": 4}"#) || stage.shows(#"1 #a7 price   ▸ {1}"#))
    #expect(stage.shows(#"2     note      two"#))
    #expect(stage.shows("3     message   [DONE]"))
  }

  @Test("the cursor's way names the event, and a value in it the way there")
  func path() {
    var stage = Stage()
    stage.showEvents(events(1...3))
    stage.press("j j")
    #expect(stage.shows(" event 3 "))
    stage.press("l j")
    #expect(stage.shows(" event 3: n "))
  }

  @Test("the beginning of an event that nothing ends is told, and is no event")
  func unfinished() {
    var stage = Stage()
    stage.showEvents(events(1...1) + "data: {\"n\"")
    #expect(stage.shows("the start of one more event, 10 bytes: no blank line ends it"))
    #expect(!stage.shows(" 2 #"))
  }

  @Test("a string of an event is read whole in the String tab, which names the event")
  func string() {
    var stage = Stage()
    stage.showEvents("data: {\"a\": \"x\"}\n\ndata: {\"a\": \"words\"}\n\n")
    stage.press("j l j t")
    #expect(stage.shows("✓ mapString(a) of event 2  5 bytes of text"))
  }

  @Test("a stream without an event says so, coming and when it is over")
  func none() {
    var stage = Stage()
    stage.showEvents(": hello\n\nretry: 1000\n\n")
    #expect(stage.shows("a stream of events without an event"))
  }

  @Test("who stands on the last event goes along with those that come; elsewhere one stays")
  func follows() {
    var stage = Stage()
    let id = stage.beginEvents()
    stage.arriveEvents(id, events(1...2))
    stage.press("Tab 2 G")
    stage.arriveEvents(id, events(1...40))
    #expect(stage.shows("▌40 #40"))
    stage.press("k")
    stage.arriveEvents(id, events(1...60))
    #expect(stage.shows("▌39 #39"))
    stage.finish(id, .success(Sample.events(events(1...70))))
    #expect(stage.shows("▌39 #39"))
  }

  @Test("the moment an event was seen stands beside it, and stays when the stream is over")
  func moments() {
    var stage = Stage()
    let id = stage.beginEvents()
    stage.press("2")
    stage.pass(milliseconds: 400)
    stage.arriveEvents(id, events(1...1))
    stage.pass(milliseconds: 800)
    stage.arriveEvents(id, events(1...2))
    #expect(stage.shows("1 #1 +0.4 s ▸ {1}"))
    #expect(stage.shows("2 #2 +1.2 s ▸ {1}"))
    #expect(stage.shows("2 events, 1.6 a second"))
    stage.finish(id, .success(Sample.events(events(1...2))))
    #expect(stage.shows("2 #2 +1.2 s ▸ {1}"))
  }

  @Test("what is searched goes on with the stream, and so do the rows that have it")
  func matches() {
    var stage = Stage()
    let id = stage.beginEvents()
    stage.arriveEvents(id, events(1...3))
    stage.press("Tab 2 / 3 Enter &")
    #expect(stage.shows("▌3 #3"))
    #expect(!stage.shows("2 #2"))
    stage.arriveEvents(id, events(1...13))
    #expect(stage.shows("13 #13"))
    #expect(!stage.shows("12 #12"))
    // The message goes first.
    stage.press("Esc Esc")
    #expect(stage.shows("12 #12"))
  }
}

extension Stage {
  mutating func beginEvents() -> ExchangeID {
    select("/users")
    let id = begin(Sample.target("/users"))
    progress(id, .waiting)
    return id
  }

  mutating func arriveEvents(_ id: ExchangeID, _ text: String) {
    var response = Sample.events(text)
    response.isComplete = false
    var events = ServerEventList(bytes: BodyBytes(response.body))
    events.scan(upTo: response.body.count, isFinal: false)
    send(.exchange(id, .arrived(Arrival(response, start: JSONForest(events))), at: now))
  }
}
