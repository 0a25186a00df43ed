import NetEngine
import RequestFiles
import TestSupport
import Testing

@Suite("Collections")
struct RequestCollectionTests {
  private static func names(_ entries: [RequestCollection.Entry]) -> [String] {
    entries.map { "\($0.group)/\($0.request.listName)" }
  }

  @Test("list files before folders, by the bytes of their names, and nothing else")
  func order() throws {
    let sandbox = try TestFolder()
    for name in ["b.http", "a.rest", "B.HTTP", "z/c.http", "y/x/d.http", "é.http"] {
      try sandbox.write(name, "### \(name)\nGET http://h.test/\n")
    }
    for name in [".hidden.http", ".git/a.http", "node_modules/a.http", "a.txt", "http"] {
      try sandbox.write(name, "GET http://h.test/no\n")
    }
    sandbox.link("loop", to: ".")
    sandbox.link("linked.http", to: "z/c.http")
    let collection = try sandbox.collection()
    #expect(
      collection.files.map(\.name) == [
        "B.HTTP", "a.rest", "b.http", "linked.http", "é.http", "y/x/d.http", "z/c.http",
      ])
    #expect(collection.entries.map(\.group) == ["B", "a", "b", "linked", "é", "y/x/d", "z/c"])
    #expect(collection.entries.map(\.id) == Array(0..<7))
    #expect(collection.problems.isEmpty)
  }

  @Test("of one file are that file; its folder is what bodies stay in")
  func oneFile() throws {
    let sandbox = try TestFolder()
    try sandbox.write("in/a.http", "@baseUrl = http://h.test\nPOST /\n\n< ../b.json\n")
    try sandbox.write("in/other.http", "GET http://h.test/\n")
    try sandbox.write("b.json", "{}")
    let collection = try sandbox.collection("in/a.http")
    #expect(collection.files.map(\.name) == ["a.http"])
    #expect(throws: RequestFileProblem.self) { try collection.target(collection.entries[0]) }
    let above = try sandbox.collection()
    let target = try above.target(above.entries[0])
    guard case .file(let path) = target.task.body else {
      Issue.record("\(target.task.body)")
      return
    }
    #expect(TestFolder.bytes(at: path) == Array("{}".utf8))
  }

  @Test("that are not there say so; odd files are rows of their own")
  func unreadable() throws {
    let sandbox = try TestFolder()
    #expect(throws: RequestFileProblem.self) { try sandbox.collection("nothing") }
    #expect(throws: RequestFileProblem.self) { try RequestCollection(path: "a\0b") }
    #expect(try sandbox.collection().entries.isEmpty)
    sandbox.fifo("fifo.http")
    sandbox.link("out.http", to: "/etc/hostname")
    sandbox.link("gone.http", to: "nothing")
    try sandbox.write("ok.http", "GET http://h.test/\n")
    let collection = try sandbox.collection()
    #expect(collection.entries.count == 1)
    #expect(
      collection.problems.map(\.message) == [
        "the file 'fifo.http' cannot be used: it is not a plain file",
        "the file 'gone.http' cannot be used: No such file or directory",
        "the file 'out.http' cannot be used: it lies outside of the project's folder",
      ])
  }

  @Test("find requests by name, by group and name, by group; else name the nearest")
  func names() throws {
    let sandbox = try TestFolder()
    try sandbox.write("users.http", "### list\nGET http://h.test/1\n###\nGET http://h.test/2\n")
    try sandbox.write("orders.http", "### list\nGET http://h.test/3\n")
    let collection = try sandbox.collection()
    #expect(try Self.names(collection.entries(named: "list")) == ["orders/list", "users/list"])
    #expect(try Self.names(collection.entries(named: "users/list")) == ["users/list"])
    #expect(
      try Self.names(collection.entries(named: "users"))
        == ["users/list", "users/GET http://h.test/2"])
    #expect(
      try Self.names(collection.entries(named: "GET http://h.test/2"))
        == ["users/GET http://h.test/2"])
    let problem = #expect(throws: RequestFileProblem.self) {
      try collection.entries(named: "user")
    }
    #expect(problem?.hint == "did you mean 'users'?")
  }

  @Test("put requests behind what they need, each once")
  func dependencies() throws {
    let sandbox = try TestFolder()
    try sandbox.write(
      "a.http",
      """
      @token = {{login.response.body.$.token}}
      ### last
      # @depends setup, detail
      GET http://h.test/{{token}}
      ### detail
      GET http://h.test/{{list.response.body.$.0}}
      ### list
      GET http://h.test/
      Authorization: {{token}}
      ### alone
      GET http://h.test/
      """)
    try sandbox.write(
      "b.http", "# @name login\nPOST http://h.test/\n###\n# @name setup\nGET http://h.test/\n")
    let collection = try sandbox.collection()
    func order(_ names: String...) throws -> [String] {
      let wanted = try names.flatMap { try collection.entries(named: $0) }
      return try collection.order(wanted).map(\.request.listName)
    }
    #expect(try order("alone", "last") == ["alone", "setup", "login", "list", "detail", "last"])
    #expect(try order("detail", "list", "login") == ["login", "list", "detail"])
    #expect(try order("setup") == ["setup"])
    #expect(
      try collection.order(collection.entries).map(\.request.listName)
        == ["setup", "login", "list", "detail", "last", "alone"])
  }

  @Test("name cycles, and names that are not there or mean two")
  func badDependencies() throws {
    let sandbox = try TestFolder()
    try sandbox.write(
      "a.http",
      """
      ### a
      GET http://h.test/{{b.response.body}}
      ### b
      # @depends c
      GET http://h.test/
      ### c
      GET http://h.test/{{a.response.headers.X}}
      ### d
      # @depends nobody
      GET http://h.test/
      ### e
      # @depends e
      GET http://h.test/
      ### f
      # @depends twin
      GET http://h.test/
      """)
    try sandbox.write(
      "b.http", "### twin\nGET http://h.test/\n### x\n# @depends twin\nGET http://h.test/\n")
    try sandbox.write("c.http", "### twin\nGET http://h.test/\n")
    let collection = try sandbox.collection()
    func problem(_ name: String) throws -> String {
      let entries = try collection.entries(named: name)
      do throws(RequestFileProblem) {
        return try collection.order(entries).map(\.request.listName).joined(separator: " ")
      } catch {
        return "\(error.place) \(error.message)"
      }
    }
    #expect(try problem("a") == "a.http:7:1 requests depend on each other: a → b → c → a")
    #expect(try problem("d") == "a.http:9:12 there is no request 'nobody'")
    #expect(try problem("e") == "a.http:13:1 requests depend on each other: e → e")
    #expect(
      try problem("f") == "a.http:15:12 'twin' is the name of 2 requests: b.http:2:1, c.http:2:1")
    #expect(try problem("x") == "twin x")
  }

  @Test("follow a chain of any length")
  func longChain() throws {
    var text = ""
    for index in 0..<3_000 {
      text += "### r\(index)\n# @depends r\(index + 1)\nGET http://h.test/\n"
    }
    let sandbox = try TestFolder()
    try sandbox.write("a.http", text + "### r3000\nGET http://h.test/\n")
    let collection = try sandbox.collection()
    let order = try collection.order([collection.entries[0]]).map(\.id)
    #expect(order == (0...3_000).reversed())
  }

  @Test("notice edits, new files and changed environments")
  func currency() throws {
    let sandbox = try TestFolder()
    try sandbox.write("a.http", "GET http://h.test/\n")
    try sandbox.write("http-client.env.json", "{}")
    let collection = try sandbox.collection()
    #expect(collection.isCurrent)
    try sandbox.write("a.http", "GET http://h.test/2\n")
    #expect(!collection.isCurrent)
    #expect(try sandbox.collection().isCurrent)
    let second = try sandbox.collection()
    try sandbox.write("http-client.env.json", #"{"dev":{}}"#)
    #expect(!second.isCurrent)
    let third = try sandbox.collection()
    try sandbox.write("http-client.private.env.json", "{}")
    #expect(!third.isCurrent)
  }

  @Test("take environments from the nearest folder first, the private file before the public")
  func environments() throws {
    let sandbox = try TestFolder()
    try sandbox.write("in/a.http", "GET http://h.test/{{a}}/{{b}}/{{c}}/{{d}}/{{e}}\n")
    try sandbox.write(
      "http-client.env.json",
      #"{"dev":{"a":"1","b":"1","c":"1","d":"1"},"$shared":{"e":"s","a":"s"},"x":3}"#)
    try sandbox.write("http-client.private.env.json", #"{"dev":{"b":"2","c":"2"},"own":{}}"#)
    try sandbox.write("in/http-client.env.json", #"{"dev":{"c":"3"},"near":{}}"#)
    let collection = try sandbox.collection()
    #expect(collection.environments == ["dev", "own", "near"])
    var context = RequestContext()
    context.environment = "dev"
    func url() throws -> String {
      try collection.target(collection.entries[0], in: context).baseURL
    }
    #expect(try url() == "http://h.test/1/2/3/1/s")
    context.set = ["d": "{{a}}"]
    #expect(try url() == "http://h.test/1/2/3/{{a}}/s")
    context.environment = "dve"
    let problem = #expect(throws: RequestFileProblem.self) { try url() }
    #expect(problem?.description.hasSuffix("no environment 'dve' — did you mean 'dev'?") == true)
    context.environment = "production"
    let other = #expect(throws: RequestFileProblem.self) { try url() }
    #expect(other?.hint == "known are dev, own, near")
  }

  @Test("with a broken environment say where, and still list everything")
  func brokenEnvironment() throws {
    let sandbox = try TestFolder()
    try sandbox.write("a.http", "GET http://h.test/\n")
    try sandbox.write("http-client.env.json", "{\n  \"dev\": {,}\n}")
    try sandbox.write("http-client.private.env.json", "[]")
    let collection = try sandbox.collection()
    #expect(collection.entries.count == 1)
    #expect(
      collection.problems.map { "\($0.place)" }
        == ["http-client.private.env.json:1:1", "http-client.env.json:2:11"])
  }

  @Test("read 5,000 requests in 200 files")
  func many() throws {
    let sandbox = try TestFolder()
    let request =
      "# @name r\n# @status 2xx\nPOST {{host}}/a\nContent-Type: application/json\n\n{\"a\":{{x}}}\n\n"
    let file = String(repeating: "### again\n" + request, count: 25)
    for index in 0..<200 { try sandbox.write("f\(index).http", file) }
    let collection = try sandbox.collection()
    #expect(collection.entries.count == 5_000)
    #expect(collection.entries.allSatisfy { $0.request.flaw == nil })
  }

  @Test("a request that says 'none' has no profile, whatever stands for the others")
  func noProfile() throws {
    let sandbox = try TestFolder()
    try sandbox.write(
      "t.http",
      """
      # @profile code/msg/data

      ###
      # @profile none
      GET http://h.test/page

      ###
      GET http://h.test/data
      """)
    let collection = try sandbox.collection("t.http")
    let standard = Pipeline(profile: .errno)
    var names: [String?] = []
    for entry in collection.entries {
      #expect(collection.problems(of: entry) == [])
      let target = try collection.target(entry)
      let profile = collection.pipeline(of: entry, over: standard).profile
      #expect(target.pipeline(over: standard).profile == profile)
      names.append(profile?.name)
    }
    #expect(names == [nil, "code/msg/data"])
  }

  @Test("names every problem of a request without sending anything")
  func allProblems() throws {
    let sandbox = try TestFolder()
    try sandbox.write(
      "t.http",
      """
      # @name bad
      # @status what
      # @map what
      # @timeout soon
      # @profile nobody
      # @depends nowhere, good
      POST http://h.test/{{no}}/{{good.response.body.$.id}}

      < ./gone.json

      ###
      # @name good
      # @depends bad
      GET http://h.test/

      ###
      # @name base
      GET /path
      """)
    let collection = try sandbox.collection("t.http")
    let problems = collection.problems(of: collection.entries[0])
    #expect(
      problems.map { "\($0.place.line) \($0.message)" } == [
        "2 @status needs 2xx, 200-299,304 or none, found 'what'",
        "3 @map needs auto, json, string, string(path), object(path), image or none, found 'what'",
        "4 @timeout needs a time such as 5s or 500ms, found 'soon'",
        "6 there is no request 'nowhere'", "5 there is no profile 'nobody'",
        "7 there is no variable 'no'",
        "9 the file './gone.json' cannot be used: No such file or directory",
      ])
    #expect(
      collection.problems(of: collection.entries[2]).map(\.message) == [
        "there is no variable 'baseUrl'"
      ])
    let circle = try sandbox.write(
      "c.http",
      "# @name a\n# @depends b\nGET http://h/\n###\n# @name b\n# @depends a\nGET http://h/\n")
    let other = try RequestCollection(path: circle)
    // One circle, not one for each request on it.
    #expect(other.problems(of: other.entries[1]) == other.problems(of: other.entries[0]))
    #expect(
      other.problems(of: other.entries[0]).map(\.message) == [
        "requests depend on each other: a → b → a"
      ])
    #expect(collection.variableNames.isSuperset(of: ["no", "baseUrl"]))
  }

  @Test("know a request by a key that no other has, whatever files and requests are called")
  func keys() throws {
    let sandbox = try TestFolder()
    func requests(_ names: String...) -> String {
      names.map { "### \($0)\nGET http://h/\n" }.joined()
    }
    try sandbox.write("a.http", requests("b.http#c", "c", "c", "c#1", "c"))
    for name in ["a.http#b.http", "a%23b.http", "a#b.http"] {
      try sandbox.write(name, requests("c"))
    }
    let keys = try sandbox.collection().entries.map(\.key)
    #expect(
      keys == [
        "a%23b.http#c", "a%2523b.http#c", "a.http#b.http#c", "a.http#c#GET http://h/",
        "a.http#c#GET http://h/#1", "a.http#c#1", "a.http#c#GET http://h/#2", "a.http%23b.http#c",
      ])
  }

  @Test("keep the keys of two requests with one name when an edit swaps them")
  func swappedNamesakes() throws {
    let sandbox = try TestFolder()
    let requests = ["a", "b"].map { "### user\nGET http://h/\($0)\n" }
    func keys() throws -> [String: String] {
      let pairs = try sandbox.collection().entries.map { ($0.request.target.source, $0.key) }
      return Dictionary(uniqueKeysWithValues: pairs)
    }
    try sandbox.write("a.http", requests.joined())
    let before = try keys()
    try sandbox.write("a.http", requests.reversed().joined())
    #expect(try keys() == before)
  }

  @Test("know which requests an edit leaves as they were")
  func unchanged() throws {
    let sandbox = try TestFolder()
    try sandbox.write("a.http", "GET http://h/{{x}}\n")
    try sandbox.write("b.http", "GET http://h/\n")
    try sandbox.write("http-client.env.json", #"{"dev":{"x":"1"}}"#)
    func kept(after edit: (TestFolder) throws -> Void) throws -> [Bool] {
      let before = try sandbox.collection()
      try edit(sandbox)
      let after = try RequestCollection(paths: [sandbox.path], reusing: before)
      return after.entries.map(after.isUnchanged)
    }
    #expect(try kept { _ in } == [true, true])
    #expect(try kept { try $0.write("b.http", "GET http://h/2\n") } == [true, false])
    #expect(try kept { try $0.write("aa.http", "GET http://h/2\n") } == [true, false, true])
    #expect(
      try kept { try $0.write("b.http", "import a.http\nGET http://h/3\n") } == [true, true, false])
    #expect(
      try kept { try $0.write("a.http", "@y = 2\nGET http://h/{{x}}\n") } == [false, true, false])
    // What its variables stand for may be another value now.
    let other = #"{"dev":{"x":"22"}}"#
    #expect(try kept { try $0.write("http-client.env.json", other) } == [false, false, false])
  }

  /// What stands beside a request, and whether it may ask for an answer that nothing says it needs.
  static let asking: [(name: String, text: String, mayAsk: Bool)] = [
    ("http-client.env.json", #"{"dev":{"x":"1","y":"{{z}}"}}"#, false),
    ("http-client.env.json", #"{"dev":{"x":"{{login.response.body.$.id}}"}}"#, true),
    ("http-client.env.json", #"{"dev":{"x":"{{login.body.id}}"}}"#, true),
    ("http-client.env.json", #"{"dev":{"x":"{{$processEnv %login.body.id}}"}}"#, true),
    ("http-client.env.json", #"{"dev":{"login.id":"1"}}"#, true),
    ("b.http", "GET http://h/{{login.response.body.$.id}}\n", false),
    ("b.http", "POST http://h/\n\n< ./body\n", false),
    ("b.http", "POST http://h/\n\n<@ ./body\n", true),
    ("b.http", "# @injectVariables\nPOST http://h/\n\n< ./body\n", true),
    ("b.http", "# @sample ./body\nGET http://h/\n", true),
    ("b.http", "GET http://h/{{$processEnv %name}}\n", false),
    ("b.http", "GET http://h/{{$processEnv %login.body.id}}\n", true),
    ("b.http", "@y = {{login.response.body.$.id}}\nGET http://h/{{y}}\n", false),
    ("b.http", "import c.http\nGET http://h/{{y}}\n", false),
    ("b.http", "import a.http\nGET http://h/{{y}}\n", true),
  ]

  @Test("know where answers may be asked for that no request says it needs", arguments: asking)
  func answersAskedFor(_ row: (name: String, text: String, mayAsk: Bool)) throws {
    let sandbox = try TestFolder()
    try sandbox.write(
      "a.http", "@y = {{login.response.body.$.id}}\n### login\nGET http://h/{{x}}\n")
    try sandbox.write("c.http", "@y = 1\nGET http://h/\n")
    try sandbox.write(row.name, row.text)
    #expect(try sandbox.collection().answersMayBeAskedFor == row.mayAsk)
  }

  @Test("keep of an answer nobody asks for only the variables it sets")
  func notAskedFor() throws {
    let sandbox = try TestFolder()
    try sandbox.write("a.http", "# @capture id = body.id\nGET http://h/\n")
    let entry = try #require(try sandbox.collection().entries.first)
    let response = Response(
      statusCode: 200, headers: ["Content-Type": "application/json"], body: #"{"id":"T7"}"#,
      request: HTTPRequest(url: "http://h/"))
    let answers = EarlierAnswers()
    answers.remember(.success(response), of: entry, isAskedFor: false)
    #expect(answers[entry] == nil)
    #expect(answers.kept("id")?.text == "T7")
    answers.remember(.success(response), of: entry)
    #expect(answers[entry] != nil)
  }

  @Test("forget a response and its values once the request has another method, URL or origin")
  func changedRequest() throws {
    let sandbox = try TestFolder()
    func entry(_ line: String) throws -> RequestCollection.Entry {
      try sandbox.write("a.http", "### login\n# @capture id = body.id\n\(line)\n")
      return try #require(try sandbox.collection().entries.first)
    }
    let first = try entry("GET http://h/a")
    let response = Response(
      statusCode: 200, headers: ["Content-Type": "application/json"], body: #"{"id":"T7"}"#,
      request: HTTPRequest(url: "http://h/a"))
    for (line, origin, isKept) in [
      ("GET http://h/a\nX-New: 1", "http://h", true), ("PUT http://h/a", "http://h", false),
      ("GET http://h/b", "http://h", false), ("GET http://h/a", "http://i", false),
    ] {
      let answers = EarlierAnswers()
      answers.remember(.success(response), of: first)
      let edited = try entry(line)
      #expect((answers[edited] != nil) == (isKept || origin == "http://i"), "\(line)")
      answers.forget(edited, ifNotFrom: origin)
      #expect((answers[edited] != nil) == isKept && (answers.kept("id") != nil) == isKept)
    }
  }
}
