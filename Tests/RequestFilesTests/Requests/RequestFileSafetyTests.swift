import Glibc
import NetEngine
import NetRecordings
import RequestFiles
import TestSupport
import Testing

@Suite("Requests from files")
struct RequestFileSafetyTests {
  /// Everything a variable could smuggle in stands in `BAD`.
  private static func result(
    _ text: String, bad: String
  ) async throws -> (error: NetError?, sent: Int) {
    let sandbox = try TestFolder()
    try sandbox.write("t.http", text)
    var context = RequestContext()
    context.system.environment = { $0 == "BAD" ? bad : nil }
    let collection = try sandbox.collection()
    let target = try collection.target(collection.entries[0], in: context)
    let transport = ScriptedTransport()
    let result = await Provider(transport: transport).request(target).result
    guard case .failure(let error) = result else { return (nil, transport.requests.count) }
    return (error, transport.requests.count)
  }

  @Test(
    "whose variables hold CR, LF or NUL are refused by part and place, and nothing is sent",
    arguments: ["\r", "\n", "\0"])
  func smuggling(_ bad: String) async throws {
    let variable = "{{$processEnv BAD}}"
    let rows: [(String, SetupProblem.Part, Int)] = [
      ("GET http://h.test/\(variable)\n", .url, 14),
      ("GET http://h.test/\nX-Id: ab\(variable)c\n", .headerValue("X-Id"), 2),
      ("GET http://h.test/\nX-\(variable): ab\n", .headerName, 2),
      ("GET /\nHost: h.test\(variable)\n", .url, 13),
    ]
    for (text, part, place) in rows {
      let (error, sent) = try await Self.result(text, bad: bad)
      #expect(sent == 0)
      guard case .requestMapping(let problem) = error else {
        Issue.record("\(text): \(String(describing: error))")
        continue
      }
      #expect(problem.part == part)
      #expect(problem.reason == .forbiddenByte(Array(bad.utf8)[0], at: place))
    }
  }

  @Test(
    "do not tell whether something is there outside of their folder",
    arguments: ["../none", "../..", "a/../../none"])
  func outside(file: String) throws {
    let folder = try TestFolder()
    let confined = try ConfinedFolder(folder.path)
    do {
      _ = try confined.locate(file, from: "")
      Issue.record("it is let through")
    } catch {
      #expect(error.why == "it lies outside of the project's folder")
    }
  }

  @Test("read no hard link to a file of another owner", .enabled(if: geteuid() == 0))
  func hardLink() throws {
    let folder = try TestFolder()
    let confined = try ConfinedFolder(folder.path)
    let (file, other) = (folder.path + "/a.rules", folder.path + "/b.rules")
    let descriptor = open(file, O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    try #require(link(file, other) == 0)
    #expect(try confined.read("b.rules", limit: 10) == [])
    try #require(chown(file, 12_345, 12_345) == 0)
    #expect(throws: ConfinedFolder.Refusal.self) { try confined.read("b.rules", limit: 10) }
    // With one name it is the project's own, whoever has written it.
    unlink(file)
    #expect(try confined.read("b.rules", limit: 10) == [])
  }

  @Test(
    "name a file in a folder whose own name is not ASCII", arguments: ["prüfung", "検証", "e\u{301}"])
  func name(folder: String) {
    let confined = ConfinedFolder(path: "/home/u/\(folder)")
    #expect(confined.name(of: "/home/u/\(folder)/a/b.http") == "a/b.http")
  }

  @Test("send harmless values as they are")
  func harmless() async throws {
    let (error, sent) = try await Self.result(
      "GET http://h.test/{{$processEnv BAD}}\nX: {{$processEnv BAD}}\n", bad: "é{{x}}%0d")
    #expect(error == nil)
    #expect(sent == 1)
  }

  @Test("whose variables double at each step end with a limit, not with all the memory")
  func bomb() throws {
    var text = "@v0 = 0123456789abcdef\n"
    for step in 1...15 {
      text += "@v\(step) = " + String(repeating: "{{v\(step - 1)}}", count: 20) + "\n"
    }
    let sandbox = try TestFolder()
    try sandbox.write("t.http", text + "POST http://h.test/\n\n{{v15}}\n")
    let collection = try sandbox.collection()
    let problem = #expect(throws: RequestFileProblem.self) {
      try collection.target(collection.entries[0])
    }
    guard case .tooLong? = problem?.reason else {
      Issue.record("\(String(describing: problem))")
      return
    }
  }

