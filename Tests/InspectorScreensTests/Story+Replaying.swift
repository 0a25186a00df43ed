import InspectorScreens
import NetEngine
import NetRecordings
import Testing

/// A recording fired again: what is asked first, what has changed.
extension Story {
  static let replaying: [Story] = [
    Story(.replay, "R sends the selected exchange when nothing is marked") { stage in
      stage.openRecording()
      stage.press("j Space")
      #expect(!stage.shows("marked"))
      #expect(stage.footer.contains("⏎ open   R send again"))
      guard case .session(.replay(let order)) = stage.press("R").first else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(order.rows == [2])
      #expect(stage.shows("sending again 0 of 1"))
    },
    Story(.fireAll, "a fires again all that shows of a session, or what is marked") { stage in
      stage.openRecording()
      guard case .session(.replay(let marked)) = stage.press("a").first else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(marked.rows == [1])
      stage.send(.session(.replayEnded(nil)))
      stage.press("g j Space")
      guard case .session(.replay(let all)) = stage.press("a").first else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(all.rows == Array(0..<6))
      stage.send(.session(.replayEnded(nil)))
      stage.press("f")
      stage.type("nobody")
      stage.press("Enter")
      stage.readAlong()
      for key in ["R", "a"] {
        #expect(stage.press(key) == [], "\(key)")
        #expect(stage.footer.contains("nothing shows that could be sent again"), "\(key)")
      }
    },
    Story(.replay, "R fires what is marked, and shows what has changed as it comes") {
      stage in
      stage.openRecording()
      stage.press("j Space g Space g R")
      guard case .replay(let order) = stage.lastSessionOrder else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(order.rows == [0])
      #expect(stage.shows("sending again 0 of 1"))
      stage.press("R")
      #expect(
        stage.footer == " it is being sent again: x gives the one on its way up, X stops all")
      #expect(stage.shows("… waiting"))
      #expect(stage.press("x") == [.session(.giveUp)])
      #expect(stage.footer == " given up; the next one is sent: X stops all")
      #expect(stage.press("X") == [.session(.stop)])
      #expect(stage.press("Ctrl-c") == [.session(.stop)])
      stage.replayed(1, .success(Sample.usersLater))
      stage.send(.session(.replayEnded(nil)))
      #expect(stage.shows("✗ body"))
      #expect(stage.shows("6 exchanges · 1 body"))
    },
    Story(.cancelAll, "X, Esc and q twice stop what is sent again; x waits no longer for one") {
      stage in
      stage.openRecording()
      #expect(stage.press("X") == [])
      #expect(stage.footer == " nothing is being sent again")
      stage.press("Esc")
      stage.openRecording()
      stage.press("Space Space a")
      #expect(stage.press("Esc") == [.session(.stop)])
      #expect(stage.footer == " stopped: the rest is not sent")
      #expect(stage.press("q") == [])
      #expect(stage.footer == " the session is being sent again: q again stops it")
      stage.press("j")
      #expect(stage.press("q") == [], "another key between them: asked anew")
      #expect(stage.press("q").first == .session(.stop))
      #expect(stage.shows("Targets"))
    },
    Story(.confirm, "what may change data is fired after a yes only") { stage in
      stage.openRecording()
      stage.press("R")
      guard case .replay(let order) = stage.lastSessionOrder else {
        Issue.record("nothing was ordered")
        return
      }
      let needs = ReplayNeeds.permission(count: 2, names: ["POST /a", "PUT /b"], safe: 4)
      stage.send(.session(.replayNeeds(order, needs)))
      #expect(stage.footer.hasPrefix(" 2 exchanges may change data: POST /a, PUT /b"))
      #expect(stage.footer.hasSuffix("y all   n the other 4   Esc none"))
      stage.press("Esc")
      #expect(stage.footer == " nothing was sent")
      for (key, allows) in [("n", false), ("y", true)] {
        stage.press("R")
        stage.send(.session(.replayNeeds(order, needs)))
        guard case .session(.replay(let order)) = stage.press(key).first else {
          Issue.record("nothing was ordered after \(key)")
          return
        }
        #expect(order.settings.allowsUnsafe == allows)
        stage.send(.session(.replayEnded(nil)))
      }
    },
    Story(.accept, "secrets that were taken out are asked for by name, and not shown") { stage in
      stage.openRecording()
      stage.press("R")
      guard case .replay(let order) = stage.lastSessionOrder else {
        Issue.record("nothing was ordered")
        return
      }
      let key = AskedSecret(id: "#1", variable: "X_API_KEY")
      let token = AskedSecret(id: "#2", variable: "TOKEN_2", values: 7)
      let needs = ReplayNeeds.secrets([
        NeededSecret(key, request: "GET /a", number: 3),
        NeededSecret(token, request: "GET /b", number: 5),
      ])
      stage.send(.session(.replayNeeds(order, needs)))
      #expect(stage.typed.contains("$X_API_KEY"))
      #expect(stage.shows("for 3 GET /a; nothing typed skips what needs it"))
      stage.type("hunter2")
      #expect(stage.typed.contains("$X_API_KEY •••••••") && !stage.text.contains("hunter"))
      #expect(stage.press("Enter") == [])
      #expect(stage.typed.contains("$TOKEN_2"))
      #expect(stage.shows("one for all 7 of this name, first in 5 GET /b"))
      guard case .session(.replay(let again)) = stage.press("Enter").first else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(again.settings.secrets == ["#1": "hunter2"])
      #expect(again.settings.declined == ["#2"])
      stage.press("Up")
      stage.press("Ctrl-g")
      #expect(!stage.text.contains("hunter"))
    },
    Story(.replay, "what became of one row stays when another one is fired") { stage in
      stage.openRecording()
      stage.press("j Space g R")
      stage.send(.session(.replayStarted(Rules(), name: nil)))
      stage.replayed(1, .success(Sample.usersLater))
      stage.send(.session(.replayEnded(nil)))
      #expect(stage.shows("6 exchanges · 1 body"))
      stage.press("j R")
      #expect(stage.shows("sending again 0 of 1") && stage.shows("1 body"))
      stage.send(.session(.replayStarted(Rules(), name: nil)))
      stage.replayed(2, .success(Sample.notFound))
      #expect(stage.shows("sending again 1 of 1"))
      stage.send(.session(.replayEnded(nil)))
      #expect(stage.shows("6 exchanges · 1 status · 1 body"))
    },
    Story(.replay, "what was sent before stays as long as nothing is fired") { stage in
      stage.openRecording()
      stage.press("j Space g R")
      stage.send(.session(.replayStarted(Rules(), name: nil)))
      stage.replayed(1, .success(Sample.usersLater))
      stage.send(.session(.replayEnded(nil)))
      #expect(stage.shows("6 exchanges · 1 body"))
      let token = NeededSecret(
        AskedSecret(id: "#2", variable: "TOKEN"), request: "GET /b", number: 5)
      for needs in [
        ReplayNeeds.secrets([token]), .permission(count: 1, names: ["POST /a"], safe: 0),
      ] {
        stage.press("R")
        guard case .replay(let order) = stage.lastSessionOrder else {
          Issue.record("nothing was ordered")
          return
        }
        #expect(!stage.shows("1 body"), "what is to be said goes with nothing that was")
        stage.send(.session(.replayNeeds(order, needs)))
        stage.press("Esc")
        #expect(stage.shows("6 exchanges · 1 body"))
      }
      stage.press("R")
      stage.send(.session(.replayEnded("there is no such file")))
      #expect(stage.shows("6 exchanges · 1 body"))
      stage.press("R")
      stage.send(.session(.replayStarted(Rules(), name: nil)))
      #expect(!stage.shows("1 body"))
    },
    Story(.replayBase, "b moves a replay to another base URL, and says so") { stage in
      stage.openRecording()
      stage.press("b")
      stage.type("localhost:80")
      #expect(stage.press("Enter") == [])
      #expect(stage.shows("a base URL such as"))
      stage.press("Ctrl-u")
      stage.type("http://127.0.0.1:9")
      #expect(stage.shows("everything is sent at http://127.0.0.1:9"))
      stage.press("Enter")
      #expect(stage.shows("→ http://127.0.0.1:9"))
      stage.press("R")
      guard case .replay(let order) = stage.lastSessionOrder else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(order.settings.baseURL == "http://127.0.0.1:9")
    },
    Story(.rules, "F names the rules; what they forgive shows, also under another profile") {
      stage in
      stage.openRecording()
      stage.press("F")
      stage.type("mine.rules")
      stage.press("Enter R")
      guard case .replay(let order) = stage.lastSessionOrder else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(order.settings.rules == "mine.rules")
      let rules = try? Rules("* /** body /data/*/name ignore")
      stage.send(.session(.replayStarted(rules ?? Rules(), name: "mine.rules")))
      #expect(stage.shows("rules mine.rules"))
      stage.replayed(1, .success(Sample.usersBefore))
      stage.replayed(3, .success(Sample.user))
      stage.send(.session(.replayEnded("rules, line 1: '…' matched nothing")))
      #expect(stage.footer.contains("matched nothing"))
      stage.press(":")
      stage.type("profile code/msg/data")
      stage.press("Enter")
      stage.readAlong()
      #expect(stage.shows("1 status · 1 same"))
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
    Story(.replay, "a secret that nobody wanted to say is not asked for again") { stage in
      var request = Sample.request("/users")
      request.headers = ["X-Api-Key": "‹redacted:x-api-key#aa11›"]
      stage.openRecording(
        Session([
          Exchange(
            sequence: 1, name: "users", startedAt: 0, request: request,
            result: .success(Response(statusCode: 200, body: "{}", request: request)))
        ]))
      func needs(_ order: SessionReplay) -> ReplayNeeds? {
        let options = order.options(rules: Rules()) { _ in nil }
        return (try? order.needs(order.exchanges, options)) ?? nil
      }
      guard case .session(.replay(let order)) = stage.press("R").first, let asked = needs(order)
      else {
        Issue.record("nothing was needed")
        return
      }
      stage.send(.session(.replayNeeds(order, asked)))
      #expect(stage.typed.hasPrefix(" $X_API_KEY"))
      guard case .session(.replay(let again)) = stage.press("Enter").first else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(needs(again) == nil)
    },
    Story(.replay, "the login that gives a request's token is fired before it") { stage in
      var (login, orders) = (Sample.request("/login"), Sample.request("/orders"))
      login.method = .post
      login.headers = ["X-Api-Key": "‹redacted:x-api-key#aa11›"]
      orders.headers = ["Authorization": "Bearer ‹redacted:authorization#bb22›"]
      func exchange(_ number: Int, _ request: HTTPRequest, _ body: String) -> Exchange {
        let response = Response(statusCode: 200, body: Body(body), request: request)
        return Exchange(
          sequence: number, name: "", startedAt: 0, request: request, result: .success(response))
      }
      stage.openRecording(
        Session([
          exchange(1, login, #"{"token":"‹redacted:token#bb22›"}"#), exchange(2, login, "{}"),
          exchange(3, orders, #"{"sent":"‹redacted:token#bb22›"}"#), exchange(4, orders, "{}"),
        ]))
      func needs(_ order: SessionReplay, _ key: String?) -> ReplayNeeds? {
        let options = order.options(rules: Rules()) { $0 == "X_API_KEY" ? key : nil }
        return (try? order.needs(order.exchanges, options)) ?? nil
      }
      stage.press("G")
      guard case .session(.replay(let alone)) = stage.press("R").first else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(alone.rows == [3])
      #expect(needs(alone, "k") == .earlier([0]), "a repeated token is no source of it")
      let effects = stage.send(.session(.replayNeeds(alone, .earlier([0]))))
      guard case .session(.replay(let both))? = effects.first else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(both.rows == [0, 3])
      let permission = ReplayNeeds.permission(count: 1, names: ["POST /login"], safe: 1)
      #expect(needs(both, nil) == permission)
      stage.send(.session(.replayNeeds(both, permission)))
      guard case .session(.replay(let allowed)) = stage.press("y").first else {
        Issue.record("nothing was ordered")
        return
      }
      #expect(needs(allowed, "k") == nil, "the token is not asked for")
      guard case .secrets(let asked) = needs(allowed, nil) else {
        Issue.record("the key was not asked for")
        return
      }
      #expect(asked.map(\.secret.variable) == ["X_API_KEY"])
    },
    Story(.openAnswer, "once it is sent again Enter leads to what has changed, and says so") {
      stage in
      stage.openRecording()
      #expect(stage.footer.contains("⏎ open"))
      stage.press("R")
      stage.replayed(1, .success(Sample.usersLater))
      stage.replayed(3, .success(Sample.usersLater))
      stage.send(.session(.replayEnded(nil)))
      stage.press("g")
      stage.readAlong()
      #expect(stage.footer.contains("⏎ what changed   n next   R again   f filter"))
      stage.press("Enter")
      #expect(stage.shows("recorded 200 → now 200"))
      stage.press("q Tab")
      #expect(stage.shows("Session  ") && stage.footer.contains("D what changed"))
      stage.press("Tab j Enter")
      #expect(stage.footer.contains("R again") || !stage.shows("recorded 200 → now"))
    },
    Story(.diff, "D of what was not sent again says so, and nothing else") { stage in
      stage.openRecording()
      stage.press("R")
      guard let exchange = try? Sample.recording.exchange(at: 0) else { return }
      let change = Change(.skipped(.secret(["TOKEN"])))
      stage.send(
        .session(.replayed(LiveReplay.Row(recorded: exchange, answered: nil, change: change))))
      stage.press("D")
      #expect(stage.shows("– there is no second response: it was not sent"))
      #expect(stage.shows("it needs $TOKEN; set it in the environment"))
      #expect(!stage.shows("both say the same"))
    },
    Story(.diff, "D says what to do when nothing was sent again") { stage in
      stage.openRecording()
      stage.press("D")
      #expect(stage.footer == " there is nothing to compare it with yet: R sends it again")
    },
  ]
}
