import InspectorScreens
import NetEngine
import RequestFiles
import Testing

extension Story {
  /// The same requests as those of files, and variables that were set here.
  private static func listing(set names: [String] = []) -> TargetListing {
    var items = Sample.targets
    for index in items.indices { items[index].isInFile = true }
    var listing = TargetListing(title: "api · dev", baseURL: Sample.base, items: items)
    listing.set = names
    return listing
  }

  /// What is another one for this run: values, the theme, cookies, files that are written.
  static let settings: [Story] = values + cookies + written + earlier + pipes

  private static let values: [Story] = [
    Story(.set, ":set gives a variable another value, and the list says so") { stage in
      stage.send(.listed(listing()))
      #expect(
        stage.command("set baseUrl=http://x:1/?a=b c") == [
          .setVariable(name: "baseUrl", value: "http://x:1/?a=b c")
        ])
      stage.send(.listed(listing(set: ["baseUrl"])))
      #expect(stage.footer.contains("baseUrl is set for this run; :unset baseUrl takes it back"))
      #expect(
        stage.command("set user ada") == [.setVariable(name: "user", value: "ada")])
      #expect(stage.command("set user=") == [.setVariable(name: "user", value: "")])
      #expect(stage.command("set user") == [])
      #expect(stage.footer.contains("a value is needed behind the name: set user=VALUE"))
    },
    Story(.set, "without request files there is nothing to set") { stage in
      #expect(stage.command("set a=b") == [])
      #expect(stage.footer.contains("variables belong to request files, and none are open"))
    },
    Story(.unset, ":unset takes a value back; a name that was not set is told") { stage in
      stage.send(.listed(listing(set: ["baseUrl"])))
      #expect(stage.command("unset basUrl") == [])
      #expect(stage.footer.contains("'basUrl' was not set here; did you mean 'baseUrl'?"))
      #expect(
        stage.command("unset baseUrl") == [.setVariable(name: "baseUrl", value: nil)])
      stage.send(.listed(listing()))
      #expect(stage.footer.contains("baseUrl is again what its files say"))
    },
    Story(.changeVariable, "e on a variable types :set with the value it has") { stage in
      stage.send(.listed(listing()))
      stage.send(.variables(Sample.variables))
      stage.press("e")
      #expect(stage.typed.hasPrefix(" : set baseUrl=http://h  "))
      stage.press("2")
      let target = stage.app.selectedTarget ?? -1
      #expect(
        stage.press("Enter") == [
          .setVariable(name: "baseUrl", value: "http://h2"), .showVariables(target: target),
        ])
      stage.press("j e")
      #expect(stage.typed.hasPrefix(" : set password=  "), "a secret is typed anew")
    },
    Story(.guide, ":guide says what to try next, in a row of its own, until it is done or ended") {
      stage in
      stage.command("guide")
      #expect(stage.shows("1 of 8 · ⏎ sends the request you stand on"))
      stage.fire(0, .success(Sample.response("/users", body: #"{"code":0,"msg":"","data":[]}"#)))
      #expect(stage.shows("2 of 8 · Ctrl-o jumps"))
      stage.press("Tab Tab")
      #expect(stage.shows("2 of 8"), "each in its turn")
      stage.app.keepsPrompts = true
      #expect(stage.command("guide").contains(.keepGuideEnded))
      #expect(!stage.shows("of 8"))
    },
    Story(.theme, ":theme draws in another one; a name that is none is told") { stage in
      #expect(stage.command("theme light") == [.recolor("light")])
      #expect(stage.footer.contains("light for this run"))
      #expect(stage.command("theme blue") == [])
      #expect(stage.footer.contains("there is no theme 'blue': dark or light"))
      stage.command("theme")
      #expect(stage.shows("theme 2"), "both are offered")
    },
  ]

  private static let cookies: [Story] = [
    Story(.cookies, "V shows the cookies that are kept, with where each goes and came from") {
      stage in
      #expect(stage.press("V") == [.showCookies])
      stage.send(.cookies(Sample.cookies, removed: 0))
      #expect(stage.shows("Cookies of api · dev"))
      #expect(
        stage.shows("sid    •••   api.test/ · no end · HttpOnly · SameSite=lax · from login,"))
      #expect(stage.shows("theme  dark  *.api.test/app · until 2025-03-05T14:49 UTC · Secure"))
      stage.press("q")
      #expect(!stage.shows("Cookies of"))
      stage.send(.cookies(CookiesPage(owner: "demo", cookies: []), removed: 0))
      #expect(stage.shows("none are kept"))
    },
    Story(.deleteCookie, "d takes the selected cookie away") { stage in
      stage.send(.cookies(Sample.cookies, removed: 0))
      #expect(stage.press("j d") == [.removeCookies([Sample.cookies.cookies[1]])])
      var left = Sample.cookies
      left.cookies.removeLast()
      stage.send(.cookies(left, removed: 1))
      #expect(stage.shows("1 cookie taken away"))
      #expect(stage.press("d") == [.removeCookies([left.cookies[0]])])
      stage.press("q")
      #expect(stage.command("delete-cookie") == [])
      #expect(stage.footer.contains("there is no cookie here"))
    },
    Story(.clearCookies, "X types the command that takes all away; Enter does it, Esc does not") {
      stage in
      stage.send(.cookies(Sample.cookies, removed: 0))
      #expect(stage.press("X") == [])
      #expect(stage.press("Esc") == [])
      stage.press("X")
      #expect(stage.press("Enter") == [.removeCookies(Sample.cookies.cookies)])
    },
  ]

  private static let written: [Story] = [
    Story(.write, "Y f writes the body as it came; y f leaves its secrets out") { stage in
      stage.show("/users", .success(Sample.users))
      stage.press("Y f")
      #expect(stage.shows("a file for the body"))
      stage.type("out.json")
      var clip = Clip(kind: .body, body: Sample.users.body, redacted: nil)
      clip.file = Clip.File(path: "out.json")
      #expect(stage.press("Enter") == [.copy(clip)])
      stage.send(.written(clip, .done))
      #expect(stage.footer.contains("wrote exact body, 102 B, secrets and all, into out.json"))
      stage.press("y f")
      stage.type("out.json headers")
      guard case .copy(let headers)? = stage.press("Enter").first else {
        Issue.record("nothing is written")
        return
      }
      #expect(headers.file == Clip.File(path: "out.json"))
      #expect(headers.body.text?.contains("sid=3f9c") == false)
    },
    Story(.write, "a file that is there is replaced after a yes alone") { stage in
      stage.show("/users", .success(Sample.users))
      guard case .copy(let clip)? = stage.command("write a b.json").first else {
        Issue.record("nothing is written")
        return
      }
      #expect(clip.file?.path == "a b.json")
      stage.send(.written(clip, .isThere))
      #expect(stage.footer.contains("a b.json is there already: replace it?"))
      stage.press("n")
      #expect(stage.footer.contains("a b.json is as it was"))
      stage.send(.written(clip, .isThere))
      var replacing = clip
      replacing.file?.replaces = true
      #expect(stage.press("y") == [.copy(replacing)])
      stage.send(.written(clip, .failed("a b.json: no room")))
      #expect(stage.footer.contains("not written: a b.json: no room"))
    },
    Story(.copyRequest, "y r copies the request as it was sent, without secrets") { stage in
      stage.fire(Sample.target("/users", "POST"), .success(Sample.created))
      stage.select("/users", "POST")
      guard case .copy(let clip)? = stage.press("Y r").first else {
        Issue.record("nothing is copied")
        return
      }
      let text = clip.body.text ?? ""
      #expect(text.hasPrefix("POST /users HTTP/1.1\r\nHost: 127.0.0.1:8791\r\n"))
      #expect(text.contains("Authorization: Bearer t0k3n\r\n"))
      #expect(text.hasSuffix("\r\n\r\n{\"name\":\"Chloé\",\"age\":31}"))
      guard case .copy(let clean)? = stage.press("y r").first else { return }
      #expect(clean.body.text?.contains("t0k3n") == false)
      #expect(clean.redacted == 1)
    },
    Story(.copyExchange, "y a copies what went over the wire, hop by hop") { stage in
      stage.show("/redirect/2", .success(Sample.redirected))
      guard case .copy(let clip)? = stage.press("Y a").first else {
        Issue.record("nothing is copied")
        return
      }
      let text = clip.body.text ?? ""
      #expect(text.contains("HTTP/1.1 302 Found\r\nLocation: /redirect/1\r\n"))
      #expect(text.contains("see there"))
      #expect(text.hasSuffix(Sample.users.body.text ?? "?"))
    },
  ]

  private static func recalled(_ response: Response) -> RecalledAnswer {
    RecalledAnswer(
      clock: "Nov 23", run: "Nov 23 17:20",
      request: HTTPRequest(url: "https://api.example.com/users?page=7"),
      result: .success(response),
      reading: Reading(.success(response), Pipeline()))
  }

  private static let earlier: [Story] = [
    Story(.previousAnswer, "[ goes on to responses of earlier runs, one by one") { stage in
      stage.app.recording = RecordingState(name: "scratch")
      let target = Sample.target("/users")
      #expect(stage.press("[") == [.lookBack(LookBackOrder(target: target, skipping: 0))])
      stage.send(.recalled(LookBackOrder(target: target, skipping: 0), recalled(Sample.broken)))
      #expect(stage.shows("[1,2,, 3]") || stage.shows("[1, 2,, 3]"))
      #expect(stage.footer.contains("a response of an earlier run, Nov 23"))
      #expect(stage.shows("/users?page=7"), "its row has the URL as it was sent")
      #expect(stage.row(of: "· GET  /users") >= 0, "it says nothing of how the request stands")
      stage.send(.recalled(LookBackOrder(target: target, skipping: 0), recalled(Sample.broken)))
      #expect(stage.app.historyCount == 1, "the same order again is the same response")
      #expect(stage.press("[") == [.lookBack(LookBackOrder(target: target, skipping: 1))])
      stage.send(.recalled(LookBackOrder(target: target, skipping: 1), nil))
      #expect(stage.footer == " this is the oldest response that was kept")
      var order = LookBackOrder(target: target, skipping: 1)
      order.otherOrigin = "https://staging.test"
      stage.send(.recalled(order, nil))
      #expect(
        stage.footer
          == " the oldest response from here: O opens the runs that sent this request to"
          + " https://staging.test")
      stage.show("/users", .success(Sample.users))
      stage.press("[")
      #expect(stage.shows("[1, 2,, 3]"))
      stage.press("]")
      #expect(stage.footer.contains("newest") || stage.shows("200 ok"))
    },
    Story(.diff, "D beside a response that is the first of this run asks earlier runs") { stage in
      stage.app.recording = RecordingState(name: "scratch")
      stage.show("/users", .success(Sample.users))
      let order = LookBackOrder(target: Sample.target("/users"), skipping: 0, beside: 1)
      #expect(stage.press("D") == [.lookBack(order)])
      stage.send(.recalled(order, recalled(Sample.broken)))
      #expect(stage.app.screenName == "diff")
      #expect(stage.shows("Nov 23"))
    },
    Story(.diff, "D asks earlier runs, and not the whole journal, after a look into one of them") {
      stage in
      stage.app.recording = RecordingState(name: "scratch")
      stage.show("/users", .success(Sample.users))
      stage.press("O Enter")
      stage.send(
        .session(
          .opened(path: "/state/.journal/scratch.jsonl", Sample.recording, fraction: 1)))
      stage.readAlong()
      stage.press("q")
      #expect(stage.shows(" Inspector"))
      let order = LookBackOrder(target: Sample.target("/users"), skipping: 0, beside: 1)
      #expect(stage.press("D") == [.lookBack(order)])
    },
    Story(.diff, "D compares the responses of two requests that are marked") { stage in
      stage.show("/users", .success(Sample.users))
      stage.show("/users/42", .success(Sample.user))
      stage.select("/users")
      stage.press("Space Space")
      #expect(stage.press("D") == [])
      #expect(stage.app.screenName == "diff")
      #expect(stage.shows("GET /users → GET /users/42"))
    },
    Story(.openSession, "O offers runs of these requests first, and says of others whom they asked")
    {
      stage in
      stage.press("O")
      func run(_ origin: String, _ when: String) -> SessionNames.Run {
        var run = SessionNames.Run(
          path: "/state/.journal/scratch.jsonl", numbers: 1...2, when: when, count: 2, failed: 0)
        run.origins = [origin]
        return run
      }
      let others = (1...8).map { run("https://shop.example.com", "today 09:0\($0)") }
      let runs = others + [run(Sample.base, "yesterday 17:20")]
      stage.send(.session(.names(SessionNames(folder: "", runs: runs))))
      #expect(stage.shows("yesterday 17:20  2 exchanges "))
      #expect(stage.shows("today 09:01      2 exchanges · shop.example.com"))
      #expect(stage.row(of: "yesterday") < stage.row(of: "today 09:01"))
      #expect(!stage.shows("today 09:08"), "so many, and no more")
    },
    Story(.openSession, "O offers the last runs, and opens what one of them fired") { stage in
      #expect(stage.press("O") == [.session(.names(folder: ""))])
      let run = SessionNames.Run(
        path: "/state/.journal/scratch.jsonl", numbers: 57...76, when: "yesterday 17:20",
        count: 20, failed: 3)
      var unjudged = run
      (unjudged.hasEnvelopes, unjudged.when) = (true, "yesterday 16:10")
      let names = SessionNames(folder: "", names: ["login"], runs: [run, unjudged])
      stage.send(.session(.names(names)))
      #expect(stage.shows("yesterday 17:20  20 exchanges, 3 failed"))
      #expect(stage.shows("yesterday 16:10  20 exchanges "), "a profile may call more failures")
      #expect(stage.shows(" login"))
      stage.press("Down")
      #expect(stage.typed.contains("↑ ↓ move   letters type"))
      stage.press("Ctrl-n Ctrl-p")
      stage.type("j")
      #expect(stage.typed.hasPrefix(" open j "))
      stage.press("Backspace")
      #expect(
        stage.press("Ctrl-n Enter") == [.session(.open(path: "/state/.journal/scratch.jsonl"))])
      let effects = stage.send(
        .session(.opened(path: run.path, Sample.recording, fraction: 1)))
      #expect(stage.app.screenName == "session")
      #expect(effects.contains { if case .session(.sift) = $0 { true } else { false } })
      #expect(stage.shows("~seq 57-76"))
    },
  ]

  private static let pipes: [Story] = [
    Story(.pipe, "the command a body was given to last is there for the next one of its type") {
      stage in
      stage.show("/users", .success(Sample.users))
      stage.press("|")
      stage.type("jq .")
      stage.press("Enter q")
      stage.show("/users/42", .success(Sample.user))
      stage.press("|")
      #expect(stage.typed.hasPrefix(" | jq ."))
      guard case .pipe(let order)? = stage.press("Enter").last else {
        Issue.record("nothing is run")
        return
      }
      #expect(order.command == "jq ." && order.input == Sample.user.body)
      stage.press("q |")
      stage.type("wc")
      #expect(stage.typed.hasPrefix(" | wc "), "what is typed takes its place")
    }
  ]
}
