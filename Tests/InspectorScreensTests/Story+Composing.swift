import InspectorScreens
import NetEngine
import RequestFiles
import Testing

extension Story {
  /// Requests before they are sent, requests of one's own, the list's order, the messages.
  static let composing: [Story] = previews + forms + drafts + orders

  private static let forms: [Story] = [
    Story(.compose, "c opens a form; : send fires a request at once") { stage in
      stage.press("c")
      #expect(stage.shows("━ A new request"))
      #expect(stage.shows("method   GET"))
      stage.press("Esc")
      #expect(stage.shows("Targets 14"))
      stage.press(":")
      stage.type("send delete localhost:8791/users/1")
      let request = ComposedRequest(method: "DELETE", url: "http://localhost:8791/users/1")
      #expect(stage.press("Enter") == [.compose(request, beside: 0)])
    },
    Story(.compose, "options behind the URL are curl's; any other blank is mended in the form") {
      stage in
      stage.press(":")
      stage.type(#"send put x.test/a -H "X-A: 1" -d '{"a": 1}'"#)
      let effects = stage.press("Enter")
      guard case .compose(let request, _) = effects.first else {
        Issue.record("nothing composed: \(effects)")
        return
      }
      #expect(request.method == "PUT")
      #expect(request.url == "http://x.test/a")
      #expect(request.headers.first == HeaderField("X-A", "1"))
      #expect(request.body == .text(#"{"a": 1}"#))
      stage.press(":")
      stage.type("send POST http://x.test/a --body-jsn {}")
      #expect(stage.press("Enter") == [])
      #expect(stage.footer.contains("--body-jsn"))
      stage.press(":")
      stage.type("send POST http://x.test/a b")
      #expect(stage.press("Enter") == [])
      #expect(stage.shows("━ A new request"))
      #expect(stage.shows("http://x.test/a b"))
      #expect(stage.footer.contains("a URL has no blank"))
    },
    Story(.compose, "what is sent from another screen shows, or says where its response is") {
      stage in
      stage.press("?")
      stage.compose("send http://x.test/a", "http://x.test/a")
      #expect(stage.app.screenName == "main")
      #expect(stage.app.selectedTarget == 14)
      for _ in 0..<2 {
        stage.openRecording()
        stage.compose("send http://x.test/a", "http://x.test/a")
        #expect(stage.app.screenName == "session")
        #expect(stage.footer == " sent; its response is on the main screen: q goes there")
        stage.fire(14, .success(Sample.user))
        stage.press("q")
        #expect(stage.app.selectedTarget == 14)
        #expect(stage.shows("您的一台手机"))
        stage.press("g")
      }
    },
    Story(.compose, "a request that was typed is a row of its own, and c starts from it") { stage in
      stage.press(":")
      stage.type("send http://x.test/a")
      stage.press("Enter")
      var items = Sample.targets
      items.append(
        TargetItem(
          name: "http://x.test/a", group: "ad hoc", method: "GET", path: "http://x.test/a",
          isSafe: true))
      stage.send(.listed(TargetListing(title: "demo", baseURL: Sample.base, items: items)))
      #expect(stage.app.selectedTarget == 14)
      stage.press("c")
      #expect(stage.shows("URL      http://x.test/a"))
    },
    Story(.compose, "c starts from the selected request, its variables as they are written") {
      stage in
      stage.press("j j c")
      #expect(stage.shows("method   POST"))
      #expect(stage.shows("URL      http://127.0.0.1:8791/users"))
      stage.press("Esc")
      var items = Sample.targets
      for index in items.indices {
        items[index].isInFile = true
        items[index].source = "{{host}}" + items[index].path
      }
      stage.send(.listed(TargetListing(title: "api", baseURL: Sample.base, items: items)))
      stage.press("c")
      #expect(stage.shows("URL      {{host}}/users"))
      let request = ComposedRequest(method: "POST", url: "{{host}}/users")
      #expect(stage.press("Enter") == [.compose(request, beside: 2)])
      stage.press(":")
      stage.type("send /delay/8000")
      let path = ComposedRequest(method: "GET", url: "/delay/8000")
      #expect(stage.press("Enter") == [.compose(path, beside: 2)], "the files say where it stands")
    },
    Story(.compose, "a path stands where the selected request does; without one it is asked for") {
      stage in
      stage.press(":")
      stage.type("send /delay/8000")
      let request = ComposedRequest(method: "GET", url: Sample.base + "/delay/8000")
      #expect(stage.press("Enter") == [.compose(request, beside: 0)])
      var alone = Stage(targets: [])
      alone.app = App(
        TargetListing(title: "none", baseURL: "", items: []))
      alone.resize(120, 36)
      alone.press(":")
      alone.type("send /delay/8000")
      #expect(alone.press("Enter") == [])
      #expect(alone.shows("URL      /delay/8000"))
      #expect(alone.shows("a path needs a base URL"))
      alone.press("Home")
      alone.type("x.test")
      #expect(
        alone.press("Enter")
          == [
            .compose(ComposedRequest(method: "GET", url: "http://x.test/delay/8000"), beside: nil)
          ])
    },
    Story(.compose, "one that cannot be sent comes back to be mended, and is in no list") { stage in
      stage.press(":")
      stage.type("send {{nobody}}/x")
      #expect(stage.press("Enter") == [])
      #expect(stage.shows("there are no variables here"))
      stage.press("Esc")
      let request = ComposedRequest(method: "GET", url: "http://a b/")
      stage.send(.uncomposed(request, "a host holds no blank"))
      #expect(stage.shows("URL      http://a b/"))
      #expect(stage.shows("a host holds no blank"))
      stage.press("Esc")
      #expect(stage.shows("Targets 14"))
    },
    Story(.discard, "d takes a typed request out of the list, and no other") { stage in
      #expect(stage.press("d") == [])
      #expect(stage.footer.contains("only a request that was typed here goes away"))
      stage.compose("send http://x.test/a", "http://x.test/a")
      #expect(stage.app.selectedTarget == 14)
      #expect(stage.press("d") == [.discard(target: 14)])
    },
    Story(.back, "q says that a request that was typed and sent is in no file") { stage in
      stage.compose("send http://x.test/a", "http://x.test/a")
      #expect(stage.press("q") == [])
      #expect(stage.footer == " 1 typed request is in no file, W keeps it: q again quits")
      #expect(stage.press("q") == [.quit])
    },
    Story(.keep, "a typed request that is kept in a file is not missed by q") { stage in
      stage.compose("send http://x.test/a", "http://x.test/a")
      stage.press("W")
      let effects = stage.press("Enter")
      guard case .planKeep(let order) = effects.first else {
        Issue.record("nothing is kept: \(effects)")
        return
      }
      stage.send(
        .keeping(.planned(KeepPlan(order: order, file: "a.http", path: "/a.http", before: nil))))
      stage.send(.keeping(.kept("kept")))
      #expect(stage.press("q") == [.quit])
    },
    Story(.jump, "Ctrl-o prefers the exact name, and a file's request to a typed copy") { stage in
      stage.compose("send http://x.test/users/longer", "/users")
      stage.press("Ctrl-o")
      stage.type("/users")
      stage.press("Enter")
      #expect(stage.app.selectedTarget == Sample.target("/users", "GET"))
    },
    Story(.compose, "the same request again is the same row again") { stage in
      stage.compose("send http://x.test/a", "http://x.test/a")
      stage.press("g :")
      stage.type("send http://x.test/a")
      #expect(stage.press("Enter") == [.send(target: 14)])
      #expect(stage.app.selectedTarget == 14)
    },
    Story(.compose, "where a URL is too long its path shows: scheme and host go first") { stage in
      let url = "https://staging.backend.example.com/v2/users/42"
      stage.compose("send \(url)", url)
      stage.resize(44, 24)
      #expect(stage.shows(" GET …/v2/users/42 · not sent"))
      stage.resize(120, 36)
      #expect(stage.shows(" GET \(url) · not sent"))
      stage.fire(14, .success(Sample.user))
      #expect(stage.shows("…/v2/users/42"))
      let short = "https://api.example.com/a"
      stage.compose("send \(short)", short)
      #expect(stage.shows("GET  api.example.com/a "), "the host stays where it fits")
    },
    Story(.compose, "a filter that hides what was just sent goes, and the response shows") {
      stage in
      stage.filter("orders")
      stage.compose("send http://x.test/a", "http://x.test/a")
      #expect(stage.app.selectedTarget == 14)
      #expect(stage.footer.contains("the filter 'orders' hid this request and was taken away"))
      stage.fire(14, .success(Sample.user))
      #expect(stage.shows("您的一台手机"))
      stage.press("f Up")
      #expect(stage.typed.hasPrefix(" filter orders"), "it is what Up brings first")
      stage.press("Enter :")
      stage.type("send http://x.test/a")
      #expect(stage.press("Enter") == [.send(target: 14)])
      #expect(stage.app.selectedTarget == 14, "sent again it shows again")
    },
    Story(.compose, "a filter that lets it through stays, until the response does not pass") {
      stage in
      stage.filter("!~c 4xx")
      stage.compose("send http://x.test/a", "http://x.test/a")
      #expect(stage.app.selectedTarget == 14)
      #expect(!stage.footer.contains("taken away"))
      stage.fire(14, .success(Sample.notFound))
      #expect(stage.app.selectedTarget == 14)
      #expect(stage.footer.contains("the filter '!~c 4xx' hid this request"))
      stage.filter("!~c 4xx")
      #expect(stage.app.selectedTarget != 14, "who filters afterwards means it")
    },
    Story(.compose, "who went elsewhere meanwhile is left there, filter and all") { stage in
      stage.filter("!~c 4xx")
      stage.compose("send http://x.test/a", "http://x.test/a")
      let id = stage.begin(14)
      stage.press("g j")
      stage.finish(id, .success(Sample.notFound))
      #expect(stage.app.selectedTarget == 0)
      #expect(!stage.footer.contains("taken away"))
    },
    Story(.compose, "a heading that is folded opens for what was just sent") { stage in
      stage.compose("send http://x.test/a", "http://x.test/a")
      stage.press("h g :")
      stage.type("send http://x.test/a")
      stage.press("Enter")
      #expect(stage.app.selectedTarget == 14)
    },
    Story(.sendForm, "a method nobody knows is asked about once") { stage in
      stage.press("c Shift-Tab Ctrl-u")
      stage.type("gte")
      #expect(stage.press("Enter") == [])
      #expect(stage.shows("no method is called GTE; did you mean 'GET'? Once more sends it"))
      #expect(stage.press("Enter").count == 1)
      stage.press(":")
      stage.type("send g(t http://x.test/a")
      #expect(stage.press("Enter") == [])
      #expect(stage.shows("a method is one word, such as GET"))
    },
    Story(.sendForm, "a pasted URL is sent without its line end, typed in the form or behind :") {
      stage in
      let request = ComposedRequest(method: "GET", url: "http://x/users/42")
      stage.press("c Ctrl-u")
      stage.send(.paste(Array("http://x/users/42\r\n".utf8)))
      #expect(stage.press("Enter") == [.compose(request, beside: 0)])
      stage.press(":")
      stage.send(.paste(Array("send http://x/users/42\n".utf8)))
      #expect(stage.press("Enter") == [.compose(request, beside: 0)])
    },
    Story(.sendForm, "a pasted curl command fills the form, over several lines too") { stage in
      let command = """
        $ curl -X PUT 'https://x.test/users/7?a=b' \\
          -H 'Accept: application/json' -H "X-Id: 7" \\
          --data-raw $'{"name":"Ana",\\n"n":1}' -k\n
        """
      stage.press("c")
      stage.send(.paste(Array(command.utf8)))
      #expect(stage.shows("method   PUT"))
      #expect(stage.shows("URL      https://x.test/users/7?a=b"))
      #expect(stage.shows("header   X-Id: 7"))
      #expect(stage.footer.contains("taken over from curl, but for -k"))
      let request = ComposedRequest(
        method: "PUT", url: "https://x.test/users/7?a=b",
        headers: [
          HeaderField("Accept", "application/json"), HeaderField("X-Id", "7"),
          HeaderField("Content-Type", "application/x-www-form-urlencoded"),
        ], body: Array("{\"name\":\"Ana\",\n\"n\":1}".utf8))
      #expect(stage.press("Enter") == [.compose(request, beside: 0)])
    },
    Story(.sendForm, "the line ends of a paste are carriage returns, as terminals send them") {
      stage in
      let request = ComposedRequest(
        method: "GET", url: "http://x.test/a", headers: [HeaderField("X-Id", "7")])
      stage.press("c")
      stage.send(.paste(Array("curl http://x.test/a \\\r  -H 'X-Id: 7'\r".utf8)))
      #expect(stage.press("Enter") == [.compose(request, beside: 0)])
      stage.press(":")
      stage.send(.paste(Array("send curl http://x.test/a \\\r  -H 'X-Id: 7'\r".utf8)))
      #expect(stage.press("Enter") == [.compose(request, beside: 0)])
      stage.press("c Ctrl-u")
      stage.type("x.test")
      stage.press("Tab Tab")
      stage.send(.paste(Array("{\r\"a\":1\r\n}".utf8)))
      guard case .compose(let sent, _) = stage.press("Ctrl-s").first else {
        Issue.record("nothing was sent")
        return
      }
      #expect(sent.body == .text("{\n\"a\":1\n}"))
    },
    Story(.sendForm, "a curl command that cannot be read says why and changes nothing") { stage in
      stage.press("c")
      let before = stage.app.screenName + stage.typed
      for (command, why) in [
        ("curl --compresed http://x.test", "did you mean '--compressed'?"),
        ("curl -d @body.json http://x.test", "no files are read here"),
        ("curl -F a=@photo.png http://x.test", "it sends a file: inspector import"),
        ("curl", ""),
      ] {
        stage.press("c")
        stage.send(.paste(Array(command.utf8)))
        if !why.isEmpty {
          #expect(stage.footer.contains("no request of this curl command: "), "\(command)")
          #expect(stage.footer.contains(why), "\(command)")
        }
      }
      #expect(before.hasPrefix("compose"))
      stage.press("Shift-Tab Shift-Tab")
      stage.send(.paste(Array("curl http://x.test".utf8)))
      #expect(stage.typed.contains("body     curl http://x.test"), "a body may be anything")
    },
    Story(.compose, ":send takes a curl command, typed or pasted over several lines") { stage in
      let request = ComposedRequest(
        method: "GET", url: "http://x.test/a", headers: [HeaderField("X-Id", "7")])
      for paste in [
        "send curl http://x.test/a -H 'X-Id: 7'",
        "send curl \\\r\n -H 'X-Id: 7' \\\n http://x.test/a\n", "send -H 'X-Id: 7' http://x.test/a",
        "send -X GET http://x.test/a -H 'X-Id: 7'",
      ] {
        stage.press(":")
        stage.send(.paste(Array(paste.utf8)))
        #expect(stage.press("Enter") == [.compose(request, beside: 0)], "\(paste)")
      }
      stage.press(":")
      stage.type("send curl -d @x http://x.test")
      #expect(stage.press("Enter") == [])
      #expect(stage.footer.contains("no request of this curl command: the file 'x' cannot be read"))
    },
    Story(.sendForm, "a scheme that is misspelt is asked about once, before anything is sent") {
      stage in
      let slips = [
        ("http//foo/a", "http://foo/a"), ("htp:/x", "http://x"), ("https:/x", "https://x"),
        ("htttps://x", "https://x"), ("http:///x", "http://x"),
      ]
      for (typed, meant) in slips {
        stage.press(":")
        stage.type("send \(typed)")
        #expect(stage.press("Enter") == [], "\(typed)")
        #expect(stage.shows("URL      \(typed)"))
        #expect(stage.shows("did you mean '\(meant)'? Once more sends it as it is"), "\(typed)")
        #expect(stage.press("Enter").count == 1, "\(typed)")
      }
      for typed in ["http:8080/x", "host//x", "HTTP://x", "users/42", "ftp.x.test/a"] {
        stage.press(":")
        stage.type("send \(typed)")
        #expect(stage.press("Enter").count == 1, "\(typed)")
      }
    },
    Story(.sendForm, "Ctrl-s fires what was typed, JSON as JSON") { stage in
      stage.press("c Shift-Tab Ctrl-u")
      stage.type("post")
      stage.press("Tab Ctrl-u")
      stage.type("x.test/users")
      stage.press("Tab")
      stage.type("X-Id: 7")
      stage.press("Tab Tab")
      stage.send(.paste(Array("{\n\"a\":1}".utf8)))
      let request = ComposedRequest(
        method: "POST", url: "http://x.test/users",
        headers: [
          HeaderField("X-Id", "7"), HeaderField("Content-Type", "application/json"),
        ], body: Array("{\n\"a\":1}".utf8))
      #expect(stage.shows("also     Content-Type: application/json"), "what is added is shown")
      #expect(stage.press("Ctrl-s") == [.compose(request, beside: 0)])
    },
    Story(.sendForm, "Enter goes to what is wrong and says it") { stage in
      stage.press("c Ctrl-u Enter")
      #expect(stage.shows("a URL is needed"))
      stage.type("x.test")
      stage.press("Tab")
      stage.type("no header")
      stage.press("Tab Tab Ctrl-s")
      #expect(stage.shows("a header line is 'Name: value'"))
      #expect(stage.frame.cursor?.row == 4)
    },
    Story(.nextField, "Tab and Down go to the next field, behind the last to the first") { stage in
      stage.press("c")
      #expect(stage.frame.cursor?.row == 3)
      stage.press("Tab Down")
      #expect(stage.frame.cursor?.row == 5)
      stage.press("Tab")
      #expect(stage.frame.cursor?.row == 2)
    },
    Story(.previousField, "Shift-Tab and Up go to the field before") { stage in
      stage.press("c Up")
      #expect(stage.frame.cursor?.row == 2)
      stage.press("Shift-Tab")
      #expect(stage.frame.cursor?.row == 5)
    },
  ]

