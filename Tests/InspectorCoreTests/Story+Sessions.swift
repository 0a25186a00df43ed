import InspectorCore
import NetEngine
import Testing

extension Sample {
  /// Six exchanges as a recorder would have kept them, a second apart.
  static let recording: Session = {
    let answers: [(String, Result<Response, NetError>?)] = [
      ("/users", .success(usersBefore)), ("/users/42", .success(user)),
      ("/status/404", .success(notFound)), ("/refused", .failure(refused)),
      ("/large", .success(large)), ("/hang", nil),
    ]
    let exchanges = answers.enumerated().map { place, answer in
      var exchange = Exchange(
        sequence: place + 1, name: answer.0, startedAt: 1_741_086_191_000_000 + place * 1_000_000,
        request: request(answer.0), result: answer.1)
      exchange.isMarked = place == 1
      exchange.note = place == 2 ? "why?" : ""
      return exchange
    }
    return Session(exchanges, name: "login")
  }()
}

extension Stage {
  /// The last order about a recording.
  private var sessionOrders: [SessionOrder] {
    effects.compactMap { if case .session(let order) = $0 { order } else { nil } }
  }

  var lastSessionOrder: SessionOrder? { sessionOrders.last }

  /// Reads what was ordered, and works through filters, as a thread beside the loop would.
  mutating func readAlong() {
    switch lastSessionOrder {
    case .load(let load): send(.session(load.run()))
    case .sift(let sift):
      if let event = sift.run(now: 0) { send(.session(event)) }
      if case .load = lastSessionOrder { readAlong() }
    default: break
    }
  }

  mutating func openRecording() {
    press("O")
    type("login.har")
    press("Enter")
    send(.session(.opened(path: "sessions/login.har", Sample.recording, fraction: 1)))
    readAlong()
  }

  /// Says what has become of an exchange, by its number.
  mutating func replayed(_ number: Int, _ result: Result<Response, NetError>) {
    guard let exchange = try? Sample.recording.exchange(at: number - 1) else { return }
    let change = Comparison(pipeline: Pipeline(profile: Sample.numeric)).change(
      from: exchange, to: result)
    send(
      .session(
        .replayed(LiveReplay.Row(recorded: exchange, answered: result, change: change))))
  }
}

extension Story {
  static let sessions: [Story] = [
    Story(.openSession, "O asks for a file and shows its exchanges, the answer below") { stage in
      stage.press("O")
      #expect(stage.shows(" open sessions/"))
      stage.type("login.har")
      #expect(stage.press("Enter") == [.session(.open(path: "sessions/login.har"))])
      stage.send(.session(.opened(path: "sessions/login.har", Sample.recording, fraction: 0.5)))
      #expect(stage.shows("50 % read"))
      stage.send(.session(.opened(path: "sessions/login.har", Sample.recording, fraction: 1)))
      stage.readAlong()
      #expect(stage.shows(" Session  login "))
      #expect(stage.shows("6 exchanges"))
      #expect(stage.shows("GET     200     /users"))
      #expect(stage.shows("GET     –   con /refused"))
      #expect(stage.shows("HTTP/1.1 200 OK"))
      stage.press("j")
      stage.readAlong()
      #expect(stage.shows("您的一台手机从其他地方登陆"))
      stage.press("j j j j")
      stage.readAlong()
      #expect(stage.shows("the recording ends before the answer"))
    },
    Story(.openSession, "a file that is none says why; leaving gives the old answer back") {
      stage in
      stage.show("/users", .success(Sample.users))
      stage.send(.session(.failed("'x': it is no session: 3 bytes — open a .har file")))
      #expect(stage.footer.contains("it is no session"))
      stage.openRecording()
      #expect(!stage.shows("李雷"))
      stage.press("Tab 4 q")
      #expect(stage.shows("李雷"))
      #expect(stage.shows(" Inspector"))
    },
    Story(.filter, "f shows only exchanges that match; Esc takes it away") { stage in
      stage.openRecording()
      stage.press("f")
      stage.type("~c 4x")
      #expect(stage.typed.contains("filter"))
      stage.type("x")
      stage.press("Enter")
      stage.readAlong()
      #expect(stage.shows("1 of 6 exchanges"))
      #expect(stage.shows("/status/404"))
      #expect(!stage.shows("/large"))
      stage.press("Esc")
      stage.readAlong()
      #expect(stage.shows("/large"))
      stage.press("Esc")
      #expect(stage.shows(" Inspector"))
    },
    Story(.sort, "o sorts: slowest, largest, by status, as recorded") { stage in
      stage.openRecording()
      stage.press("o")
      stage.readAlong()
      #expect(stage.shows("slowest first"))
      stage.press("o")
      stage.readAlong()
      #expect(stage.shows("largest first"))
      #expect(stage.row(of: " /large ") == 2)
      stage.press("o")
      stage.readAlong()
      stage.press("o")
      stage.readAlong()
      #expect(!stage.shows("first"))
      #expect(stage.row(of: "/users  ") == 2)
    },
    Story(.mark, "Space marks an exchange and moves on") { stage in
      stage.openRecording()
      stage.press("Space Space")
      #expect(stage.shows("2 marked"))
    },
    Story(.replay, "R fires what is marked, or all, and shows what has changed as it comes") {
      stage in
      stage.openRecording()
      stage.press("Space g R")
      guard case .replay(let order) = stage.lastSessionOrder else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(order.rows == [0])
      #expect(stage.shows("firing again 0 of 1"))
      stage.press("R")
      #expect(stage.footer == " it is being fired again: x stops it")
      #expect(stage.press("x") == [.session(.stop)])
      stage.replayed(1, .success(Sample.usersLater))
      stage.send(.session(.replayEnded(nil)))
      #expect(stage.shows("✗ body"))
      #expect(stage.shows("6 exchanges · 1 body"))
    },
    Story(.nextChange, "n goes to the next exchange that has changed; D shows what") { stage in
      stage.openRecording()
      stage.press("R")
      stage.replayed(1, .success(Sample.usersBefore))
      stage.replayed(3, .success(Sample.user))
      stage.replayed(4, .failure(Sample.refused))
      stage.send(.session(.replayEnded(nil)))
      stage.press("n")
      stage.readAlong()
      stage.press("D")
      #expect(stage.shows(" Diff  GET "))
      #expect(stage.shows("recorded 404 → now 200"))
      #expect(stage.row(of: "~ status") >= 0)
      stage.press("q n")
      #expect(stage.footer == " nothing after this has changed")
      stage.press("g D")
      #expect(stage.shows("✓ both say the same"))
    },
    Story(.diff, "D says what to do when nothing was fired again") { stage in
      stage.openRecording()
      stage.press("D")
      #expect(stage.footer == " it was not fired again yet: R does")
    },
  ]
}
