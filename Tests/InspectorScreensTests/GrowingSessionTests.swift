import InspectorScreens
import NetEngine
import NetRecordings
import Testing

/// A recording that somebody is still writing, and what stands between an app and its server.
@Suite("A recording that grows") struct GrowingSessionTests {
  private static let path = "state/.journal/capture.jsonl"

  /// So many requests to users, of which the first ones have an answer.
  private static func session(_ count: Int, answered: Int) -> Session {
    let exchanges = (1...max(count, 1)).prefix(count).map { number in
      Exchange(
        sequence: number, name: "", startedAt: 1_741_086_191_000_000 + number,
        request: Sample.request("/users/\(number)"),
        result: number <= answered ? .success(Sample.user) : nil)
    }
    return Session(exchanges, name: "capture")
  }

  private static func stage(captures: Bool = true, targets: Bool = true) -> Stage {
    var stage = Stage()
    stage.app = App(
      TargetListing(title: "demo", baseURL: Sample.base, items: targets ? Sample.targets : []),
      profiles: [Sample.standard], defaultProfile: Sample.standard)
    if captures {
      stage.app.begin(
        Capture(journal: path, address: "http://127.0.0.1:8793", behind: Sample.base)
      ) { _ in }
    }
    stage.send(.resized(width: 120, height: 36))
    _ = stage.app.start(.session(path))
    stage.send(.session(.opened(path: path, session(0, answered: 0), fraction: 1)))
    return stage
  }

  private static func grow(_ stage: inout Stage, _ count: Int, answered: Int, isOver: Bool = false)
  {
    stage.send(
      .session(.grown(path: path, session(count, answered: answered), isOver: isOver)))
    stage.readAlong()
  }

  @Test("rows come with their requests, and have a verdict once they are answered")
  func rows() {
    var stage = Self.stage()
    #expect(stage.shows(" Capture  http://127.0.0.1:8793 → \(Sample.base)"))
    #expect(stage.shows("nothing yet: give your app the base URL http://127.0.0.1:8793"))
    Self.grow(&stage, 2, answered: 0)
    #expect(stage.shows("● 2 exchanges · 2 open"))
    #expect(stage.shows("–   …   /users/1"))
    Self.grow(&stage, 2, answered: 1)
    #expect(stage.shows("● 2 exchanges · 1 open"))
    #expect(stage.shows("200 expired /users/1") && stage.shows("–   …       /users/2"))
    Self.grow(&stage, 2, answered: 2)
    #expect(stage.shows("200 expired /users/2"))
    // The answer of the selected row shows as soon as it is there.
    #expect(stage.shows("HTTP/1.1 200 OK"))
  }

