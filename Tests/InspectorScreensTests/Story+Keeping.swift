import InspectorScreens
import NetEngine
import RequestFiles
import Testing

extension Story {
  /// Requests on their way into files.
  static let keeping: [Story] = [
    Story(.keep, "W asks for the file, shows what will be written, and Enter writes it") { stage in
      stage.openLogin()
      stage.press("W")
      #expect(stage.typed.hasPrefix(" keep in users.http"), "the file of the request")
      guard case .planKeep(let order) = stage.press("Enter").first else {
        Issue.record("nothing was planned")
        return
      }
      #expect(order.file == "users.http")
      #expect(stage.app.screenName == "keeping")
      #expect(stage.press("Enter") == [], "it is written once it was seen")
      #expect(stage.footer.contains("still being looked at"))
      let plan = stage.plan(order)
      stage.send(.keeping(.planned(plan)))
      #expect(stage.shows("━ login 2 · will be kept"))
      #expect(stage.shows("the name 'login' is taken: it is called 'login 2'"))
      #expect(stage.shows("POST {{baseUrl}}/login"))
      #expect(stage.press("Enter") == [.keep(plan)])
      stage.send(.keeping(.kept("kept as 'login 2' in users.http:12")))
      #expect(stage.app.screenName == "main")
      #expect(stage.footer == " kept as 'login 2' in users.http:12")
      stage.press("W")
      #expect(stage.typed.hasPrefix(" keep in users.http"))
    },
    Story(.keep, "W proposes a new file for a request that is in none") { stage in
      for (name, proposed) in [
        ("users.http", "requests.http"), ("requests.http", "requests-2.http"),
      ] {
        var items = [Sample.targets[0], Sample.targets[0]]
        guard let request = RequestFile(Sample.loginText, name: name).requests.first else { return }
        items[0].origin = .file(request)
        stage.start(TargetListing(title: "api", baseURL: Sample.base, items: items))
        stage.press("W")
        #expect(stage.typed.hasPrefix(" keep in \(name)"))
        stage.press("Esc j W")
        #expect(stage.typed.hasPrefix(" keep in \(proposed)"))
        stage.press("Esc k")
        stage.openRecording()
        stage.press("W")
        #expect(stage.typed.hasPrefix(" keep in \(proposed)"))
      }
    },
    Story(.keep, ":keep FILE of marked exchanges of a recording is a collection of them") { stage in
      stage.openRecording()
      stage.press("Space :")
      stage.type("keep all")
      guard case .planKeep(let order) = stage.press("Enter").first else {
        Issue.record("nothing was planned")
        return
      }
      // One was marked in the file.
      #expect(order.requests().all.map(\.draft.url).count == 2)
      stage.send(.keeping(.refused("all.http: No such file or directory")))
      #expect(stage.app.screenName == "session")
      #expect(stage.footer == " all.http: No such file or directory")
    },
    Story(.keep, "Tab completes the files there are; a control character is no name") { stage in
      stage.openLogin()
      stage.press("W Ctrl-u")
      stage.type("us")
      stage.press("Tab")
      #expect(stage.typed.hasPrefix(" keep in users.http"))
      #expect(stage.shows("users.http, behind what stands there"))
      stage.press("Ctrl-u")
      stage.type("new")
      #expect(stage.shows("new.http, new, or behind what stands there"))
    },
    Story(.keepForm, "Ctrl-f keeps what stands in the form, which stays open") { stage in
      stage.press("c Ctrl-u")
      stage.type("https://x.test/users/42?x=1")
      stage.press("Ctrl-f")
      #expect(stage.typed.hasPrefix(" keep in requests.http"))
      guard case .planKeep(let order) = stage.press("Enter").first else {
        Issue.record("nothing was planned")
        return
      }
      #expect(order.requests().all.map(\.draft.url) == ["https://x.test/users/42?x=1"])
      #expect(stage.plan(order).names == ["users-42"])
      stage.press("q")
      #expect(stage.app.screenName == "compose")
      stage.press("Ctrl-u Ctrl-f")
      #expect(stage.shows("a URL is needed"))
    },
    Story(.keepForm, "what is added for a body is kept with it, and an editor has it too") {
      stage in
      stage.press("c PgDn")
      stage.type("{}")
      let line = "Content-Type: application/json"
      #expect(stage.shows("also     \(line)"))
      stage.press("Ctrl-f")
      guard case .planKeep(let order) = stage.press("Enter").first else {
        Issue.record("nothing was planned")
        return
      }
      #expect(
        stage.plan(order).text == "### users\nGET http://127.0.0.1:8791/users\n\(line)\n\n{}\n")
      guard case .editDraft(let text) = stage.press("q Ctrl-x").first else {
        Issue.record("nothing goes to the editor")
        return
      }
      #expect(text.contains(line))
    },
    Story(.writeKept, "a plan for another name takes the place of the one before") { stage in
      stage.openLogin()
      stage.press("W")
      guard case .planKeep(let order) = stage.press("Enter").first else { return }
      stage.send(.keeping(.planned(stage.plan(order))))
      stage.press("n")
      #expect(stage.typed.hasPrefix(" name login 2"))
      stage.type("sign in")
      guard case .planKeep(let renamed) = stage.press("Enter").first else {
        Issue.record("nothing was planned")
        return
      }
      #expect(renamed.name == "sign in")
      stage.send(.keeping(.planned(stage.plan(order))))
      #expect(stage.press("Enter") == [], "what is out of date is not written")
      stage.send(.keeping(.planned(stage.plan(renamed))))
      #expect(stage.shows("### sign in"))
    },
    Story(.renameKept, "n names one; of several each has its own") { stage in
      stage.openRecording()
      stage.press("Space W Enter")
      guard case .planKeep(let order) = stage.effects.last else {
        Issue.record("nothing was planned")
        return
      }
      stage.send(.keeping(.planned(stage.plan(order))))
      #expect(stage.shows("━ 2 requests · will be kept"))
      stage.press("n")
      #expect(stage.footer.contains("one of several is named in its file"))
    },
  ]
}

