import DemoServer
import NetEngine
import TestSupport
import Testing

/// What `inspector run` writes about a run.
@Suite("Reports of a run")
struct RunReportTests {
  private static let requests = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/") + "/requests"
  }()

  @Test("the demo collection: several reports at once, whose numbers add up")
  func demo() throws {
    let server = try DemoServer()
    let folder = try TestFolder()
    let run = try Piped([
      "run", Self.requests, "--env", "demo", "--set", "baseUrl=\(server.baseURL)", "--parallel",
      "4", "--json", "--report", "junit=\(folder.path)/a.xml", "--report",
      "text=\(folder.path)/a.txt",
    ])
    #expect(run.ending == .exited(0), "\(run.output)")
    let lines = JSONLines(Array(run.output.utf8)).map(\.json)
    #expect(lines.map { $0["seq"].int } == Array(1...24).map { $0 })
    #expect(lines.allSatisfy { $0["ok"].bool == true })
    #expect(lines.allSatisfy { $0["v"].int == 1 })
    #expect(lines.allSatisfy { $0["round"].int == 1 && ($0["line"].int ?? 0) > 0 })
    #expect(lines.allSatisfy { $0["file"].string?.hasPrefix(Self.requests) == true })
    for key in ["name", "method", "url", "status", "kind", "steps", "bytes", "ms", "hops"] {
      #expect(lines.allSatisfy { $0[key].exists }, "\(key)")
    }
    let wrong = try #require(lines.first { $0["name"].string == "wrong password" })
    #expect(wrong["kind"].string == "business")
    #expect(wrong["expect"][1]["filter"].string == "~kind rejected & ~code wrong_password")
    #expect(wrong["expect"][1]["ok"].bool == true)
    let text = try #require(folder.read("a.txt"))
    #expect(text.firstRange(of: "24 requests · 24 as expected") != nil)
    let xml = try XMLTree(try #require(folder.read("a.xml")))
    #expect(xml.root.name == "testsuites")
    #expect(
      xml.root.children.map { $0.attributes["name"] } == ["answers", "login", "bodies", "users"])
    try Self.check(xml.root, tests: 24, failures: 0, errors: 0, skipped: 0)
  }

  /// Every number of a suite is the sum of what is in it.
  private static func check(
    _ root: XMLTree.Element, tests: Int, failures: Int, errors: Int, skipped: Int
  ) throws {
    func sums(_ element: XMLTree.Element) -> [String: Int] {
      if element.name == "testcase" {
        func has(_ name: String) -> Int { element.children.count { $0.name == name } }
        return [
          "tests": 1, "failures": has("failure"), "errors": has("error"),
          "skipped": has("skipped"),
        ]
      }
      return element.children.map(sums).reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    }
    for element in [root] + root.children {
      // How many were skipped only a suite may say.
      for (name, sum) in sums(element) where element.name != root.name || name != "skipped" {
        #expect(element.attributes[name] == "\(sum)", "\(element.name) \(name)")
      }
    }
    #expect(root.attributes["tests"] == "\(tests)")
    #expect(root.attributes["failures"] == "\(failures)")
    #expect(root.attributes["errors"] == "\(errors)")
    #expect(
      root.children.map { $0.attributes["skipped"] ?? "" }.compactMap(Int.init).reduce(0, +)
        == skipped)
    #expect(JUnitSchema.mistakes(in: root) == [])
    #expect(root.children.allSatisfy { $0.attributes["timestamp"] != nil })
  }

  @Test("JUnit tells failures from errors and skips, and survives any name and message")
  func junit() throws {
    let server = try DemoServer()
    let folder = try TestFolder()
    try folder.write(
      "b&d/<\"'>.http",
      """
      @baseUrl = \(server.baseURL)
      ### a <b> & "c" \u{1b}[2J \u{feff}é
      GET /status/404
      ### gone
      GET http://127.0.0.1:1/
      ### after
      # @depends gone
      GET /users
      ### unknown
      GET /{{nobody}}
      ### fine
      GET /users

      """)
    let run = try Piped(["run", folder.path, "--report", "junit"])
    #expect(run.ending == .exited(1))
    let xml = try XMLTree(run.output)
    try Self.check(xml.root, tests: 5, failures: 1, errors: 2, skipped: 1)
    let suite = try #require(xml.root.children.first)
    #expect(suite.attributes["name"] == "b&d/<\"'>")
    let names = suite.children.map { $0.attributes["name"] }
    #expect(names[0] == "a <b> & \"c\" \\u{1B}[2J \u{feff}é")
    #expect(suite.children[0].children[0].attributes["type"] == "client")
    #expect(
      suite.children[0].children[0].text.firstRange(of: "✗ filter 2xx: the server answered 404")
        != nil)
    #expect(suite.children[2].children[0].attributes["message"] == "'gone', which it needs, failed")
    #expect(suite.children[3].children[0].text.firstRange(of: ".http:10:") != nil)
  }

  /// A file of another editor, whose tests are scripts.
  private static let scripted = """
    ### users
    GET {{baseUrl}}/users
    # @expect ~c 200

    > {%
      // client.assert(false, "not this one")
      client.test("it is fine", function() {
        for (const one in response.body.data) client.assert(one.id, "client.assert(false)");
        client.assert(response.body.data.length > 0);
      });
    %}
    ### one
    GET {{baseUrl}}/users/42

    > ./checks.js
    ### bare
    GET {{baseUrl}}/users

    > {% client.global.set("id", response.body.id); %}

    """

  @Test("checks of scripts are counted in the summary and in each report, and fail a strict run")
  func unchecked() throws {
    let server = try DemoServer()
    let folder = try TestFolder()
    let path = try folder.write("t.http", Self.scripted)
    let words = [
      "run", path, "--set", "baseUrl=\(server.baseURL)", "--report", "junit=\(folder.path)/a.xml",
      "--report", "json=\(folder.path)/a.jsonl",
    ]
    let run = try Piped(words)
    #expect(run.ending == .exited(0), "\(run.error)")
    #expect(run.output.firstRange(of: "3 requests · 3 as expected · 3 checks not made") != nil)
    #expect(run.error.firstRange(of: "a script is kept and not run, and 1 more: 3 checks") != nil)
    let lines = JSONLines(Array(try #require(folder.read("a.jsonl")).utf8)).map(\.json)
    #expect(lines.map { $0["unchecked"].int } == [2, 1, nil])
    let xml = try XMLTree(try #require(folder.read("a.xml")))
    try Self.check(xml.root, tests: 5, failures: 0, errors: 0, skipped: 2)
    let skipped = xml.root.children[0].children[1].children[0].attributes["message"]
    #expect(skipped?.hasPrefix("2 checks were not made") == true)
    #expect(try Piped(words + ["--strict"]).ending == .exited(4))
  }

  @Test("checks of scripts that are understood are made, and told as expectations are")
  func scriptChecks() throws {
    let server = try DemoServer()
    let folder = try TestFolder()
    let path = try folder.write(
      "t.http",
      """
      ### zero
      GET {{baseUrl}}/users

      > {% client.global.set("status", response.status); %}
      ### one
      GET {{baseUrl}}/users/42

      > {%
        client.test("found", function() {
          client.assert(response.status === 200, "not found");
          client.assert(response.body.missing === 1, "no such member");
        });
      %}
      ### two
      # @assert status == 404
      GET {{baseUrl}}/status/404?was={{status}}
      ### three
      # @disabled
      GET {{baseUrl}}/never
      ### four
      WEBSOCKET ws://h.test/

      """)
    let run = try Piped([
      "run", path, "--set", "baseUrl=\(server.baseURL)", "--report", "json=\(folder.path)/a.jsonl",
    ])
    #expect(run.ending == .exited(4), "\(run.error)")
    #expect(run.output.firstRange(of: "'found'") != nil, "\(run.output)")
    #expect(run.output.firstRange(of: "found nothing: no such member") != nil, "\(run.output)")
    let lines = JSONLines(Array(try #require(folder.read("a.jsonl")).utf8)).map(\.json)
    #expect(lines.map { $0["ok"].bool } == [true, false, true, nil, nil])
    #expect(lines[1]["expect"].arrayValue.map { $0["ok"].bool } == [true, false])
    #expect(
      lines.map { $0["skipped"].string } == [
        nil, nil, nil, "the request is disabled: kept, not sent",
        "WEBSOCKET is not HTTP: kept, not sent",
      ])
    #expect(
      server.log.map { String(decoding: $0.target, as: UTF8.self) }.last == "/status/404?was=200")
  }

  @Test("a run in which nothing was fired is no green one")
  func nothingRun() throws {
    let folder = try TestFolder()
    let path = try folder.write("t.http", "### a\nGET http://127.0.0.1:1/\n")
    let stubs = try Piped(["run", path, "--stub"])
    #expect(stubs.ending == .exited(1))
    #expect(stubs.error.firstRange(of: "nothing was run: it was skipped") != nil)
    try folder.write("s.json", "{}")
    let both = try folder.write(
      "b.http", "### a\nGET http://h/\n### b\n# @sample ./s.json\nGET http://h/\n")
    #expect(try Piped(["run", both, "--stub"]).ending == .exited(0))
    #expect(try Piped(["run", both, "--stub", "--strict"]).ending == .exited(4))
  }

  @Test("each round is a row that says so")
  func rounds() throws {
    let server = try DemoServer()
    let folder = try TestFolder()
    let path = try folder.write("t.http", "### a\nGET \(server.baseURL)/users\n")
    let run = try Piped(["run", path, "--repeat", "2", "--json"])
    let lines = JSONLines(Array(run.output.utf8)).map(\.json)
    #expect(lines.map { $0["round"].int } == [1, 2])
    #expect(lines.map { $0["line"].int } == [2, 2])
  }

  @Test("two reports do not share stdout, and an unknown form is told")
  func mistakes() throws {
    let two = try Piped(["run", Self.requests, "--json", "--report", "junit"])
    #expect(two.ending == .exited(1))
    #expect(two.error.firstRange(of: "do not go together") != nil)
    let unknown = try Piped(["run", Self.requests, "--report", "pdf"])
    #expect(
      unknown.error.firstRange(of: "'--report' needs text, json, junit, html or github") != nil)
  }

  @Test("into a pipe the text is as it is; on a terminal nothing in it acts")
  func escaping() throws {
    let folder = try TestFolder()
    let path = try folder.write("t.http", "### a\u{1b}]0;pwned\u{7}b\nGET http://127.0.0.1:1/\n")
    #expect(try Piped(["run", path]).output.firstRange(of: "\u{1b}]0;pwned") != nil)
    let terminal = try PTY(Spawn.inspector, ["run", path], width: 120)
    #expect(try terminal.waitForEnd() == .exited(3))
    #expect(terminal.screen.contains("a^[]0;pwned^Gb"))
  }

  @Test("a terminal gets colours and bodies laid out; NO_COLOR and a pipe are obeyed")
  func colours() throws {
    let server = try DemoServer()
    let folder = try TestFolder()
    let path = try folder.write("t.http", "### a\nGET \(server.baseURL)/users/1\n")
    for arguments in [["run", path], ["send", server.baseURL + "/users/1"]] {
      for noColor in [nil, "1"] {
        let terminal = try PTY(
          Spawn.inspector, arguments, height: 60,
          environment: ["TERM": "xterm-256color", "NO_COLOR": noColor])
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(terminal.screen.hasUsedColor == (noColor == nil), "\(arguments)")
        if arguments[0] == "send" { #expect(terminal.screen.contains(#"  "status": "#)) }
      }
      let piped = try Piped(arguments).output
      #expect(!piped.contains("\u{1b}") && !piped.contains(#"  "status": "#), "\(arguments)")
    }
  }

  @Test("list tells every request with its place, the broken ones among them")
  func list() throws {
    let folder = try TestFolder()
    try folder.write(
      "a.http", "@id = 7\n### one\nGET http://h/{{id}}?t={{login.response.body.$.t}}\n")
    try folder.write("b/c.http", "### login\nPOST http://h/\n### bad\nGET http://h/\nnonsense\n")
    let text = try Piped(["list", folder.path])
    #expect(text.ending == .exited(2))
    #expect(
      text.output == """
        GET     one    http://h/7?t={{login.response.body.$.t}}  \(folder.path)/a.http:3:1
        POST    login  http://h/  \(folder.path)/b/c.http:2:1
        ✗       bad    \(folder.path)/b/c.http:5:1: expected 'Name: value' or an empty line, found \
        'nonsense' — a body needs an empty line in front of it

        """)
    #expect(
      text.error.hasPrefix(
        "inspector: \(folder.path)/b/c.http:5:1: expected 'Name: value' or an empty line"))
    let json = try Piped(["list", folder.path + "/a.http", "--json"])
    #expect(json.ending == .exited(1))
    #expect(
      json.error == "inspector: \(folder.path)/a.http:3:23: there is no request 'login'\n",
      "\(json.error)")
    #expect(
      json.output
        == #"{"v":1,"name":"one","method":"GET","url":"http://h/7?t={{login.response.body.$.t}}","#
        + #""group":"a","file":"\#(folder.path)/a.http","line":3,"#
        + #""vars":{"id":"7","login.response.body.$.t":null}}"# + "\n")
  }

  @Test("list names what no request can be sent with: on stderr, each once, with an exit code")
  func lint() throws {
    let folder = try TestFolder()
    try folder.write(
      "a.http",
      """
      @url = {{base}}/v1
      ### one
      GET {{url}}/a
      ### two
      GET {{url}}/b?id={{idd}}
      ### three
      # @depends four
      GET http://h/
      ### four
      # @depends three
      GET http://h/
      """)
    try folder.write(
      "http-client.env.json", #"{"dev": {"base": "http://d", "id": "1"}, "prod": {"id": "2"}}"#)
    func list(_ more: String...) throws -> [String] {
      let done = try Piped(["list", folder.path] + more)
      #expect(done.ending == .exited(1))
      #expect(done.output.split(separator: "\n").count == 4)
      return done.error.split(separator: "\n").map(String.init)
    }
    let dev = try list("--env", "dev")
    #expect(dev.count == 2, "\(dev)")
    #expect(dev[0].hasPrefix("inspector: \(folder.path)/a.http:5:18: "), "\(dev[0])")
    #expect(dev[0].contains("'idd'") && dev[0].contains("'id'?"), "\(dev[0])")
    #expect(
      dev[1].contains("/a.http:11:1: ") && dev[1].contains("three → four → three"), "\(dev[1])")
    let prod = try list("--env", "prod", "--json")
    #expect(prod.count == 3 && prod[0].contains("a.http:1:8: "), "\(prod)")
    // What one environment has is not missing while none is chosen.
    let none = try list()
    #expect(none.count == 3 && none[0].contains("note: no environment is chosen"), "\(none)")
  }
}
