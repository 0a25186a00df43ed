import InspectorScreens
import NetEngine
import NetRecordings
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
    var known = 0
    // What is read may show other rows, which are then read and judged.
    while sessionOrders.count > known {
      let orders = sessionOrders.suffix(from: max(known, sessionOrders.count - 4))
      known = sessionOrders.count
      for order in orders {
        switch order {
        case .load(let load): send(.session(load.run()))
        case .judge(let judging): send(.session(judging.run()))
        case .compareAgain(let again): send(.session(again.run()))
        case .sift(let sift): if let event = sift.run(now: 0) { send(.session(event)) }
        default: break
        }
      }
    }
  }

  mutating func openRecording(_ session: Session = Sample.recording) {
    press("O")
    type("sessions/login.har")
    press("Enter")
    send(.session(.opened(path: "sessions/login.har", session, fraction: 1)))
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
    Story(.openSession, "O asks for a file and shows its exchanges, the response below") { stage in
      stage.press("O")
      #expect(stage.shows(" open "))
      stage.type("sessions/login.har")
      #expect(stage.press("Enter") == [.session(.open(path: "sessions/login.har"))])
      stage.send(.session(.opened(path: "sessions/login.har", Sample.recording, fraction: 0.5)))
      #expect(stage.shows("50 % read"))
      stage.send(.session(.opened(path: "sessions/login.har", Sample.recording, fraction: 1)))
      stage.readAlong()
      #expect(stage.shows(" Session  login "))
      #expect(stage.shows("6 exchanges"))
      #expect(stage.shows("GET     200 ok            /users"))
      #expect(stage.shows("GET     –   no connection /refused"))
      #expect(stage.shows("HTTP/1.1 200 OK"))
      stage.press("j")
      stage.readAlong()
      #expect(stage.shows("您的一台手机从其他地方登陆"))
      stage.press("j j j j")
      stage.readAlong()
      #expect(stage.shows("the recording ends before the response"))
    },
    Story(.openSession, "O on a recording does not propose the one that is open") { stage in
      stage.openRecording()
      #expect(stage.press("O") == [.session(.names(folder: ""))])
      #expect(stage.typed.hasPrefix(" open  ") && stage.typed.contains("↓ chooses"))
    },
    Story(.openSession, "names of sessions complete, folder by folder; a bare name is enough") {
      stage in
      #expect(stage.press("O") == [.session(.names(folder: ""))])
      stage.send(
        .session(.names(SessionNames(folder: "", names: ["login", "logout", "api/"]))))
      #expect(stage.type("lo") == [])
      stage.press("Tab")
      #expect(stage.typed.hasPrefix(" open login "))
      #expect(stage.shows("login  logout"))
      stage.press("Ctrl-u")
      stage.type("ap")
      #expect(stage.press("Tab") == [.session(.names(folder: "api/"))])
      #expect(stage.typed.hasPrefix(" open api/ "))
      stage.send(.session(.names(SessionNames(folder: "", names: ["too late"]))))
      stage.send(.session(.names(SessionNames(folder: "api/", names: ["run.har"]))))
      stage.press("Tab")
      #expect(stage.press("Enter") == [.session(.open(path: "api/run.har"))])
      stage.press("O")
      stage.type("login")
      #expect(stage.press("Enter") == [.session(.open(path: "login"))])
    },
    Story(.filter, "in a session a pattern that is given up leaves the rows and their filter") {
      stage in
      let line = String(repeating: "a", count: 5_000) + "!"
      let exchanges = (1...3).map { number in
        Exchange(
          sequence: number, name: "", startedAt: 1_741_086_191_000_000,
          request: Sample.request("/users/\(number)"),
          result: .success(Sample.response("/users/\(number)", body: line)))
      }
      stage.press("O")
      stage.type("long")
      stage.press("Enter")
      stage.send(.session(.opened(path: "long", Session(exchanges, name: "long"), fraction: 1)))
      stage.readAlong()
      stage.press("f")
      stage.type("~u /users/[12]")
      stage.press("Enter")
      stage.readAlong()
      #expect(stage.shows("2 of 3 exchanges"))
      stage.press("f Ctrl-u")
      stage.type("~b '(a+)+$'")
      stage.press("Enter")
      stage.readAlong()
      #expect(
        stage.footer.contains("the pattern '(a+)+$' tries too much: put no + or * inside another"))
      #expect(stage.shows("2 of 3 exchanges"))
      #expect(stage.shows("filter ~u /users/[12]"))
    },
    Story(.answerFrom, ":stub and :open-session complete the names too") { stage in
      stage.press(":")
      #expect(stage.type("stub log") == [.session(.names(folder: ""))])
      stage.send(.session(.names(SessionNames(folder: "", names: ["login"]))))
      stage.press("Tab")
      #expect(stage.typed.contains("stub login"))
      stage.press("Esc :")
      #expect(
        stage.type("open-session a/b") == [
          .session(.names(folder: "")), .session(.names(folder: "a/")),
        ])
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
    Story(.close, "a filter that leaves nothing is taken away, and one stands where one stood") {
      stage in
      stage.openRecording()
      stage.press("j j")
      stage.readAlong()
      let before = stage.rows(of: "▌")
      stage.press("f")
      stage.type("nobody")
      stage.press("Enter")
      stage.readAlong()
      #expect(stage.shows("nothing matches"))
      stage.press("Esc")
      stage.readAlong()
      #expect(stage.rows(of: "▌") == before)
    },
    Story(.sort, "o sorts: slowest, largest, by status, by path, as recorded") { stage in
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
      #expect(stage.shows("by path"))
      stage.press("o")
      stage.readAlong()
      #expect(!stage.shows("first"))
      #expect(stage.row(of: "/users  ") == 2)
    },
    Story(.mark, "Space marks an exchange or takes the mark away; leaving keeps that") { stage in
      stage.openRecording()
      #expect(stage.shows("1 marked"))
      stage.press("Space")
      #expect(stage.shows("2 marked · not saved yet"))
      stage.press("Space")
      #expect(stage.shows("1 marked"))
      let effects = stage.press("q")
      guard case .session(.remark(let order)) = effects.first else {
        Issue.record("nothing was saved: \(effects)")
        return
      }
      #expect(order.path == "sessions/login.har" && !order.isAsked)
      #expect(order.remarks == [0: Remark(isMarked: true), 1: Remark(isMarked: false)])
      #expect(stage.shows(" Inspector"))
      stage.send(.session(.notRemarked("'x': it cannot be written — choose another place")))
      #expect(stage.footer.hasPrefix(" marks and notes are not saved: 'x'"))
    },
    Story(.save, "w writes marks at once; quitting does not lose them either") { stage in
      stage.openRecording()
      #expect(stage.press("w") == [])
      #expect(stage.footer == " every mark and note stands in the file already")
      stage.press("Space")
      guard case .session(.remark(let order)) = stage.press("w").first else {
        Issue.record("nothing was saved")
        return
      }
      stage.send(.session(.remarked(order, written: order.remarks, secrets: 0)))
      #expect(stage.footer == " 1 mark saved: sessions/login.har")
      #expect(!stage.shows("not saved yet"))
      stage.press("j Space")
      let effects = stage.press("Q")
      #expect(effects.count == 2 && effects.last == .quit)
      guard case .session(.remark) = effects.first else {
        Issue.record("marks are lost: \(effects)")
        return
      }
    },
    Story(.note, "e writes a note, which is saved at once and shows beside the response") { stage in
      stage.openRecording()
      stage.press("e")
      stage.type("look here")
      guard case .session(.remark(let order)) = stage.press("Enter").first else {
        Issue.record("nothing was saved")
        return
      }
      #expect(order.remarks[0]?.note == "look here" && order.remarks[0]?.known == [""])
      #expect(order.remarks.count == 1 && order.isAsked)
      #expect(stage.shows("✎ look here"))
      stage.send(
        .session(.remarked(order, written: [0: Remark(note: "look there")], secrets: 1)))
      #expect(
        stage.footer == " 1 note saved, 1 secret taken out of them: sessions/login.har")
      #expect(stage.shows("✎ look there"))
      stage.press("e")
      #expect(stage.typed.contains("look there"))
      #expect(stage.press("Enter") == [])
      stage.press("f")
      stage.type("~note there")
      stage.press("Enter")
      stage.readAlong()
      #expect(stage.shows("1 of 6 exchanges"))
    },
    Story(.nextStatusFilter, "s judges every exchange of a session again, nothing is sent") {
      stage in
      stage.openRecording()
      #expect(stage.shows("GET     404 error         ✎ /status/404"))
      #expect(stage.press("s").count >= 2)
      stage.press("s")
      stage.readAlong()
      #expect(stage.shows("GET     404 ok  "))
      #expect(stage.frame.text(ofRow: 0).contains("any status*"))
    },
    Story(.chooseProfile, "p reads the envelopes of a session by another profile") { stage in
      stage.openRecording()
      #expect(stage.shows("GET     200 expired?      /users/42"))
      stage.press(":")
      stage.type("profile status/msg/data")
      stage.press("Enter")
      stage.readAlong()
      #expect(stage.shows("GET     200 expired       /users/42"))
    },
    Story(.copyCurl, "y c copies an exchange of a session as a command, secrets left out") {
      stage in
      stage.openRecording()
      guard case .copy(let clip) = stage.press("y c").last else {
        Issue.record("nothing was copied")
        return
      }
      #expect(clip.body.text?.hasPrefix("curl ") == true)
      #expect(clip.body.text?.contains("/users") == true)
    },
  ]
}