  @Test("at 80 columns both addresses show, and the keys for what passes")
  func narrow() {
    var stage = Self.stage()
    stage.resize(80, 24)
    #expect(stage.shows(" Capture  http://127.0.0.1:8793 → 127.0.0.1:8"))
    #expect(stage.footer.hasPrefix(" H hold  f filter  c change  Tab pane  "), "\(stage.footer)")
    Self.grow(&stage, 2, answered: 2)
    #expect(
      stage.footer.hasPrefix(" ⏎ open  w save  A alter  H hold  f filter  "), "\(stage.footer)")
  }

  @Test("who looks at the last row goes on with it, who looks at another one stays there")
  func following() {
    var stage = Self.stage()
    Self.grow(&stage, 40, answered: 40)
    #expect(stage.shows("▌     40"))
    stage.press("k")
    Self.grow(&stage, 60, answered: 60)
    #expect(stage.shows("▌     39"))
    stage.press("G")
    Self.grow(&stage, 90, answered: 90)
    #expect(stage.shows("▌     90"))
  }

  @Test("what became of a held response shows as soon as the journal has it")
  func letGo() throws {
    var stage = Self.stage()
    for words in ["its response is held", "its response was held"] {
      var exchange = try Self.session(1, answered: 1).exchange(at: 0)
      exchange.altered = [words]
      let session = Session([exchange], name: "capture")
      stage.send(.session(.grown(path: Self.path, session, isOver: false)))
      stage.readAlong()
      #expect(stage.shows(words), "\(stage.text)")
    }
  }

  @Test("a filter lets through what has come since")
  func filter() {
    var stage = Self.stage()
    Self.grow(&stage, 9, answered: 9)
    stage.press("f")
    stage.type("users/1")
    stage.press("Enter")
    stage.readAlong()
    #expect(stage.shows("1 of 9 exchanges"))
    Self.grow(&stage, 19, answered: 19)
    #expect(stage.shows("11 of 19 exchanges"))
    // More has come while rows were looked for: they are looked for again.
    stage.send(.session(.grown(path: Self.path, Self.session(20, answered: 20), isOver: false)))
    stage.send(.session(.grown(path: Self.path, Self.session(119, answered: 20), isOver: true)))
    stage.readAlong()
    #expect(stage.shows("31 of 119 exchanges"))
  }

  @Test("w makes a session of what was captured, not of what was fired")
  func save() {
    var stage = Self.stage()
    Self.grow(&stage, 3, answered: 3)
    stage.press("w")
    stage.type("monday")
    var order = SaveOrder(name: "monday")
    order.isCaptured = true
    #expect(stage.press("Enter") == [.save(order)])
  }

  @Test("a request that runs during a save is not saved: q asks for its response")
  func savedWhileRunning() {
    var stage = Self.stage()
    Self.grow(&stage, 3, answered: 2)
    stage.command("save monday")
    stage.send(.recording(.saved(SealReport(path: "sessions/monday.har"))))
    Self.grow(&stage, 3, answered: 3)
    #expect(stage.press("q") == [] && stage.shows("1 exchange is not saved yet, w saves it"))
    stage.command("save tuesday")
    stage.send(.recording(.saved(SealReport(path: "sessions/tuesday.har"))))
    #expect(stage.press("q").last == .quit)
  }

  @Test("a save writes marks first; q asks for those that came after it, wherever they are")
  func marks() {
    var stage = Self.stage()
    Self.grow(&stage, 3, answered: 3)
    stage.press("g g Space")
    #expect(stage.shows("1 marked · not saved yet"))
    let effects = stage.command("save monday")
    guard case .session(.remark(let order)) = effects.first, case .save = effects.last else {
      Issue.record("the mark is not written before the save: \(effects)")
      return
    }
    #expect(order.remarks == [0: Remark(isMarked: true)])
    stage.press("Space")
    stage.send(.session(.remarked(order, written: order.remarks, secrets: 0)))
    stage.send(.recording(.saved(SealReport(path: "sessions/monday.har"))))
    #expect(stage.press("q") == [])
    #expect(stage.shows("marks or notes are not saved yet, w saves them: q again quits"))
    guard case .session(.remark(let later)) = stage.command("save tuesday").first else {
      Issue.record("the second mark is not written")
      return
    }
    stage.send(.session(.remarked(later, written: later.remarks, secrets: 0)))
    stage.send(.recording(.saved(SealReport(path: "sessions/tuesday.har"))))
    #expect(stage.shows("2 marked") && !stage.shows("not saved yet"))
    #expect(stage.press("q").last == .quit)
  }

  @Test("q ends it; Esc goes to the main screen where there is one, and q there comes back")
  func leaving() {
    var stage = Self.stage()
    Self.grow(&stage, 3, answered: 3)
    stage.press("Esc")
    #expect(stage.app.screenName == "main")
    #expect(stage.press("q") == [.session(.open(path: Self.path))])
    stage.send(.session(.opened(path: Self.path, Self.session(3, answered: 3), fraction: 1)))
    #expect(stage.press("q") == [] && stage.shows("3 exchanges are not saved yet"))
    #expect(stage.press("q").contains(.quit))
    var alone = Self.stage(targets: false)
    Self.grow(&alone, 3, answered: 3)
    alone.press("Esc")
    #expect(alone.shows("q quits: nothing is passed on any more then"))
    alone.press("q")
    #expect(alone.press("q").contains(.quit))
  }

  @Test("the journal of another program is followed under its own name, and left with its screen")
  func others() {
    var stage = Self.stage(captures: false)
    Self.grow(&stage, 2, answered: 1)
    #expect(stage.shows(" Session  capture ") && stage.shows("● 2 exchanges · 1 open"))
    #expect(stage.press("q").contains(.session(.leave)))
    #expect(
      stage.send(.session(.grown(path: Self.path, Self.session(3, answered: 3), isOver: false)))
        == [.session(.leave)])
  }

  @Test("marks and notes that another program has saved show, beside those not saved yet")
  func othersRemarks() throws {
    var stage = Self.stage(captures: false)
    Self.grow(&stage, 3, answered: 3, isOver: true)
    stage.press("g g Space")
    var exchanges = Array(Self.session(3, answered: 3).exchanges)
    (exchanges[0].note, exchanges[2].isMarked) = ("theirs", true)
    let session = Session(exchanges, name: "capture")
    stage.send(.session(.grown(path: Self.path, session, isOver: true)))
    stage.press("g g")
    stage.readAlong()
    #expect(stage.shows("2 marked") && stage.shows("✎ theirs"), "\(stage.text)")
    // A mark that the other program takes away goes here, too; the own one stays.
    Self.grow(&stage, 3, answered: 3, isOver: true)
    #expect(stage.shows("1 marked · not saved yet") && !stage.shows("✎"), "\(stage.text)")
  }

  @Test("what its writer has ended grows no more")
  func over() {
    var stage = Self.stage()
    Self.grow(&stage, 2, answered: 1, isOver: true)
    #expect(!stage.shows("●") && !stage.shows("open · "))
  }
}
