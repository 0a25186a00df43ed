import Glibc
import InspectorScreens
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
    #expect(!stage.shows("no longer in memory"))
  }
}

/// Answers that are held take memory up to a limit; the rest of their bytes wait in files.
@Suite("A history of large answers") struct LargeHistoryTests {
  @Test("a hundred and one large responses are held in some megabytes, and the first still shows")
  func bounded() async {
    // In a process of its own: the limit counts the bodies of every test that runs.
    await #expect(processExitsWith: .success) {
      var stage = Stage()
      for number in 0..<101 {
        let rows = (0..<20_000).map { "{\"id\":\($0)}" }.joined(separator: ",")
        stage.fire(
          0, .success(Sample.response("/users", body: "{\"n\":\(number),\"rows\":[\(rows)]}")))
      }
      ResidentMemory.standard.settle()
      let held = stage.app.answers
      guard ResidentMemory.standard.bytes <= 8 << 20, held.count == 101,
        held.map(\.body.count).reduce(0, +) > 20 << 20,
        held.enumerated().allSatisfy({ $1.body.starts(with: "{\"n\":\($0),".utf8) })
      else { exit(1) }
      for _ in 0..<100 { stage.press("[") }
      guard stage.shows("\"n\": 0,") else { exit(2) }
    }
  }
}
