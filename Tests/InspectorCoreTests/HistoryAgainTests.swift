import InspectorCore
import NetEngine
import Testing

/// What has left the history has left its counts, too.
@Suite("A history that drops lines") struct HistoryAgainTests {
  @Test("what has left the history is not counted any more")
  func dropped() {
    var stage = Stage()
    stage.app.historyLimit = 30
    for _ in 0..<1_100 { stage.fire(0, .success(Sample.users)) }
    let count = stage.app.historyCount
    #expect(count < 200)
    #expect(stage.shows("\(count) of \(count)"))
    stage.press("Shift-Tab G")
    #expect(stage.shows("HTTP/1.1 200 OK"))
    #expect(!stage.shows("no longer held"))
  }
}
