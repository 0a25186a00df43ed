import InspectorScreens
import NetEngine
import Testing

extension Story {
  static let moving: [Story] = [
    Story(.moveDown, "j and the arrow go down one row and stop at the last") { stage in
      #expect(stage.selectedPath == "/users")
      stage.press("j")
      #expect(stage.selectedPath == "/users/42")
      stage.press("Down Down Down")
      #expect(stage.selectedPath == nil)
      for _ in 0..<30 { stage.press("j") }
      #expect(stage.selectedPath?.hasPrefix("/search") == true)
    },
    Story(.moveUp, "k and the arrow go up one row and stop at the first") { stage in
      stage.press("j j k")
      #expect(stage.selectedPath == "/users/42")
      stage.press("Up Up Up Up")
      #expect(stage.selectedPath == nil)
    },
    Story(.goToStart, "g and Home go to the first row") { stage in
      stage.press("j j j g")
      #expect(stage.row(of: "▌▾ Users") == 2)
      stage.press("G Home")
      #expect(stage.row(of: "▌▾ Users") == 2)
    },
    Story(.goToEnd, "G and End go to the last row") { stage in
      stage.press("G")
      #expect(stage.shows("▌· GET  search by name"))
      stage.press("g End")
      #expect(stage.shows("▌· GET  search by name"))
    },
    Story(.halfPageDown, "Ctrl-d moves half of what shows") { stage in
      stage.showLarge()
      stage.press("Ctrl-d")
      #expect(stage.frame.text(ofRow: 4).contains("\"row 7 of many\""))
    },
    Story(.halfPageUp, "Ctrl-u undoes Ctrl-d") { stage in
      stage.showLarge()
      let before = stage.frame
      stage.press("Ctrl-d Ctrl-u")
      #expect(stage.frame == before)
    },
    Story(.pageDown, "PgDn moves a page and keeps one row of it") { stage in
      stage.showLarge()
      let last = stage.frame.text(ofRow: 33)
      stage.press("PgDn")
      #expect(stage.frame.text(ofRow: 4).dropFirst(45).prefix(20) == last.dropFirst(45).prefix(20))
    },
    Story(.pageUp, "PgUp undoes PgDn") { stage in
      stage.showLarge()
      let before = stage.frame
      stage.press("PgDn PgUp")
      #expect(stage.frame == before)
    },
    Story(.nextPane, "Tab goes round the panes; in the narrow form there are two") { stage in
      #expect(stage.shows("┍ Targets"))
      stage.press("Tab")
      #expect(stage.shows("┮ GET /users"))
      stage.press("Tab")
      #expect(stage.shows("┝ History"))
      stage.press("Tab")
      #expect(stage.shows("┍ Targets"))
      stage.show("/users", .success(Sample.users))
      stage.press("Tab")
      #expect(stage.bars.contains { $0.contains("▌HTTP/1.1 200") })
      stage.press("Tab")
      #expect(stage.bars.contains { $0.contains("▌verdict") })
      stage.press("Tab Tab")
      #expect(stage.shows("┍ Targets"))
      stage.resize(80, 24)
      stage.press("Tab")
      #expect(stage.shows("━ GET /users"))
      stage.press("Tab")
      #expect(stage.shows("━ Targets"))
    },
    Story(.previousPane, "Shift-Tab goes round the other way") { stage in
      stage.press("Shift-Tab")
      #expect(stage.shows("┝ History"))
      stage.press("Shift-Tab")
      #expect(stage.shows("┮ GET /users"))
      stage.press("Shift-Tab")
      #expect(stage.shows("┍ Targets"))
    },
    Story(.showTab, "a digit shows the tab with that number, and says when there is none") {
      stage in
      stage.show("/users", .success(Sample.users))
      stage.press("5")
      #expect(stage.shows("[5 Timing]"))
      #expect(stage.shows("total 3.1 ms"))
      stage.press("1")
      #expect(stage.shows("HTTP/1.1 200 OK"))
      stage.press("9")
      #expect(stage.footer == " there is no tab 9")
      #expect(stage.shows("[1 Raw+Envelope]"))
    },
    Story(.showTab, "1 again goes to the other half: the envelope, and back") { stage in
      stage.resize(80, 24)
      stage.show("/users/42", .success(Sample.user))
      #expect(stage.shows("1 Raw [Envelope] 2"))
      #expect(stage.shows("verdict   ✗ expired"))
      stage.press("1")
      #expect(stage.shows("[1 Raw] Envelope  2"))
      #expect(!stage.shows("verdict"))
      stage.press("4 1")
      #expect(stage.shows("HTTP/1.1 200 OK"))
      stage.press("1")
      #expect(stage.shows("verdict   ✗ expired"))
    },
  ]

