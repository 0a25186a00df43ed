import InspectorScreens
import NetEngine
import NetRecordings
import RequestFiles
import Testing

extension Story {
  private static func listing(_ environment: String = "dev") -> TargetListing {
    var items = Sample.targets
    for index in items.indices {
      items[index].isInFile = true
      items[index].url = Sample.base + items[index].path
    }
    var listing = TargetListing(title: "api · \(environment)", baseURL: Sample.base, items: items)
    listing.environments = ["dev", "prod"]
    listing.environment = environment
    return listing
  }

  /// The same requests in an environment with another base URL, or with another path.
  private static func elsewhere(_ environment: String, _ path: String = "") -> TargetListing {
    var listing = listing(environment)
    listing.baseURL = "http://127.0.0.1:9\(path)"
    for index in listing.items.indices {
      listing.items[index].url = "http://127.0.0.1:9\(path)\(listing.items[index].path)"
    }
    return listing
  }

  static let collection: [Story] = [
    Story(.cancel, "a request that its file loses while it runs keeps its line, and no count") {
      stage in
      stage.resize(160, 36)
      let target = Sample.target("/users")
      let results: [Result<Response, NetError>] = [.success(Sample.users), .failure(.cancelled)]
      for (number, result) in results.enumerated() {
        stage.send(.listed(listing()))
        let id = stage.begin(target)
        var rest = listing()
        rest.order.removeAll { $0 == target }
        stage.send(.listed(rest))
        stage.finish(id, result)
        #expect(stage.shows("Targets 13 ━") && stage.shows("History \(number + 1) "))
        #expect(!stage.shows("running"))
      }
      #expect(stage.rows(of: "GET  /users").contains { $0.contains("cancelled") })
    },
    Story(.fireAgain, "an order that another request's firing serves is not counted as running") {
      stage in
      stage.send(.listed(listing()))
      stage.select("/users")
      stage.begin(Sample.target("/users"))
      stage.press("r")
      #expect(stage.shows("2 running"))
      stage.send(.shared(target: Sample.target("/users")))
      #expect(stage.shows("1 running") && stage.footer.contains("its response serves both"))
      stage.finish(stage.inFlight[0].id, .success(Sample.users))
      #expect(!stage.shows("running") && !stage.app.isBusy)
    },
    Story(.environment, "another environment leaves no verdict on a row with another URL") {
      stage in
      stage.resize(160, 36)
      stage.send(.listed(listing()))
      stage.show("/users", .success(Sample.users))
      #expect(stage.shows("Targets 14 1✓"))
      stage.send(.listed(elsewhere("prod")))
      #expect(!stage.shows("Targets 14 1✓"))
      #expect(stage.rows(of: "▌✓ GET").contains { $0.contains(" dev ") })
      #expect(stage.shows("GET \(Sample.base)/users in dev"))
      stage.send(.listed(listing()))
      #expect(stage.shows("Targets 14 1✓") && !stage.shows(" in dev"))
    },
    Story(.environment, "another user of the same server has no verdict yet") { stage in
      stage.send(.listed(listing()))
      stage.show("/users", .success(Sample.users))
      stage.send(.listed(listing("prod")))
      #expect(!stage.shows("Targets 14 1✓"))
      #expect(stage.rows(of: "▌✓ GET").contains { $0.contains(" dev ") })
    },
    Story(.environment, "what runs is named by the URL that was sent") { stage in
      stage.send(.listed(listing()))
      stage.select("/users")
      let running = stage.begin(Sample.target("/users"))
      stage.send(.listed(elsewhere("prod")))
      stage.press("Enter")
      #expect(stage.footer.hasPrefix(" GET \(Sample.base)/users in dev is running: x cancels it"))
      stage.finish(running, .success(Sample.users))
      #expect(!stage.shows("Targets 14 1✓"))
    },
    Story(.environment, "a difference and [ name the environment of a response") { stage in
      stage.app.recording = RecordingState(name: "scratch")
      stage.send(.listed(listing()))
      stage.show("/users", .success(Sample.users))
      stage.send(.listed(listing("prod")))
      stage.show("/users", .success(Sample.user))
      stage.press("D")
      #expect(stage.shows("GET /users in dev → GET /users"))
      stage.press("q [")
      #expect(stage.shows("GET /users in dev"))
      guard case .lookBack(let order)? = stage.press("[").last else {
        Issue.record("no earlier run was asked")
        return
      }
      var recalled = RecalledAnswer.stored("yesterday", .success(Sample.users))
      recalled.environment = "test"
      stage.send(.recalled(order, recalled))
      #expect(stage.footer == " a response of an earlier run, yesterday in test; ] goes forward")
    },
    Story(.edit, "an edited URL takes the verdict off its row, and the filter with it") { stage in
      stage.send(.listed(listing()))
      stage.show("/users", .success(Sample.users))
      stage.send(.listed(elsewhere("dev", "/v2")))
      #expect(!stage.shows("Targets 14 1✓"))
      #expect(stage.rows(of: "▌✓ GET").contains { $0.contains("old URL") })
      stage.press("f")
      stage.type("~c 200")
      stage.press("Enter")
      #expect(stage.shows("Targets 0 of 14"))
    },
    Story(.edit, "e orders the editor at the request; one that stands in no file is told") {
      stage in
      #expect(stage.press("e") == [])
      #expect(stage.footer.contains("stands in no file"))
      stage.send(.listed(listing()))
      #expect(stage.press("e") == [.edit(target: stage.app.selectedTarget ?? -1)])
    },
    Story(.environment, "E offers the environments, the present one marked") { stage in
      #expect(stage.press("E") == [])
      #expect(stage.footer.contains("there are no environments"))
      stage.send(.listed(listing()))
      stage.press("E")
      #expect(stage.shows("Environment"))
      #expect(stage.shows("▌• dev"))
      #expect(stage.press("j Enter") == [.choose(environment: "prod")])
      stage.send(.listed(listing("prod")))
      #expect(stage.shows("api · prod"))
    },
    Story(.environment, "of several none is chosen at the start: it is asked for") { stage in
      var listing = listing()
      (listing.title, listing.environment) = ("api", nil)
      stage.start(listing)
      #expect(stage.shows("Which environment?"))
      #expect(stage.press("Enter") == [.choose(environment: "dev")])
      stage.start(listing)
      #expect(stage.press("Esc") == [])
      #expect(!stage.shows("Which environment?"))
      #expect(stage.shows("Targets 14"))
    },
    Story(.environment, "a name can be typed; a wrong one names the nearest") { stage in
      stage.send(.listed(listing()))
      stage.press(":")
      stage.type("environment prd")
      #expect(stage.press("Enter") == [])
      #expect(stage.footer.contains("there is no environment 'prd'; did you mean 'prod'?"))
      stage.press(":")
      stage.type("environment prod")
      #expect(stage.press("Enter") == [.choose(environment: "prod")])
    },
    Story(.variables, "v asks for the variables and shows them; q goes back") { stage in
      stage.send(.listed(listing()))
      #expect(stage.press("v") == [.showVariables(target: stage.app.selectedTarget ?? -1)])
      stage.send(.variables(Sample.variables))
      #expect(stage.shows("Variables of users"))
      #expect(stage.shows("· baseUrl                  http://h   dev in env.json:3"))
      #expect(stage.shows("✗ nobody"))
      stage.press("q")
      #expect(!stage.shows("Variables of users"))
    },
    Story(.fireAll, "what needs a request that may change data is asked about for its sake") {
      stage in
      var listing = listing()
      let get = listing.items.firstIndex { $0.isSafe } ?? 0
      let post = listing.items.firstIndex { !$0.isSafe } ?? 0
      listing.items[get].needs = [post]
      listing.order = [get, post]
      stage.send(.listed(listing))
      #expect(stage.press("a") == [])
      let words = "\(listing.items[post].method) \(listing.items[post].path)"
      #expect(stage.footer.hasPrefix(" 1 request may change data: \(words) "))
      #expect(stage.press("y") == [.send(target: post), .send(target: get)])
    },
    Story(.fire, "what a request asks for is asked before it is fired, each value once") { stage in
      var listing = listing()
      listing.items[0].prompts = [
        RequestMeta.Prompt(name: "user", words: "who is asked for"),
        RequestMeta.Prompt(name: "password", words: ""),
      ]
      stage.send(.listed(listing))
      stage.select("/users")
      #expect(stage.press("Enter") == [])
      #expect(stage.shows("who is asked for"))
      stage.type("ada")
      #expect(stage.press("Enter") == [])
      stage.type("pw")
      #expect(!stage.shows("pw"), "a secret is not shown")
      #expect(
        stage.press("Enter") == [
          .give(["user": "ada", "password": "pw"]), .send(target: Sample.target("/users")),
        ])
      stage.show("/users", .success(Sample.users))
      #expect(stage.press("Enter") == [])
      stage.press("Esc")
      #expect(stage.footer.contains("nothing was sent"))
    },
    Story(.fire, "a request with a note is fired after a yes, each time") { stage in
      var listing = listing()
      listing.items[0].confirmation = "this sends mail"
      stage.send(.listed(listing))
      stage.select("/users")
      for _ in 0..<2 {
        #expect(stage.press("Enter") == [])
        #expect(stage.footer.contains("send GET /users: this sends mail?"))
        #expect(stage.press("y") == [.send(target: Sample.target("/users"))])
        stage.show("/users", .success(Sample.users))
      }
      #expect(stage.press("Enter") == [])
      #expect(stage.press("n") == [])
    },
    Story(.fire, "another list keeps the selection, the marks and the answers") { stage in
      stage.press("Space")
      let marked = stage.app.selectedTarget
      var listing = listing()
      listing.items.append(
        TargetItem(name: "new", group: "New", method: "GET", path: "/new", isSafe: true))
      listing.order = [listing.items.count - 1] + Array(Sample.targets.indices)
      stage.send(.listed(listing))
      #expect(stage.app.selectedTarget == marked)
      #expect(stage.shows("1 marked"))
      #expect(stage.row(of: "▾ New") == 2)
    },
  ]
}
