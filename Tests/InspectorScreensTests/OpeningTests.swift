import InspectorScreens
import NetEngine
import NetRecordings
import Testing

/// A session named on the command line, and what is typed before it is there.
@Suite("What the program is started with")
struct OpeningTests {
  private static let path = "sessions/login.har"

  private func opening() -> Stage {
    var stage = Stage()
    let effects = stage.app.start(.session(Self.path))
    #expect(effects == [.session(.open(path: Self.path))])
    return stage
  }

  private func opened(_ fraction: Double = 1) -> Event {
    .session(.opened(path: Self.path, Sample.recording, fraction: fraction))
  }

  @Test(
    "keys typed ahead fire nothing on the screen below, and act on the session once it is there")
  func typedAhead() {
    var stage = opening()
    #expect(stage.press("j Enter r a R y") == [])
    stage.send(.paste(Array("x".utf8)))
    stage.click(5, 5)
    let effects = stage.send(opened(0.3))
    let sends = effects.filter {
      if case .send = $0 { true } else { $0.isAsk }
    }
    #expect(sends.isEmpty)
    #expect(stage.shows("login"))
    // It went to the session's list: `R` stands there.
    let replays = effects.contains { if case .session(.replay) = $0 { true } else { false } }
    #expect(replays, "\(effects)")
    stage.send(opened())
    #expect(!stage.press("q").contains { if case .send = $0 { true } else { false } })
  }

  @Test("leaving does not wait for it")
  func leaving() {
    for keys in ["Q", "q", "Ctrl-c Ctrl-c"] {
      var stage = opening()
      #expect(stage.press(keys).contains(.quit), "\(keys)")
    }
  }

  @Test("a session that cannot be opened takes what was meant for it with it")
  func failed() {
    var stage = opening()
    stage.press("Enter")
    let effects = stage.send(.session(.failed("login.har: it is gone")))
    #expect(effects == [])
    #expect(stage.footer == " login.har: it is gone")
    #expect(stage.press("Enter") == [.send(target: 0)])
  }
}
