import DemoServer
import Glibc
import Inspector
import InspectorScreens
import NetEngine
import RequestFiles
import TestSupport
import Testing

/// Request files on the screens: what is fired when, and what an edit changes.
@MainActor
@Suite("Request files on the screens")
struct CollectionScreensTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
  }

  private static let chain = """
    ### detail
    GET /orders/{{orders.response.body.$.data[0].id}}
    Authorization: Bearer {{login.response.body.$.data.token}}
    ### orders
    # @depends login
    GET /orders
    Authorization: Bearer {{login.response.body.$.data.token}}
    ### login
    POST /login
    Content-Type: application/json

    {"name": "ada", "password": "{{password}}"}

    """

  private func targets(password: String = "secret") throws -> CollectionTargets {
    var context = RequestContext()
    context.set = ["baseUrl": server.baseURL, "password": password]
    return try CollectionTargets(paths: [folder.path], context: context)
  }

  /// What happens until nothing is under way: `began 0`, `200 0`.
  private func events(_ runner: EffectRunner, _ mailbox: Mailbox) async -> [String] {
    var words: [String] = []
    var targets: [ExchangeID: Int] = [:]
    while !runner.isIdle || words.isEmpty {
      await mailbox.arrival()
      for event in mailbox.take() {
        runner.note(event)
        guard case .exchange(let id, let what, _) = event else { continue }
        switch what {
        case .began(let target, _, _, _):
          targets[id] = target
          words.append("began \(target)")
        case .finished(.success(let response), _):
          words.append("\(response.statusCode) \(targets[id] ?? -1)")
        case .finished(.failure(let error), _):
          words.append("\(error.kind.word) \(targets[id] ?? -1): \(error.message)")
        case .progress, .arrived, .recorded: break
        }
      }
    }
    return words
  }

  @Test("requests of one name keep their numbers through edits, by method and URL")
  func namesakes() throws {
    let requests = ["a", "b", "c"].map { "### user\nGET /\($0)\n" }
    try folder.write("a.http", requests[0])
    let targets = try targets()
    for order in [[0, 1], [1, 0], [2, 1, 0], [0]] {
      try folder.write("a.http", order.map { requests[$0] }.joined())
      #expect(targets.reload())
      #expect(targets.listing.order == order, "each request keeps its number")
    }
  }

  @Test("firing one fires what it needs first, each seen in its own row, and once")
  func chain() async throws {
    try folder.write("a.http", Self.chain)
    let mailbox = Mailbox()
    let runner = EffectRunner(program: Program(try targets()), mailbox: mailbox)
    runner.send(target: 0)
    #expect(
      await events(runner, mailbox) == [
        "began 2", "200 2", "began 1", "200 1", "began 0", "200 0",
      ])
    runner.send(target: 1)
    #expect(await events(runner, mailbox) == ["began 1", "200 1"], "the login is remembered")
  }

  @Test("several that need the same wait for one firing of it")
  func shared() async throws {
    try folder.write("a.http", Self.chain)
    let mailbox = Mailbox()
    let runner = EffectRunner(program: Program(try targets()), mailbox: mailbox)
    for target in [0, 1, 2] { runner.send(target: target) }
    let words = await events(runner, mailbox)
    #expect(words.filter { $0 == "began 1" }.count == 1)
    #expect(words.first == "began 2")
    #expect(words.suffix(2) == ["began 0", "200 0"])
  }

  @Test("what needs an answer that failed is not fired, and says so")
  func unmet() async throws {
    try folder.write(
      "a.http", "### first\nGET http://127.0.0.1:1/\n### second\n# @depends first\nGET /users\n")
    let mailbox = Mailbox()
    let runner = EffectRunner(program: Program(try targets()), mailbox: mailbox)
    let before = server.requestCount
    runner.send(target: 1)
    let words = await events(runner, mailbox)
    #expect(words.count == 4)
    #expect(words[1].hasPrefix("no connection 0"))
    let failure = words[1].dropFirst("no connection 0: ".count)
    #expect(!failure.isEmpty)
    let reason = "not sent 1: a.http:5:1: 'first', which it needs, failed: \(failure)"
    #expect(words.suffix(2) == ["began 1", reason])
    #expect(server.requestCount == before)
  }

  @Test("what waits for an answer that is cancelled is cancelled with it")
  func cancelledNeed() async throws {
    try folder.write(
      "a.http", "### first\nGET /broken/time/hang\n### second\n# @depends first\nGET /users\n")
    let mailbox = Mailbox()
    let runner = EffectRunner(program: Program(try targets()), mailbox: mailbox)
    runner.send(target: 1)
    runner.cancel(ExchangeID(1))
    let words = await events(runner, mailbox)
    #expect(words.map { String($0.prefix(7)) } == ["began 0", "cancell", "began 1", "cancell"])
  }

  @Test(
    "a response to another method or URL is not used: its request is sent again",
    arguments: [
      ("ada", "eve", 1), ("### login", "### login\n# a comment", 1),
      ("POST /login", "PUT /login", 2), ("POST /login", "POST /login?x=1", 2),
      ("POST /login", "POST http://127.0.0.1:1/login", 2),
    ])
  func editedNeeds(old: String, new: String, first: Int) async throws {
    try folder.write("a.http", Self.chain)
    let targets = try targets()
    let mailbox = Mailbox()
    let runner = EffectRunner(program: Program(targets), mailbox: mailbox)
    runner.send(target: 1)
    #expect(await events(runner, mailbox).last == "200 1")
    try folder.write("a.http", Self.chain.replacing(old, with: new))
    #expect(targets.reload())
    runner.send(target: 1)
    #expect(await events(runner, mailbox).first == "began \(first)")
  }

  @Test("a response of another origin is not used, also where it comes after the change")
  func movedNeeds() async throws {
    try folder.write("a.http", Self.chain)
    let other = try DemoServer()
    let targets = try targets()
    let mailbox = Mailbox()
    let runner = EffectRunner(program: Program(targets), mailbox: mailbox)
    for origin in [other.baseURL, server.baseURL] {
      runner.send(target: 2)
      targets.set("baseUrl", to: origin)
      #expect(await events(runner, mailbox) == ["began 2", "200 2"])
      runner.send(target: 1)
      #expect(await events(runner, mailbox).first == "began 2")
    }
    targets.set("baseUrl", to: other.baseURL)
    runner.send(target: 1)
    #expect(await events(runner, mailbox).first == "began 2")
  }

  @Test("a value that was asked for is sent, and what a script keeps of an answer too")
  func askedAndKept() async throws {
    try folder.write(
      "a.http",
      """
      ### login
      # @prompt who
      GET /users/{{who}}

      > {%
        client.test("found", function () { client.assert(response.status === 200); });
        client.global.set("kept", response.body.data.id);
      %}
      ### use
      GET /users/{{kept}}
      """)
    let mailbox = Mailbox()
    let targets = try targets()
    #expect(targets.listing.items[0].prompts.map(\.name) == ["who"])
    let runner = EffectRunner(program: Program(targets), mailbox: mailbox)
    runner.give(["who": "1"])
    runner.send(target: 1)
    #expect(await events(runner, mailbox) == ["began 0", "200 0", "began 1", "200 1"])
  }

  @Test("a missing value and a cycle send nothing and name themselves")
  func unsendable() async throws {
    try folder.write(
      "a.http",
      "@toke = 1\n### x\nGET /{{token}}\n### a\n# @depends b\nGET /\n### b\n# @depends a\nGET /\n")
    let mailbox = Mailbox()
    let runner = EffectRunner(program: Program(try targets()), mailbox: mailbox)
    runner.send(target: 0)
    #expect(
      await events(runner, mailbox) == [
        "began 0", "not sent 0: a.http:3:6: there is no variable 'token'",
      ])
    runner.send(target: 1)
    #expect(await events(runner, mailbox).last?.hasSuffix("a → b → a") == true)
    #expect(server.requestCount == 0)
  }

  @Test("an edit keeps numbers: answers stay with their requests, new ones come at the end")
  func edits() throws {
    try folder.write("a.http", "### one\nGET /users\n### two\nGET /echo\n")
    let targets = try targets()
    #expect(targets.listing.order == [0, 1])
    #expect(!targets.reload())
    try folder.write("a.http", "### zero\nGET /users\n### two\nPOST /echo\n### broken\nGET /\nx\n")
    try folder.write("b/b.http", "### three\nGET /users\n")
    #expect(targets.reload())
    let listing = targets.listing
    #expect(listing.order.map { listing.items[$0].name } == ["zero", "two", "broken", "three"])
    #expect(listing.order[1] == 1)
    #expect(listing.items[0].name == "one")
    #expect(listing.items[1].method == "POST")
    #expect(
      listing.items[listing.order[2]].flaw?.hasPrefix(
        "\(folder.path)/a.http:7:1: expected 'Name: value'") == true)
    try folder.write("a.http", "### one\nGET /users\n")
    #expect(targets.reload())
    #expect(targets.listing.order.first == 0)
  }

  @Test("an edit shows at once, and what was fired stays")
  func watching() throws {
    let path = try folder.write("a.http", "### one\nGET \(server.baseURL)/users\n")
    let terminal = try PTY(Spawn.inspector, [path], width: 100, height: 30)
    try terminal.wait(for: "? help")
    try terminal.type("\r")
    try terminal.wait(for: "200 ok")
    try folder.write(
      "a.http", "### new\nGET \(server.baseURL)/echo\n### one\nGET \(server.baseURL)/users\n")
    try terminal.wait(for: "Targets 2")
    try terminal.wait(for: "new")
    try terminal.wait(for: "200 ok")
    try folder.write("a.http", "### new\nGET \(server.baseURL)/echo\nnonsense\n")
    try terminal.wait(for: "Targets 1 ")
    try terminal.type("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test("opens a file or a folder by its path, and says what is wrong with another")
  func opening() throws {
    try folder.write("sub/a.http", "### one\nGET /users\n")
    func screen(_ path: String) throws -> Piped {
      try Piped([path, "--script", "-", "--size", "60x12"], input: "frame\n")
    }
    #expect(try screen(folder.path).output.firstRange(of: "▾ sub/a") != nil)
    #expect(try screen(folder.path + "/sub/a.http").output.firstRange(of: "▾ a ") != nil)
    let missing = try screen(folder.path + "/b.http")
    #expect(missing.ending == .exited(2))
    #expect(
      missing.error
        == "inspector: \(folder.path)/b.http: No such file or directory — check the path\n")
    try folder.write("empty/readme.txt", "nothing")
    let empty = try screen(folder.path + "/empty")
    #expect(empty.ending == .exited(2))
    #expect(empty.error.firstRange(of: "no request") != nil)
    let word = try Piped(["lst", "--script", "-"], input: "frame\n")
    #expect(word.ending == .exited(1))
    #expect(word.error.firstRange(of: "Unknown command 'lst'. Did you mean 'list'?") != nil)
    let none = try Piped(["xyzzy", "--script", "-"], input: "frame\n")
    #expect(none.error.firstRange(of: "There is no command and no file 'xyzzy'.") != nil)
  }

  @Test("an answer is judged by what is expected of it")
  func expectations() throws {
    try folder.write(
      "a.http",
      """
      # @profile status/msg/data
      ### refused
      # @expect ~kind biz
      GET \(server.baseURL)/users/7
      ### other
      # @expect ~c 201
      GET \(server.baseURL)/users

      """)
    let run = try Piped(
      [folder.path, "--script", "-", "--size", "160x20"],
      input: "key Enter\nkey j\nkey Enter\nwait\nkey 1\nframe\n")
    let rows = run.output.split(separator: "\n").map(String.init)
    #expect(rows.contains { $0.contains("✓ GET refused") && $0.contains("200 rejected") })
    #expect(rows.contains { $0.contains("✗ GET other") && $0.contains("200 unexpected") })
    #expect(run.output.firstRange(of: "✗ status 201, found status 200") != nil)
  }

  @Test("a typed request finds variables and base URL where the one beside it finds them")
  func typed() async throws {
    try folder.write("a.http", "@host = \(server.baseURL)\n### one\nGET {{host}}/users\n")
    let targets = try CollectionTargets(paths: [folder.path], context: RequestContext())
    let mailbox = Mailbox()
    let runner = EffectRunner(program: Program(targets), mailbox: mailbox)
    runner.compose(ComposedRequest(method: "GET", url: "/status/204"), beside: 0)
    #expect(await events(runner, mailbox) == ["began 1", "204 1"])
    runner.compose(ComposedRequest(method: "GET", url: "{{host}}/status/201"), beside: 1)
    #expect(await events(runner, mailbox) == ["began 2", "201 2"])
    #expect(targets.listing.items[2].url == server.baseURL + "/status/201")
    #expect(targets.listing.order == [0, 1, 2])
    runner.discard(1)
    #expect(targets.listing.order == [0, 2])
    try folder.write("a.http", "@host = http://elsewhere\n### one\nGET {{host}}/users\n")
    #expect(targets.reload())
    #expect(targets.listing.items[2].url == "http://elsewhere/status/201")
  }

  @Test("a typed request that cannot be sent comes back with the reason and is not listed")
  func mistyped() async throws {
    try folder.write("a.http", "@host = \(server.baseURL)\n### one\nGET {{host}}/users\n")
    let targets = try CollectionTargets(paths: [folder.path], context: RequestContext())
    let mailbox = Mailbox()
    let runner = EffectRunner(program: Program(targets), mailbox: mailbox)
    let request = ComposedRequest(method: "GET", url: "{{hots}}/users")
    runner.compose(request, beside: 0)
    let event = mailbox.take().first
    guard case .uncomposed(request, let why) = event else {
      Issue.record("\(String(describing: event))")
      return
    }
    #expect(why.contains("hots"))
    #expect(targets.listing.order == [0])
  }

  @Test("an environment file that is broken for a moment takes the chosen one away for that moment")
  func brokenEnvironments() throws {
    let file = "http-client.env.json"
    let whole = #"{"dev": {"host": "h1"}, "prod": {"host": "h2"}}"#
    try folder.write("a.http", "GET http://{{host}}/users\n")
    try folder.write(file, whole)
    let targets = try CollectionTargets(paths: [folder.path], context: RequestContext())
    targets.choose(environment: "prod")
    try folder.write(file, #"{"dev": {"host": "h1"}, "prod": {"#)
    #expect(targets.reload())
    #expect(targets.listing.environment == nil)
    try folder.write(file, whole + " ")
    #expect(targets.reload())
    #expect(targets.listing.environment == "prod")
    #expect(targets.listing.items[0].url == "http://h2/users")
  }

  @Test("a request without a name is called by its path, its method stands beside it")
  func unnamed() throws {
    try folder.write("a.http", "GET {{baseUrl}}/users\n")
    let item = try #require(try targets().listing.items.first)
    #expect((item.method, item.name, item.path) == ("GET", "/users", "/users"))
  }

  @Test("another environment is another address, and forgets the answers of the one before")
  func environments() async throws {
    try folder.write("a.http", Self.chain)
    try folder.write(
      "http-client.env.json",
      "{\"one\": {\"baseUrl\": \"\(server.baseURL)\"}, \"two\": {\"baseUrl\": \"http://h\"}}")
    var context = RequestContext()
    context.set = ["password": "secret"]
    let targets = try CollectionTargets(paths: [folder.path], context: context)
    #expect(targets.listing.environment == nil, "one of several may be production")
    let mailboxOfNone = Mailbox()
    let nobodyChose = EffectRunner(program: Program(targets), mailbox: mailboxOfNone)
    nobodyChose.send(target: 2)
    #expect(
      await events(nobodyChose, mailboxOfNone).last?
        .hasSuffix("no variable 'baseUrl'") == true)
    targets.choose(environment: "one")
    #expect(targets.listing.baseURL == server.baseURL)
    let mailbox = Mailbox()
    let runner = EffectRunner(program: Program(targets), mailbox: mailbox)
    runner.send(target: 1)
    #expect(await events(runner, mailbox).last == "200 1")
    let page = targets.variables(of: 1)
    // A token of a response is as secret as one of a file.
    #expect(page.rows.map(\.state) == [.known, .secret] && page.rows[1].value == "•••")
    #expect(page.rows[1].origin == "the response to login")
    targets.choose(environment: "two")
    #expect(targets.listing.baseURL == "http://h")
    #expect(targets.listing.title.hasSuffix(" · two"))
    #expect(targets.variables(of: 1).rows[1].state == .waiting)
  }

  @Test("a test that does not do what its writer meant is said when the screens open")
  func spoiltTests() throws {
    try folder.write("a.http", "# @expekt ~c 200\nGET {{baseUrl}}/users\n")
    #expect(try targets().listing.notice.hasSuffix("no '@expekt' — did you mean '@expect'?"))
    try folder.write("a.http", "# @expect users\nGET {{baseUrl}}/users\n")
    #expect(try targets().listing.notice.contains("'users' is looked for in the request's own URL"))
    try folder.write("a.http", "# @expect ~c 200\nGET {{baseUrl}}/users\n")
    #expect(try targets().listing.notice == "")
  }

  @Test("the variables page shows what a value is made of, step by step, and no secret")
  func nestedVariables() throws {
    try folder.write(
      "a.http",
      """
      @host = {{base}}:81
      @url = https://{{host}}/{{$uuid}}
      @key = abc{{part}}
      @loop = {{loop}}
      ### one
      # @secret key
      GET {{url}}/a?k={{key}}&l={{loop}}&n={{ none }}
      Authorization: {{token}}
      """)
    try folder.write("http-client.env.json", #"{"dev": {"base": "h.test", "part": "p{{pin}}"}}"#)
    try folder.write(
      "http-client.private.env.json", #"{"dev": {"pin": "1234", "token": "Bearer {{pin}}"}}"#)
    let page = try targets().variables(of: 0)
    #expect(
      page.rows.map { "\($0.depth) \($0.name)" } == [
        "0 url", "1 host", "2 base", "1 $uuid", "0 key", "1 part", "2 pin", "0 loop", "1 loop",
        "0 none", "0 token", "1 pin",
      ])
    #expect(
      page.rows.map(\.written) == [
        "https://{{host}}/{{$uuid}}", "{{base}}:81", "", "", "", "p{{pin}}", "", "{{loop}}",
        "{{loop}}", "", "", "",
      ])
    #expect(page.rows[0].value == "https://h.test:81/\(page.rows[3].value)")
    #expect(page.rows[1].origin == "a.http:1")
    #expect(page.rows[2].origin.hasPrefix("dev in http-client.env.json:"))
    #expect(
      page.rows.filter { $0.state == .secret }.map(\.name) == [
        "key", "part", "pin", "token", "pin",
      ])
    #expect(page.rows.filter { $0.state == .missing }.map(\.name) == ["loop", "loop", "none"])
    #expect(!"\(page)".contains("1234"))
  }

  @Test("a value that each firing makes anew shows as its name until it is sent")
  func madeValues() throws {
    try folder.write(
      "a.http",
      """
      @id = n-{{$randomInt}}
      POST \(server.baseURL)/echo/{{$uuid}}/{{id}}?q={{$randomInt 1 9}}

      {"id": "{{$uuid}}", "n": {{$timestamp}}}
      """)
    let targets = try targets()
    let url = "\(server.baseURL)/echo/{{$uuid}}/n-{{$randomInt}}?q={{$randomInt 1 9}}"
    #expect(targets.listing.items.map(\.url) == [url])
    #expect(targets.variables(of: 0).rows.first?.value == "{{$uuid}}")
  }

  @Test("the editor has the terminal, at the request's line, and gives it back")
  func editing() throws {
    let path = try folder.write("a.http", "### one\nGET \(server.baseURL)/users\n")
    let editor = try folder.write(
      "editor",
      "#!/bin/sh\necho \"editing $1\"; read answer\nprintf '### more\\nGET /\\n' >> \"$2\"\n")
    chmod(editor, 0o755)
    let terminal = try PTY(
      Spawn.inspector, [path], environment: ["EDITOR": editor, "VISUAL": nil])
    try terminal.wait(for: "? help")
    try terminal.type("e")
    try terminal.wait(for: "editing +2")
    try terminal.type("done\r")
    try terminal.wait(for: "Targets 2")
    try terminal.type("Q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.isAsGiven)
  }

  @Test("an editor that is not there is told")
  func noEditor() throws {
    let path = try folder.write("a.http", "### one\nGET /users\n")
    let run = try Piped(
      [path, "--script", "-"], input: "key e\nexpect set $EDITOR\n",
      environment: ["EDITOR": "/nonexistent/editor", "VISUAL": nil])
    #expect(run.ending == .exited(0), "\(run.error)")
  }
}
