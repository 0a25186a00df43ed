import InspectorScreens
import NetEngine
import NetRecordings
import RequestFiles
import Testing

/// Standing between an app and its server: altering answers, holding requests.
extension Story {
  static let capture: [Story] = [
    Story(.alter, "A proposes a line for the selected request, Enter puts it into the rules") {
      stage in
      capture(&stage)
      stage.press("A")
      #expect(stage.typed.hasPrefix(" rule GET /users/2 answer as success"))
      stage.press("Ctrl-u")
      stage.type("GET /users/* answer statsu 503")
      #expect(stage.press("Enter") == [])
      #expect(stage.shows("'statsu'; expected as, status"))
      stage.press("Ctrl-u")
      stage.type("GET /users/* answer status 503")
      #expect(stage.press("Enter").first == .capture(.alter("GET /users/* answer status 503")))
      stage.send(.capture(.added(rule: 4, "GET /users/* answer status 503", file: "app.rules")))
      #expect(stage.shows("rule 4 counts from now on; B edits them all, in app.rules"))
      stage.send(.capture(.inForce(4, own: 4, file: "app.rules")))
      #expect(stage.shows("⇄ 4 rules"))
      stage.send(.capture(.notTaken("app.rules: line 1, column 2: 'x'; expected y.")))
      #expect(stage.shows("not taken, the lines before stay: app.rules: line 1"))
    },
    Story(.alter, "a line that needs a profile says so where none reads the response") { stage in
      capture(&stage, Sample.unknownEnvelope, read: nil)
      #expect(stage.shows("200 rejected?") && stage.shows("detected, not applied"))
      stage.press("A")
      stage.press("Ctrl-u")
      stage.type("GET /users/2 answer as success")
      #expect(stage.shows("it will not be applied: no profile reads this response; Esc, then P"))
      stage.press("Enter")
      stage.send(.capture(.added(rule: 1, "GET /users/2 answer as success", file: "app.rules")))
      #expect(stage.shows("rule 1 will not be applied: no profile reads this response; P keeps "))
      stage.press("P")
      stage.readAlong()
      #expect(stage.lastChange?.places == ["\(Sample.base)/users/2"])
      #expect(stage.shows("200 rejected  /users/2") && stage.shows("200 rejected? /users/1"))
      stage.press("j")
      #expect(stage.shows("P profile for all"), "\(stage.footer)")
      stage.press("P")
      #expect(stage.lastChange?.places == [Sample.base])
      stage.press("P")
      #expect(stage.footer.hasSuffix("already"))
      stage.press("A")
      #expect(stage.typed.hasPrefix(" rule GET /users/2 answer as success"))
      #expect(!stage.shows("not be applied"))
    },
    Story(.chooseProfile, "a list of profiles means what it says, whatever is shown behind it") {
      stage in
      capture(&stage, Sample.unknownEnvelope, read: nil)
      stage.press("p")
      #expect(stage.shows("detected: "))
      stage.send(.session(.loaded(row: 1, captured(2, Sample.image), nil, toApp: false)))
      let effects = stage.press("Enter")
      guard
        let lens = effects.lazy.compactMap({ if case .look(let lens) = $0 { lens } else { nil } })
          .first, case .chosen(let profile) = lens.profile
      else {
        Issue.record("\(effects)")
        return
      }
      #expect(profile.statusCodeKey == "errno")
    },
    Story(.alter, "what was done to an answer stands beside it, and what could not be") { stage in
      capture(&stage) { exchange in
        exchange.altered =
          exchange.sequence == 1
          ? ["rule 1: GET /users/1 answer as success"]
          : [Exchange.notApplied("rule 2: GET /users/2 answer as success", "no profile")]
        guard exchange.sequence == 1 else { return }
        exchange.toApp = .success(good)
        exchange.fromApp = HTTPRequest(url: "http://h.test/users/1?old")
      }
      #expect(stage.shows("⇄ /users/1") && stage.shows("⇄✗ /users/2"))
      #expect(stage.shows("on its way to the app"))
      #expect(stage.shows("⇄✗ not applied (no profile): rule 2: GET /users/2"))
      #expect(!stage.shows("the server's response") && !stage.shows("v app's response"))
      stage.press("v")
      #expect(stage.shows("the recording has one response of it"))
      stage.press("k")
      stage.readAlong()
      #expect(stage.shows("⇄ rule 1: GET /users/1 answer as success"))
      stage.send(.resized(width: 120, height: 60))
      stage.press("6")
      #expect(stage.shows("as the app sent it") && stage.shows("GET http://h.test/users/1?old"))
      stage.press("1")
      #expect(stage.shows("the server's response; v shows what the app got"))
    },
    Story(.appsAnswer, "v turns the pane to what the app got, and back; the list stays as it is") {
      stage in
      capture(&stage) { exchange in
        exchange.altered = ["rule 1: GET /users/* answer as success"]
        exchange.toApp = .success(good)
      }
      stage.readAlong()
      #expect(stage.shows("✗ expired") && stage.shows("v app's response"))
      stage.press("v")
      stage.readAlong()
      #expect(stage.shows("✓ success") && stage.shows("below is what the app got"))
      #expect(stage.shows("v server's response"))
      // It stays so from row to row, and the list says what the server has meant.
      stage.press("k")
      stage.readAlong()
      #expect(stage.shows("✓ success") && stage.shows("200 expired ⇄ /users/1"))
      stage.press("v")
      stage.readAlong()
      #expect(stage.shows("✗ expired") && !stage.shows("✓ success"))
    },
    Story(.appsAnswer, "pages of one length turn too; a row on its way has no response yet") {
      stage in
      capture(&stage) { exchange in
        guard exchange.sequence == 1 else { return }
        exchange.altered = ["rule 1: GET /users/1 answer header set X-A=app"]
        var seen = Sample.user
        exchange.result = exchange.result?.mapResponse { $0.hops[0].headers["X-A"] = "srv" }
        seen.hops[0].headers["X-A"] = "app"
        exchange.toApp = .success(seen)
      }
      stage.press("k")
      stage.readAlong()
      stage.press("4")
      #expect(stage.shows("srv"))
      stage.press("v")
      stage.readAlong()
      #expect(stage.shows("below is what the app got") && !stage.shows("srv"))
      stage.press("v")
      stage.readAlong()
      #expect(stage.shows("srv"))
      // The row below has but one answer; nobody has read it yet.
      stage.press("j")
      stage.press("v")
      stage.press("D")
      #expect(!stage.shows("Diff"))
      stage.readAlong()
      stage.press("k")
      stage.readAlong()
      #expect(stage.shows("srv") && !stage.shows("below is what the app got"))
    },
    Story(.appsAnswer, "of a held response the app got nothing yet, and no failure") { stage in
      capture(&stage) { exchange in
        if exchange.sequence == 2 { exchange.toApp = .success(good) }
        if exchange.sequence == 1 { exchange.altered = [Exchange.responseIsHeld] }
      }
      stage.readAlong()
      stage.press("v")
      stage.readAlong()
      stage.press("k")
      stage.readAlong()
      #expect(stage.shows("no response yet") && !stage.shows("reset"))
    },
    Story(.diff, "D compares what the app got with what the server said") { stage in
      capture(&stage) { exchange in
        exchange.altered = ["rule 1: GET /users/* answer as success"]
        exchange.toApp = .success(good)
      }
      stage.readAlong()
      stage.press("D")
      stage.readAlong()
      #expect(stage.shows("the server's 200 → the app's 200") && stage.shows("envelope"))
      stage.press("q")
      #expect(stage.shows("Capture"))
    },
    Story(.editRules, "B opens the rules in an editor") { stage in
      capture(&stage)
      #expect(stage.press("B") == [.editCaptured(.rules)])
    },
    Story(.hold, "H asks for a filter, which becomes a line of rules") { stage in
      capture(&stage)
      stage.press("H")
      stage.type("~m POST")
      #expect(stage.shows("the rule is: (~m POST) hold request"))
      #expect(
        stage.press("Enter").first == .capture(.alter("(~m POST) hold request")))
      stage.press(":")
      stage.type("hold answer ~p users")
      #expect(stage.press("Enter").first == .capture(.alter("(~p users) hold answer")))
      stage.press(":")
      stage.type("hold ~c 200")
      #expect(stage.press("Enter").first != .capture(.alter("(~c 200) hold request")))
      #expect(stage.shows("a filter of requests' heads"))
    },
    Story(.release, "L lets go what is held of the selected row, else what has waited longest") {
      stage in
      capture(&stage)
      stage.press("L")
      #expect(stage.shows("nothing is held: :hold FILTER"))
      stage.send(.capture(.held([1: .request, 2: .answer])))
      #expect(stage.shows("∥ 2 held") && stage.shows("#2 is held: L lets it go"))
      let rows = stage.text.split(separator: "\n").filter { $0.contains("∥ held ") }
      #expect(rows.count == 2 && rows[0].contains(" /users/1") && rows[1].contains(" /users/2"))
      #expect(stage.press("L") == [.capture(.release([2]))])
      stage.send(.capture(.held([1: .request])))
      #expect(stage.press("L") == [.capture(.release([1]))])
      stage.press(":")
      stage.type("release all")
      #expect(stage.press("Enter").first == .capture(.release([1])))
      let waiting = Exchange(
        sequence: 1, name: "", startedAt: 0, request: Sample.request("/users/1"))
      stage.press("k")
      stage.send(.session(.loaded(row: 0, waiting, nil, toApp: false)))
      #expect(stage.shows("its request is held: L lets it go, E shows and edits it, x drops it"))
      #expect(!stage.frame.text(ofRow: 0).contains("none"), "no profile reads it yet")
      stage.send(.capture(.held([1: .answer])))
      #expect(stage.shows("its response is held: L lets it go"))
      stage.send(.capture(.held([:])))
      #expect(stage.shows("no response yet"))
      stage.send(.capture(.held([4: .request])))
      stage.send(.capture(.held([3: .request, 4: .request])))
      #expect(stage.shows("#3 is held: L lets it go"), "the new one is named")
      stage.send(.capture(.held([4: .request])))
      #expect(!stage.shows("#3 is held"), "its client has left")
    },
    Story(.pause, ":pause keeps nothing more of what passes, and again goes on") { stage in
      capture(&stage)
      stage.press(":")
      stage.type("pause")
      #expect(stage.press("Enter").last == .capture(.pause(true)))
      #expect(stage.shows("paused") && stage.shows("passes and is not kept"))
      stage.press(":")
      stage.type("pause")
      #expect(stage.press("Enter").last == .capture(.pause(false)))
      #expect(!stage.shows("paused"))
    },
    Story(.template, "T names the values of a path, in the rules of what passes") { stage in
      capture(&stage)
      stage.press("T")
      #expect(stage.typed.hasPrefix(" rule GET /users/{id} template"))
      #expect(stage.press("Enter").first == .capture(.alter("GET /users/{id} template")))
    },
    Story(.template, "T names the values of a path, in the session's own rules") { stage in
      stage.openRecording()
      stage.press("T")
      #expect(stage.typed.contains(" template"), "\(stage.typed)")
      #expect(stage.shows("it is written into the session's own rules"))
      stage.press("Enter")
      guard case .addRule(let rule) = stage.lastSessionOrder else {
        Issue.record("no rule was ordered")
        return
      }
      #expect(rule.line.hasSuffix(" template"))
    },
    Story(.back, "q ends a capture from its list alone, and asks where it is in no session") {
      stage in
      capture(&stage)
      stage.press("Enter")
      #expect(stage.shows("q back"))
      stage.press("Esc")
      #expect(stage.shows("q quit"))
      stage.press("Enter")
      stage.press("q")
      #expect(stage.press("q") == [])
      #expect(stage.shows("2 exchanges are not saved yet, w saves them: q again quits"))
      stage.press("j")
      stage.send(.capture(.inForce(5, own: 4, file: "capture.rules")))
      stage.press("q")
      #expect(stage.shows("2 exchanges and 4 rules are not saved yet, w saves them: q again quits"))
      stage.press("w")
      stage.type("app")
      stage.press("Enter")
      let report = SealReport(path: "sessions/app.har")
      stage.send(.recording(.saved(report, rules: "line 1 has a secret")))
      #expect(stage.shows("sessions/app.har; its rules are not: line 1 has a secret"))
      stage.press("j")
      stage.press("q")
      #expect(stage.shows("4 rules are not saved yet, w saves them: q again quits"))
      stage.press("j")
      stage.send(.recording(.saved(report)))
      #expect(stage.press("q").last == .quit)
    },
    Story(.back, "a capture with a name says what it becomes, and asks nothing at its end") {
      stage in
      capture(&stage, as: "sessions/app.har")
      #expect(stage.shows("2 exchanges · kept as sessions/app.har"))
      #expect(stage.press("q").last == .quit)
    },
    Story(.editHeld, "E edits what is held, x drops it") { stage in
      capture(&stage)
      stage.press("E")
      #expect(stage.shows("nothing is held"))
      stage.send(.capture(.held([2: .request])))
      #expect(stage.press("E") == [.editCaptured(.held(2))])
      #expect(stage.press("x") == [.capture(.drop(2))])
    },
  ]

  private static let good = Sample.response(
    "/users/1", body: #"{"status":"ok","msg":"fine","data":null}"#)

  private static func captured(_ number: Int, _ answer: Response) -> Exchange {
    let request = Sample.request("/users/\(number)")
    return Exchange(
      sequence: number, name: "", startedAt: 1_741_086_191_000_000, request: request,
      result: .success(Response(request: request, hops: answer.hops, body: answer.body)))
  }

  private static func capture(
    _ stage: inout Stage, _ answer: Response = Sample.user,
    read profile: EnvelopeProfile? = Sample.standard, as session: String? = nil,
    _ change: (inout Exchange) -> Void = { _ in }
  ) {
    let path = "state/.journal/capture.jsonl"
    stage.app = App(
      TargetListing(title: "demo", baseURL: Sample.base, items: []), profiles: [Sample.standard],
      defaultProfile: profile)
    stage.app.begin(
      Capture(
        journal: path, address: "http://127.0.0.1:8793", behind: Sample.base, session: session)
    ) { _ in }
    stage.send(.resized(width: 120, height: 36))
    _ = stage.app.start(.session(path))
    let exchanges = (1...2).map { number in
      var exchange = captured(number, answer)
      change(&exchange)
      return exchange
    }
    stage.send(.session(.opened(path: path, Session([], name: "capture"), fraction: 1)))
    stage.send(
      .session(.grown(path: path, Session(exchanges, name: "capture"), isOver: false)))
    stage.readAlong()
  }
}