  @Test("with bodies beyond 32 MiB in pieces are refused; a file alone is streamed")
  func largeFile() throws {
    let sandbox = try TestFolder()
    let path = try sandbox.write("big.bin", [])
    #expect(truncated(path, to: (32 << 20) + 1))
    try sandbox.write(
      "t.http",
      "POST http://h.test/\n\n< ./big.bin\n###\nPOST http://h.test/\n\na\n< ./big.bin\n")
    let collection = try sandbox.collection()
    let streamed = try collection.target(collection.entries[0])
    guard case .file = streamed.task.body else {
      Issue.record("\(streamed.task.body)")
      return
    }
    let problem = #expect(throws: RequestFileProblem.self) {
      try collection.target(collection.entries[1])
    }
    #expect(problem?.message.contains("it is longer than") == true)
  }

  @Test("say where each value came from, and which are secrets")
  func origins() throws {
    var fixture = try RequestFixture(
      """
      # @secret own
      @own = {{user}}-1
      POST {{host}}/{{own}}/{{secret}}
      X: {{$uuid}} {{$dotenv KEY}} {{$processEnv TOKEN}} {{login.response.headers.X-Id}} {{run}}

      ###
      # @name login
      POST {{host}}/login
      """)
    fixture.context.set = ["run": "r"]
    let collection = try RequestCollection(path: fixture.sandbox.path + "/files")
    let target = try collection.target(collection.entries[0], in: fixture.context)
    let words = target.uses.map {
      "\($0.name) = \($0.value) · \($0.origin) · \($0.place.line)\($0.isSecret ? " · secret" : "")"
    }
    #expect(
      words == [
        "host = http://h.test · dev in http-client.env.json:1 · 3",
        "user = ada · dev in http-client.env.json:1 · 2",
        "own = ada-1 · t.http:2 · 3 · secret",
        "secret = s3cret · dev in http-client.private.env.json:1 · 3 · secret",
        "$uuid = 01020304-0506-4708-890a-0b0c0d0e0f10 · made for this request · 4",
        "$dotenv KEY = value · .env · 4 · secret",
        "$processEnv TOKEN = t-1 · the process's environment · 4 · secret",
        "login.response.headers.X-Id = 7 · the response to login · 4",
        "run = r · set for this run · 4",
      ])
  }

  @Test(
    "a short value is a secret wherever it occurs if the name of its variable says so",
    arguments: [
      ("password", "tul1p", true), ("pin", "4711", true), ("pin", "73x19", true),
      ("userPin", "kestrel", true), ("card_cvv", "73x19", true),
      ("secret", "abc1", true),
      ("password", "abc", false), ("flavour", "tul1p", false),
    ])
  func shortSecrets(name: String, value: String, isSecret: Bool) throws {
    var fixture = try RequestFixture("GET http://h.test/{{\(name)}}\n")
    fixture.context.set = [name: value]
    let collection = try RequestCollection(path: fixture.sandbox.path + "/files")
    let target = try collection.target(collection.entries[0], in: fixture.context)
    #expect(target.secrets == (isSecret ? [NamedSecret(name: name, value: value)] : []))
    let response = Response(
      statusCode: 200, headers: ["Content-Type": "text/plain"],
      body: Body("it is \(value), not \(value)x"), request: HTTPRequest(url: "http://h.test/"))
    var exchange = Exchange(
      sequence: 1, name: "", startedAt: 1, request: response.request, result: .success(response))
    exchange.request.secrets = target.secrets
    let mark = isSecret ? "‹redacted:\(name.lowercased())›" : value
    let body = Redactor().redact(exchange).response?.body.text
    #expect(body == "it is \(mark), not \(value)x")
  }

  /// The expectations that do not hold.
  private func unmet(_ target: RequestFileTarget, _ fixture: FilterFixture) -> [String] {
    let outcome = Classifier.classify(.failure(.cancelled), Pipeline())
    return ExpectationCheck(Expectations(target.expectations), of: fixture, outcome).answers
      .filter { !$0.holds }.map(\.text)
  }

  @Test("judge by their own pipeline where they say one")
  func pipeline() throws {
    let fixture = try RequestFixture(
      """
      # @status none
      # @map object(data)
      # @profile GraphQL
      # @expect ~c 404
      # @expect ~n other
      GET http://h.test/
      ###
      GET http://h.test/
      """)
    let collection = try RequestCollection(path: fixture.sandbox.path + "/files")
    let standard = Pipeline(filter: .successfulAndRedirect, mapping: .json, profile: .errno)
    let own = try collection.target(collection.entries[0], in: fixture.context)
    #expect(
      own.pipeline(over: standard)
        == Pipeline(filter: .none, mapping: .object("data"), profile: .graphQL))
    let plain = try collection.target(collection.entries[1], in: fixture.context)
    #expect(plain.pipeline(over: standard) == standard)
    #expect(unmet(own, FilterFixture.all[3]) == ["~n other"])
    #expect(unmet(own, FilterFixture.all[0]) == ["~c 404", "~n other"])
  }

  @Test("take what they do not say from the run")
  func options() throws {
    var fixture = try RequestFixture(
      "GET http://h.test/\n###\n# @insecure\nGET http://h.test/ HTTP/1.1\n")
    fixture.context.options.followsRedirects = false
    fixture.context.options.certificateFile = "/ca.pem"
    let collection = try RequestCollection(path: fixture.sandbox.path + "/files")
    let plain = try collection.target(collection.entries[0], in: fixture.context)
    var expected = fixture.context.options
    (expected.tlsSwitch, expected.downgradeSwitch) = ("# @insecure", "--allow-downgrade")
    #expect(plain.options == expected)
    expected.verifiesTLS = false
    expected.version = .http1
    #expect(
      try collection.target(collection.entries[1], in: fixture.context).options == expected)
  }
}