extension Stage {
  /// What a file of the login would get.
  func plan(_ order: KeepOrder) -> KeepPlan {
    var plan = KeepPlan(
      order: order, file: KeepOrder.fileName(order.file), path: "/x/users.http",
      before: Array(Sample.loginText.utf8))
    var taken: Set = ["login"]
    for sent in order.requests().all { plan.add(sent, named: order.name, [], taken: &taken) }
    return plan
  }
}

extension Story {
  /// One pane alone, and the line between two.
  static let panes: [Story] = [
    Story(.zoom, "Z gives the response the whole screen: 21 rows at 80×24; again, all panes") {
      stage in
      stage.resize(80, 24)
      stage.show("/large", .success(Sample.large))
      stage.press("Tab 7 Z")
      #expect(!stage.shows("Targets"))
      #expect(stage.row(of: "GET /large") == 0)
      #expect(stage.row(of: "1 Raw") == 1)
      let rows = [2, 22].map { stage.frame.text(ofRow: $0).trimmedRight }
      #expect(rows.allSatisfy { !$0.isEmpty }, "the first and the last of 21 rows")
      #expect(stage.footer.contains("Z all panes"))
      stage.press("Z")
      #expect(stage.shows("Targets"))
    },
    Story(.zoom, "the pane with the focus is the one that shows, and takes the mouse alone") {
      stage in
      stage.press("Z")
      #expect(stage.row(of: " Targets 14") == 0)
      stage.click(5, 4)
      #expect(stage.shows(" Targets 14"))
      stage.press("Shift-Tab")
      #expect(stage.row(of: " History ") == 0)
      stage.click(60, 20)
      #expect(stage.row(of: " History ") == 0)
    },
    Story(.zoom, "in a recording the response takes the list's room, and the list the response's") {
      stage in
      stage.resize(80, 24)
      stage.openRecording()
      stage.press("Tab Z")
      #expect(stage.row(of: "[1 Raw") == 0)
      #expect(!stage.shows("Session  login"))
      stage.press("Tab")
      #expect(stage.shows("Session  login"))
      #expect(!stage.shows("1 Raw"))
      stage.press("Z")
      #expect(stage.shows("1 Raw"))
    },
    Story(.zoom, "where one pane shows anyway it says so") { stage in
      stage.resize(30, 8)
      stage.press("Z")
      #expect(stage.footer.contains("one pane fits here"))
    },
    Story(.narrower, "< gives the response more room, beside and below the list") { stage in
      let before = stage.column(of: " Targets 14", behind: "┭")
      stage.press("<")
      #expect(stage.column(of: " Targets 14", behind: "┭") == before - 4)
      for _ in 0..<40 { stage.press("<") }
      #expect(stage.footer.contains("the other pane needs what it has"))
      stage.resize(80, 24)
      let row = stage.row(of: "not sent")
      stage.press("<")
      #expect(stage.row(of: "not sent") == row - 1)
      stage.press("Z <")
      #expect(stage.footer.contains("one pane shows"))
    },
    Story(.wider, "> gives the list more room, in a recording too") { stage in
      stage.resize(80, 24)
      let row = stage.row(of: "not sent")
      stage.press("> >")
      #expect(stage.row(of: "not sent") == row + 2)
      stage.openRecording()
      let line = stage.row(of: "1 Raw")
      stage.press(">")
      #expect(stage.row(of: "1 Raw") == line + 1)
    },
  ]
}

extension Stage {
  /// The column of a text in the row of another.
  fileprivate func column(of text: String, behind mark: Character) -> Int {
    frame.text(ofRow: row(of: text)).firstIndex(of: mark).map {
      frame.text(ofRow: row(of: text)).distance(
        from: frame.text(ofRow: row(of: text)).startIndex, to: $0)
    } ?? -1
  }
}