  static let requests: [Story] = [
    Story(.fire, "Enter fires the selected request and shows it from building to its answer") {
      stage in
      #expect(stage.press("Enter") == [.send(target: 0)])
      #expect(stage.shows("building the request"))
      #expect(stage.shows("1 running"))
      let id = stage.begin(0)
      stage.progress(id, .waiting)
      #expect(stage.shows("▌… GET  /users"))
      #expect(stage.shows("GET /users · waiting · 0.0 s"))
      #expect(stage.press("Enter") == [])
      #expect(stage.footer == " GET /users is running: x cancels it, r sends one more")
      stage.finish(id, .success(Sample.users))
      #expect(stage.shows("GET /users · 200 OK · 102 B · 3.1 ms · ok"))
      #expect(stage.shows("▌✓ GET  /users"))
      #expect(!stage.shows("1 running"))
    },
    Story(.fire, "Enter on a heading folds it") { stage in
      #expect(stage.press("g Enter") == [])
      #expect(stage.shows("▌▸ Users"))
      #expect(!stage.shows("/users/42"))
      stage.press("Enter")
      #expect(stage.shows("▌▾ Users"))
    },
    Story(.fireAgain, "r on a pipe that is still read says so, and reads nothing twice") { stage in
      var pipe = TargetItem(name: "stdin", method: "FILE", path: "stdin", isSafe: true)
      pipe.isViewed = true
      stage.send(.listed(TargetListing(title: "view", baseURL: "", items: [pipe])))
      let id = stage.begin(0)
      for key in ["r", "Enter"] {
        #expect(stage.press(key) == [])
        #expect(stage.footer.contains("stdin is still being read"))
      }
      stage.finish(id, .success(Sample.users))
      #expect(stage.press("r") == [.send(target: 0)])
    },
    Story(.fireAgain, "r sends the request of the shown response again, from any pane") { stage in
      stage.show("/users/42", .success(Sample.user))
      stage.show("/users", .success(Sample.users))
      #expect(stage.press("r") == [.send(target: Sample.target("/users"))])
      stage.begin(Sample.target("/users"))
      stage.press("Shift-Tab G")
      #expect(stage.press("r") == [.send(target: Sample.target("/users/42"))])
      #expect(stage.selectedPath == "/users/42")
    },
    Story(.mark, "Space marks and moves on, Space again takes the mark away") { stage in
      stage.press("Space")
      #expect(stage.shows("·•GET  /users"))
      #expect(stage.shows("1 marked"))
      #expect(stage.selectedPath == "/users/42")
      stage.press("k Space")
      #expect(!stage.shows("•"))
    },
    Story(.mark, "Space on a heading marks the whole group") { stage in
      stage.press("g Space")
      #expect(stage.shows("4 marked"))
      stage.press("g Space")
      #expect(!stage.shows("marked"))
    },
    Story(.fireAll, "what takes long is left out of all, unless it is marked or alone") { stage in
      var items = Sample.targets
      items[Sample.target("/hang")].takesLong = true
      stage.send(.listed(TargetListing(title: "demo", baseURL: Sample.base, items: items)))
      let fired = stage.press("a")
      #expect(!fired.contains(.send(target: Sample.target("/hang"))))
      stage.press("y")
      #expect(
        stage.footer
          == " 1 request that takes long was left out: Enter sends one, Space marks it for a")
      stage.select("/hang")
      #expect(stage.press("Space a") == [.send(target: Sample.target("/hang"))])
      stage.finish(stage.begin(Sample.target("/hang")), .success(Sample.users))
      stage.press("Esc f")
      stage.type("hang")
      stage.press("Enter")
      #expect(stage.press("a") == [.send(target: Sample.target("/hang"))])
    },
    Story(.fireAll, "a fires what is safe at once and asks once for the rest") { stage in
      let safe = Sample.targets.indices.filter { Sample.targets[$0].isSafe }
      #expect(stage.press("a") == safe.map { .send(target: $0) })
      #expect(
        stage.footer
          == " 2 requests may change data: POST /users, DELETE /users/{id}   y send   n leave")
      // Nothing else waits for the answer.
      stage.press("j")
      #expect(stage.selectedPath == "/users/42")
      #expect(stage.shows("y send"))
    },
    Story(.fireAll, "a sends the marked ones, or what the filter shows") { stage in
      stage.press("j Space")
      #expect(stage.press("a") == [.send(target: 1)])
      stage.press("Esc f")
      stage.type("codes | large")
      stage.press("Enter")
      #expect(stage.press("a") == [4, 5, 6, 12].map { .send(target: $0) })
    },
    Story(.confirm, "y fires them, and they are not asked about again") { stage in
      stage.press("a")
      #expect(stage.press("y") == [.send(target: 2), .send(target: 3)])
      for target in Sample.targets.indices {
        stage.finish(stage.begin(target), .failure(.cancelled))
      }
      #expect(stage.press("a").count == Sample.targets.count)
      #expect(!stage.shows("y send"))
    },
    Story(.decline, "n and Esc leave them") { stage in
      stage.press("a")
      #expect(stage.press("n") == [])
      #expect(stage.footer == " 2 requests not sent")
      #expect(stage.press("y") == [])
      stage.press("a Esc")
      #expect(!stage.shows("y send"))
    },
    Story(.cancel, "x cancels the selected one, also before it has begun") { stage in
      stage.press("Enter")
      let id = stage.begin(0)
      #expect(stage.footer.hasPrefix(" x cancel"))
      #expect(stage.press("x") == [.cancel(id)])
      #expect(stage.shows("cancelling"))
      stage.finish(id, .failure(.cancelled))
      #expect(stage.shows("GET /users · cancelled"))
      #expect(stage.shows("▌– GET  /users"))
      #expect(!stage.shows("1✗"))
      #expect(stage.footer.hasPrefix(" ⏎ send"))
      stage.press("j Enter")
      #expect(stage.press("x") == [])
      let late = ExchangeID(2)
      #expect(
        stage.send(.exchange(late, .began(target: 1, clock: "12:04:00"), at: stage.now))
          == [.cancel(late)])
      stage.press("k x")
      #expect(stage.footer == " nothing runs here to cancel")
    },
    Story(.cancel, "x where nothing runs says how what runs elsewhere is cancelled") { stage in
      stage.press("Enter j Enter")
      let id = stage.begin(0)
      stage.press("j x")
      #expect(
        stage.footer == " nothing runs here to cancel; X cancels all that runs: 2 requests")
      stage.press("X x")
      #expect(stage.footer == " nothing runs here to cancel")
      stage.finish(id, .failure(.cancelled))
    },
    Story(.cancelAll, "X cancels everything that is running or ordered") { stage in
      stage.press("Enter j Enter")
      let first = stage.begin(0)
      #expect(stage.press("X") == [.cancel(first)])
      #expect(
        stage.send(.exchange(ExchangeID(9), .began(target: 1, clock: "12:04:00"), at: stage.now))
          == [.cancel(ExchangeID(9))])
    },
    Story(.fold, "h folds the group from any of its rows") { stage in
      stage.press("j h")
      #expect(stage.shows("▌▸ Users"))
      #expect(!stage.shows("/users/42"))
    },
    Story(.unfold, "l unfolds it") { stage in
      stage.press("h l")
      #expect(stage.shows("▌▾ Users"))
      #expect(stage.shows("/users/42"))
    },
  ]
}
