import InspectorScreens
import Testing

/// What is typed into the help's filter faster than it is drawn.
struct HelpFilterTests {
  @Test("characters that come together cost one search", arguments: [1, 7, 3_000])
  func batch(count: Int) {
    var stage = Stage()
    stage.press("? /")
    let before = stage.app.helpSearchCount
    for number in 1...count {
      let key = Event.key(.character(number % 5 == 0 ? " " : "a"), at: stage.now)
      _ = stage.app.update(key, hasMore: number < count)
    }
    #expect(stage.app.helpSearchCount == before + 1)
    #expect(stage.text.contains("filter "))
  }

  @Test("what came together says the same as what came key by key")
  func same() {
    var (together, apart) = (Stage(), Stage())
    for index in [0, 1] {
      let text = "send all"
      if index == 0 { apart.press("? /") } else { together.press("? /") }
      for (place, scalar) in text.unicodeScalars.enumerated() {
        if index == 0 {
          apart.type(String(scalar))
        } else {
          let hasMore = place + 1 < text.utf8.count
          _ = together.app.update(.key(.character(scalar), at: together.now), hasMore: hasMore)
        }
      }
    }
    #expect(together.text == apart.text)
  }
}
