import InspectorScreens
import NetEngine
import NetRecordings
import RequestFiles
import Testing

extension Story {
  /// Requests that are changed before they are sent again.
  static let drafts: [Story] = taking + recorded + headerLines + bodies + editors + leavingDrafts

  private static let taking: [Story] = [
    Story(.compose, "c takes over all a file says, its variables as they are written") { stage in
      stage.openLogin()
      stage.press("c")
      #expect(stage.shows("━ A new request from users.http:4"))
      #expect(stage.shows("also     # @no-redirect"))
      #expect(stage.shows("method   POST"))
      #expect(stage.shows("URL      {{baseUrl}}/login"))
      #expect(stage.shows("header   Authorization: Bearer {{token}}"))
      #expect(stage.shows(#"body     {"#))
      #expect(stage.shows(#"  "name": "{{user}}""#))
      #expect(stage.press("Ctrl-s") == [.compose(Sample.login, beside: 0)])
    },
    Story(.compose, "what is sent is what the form shows: another URL over a DELETE is a DELETE") {
      stage in
      stage.select("/users/{id}", "DELETE")
      stage.press("c Ctrl-u")
      stage.type("http://x.test/safe")
      #expect(stage.shows("method   DELETE"))
      let request = ComposedRequest(method: "DELETE", url: "http://x.test/safe")
      #expect(
        stage.press("Ctrl-s")
          == [.compose(request, beside: Sample.target("/users/{id}", "DELETE"))])
    },
    Story(.compose, "forms, files and parts are shown as what they are, and sent as they are") {
      stage in
      stage.open(
        "### form\nPOST http://x.test/\nContent-Type: application/x-www-form-urlencoded\n\na=1\n&b=2\n"
      )
      stage.press("c PgDn")
      #expect(stage.shows("body     a form of 2 lines:"))
      #expect(stage.shows("         &b=2"))
      stage.type("x")
      guard case .compose(let request, _) = stage.press("Ctrl-s").first else {
        Issue.record("nothing was sent")
        return
      }
      #expect(request.body == .lines("a=1\n&b=2"))
    },
    Story(.previewForm, "Ctrl-p says of every part where it comes from") { stage in
      stage.openLogin()
      stage.press("c PgUp Tab Tab Tab")
      stage.type("X-Trace: 7")
      #expect(stage.press("Ctrl-p").count == 1)
      var sent = Sample.request("/login", .post, body: "{}")
      sent.headers = ["Authorization": "Bearer t", "X-Trace": "7"]
      stage.send(.draftPreviewed(.success(RequestPreview(request: sent))))
      #expect(stage.shows("Authorization: Bearer •••  users.http:4"))
      #expect(stage.shows("X-Trace: 7                 typed here"))
      #expect(stage.shows("  method  users.http:4"))
      #expect(stage.shows("  body    users.http:4"))
      stage.press("q")
      #expect(stage.app.screenName == "compose")
      stage.press("PgDn x")
      stage.press("Ctrl-p")
      stage.send(.draftPreviewed(.success(RequestPreview(request: sent))))
      #expect(stage.shows("  body    changed here"))
      guard case .compose = stage.press("Enter").first else {
        Issue.record("Enter fires what is shown")
        return
      }
    },
    Story(.previewForm, "what cannot be built says why, and the form stays") { stage in
      stage.press("c Ctrl-p")
      stage.send(.draftPreviewed(.failure(.cancelled)))
      #expect(stage.app.screenName == "compose")
      #expect(stage.footer.hasPrefix(" cancelled"))
    },
  ]

  private static let recorded: [Story] = [
    Story(.compose, "c on an answer takes what was sent for it, with names in place of secrets") {
      stage in
      var request = HTTPRequest(method: .put, url: Sample.base + "/users?token=q-s3cret-1")
      request.headers = Headers([
        HeaderField("Authorization", "Bearer t0k3n.t0k3n.t0k3n"), HeaderField("X-Id", "7"),
        HeaderField("Accept", "*/*", source: .engine),
      ])
      request.body = .bytes(Body(#"{"password": "hunter22", "size": 1}"#))
      stage.fire(0, .success(Response(statusCode: 200, body: "{}", request: request)))
      stage.fire(0, .success(Sample.users))
      stage.press("Shift-Tab j c")
      #expect(stage.shows("━ A new request from response 1, 12:03:01"))
      #expect(stage.shows("method   PUT"))
      #expect(stage.shows("URL      http://127.0.0.1:8791/users?token={{$processEnv TOKEN}}"))
      #expect(stage.shows("header   Authorization: Bearer {{$processEnv AUTHORIZATION}}"))
      #expect(stage.shows("header   X-Id: 7"))
      #expect(!stage.shows("Accept"))
      #expect(stage.shows(#"body     {"password": "{{$processEnv PASSWORD}}", "size": 1}"#))
      guard case .compose(let sent, beside: 0) = stage.press("Ctrl-s").first else {
        Issue.record("nothing was sent")
        return
      }
      #expect(
        sent.secrets == [
          "TOKEN": "q-s3cret-1", "AUTHORIZATION": "t0k3n.t0k3n.t0k3n", "PASSWORD": "hunter22",
        ])
    },
    Story(.compose, "in a recording c takes the exchange, as :compose does") { stage in
      stage.openRecording()
      stage.press("j")
      stage.readAlong()
      stage.press("c")
      #expect(stage.shows("━ A new request from login.har, exchange 2"))
      #expect(stage.shows("URL      http://127.0.0.1:8791/users/42"))
      stage.press("Esc j")
      stage.press("c")
      #expect(!stage.shows("━ A new request"), "it is not read yet")
      #expect(stage.footer.contains("it is being read; then it can be changed"))
      stage.readAlong()
      #expect(stage.shows("━ A new request from login.har, exchange 3"))
      stage.press("Esc k")
      stage.readAlong()
      stage.press(":")
      stage.type("compose")
      stage.press("Enter")
      #expect(stage.shows("━ A new request from login.har, exchange 2"))
      #expect(stage.shows("header   Authorization: Bearer {{$processEnv AUTHORIZATION}}"))
    },
  ]

  private static let editors: [Story] = [
    Story(.editForm, "Ctrl-x gives an editor the whole request, and takes back what it made of it")
    {
      stage in
      stage.openLogin()
      stage.press("c")
      let text = """
        ###
        # @no-redirect
        POST {{baseUrl}}/login
        Authorization: Bearer {{token}}
        Content-Type: application/json

        {
          "name": "{{user}}"
        }

        """
      #expect(stage.press("Ctrl-x") == [.editDraft(text)])
      stage.send(.draftEdited("PUT /else\nAuthorization: Basic a b\nX-New: 1\n\nhi\n"))
      #expect(stage.shows("method   PUT"))
      #expect(!stage.shows("# @no-redirect"))
      #expect(stage.row(of: "changed") > 0)
      #expect(stage.row(of: "typed") == stage.row(of: "header   X-New: 1"))
      #expect(stage.shows("body     hi"))
      #expect(stage.footer.contains("taken over from the editor"))
    },
    Story(.editForm, "a mistake is said with its line, and the text is there to be mended") {
      stage in
      stage.press("c Ctrl-x")
      stage.send(.draftEdited("GET http://x.test/\nnonsense\n"))
      #expect(stage.shows("Ctrl-x mends line 2 of the text: expected 'Name: value'"))
      #expect(stage.press("Ctrl-s") == [])
      #expect(stage.press("Ctrl-x") == [.editDraft("GET http://x.test/\nnonsense\n")])
      stage.press("Esc c")
      #expect(stage.shows("line 2 of the text"), "it outlives Esc")
      stage.press("Ctrl-r")
      #expect(!stage.shows("line 2 of the text"))
    },
    Story(.editForm, "what no text can say is edited in the form") { stage in
      stage.press("c PgDn")
      stage.send(.paste(Array("a\n### b".utf8)))
      #expect(stage.press("Ctrl-x") == [])
      #expect(stage.footer.contains("the body has a line that a request file reads as something"))
    },
  ]

  private static let headerLines: [Story] = [
    Story(.complete, "Tab completes the name of a header, then goes through the others") { stage in
      stage.press("c Tab")
      stage.type("cont")
      #expect(stage.shows("Tab: Content-Type  Content-Digest"))
      stage.press("Tab Tab Shift-Tab")
      #expect(stage.typed.contains("header   Content-Type:"))
      stage.type("application/p")
      stage.press("Tab")
      #expect(stage.typed.contains("Content-Type: application/problem+json"))
      stage.press("Tab")
      #expect(stage.frame.cursor?.row == 5, "what is whole is left")
    },
    Story(.completeBackward, "Shift-Tab takes the last one that fits") { stage in
      stage.press("c Tab")
      stage.type("accept-")
      stage.press("Shift-Tab")
      #expect(stage.typed.contains("header   Accept-Language:"))
    },
    Story(.toggleHeader, "Ctrl-t leaves a header out and keeps its line") { stage in
      stage.openLogin()
      stage.press("c PgUp Tab Ctrl-t")
      #expect(stage.row(of: "off") == stage.row(of: "header   Authorization"))
      guard case .compose(let request, _) = stage.press("Ctrl-s").first else {
        Issue.record("nothing was sent")
        return
      }
      #expect(!request.headers.contains { $0.name == "Authorization" })
      stage.openLogin()
      stage.press("c Ctrl-t")
      #expect(stage.footer.contains("this is for a header line"))
    },
    Story(.goToBody, "PgDn goes to the body") { stage in
      stage.press("c PgDn")
      #expect(stage.typed.contains("body     empty; Enter makes a line"))
    },
    Story(.compose, "what has a body is changed there first, anything else in its URL") { stage in
      stage.openLogin()
      stage.press("c")
      #expect(stage.typed.contains("body     {"), "a long one at its start")
      #expect(stage.footer.contains("PgUp URL") && !stage.footer.contains("PgDn body"))
      stage.press("PgUp")
      #expect(stage.typed.contains("URL      {{baseUrl}}/login"))
      #expect(stage.footer.contains("PgDn body"))
    },
    Story(.undo, "Ctrl-_ takes changes back, what was typed in one go as one") { stage in
      stage.press("c")
      #expect(!stage.footer.contains("Ctrl-_"))
      stage.type("?page=2")
      stage.press("Backspace")
      stage.type("3")
      stage.press("Tab")
      stage.type("Accept: text/plain")
      stage.press("Ctrl-t")
      #expect(stage.shows("?page=3") && stage.row(of: "off") > 0)
      stage.press("Ctrl-_")
      #expect(stage.row(of: " off") < 0)
      stage.press("Ctrl-_")
      #expect(!stage.shows("Accept:"))
      stage.press("Left Ctrl-_")
      #expect(stage.typed.contains("/users?page="))
      #expect(!stage.shows("?page=3"))
      stage.press("Ctrl-_")
      #expect(stage.shows("?page=2"))
      stage.press("Ctrl-_ Ctrl-_ Ctrl-_")
      #expect(stage.typed.hasSuffix("/users") || stage.typed.contains("/users "))
      #expect(stage.footer.contains("nothing was changed in this form"))
      stage.press("PgDn")
      stage.type(#"{"a": "b"}"#)
      stage.press("Ctrl-r")
      #expect(!stage.shows(#"{"a": "b"}"#))
      stage.press("Ctrl-_")
      #expect(stage.shows(#"{"a": "b"}"#), "starting over is a change like any other")
    },
    Story(.goToURL, "PgUp goes to the URL") { stage in
      stage.press("c PgDn PgUp")
      #expect(stage.typed.contains("URL      http://127.0.0.1:8791/users"))
    },
  ]

  private static let bodies: [Story] = [
    Story(.newLine, "Enter makes a line in the body, elsewhere it fires") { stage in
      stage.press("c PgDn")
      stage.type("one")
      #expect(stage.press("Enter") == [])
      stage.type("two")
      #expect(stage.shows("body     one"))
      #expect(stage.shows("         two"))
      guard case .compose(let request, _) = stage.press("Ctrl-s").first else {
        Issue.record("nothing was sent")
        return
      }
      #expect(request.body == .text("one\ntwo"))
    },
    Story(.lineDown, "Down and Up go through the lines, and out of them") { stage in
      stage.press("c PgDn")
      stage.send(.paste(Array("first line\nb\nthird line".utf8)))
      let row = stage.frame.cursor?.row ?? 0
      stage.press("Up")
      #expect(stage.typed == "           b")
      stage.press("Up")
      #expect(stage.frame.cursor?.row == row - 2)
      #expect(stage.frame.cursor?.column == 21, "a short line between leaves the column")
      stage.press("Up")
      #expect(stage.typed.contains("header   Name: value"))
      stage.press("Down Down Down Down")
      #expect(stage.typed.contains("method   GET"))
    },
    Story(.lineUp, "Home, End and the keys that delete keep to the line") { stage in
      stage.press("c PgDn")
      stage.send(.paste(Array("one\ntwo words\nthree".utf8)))
      stage.press("Up Home Ctrl-k")
      #expect(stage.shows("body     one"))
      #expect(stage.shows("         three"))
      #expect(!stage.shows("two"))
      stage.press("Ctrl-k Up End")
      stage.type("!")
      #expect(stage.shows("body     one!"))
      stage.press("Down Ctrl-u Backspace")
      #expect(stage.shows("body     one!"))
    },
    Story(.deleteWord, "Ctrl-w keeps to what stands between two signs of JSON") { stage in
      stage.press("c PgDn")
      stage.type(#"{"name":"ada","password":"secret"}"#)
      stage.press("Left Left Ctrl-w")
      #expect(stage.shows(#"{"name":"ada","password":""}"#))
      stage.press("PgUp Ctrl-w")
      #expect(stage.typed.contains("http://127.0.0.1:8791/ "))
    },
    Story(.newLine, "JSON is looked at as it is typed: the place of the first mistake is said") {
      stage in
      stage.press("c PgDn")
      stage.type("{")
      #expect(stage.shows("the JSON stops at line 1, column 2: found the end"))
      stage.press("Enter")
      stage.type(#""a": 1,,"#)
      #expect(stage.shows("the JSON stops at line 2, column 8: found ',', expected a key"))
      #expect(stage.row(of: "✗") == stage.frame.cursor?.row)
      stage.press("Backspace")
      stage.type(#""b": {{n}}, "c": "{{text}}"}"#)
      #expect(!stage.shows("the JSON stops"), "a variable stands for something that fits")
    },
    Story(.lineDown, "a long body scrolls under the head, and comes back") { stage in
      stage.resize(80, 12)
      stage.press("c PgDn")
      stage.send(.paste(Array((1...40).map { "line \($0)" }.joined(separator: "\n").utf8)))
      #expect(stage.typed == "           line 40")
      #expect(!stage.shows("method"))
      stage.press("PgUp PgUp PgUp PgUp")
      #expect(stage.typed.contains("body     line 1 "))
      stage.press("PgUp")
      #expect(stage.shows("URL "))
    },
  ]

  private static let leavingDrafts: [Story] = [
    Story(.startOver, "what was typed is there again after Esc, until it is sent or taken back") {
      stage in
      stage.openLogin()
      stage.press("c PgUp Tab Ctrl-k Ctrl-u")
      stage.type("X-Mine: 1")
      stage.press("Esc")
      #expect(stage.app.screenName == "main")
      stage.press("c")
      #expect(stage.shows("header   X-Mine: 1"))
      #expect(stage.footer.contains("this was typed before and not sent; Ctrl-r starts over"))
      stage.press("Ctrl-r")
      #expect(stage.shows("header   Authorization: Bearer {{token}}"))
      #expect(stage.footer.contains("as it stands in users.http:4"))
      stage.press("Esc c")
      #expect(!stage.footer.contains("typed before"))
    },
    Story(.compose, "what is sent again, changed, is told apart by its row") { stage in
      stage.select("/users/42")
      var items = Sample.targets
      for (number, keys) in [(2, "Backspace 1"), (3, "Backspace 9 Tab")] {
        stage.press("c")
        stage.press(keys)
        if number == 3 { stage.type("Accept: text/plain") }
        guard case .compose(let request, _) = stage.press("Ctrl-s").first else {
          Issue.record("nothing was sent")
          return
        }
        items.append(
          TargetItem(
            name: request.url, group: "ad hoc", method: "GET", path: request.url, isSafe: true))
        stage.send(.listed(TargetListing(title: "demo", baseURL: Sample.base, items: items)))
        #expect(stage.shows("/users/42 ↺\(number) URL"))
      }
      #expect(stage.shows("↺3 URL, "), "and a header, as far as there is room")
    },
    Story(.keep, "a recorded request that was sent again, changed, reads like the recorded one") {
      stage in
      let url = Sample.base + "/login"
      for (name, row, kept) in [
        ("Log in", "Log in ↺2 password", "Log in"), ("POST \(url)", "POST /login ↺2 password ", ""),
      ] {
        stage.start(TargetListing(title: "demo", baseURL: Sample.base, items: []))
        let request = Sample.request("/login", .post, body: #"{"password": "hunter22"}"#)
        stage.openRecording(
          Session([
            Exchange(
              sequence: 1, name: name, startedAt: 0, request: request,
              result: .success(Response(statusCode: 200, body: "{}", request: request)))
          ]))
        stage.press("c Left Left")
        stage.type("3")
        guard case .compose(let sent, _) = stage.press("Ctrl-s").first else {
          Issue.record("nothing was sent")
          return
        }
        let item = TargetItem(
          name: sent.url, group: "ad hoc", method: "POST", path: "/login", url: url, isSafe: false)
        stage.send(.listed(TargetListing(title: "demo", baseURL: Sample.base, items: [item])))
        stage.press("q")
        #expect(stage.shows(row))
        stage.press("W")
        guard case .planKeep(let order) = stage.press("Enter").first else {
          Issue.record("nothing was planned")
          return
        }
        #expect(order.requests().all.map(\.name) == [kept])
      }
    },
    Story(.compose, "what could not be sent is not said to be fired") { stage in
      stage.openRecording()
      stage.press("c")
      guard case .compose(let sent, _) = stage.press("Ctrl-s").first else {
        Issue.record("nothing was sent")
        return
      }
      #expect(stage.footer.contains("sent; its response"))
      stage.send(.uncomposed(sent, "$T has no value"))
      #expect(stage.app.screenName == "compose" && stage.shows("$T has no value"))
      #expect(!stage.footer.contains("fired"))
    },
    Story(.compose, "two typed requests to one URL have a draft each") { stage in
      var items = Sample.targets
      for body in ["one", "two"] {
        stage.press(":")
        stage.type("send http://x.test/ -d \(body)")
        stage.press("Enter")
        items.append(
          TargetItem(
            name: "http://x.test/", group: "ad hoc", method: "POST", path: "http://x.test/",
            isSafe: false))
        stage.send(.listed(TargetListing(title: "demo", baseURL: Sample.base, items: items)))
        #expect(stage.app.selectedTarget == items.count - 1)
      }
      stage.press("c PgDn")
      #expect(stage.typed.contains("body     two"))
      stage.type(" changed")
      stage.press("Esc k c")
      #expect(stage.shows("body     one "))
      stage.press("Esc j c")
      #expect(stage.shows("body     two changed"))
    },
    Story(.openDraft, "C goes on with what was typed last, wherever one stands") { stage in
      stage.press("C")
      #expect(stage.footer.contains("nothing is typed that was not sent"))
      stage.press("j c Ctrl-u")
      stage.type("http://x.test/kept")
      stage.press("Esc g C")
      #expect(stage.shows("URL      http://x.test/kept"))
      #expect(
        stage.press("Ctrl-s")
          == [.compose(ComposedRequest(method: "GET", url: "http://x.test/kept"), beside: 1)])
      stage.press("C")
      #expect(stage.footer.contains("nothing is typed that was not sent"))
    },
  ]
}

extension Sample {
  /// A login as a file says it, and as it is sent when nothing is changed.
  static let loginText = """
    ### login
    # @no-redirect
    # a remark
    POST {{baseUrl}}/login
    Authorization: Bearer {{token}}
    Content-Type: application/json

    {
      "name": "{{user}}"
    }

    """

  static let login: ComposedRequest = {
    var request = ComposedRequest(
      method: "POST", url: "{{baseUrl}}/login",
      headers: [
        HeaderField("Authorization", "Bearer {{token}}"),
        HeaderField("Content-Type", "application/json"),
      ], body: Array("{\n  \"name\": \"{{user}}\"\n}".utf8))
    request.notes = ["# @no-redirect"]
    return request
  }()
}

extension Stage {
  /// Shows the requests of a file called users.http.
  mutating func open(_ text: String) {
    let items = RequestFile(text, name: "users.http").requests.map { request in
      var item = TargetItem(
        name: request.listName, group: "users", method: request.method.rawValue,
        path: request.target.source, isSafe: request.method.isSafe)
      item.isInFile = true
      item.source = request.target.source
      item.origin = .file(request)
      return item
    }
    start(TargetListing(title: "api", baseURL: "", items: items))
  }

  mutating func openLogin() { open(Sample.loginText) }
}
