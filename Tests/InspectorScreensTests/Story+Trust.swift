import InspectorScreens
import NetEngine
import Testing

extension Story {
  /// What a person must be able to believe: what was asked, where one stands, what waits.
  static let trust: [Story] = asked + standing + waiting + verdicts

  private static let asked: [Story] = [
    Story(.confirm, "a body goes from https to http only after a yes that names both origins") {
      stage in
      let way = TransportError.KeptRedirect(
        from: "https://a.test", to: "http://b.test:8080", remedy: "--allow-downgrade")
      stage.fire(0, .failure(.transport(TransportError(way, of: .post))))
      #expect(stage.unwrapped.contains("fromhttps://a.testleadstohttp://b.test:8080,"))
      #expect(stage.press("n") == [])
      #expect(stage.footer.contains("not sent"))
      stage.fire(0, .failure(.transport(TransportError(way, of: .post))))
      #expect(stage.press("y") == [.allowRedirect(way), .send(target: 0)])
    },
    Story(.confirm, "a variable follows a redirect to another origin only after a yes") { stage in
      var way = TransportError.KeptRedirect(
        from: "http://a.test", to: "http://b.test", remedy: "--allow-env")
      way.variables = [EnvironmentVariable("TOKEN")]
      stage.fire(0, .failure(.transport(TransportError(way, of: .put))))
      #expect(stage.unwrapped.contains("whichwouldgetTOKENoftheenvironment:sendit?"))
      #expect(stage.press("y") == [.allowRedirect(way), .send(target: 0)])
    },
    Story(.confirm, "a yes to a redirect counts only after both origins were shown") { stage in
      stage.resize(80, 24)
      var listing = listing("/" + String(repeating: "p", count: 3_000))
      listing.items[0].url = Sample.base + listing.items[0].path
      stage.send(.listed(listing))
      let label = String(repeating: "h", count: 60) + "."
      let host = "http://" + String(repeating: label, count: 4)
      for (to, isShown) in [
        (host + "evil.test", true),
        (host + String(repeating: label, count: 40) + "evil.test", false),
      ] {
        let way = TransportError.KeptRedirect(
          from: "https://a.test", to: to, remedy: "--allow-downgrade")
        stage.fire(0, .failure(.transport(TransportError(way, of: .post))))
        #expect(stage.unwrapped.contains("leadsto\(to),where") == isShown)
        #expect(stage.unwrapped.contains("fromhttps://a.testleads") == isShown)
        #expect(stage.unwrapped.contains("widenthewindow") == !isShown)
        #expect(stage.press("y") == (isShown ? [.allowRedirect(way), .send(target: 0)] : []))
        stage.press("n")
      }
    },
    Story(.confirm, "a yes counts for the variables that the question has shown") { stage in
      let uses = (0..<60).map { "VARIABLE_\($0) → http://host-\($0).test:8080" }
      stage.send(.environmentAsked(uses))
      let text = stage.unwrapped
      let shown = uses.filter { text.contains($0.filter { $0 != " " }) }
      #expect(shown.count > 3 && shown.count < uses.count)
      #expect(text.contains("\(uses.count - shown.count)morefollow"))
      #expect(stage.press("y") == [.answerEnvironment(shown)])
      stage.send(.environmentAsked([uses[0] + String(repeating: "a", count: 9_000)]))
      #expect(stage.unwrapped.contains("widenthewindow"))
      #expect(stage.press("y") == [])
      #expect(stage.press("n") == [.answerEnvironment(nil)])
    },
    Story(.fire, "a title shows no password of a URL, and no token of its path") { stage in
      var listing = listing("/x")
      listing.items[0].path = "http://ada:hunter2@h.test/token/Zx81kQp47LmW?pw=tomato7"
      listing.items[0].name = listing.items[0].path
      listing.items[0].url = listing.items[0].path
      stage.send(.listed(listing))
      for shown in [false, true] {
        if shown { stage.fire(0, .success(Sample.response("/x", body: "{}"))) }
        for secret in ["hunter2", "Zx81kQp47LmW", "tomato7"] {
          #expect(!stage.text.contains(secret))
        }
      }
    },
    Story(.environment, "an old answer keeps the URL it was asked with") { stage in
      stage.send(.listed(listing("/users/1")))
      stage.show("/users", .success(Sample.response("/users/1", body: "{}")))
      #expect(stage.shows("GET /users/1 · 200 OK"))
      stage.send(.listed(listing("/users/42")))
      #expect(stage.shows("GET /users/1 · 200 OK"))
      #expect(stage.shows("12:03:01 GET  /users/1 "))
      stage.fire(0, .success(Sample.response("/users/42", body: "{}")))
      #expect(stage.shows("GET /users/42 · 200 OK"))
      stage.press("D")
      #expect(stage.shows("Diff  GET /users/1 → GET /users/42"))
      #expect(stage.shows("12:03:01 200 ") && stage.shows(" → 12:03:02 200 "))
    },
    Story(.fire, "a path that is known when it is sent stands in the title with its values") {
      stage in
      let item = Sample.target("/users/{id}", "DELETE")
      stage.press("j j j")
      stage.fire(item, .success(Sample.response("/users/7", .delete, body: "{}")))
      #expect(stage.shows("DELETE /users/7 · 200 OK"))
    },
    Story(.environment, "another host is seen in the title of an old answer") { stage in
      stage.show("/users", .success(Sample.response("/users", body: "{}")))
      var other = listing("/users")
      other.baseURL = "http://elsewhere"
      for index in other.items.indices {
        other.items[index].base = other.baseURL
        other.items[index].url = other.baseURL + other.items[index].path
      }
      stage.send(.listed(other))
      #expect(stage.shows("GET http://127.0.0.1:8791/users · 200 OK"))
    },
  ]