  private static let orders: [Story] = [
    Story(.sort, "o orders the requests under each heading, and back again") { stage in
      stage.playSession()
      stage.press("o")
      #expect(stage.shows("· by name"))
      stage.press("o")
      #expect(stage.shows("· by kind"))
      #expect(stage.row(of: "GET  /users/42") < stage.row(of: "POST /users"))
      stage.press("o o o")
      #expect(!stage.shows("· by"))
      #expect(stage.footer == " requests as listed")
    },
    Story(.sort, ": sort takes the order, and an answer finds its place") { stage in
      stage.press(":")
      stage.type("sort size")
      stage.press("Enter")
      stage.fire(Sample.target("/users", "POST"), .success(Sample.created))
      #expect(stage.row(of: "POST /users") == stage.row(of: "▾ Users") + 1)
      stage.fire(Sample.target("/users"), .success(Sample.users))
      #expect(stage.row(of: "GET  /users ") == stage.row(of: "▾ Users") + 1)
      stage.press(":")
      stage.type("sort shape")
      stage.press("Enter")
      #expect(stage.footer.contains("'shape' is no order"))
    },
    Story(.messages, "every message is kept with its time") { stage in
      stage.app.secondsAtStart = 12 * 3_600
      stage.tick(milliseconds: 61_000)
      stage.send(.message("users.http cannot be read"))
      stage.press("j Ctrl-g")
      #expect(stage.shows("━ Messages"))
      #expect(stage.shows("12:01:01  users.http cannot be read"))
      stage.press("q")
      stage.send(.message("users.http cannot be read, nor can its folder"))
      stage.press("Ctrl-g")
      #expect(stage.shows("12:01:01  users.http cannot be read, nor can its folder"))
      #expect(!stage.shows("12:01:01  users.http cannot be read "), "it is said to its end")
      stage.press("q :")
      stage.type("messages")
      stage.press("Enter")
      #expect(stage.shows("12:01:01"))
    },
  ]
}

extension Sample {
  /// A request that waits to be sent, with variables.
  static let preview: RequestPreview = {
    let place = FilePlace("users.http", line: 3)
    let secret = FilePlace("http-client.private.env.json", line: 4)
    return RequestPreview(
      request: request("/users", .post, body: "{\"id\":42}"),
      variables: [
        VariableUse(
          name: "id", value: "42", origin: .file(place), place: place, isSecret: false),
        VariableUse(
          name: "token", value: "t0k3n",
          origin: .environment("dev", secret, isPrivate: true), place: place, isSecret: true),
      ], plugins: ["access token"])
  }()
}

extension Stage {
  fileprivate mutating func filter(_ text: String) {
    press("f")
    type(text)
    press("Enter")
  }

  /// Types a command that makes a request, and lists it as the last one.
  fileprivate mutating func compose(_ line: String, _ url: String) {
    press(":")
    type(line)
    press("Enter")
    var items = Sample.targets
    items.append(
      TargetItem(name: url, group: "ad hoc", method: "GET", path: url, isSafe: true))
    send(.listed(TargetListing(title: "demo", baseURL: Sample.base, items: items)))
  }
}
