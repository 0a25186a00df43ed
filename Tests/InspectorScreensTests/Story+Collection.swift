import InspectorScreens
import NetEngine
import RequestFiles
import Testing

extension Story {
  private static func listing(_ environment: String = "dev") -> TargetListing {
    var items = Sample.targets
    for index in items.indices { items[index].isInFile = true }
    var listing = TargetListing(title: "api · \(environment)", baseURL: Sample.base, items: items)
    listing.environments = ["dev", "prod"]
    listing.environment = environment
    return listing
  }

  static let collection: [Story] = [
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
      #expect(stage.footer.contains("nothing was fired"))
    },
    Story(.fire, "a request with a note is fired after a yes, each time") { stage in
      var listing = listing()
      listing.items[0].confirmation = "this sends mail"
      stage.send(.listed(listing))
      stage.select("/users")
      for _ in 0..<2 {
        #expect(stage.press("Enter") == [])
        #expect(stage.footer.contains("fire GET /users: this sends mail?"))
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