  private static func listing(_ first: String) -> TargetListing {
    var items = Sample.targets
    items[0].name = first
    items[0].path = first
    for index in items.indices { items[index].url = Sample.base + items[index].path }
    return TargetListing(title: "api", baseURL: Sample.base, items: items)
  }

  private static let standing: [Story] = [
    Story(.filter, "Esc goes back to where one stood") { stage in
      stage.press("j j j j")
      let before = stage.selectedPath
      stage.press("f")
      stage.type("large")
      #expect(stage.selectedPath == "/large")
      stage.press("Esc")
      #expect(stage.shows("Targets 14"))
      #expect(stage.selectedPath == before)
    },
    Story(.filter, "while a text is no filter, what was accepted counts") { stage in
      stage.press("f")
      stage.type("~c 4xz")
      #expect(stage.shows("Targets 14"))
      stage.press("Ctrl-u")
      stage.type("users")
      stage.press("Enter f Ctrl-u")
      stage.type("~c 4xz")
      #expect(stage.shows("Targets 4 of 14 · users"))
      stage.press("Ctrl-u")
      stage.type("~m del ~c 4xz")
      #expect(stage.shows("Targets 1 of 14 · ~m del"))
    },
    Story(.messages, "what was said before the first key is in the log, too") { stage in
      var listing = listing("/users")
      listing.notice = "one.http:3: this line is no header"
      stage.app = App(listing)
      stage.resize(120, 36)
      #expect(stage.footer.contains("one.http:3"))
      stage.press("Ctrl-g")
      #expect(stage.shows("one.http:3: this line is no header"))
    },
  ]

  private static let waiting: [Story] = [
    Story(.fireAll, "a question is answered before anything else; keys say so") { stage in
      stage.press("a")
      #expect(stage.footer.hasPrefix(" 2 requests may change data"))
      for key in ["f", "?", ":", "r", "Enter", "e"] {
        #expect(stage.press(key) == [])
        #expect(stage.footer.hasPrefix("  answer first  2 requests may change data"), "\(key)")
        #expect(stage.footer.hasSuffix("y send   n leave"), "\(key)")
      }
      stage.press("j")
      #expect(stage.footer.hasPrefix(" 2 requests may change data"))
      stage.press("Esc")
      #expect(stage.footer == " 2 requests not sent")
      stage.press("a q")
      #expect(stage.footer == " 2 requests not sent")
    },
    Story(.interrupt, "Ctrl-c cancels everything that runs") { stage in
      stage.press("Enter")
      let first = stage.begin(0)
      stage.press("j Enter")
      let second = stage.begin(1)
      #expect(stage.press("Ctrl-c") == [.cancel(first), .cancel(second)])
      #expect(stage.footer == " 2 cancelled; Ctrl-c again within a second quits")
    },
  ]

  private static let verdicts: [Story] = [
    Story(.nextStatusFilter, "one verdict; the envelope's own is called the envelope's") { stage in
      stage.show("/users", .success(Sample.users))
      #expect(stage.shows("verdict   ✓ success"))
      stage.press(":")
      stage.type("status 400-404")
      #expect(stage.press("Enter").contains { if case .look = $0 { true } else { false } })
      #expect(stage.shows("verdict   ✗ wrong status"))
      #expect(stage.shows("envelope  ✓ success"))
      #expect(!stage.shows("verdict   ✓"))
      #expect(
        stage.footer == " statuses in 400-404 pass: 1 response judged again, 1 fails; u goes back"
      )
    },
    Story(.fire, "a redirect without a place to go is told in words") { stage in
      var answer = Sample.response("/redirect/2", status: 302, reason: "Found", body: "")
      answer.warnings = [Warning(.redirectWithoutLocation, "302")]
      stage.show("/redirect/2", .success(answer))
      #expect(stage.shows("! a redirect says no place to go:"))
      #expect(stage.shows("next      the server says no place"))
      #expect(!stage.shows("follow the Location"))
    },
  ]
}

extension Stage {
  /// The screen's text without blanks, so that a line's end cuts nothing.
  fileprivate var unwrapped: String {
    (0..<size.height).map { frame.text(ofRow: $0) }.joined().filter { $0 != " " }
  }
}
