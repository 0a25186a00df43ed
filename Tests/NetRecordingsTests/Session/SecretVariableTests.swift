import NetEngine
import NetRecordings
import RequestFiles
import TestSupport
import Testing

/// Values of secret variables: taken out wherever they stand, by the variable's name.
@Suite("Secret variables")
struct SecretVariableTests {
  private static let file = """
    @pw = hunter2xyz
    @user = ada
    @auth = {{user}}:{{pw}}

    ### all places
    # @secret pw
    POST http://h.test/u/{{pw}}/x{{pw}}y?q={{pw}}
    X-Thing: a-{{pw}}-b
    X-Who: {{auth}}
    Content-Type: application/json

    {"thing": "{{pw}}", "n": 1}
    """

  private func target(
    _ text: String, set: [String: String] = [:], environment: String? = nil,
    _ sandbox: TestFolder? = nil
  ) throws -> RequestFileTarget {
    let sandbox = try sandbox ?? TestFolder()
    try sandbox.write("t.http", text)
    let collection = try sandbox.collection("t.http")
    var context = RequestContext()
    context.set = set
    context.system = .fixed
    context.environment = environment
    return try collection.target(collection.entries[0], in: context)
  }

  /// As it was fired, with an answer that says the value again.
  private func exchange(_ target: RequestFileTarget, answer: String) throws -> Exchange {
    let request = try Endpoint(target).build()
    let response = Response(
      statusCode: 200, headers: ["Content-Type": "application/json"], body: Body(answer),
      request: request)
    return Exchange(
      sequence: 1, name: "n", startedAt: 1, request: request, result: .success(response))
  }

  @Test("travel with the request, and leave a sealed session and its journal's seal")
  func sealed() throws {
    let exchange = try exchange(target(Self.file), answer: "{\"echo\":\"hunter2xyz\"}")
    #expect(exchange.request.secrets == [NamedSecret(name: "pw", value: "hunter2xyz")])
    // As a journal keeps it, and as it is read again.
    let raw = HARWriter().document([exchange])
    let journal = try Session.read(raw)
    #expect(try journal.exchange(at: 0).request.secrets == exchange.request.secrets)
    let scanned = try Redactor().scan(journal.exchange(at: 0))
    #expect(scanned.contains { $0.name == "pw" })
    let folder = try TestFolder()
    try journal.seal(to: folder.path + "/s.har")
    let text = String(decoding: folder.bytes("s.har"), as: UTF8.self)
    #expect(!text.contains("hunter2"), "\(text)")
    #expect(!text.contains("_secrets"))
    let sealed = try Session.open(folder.path + "/s.har").exchange(at: 0)
    #expect(sealed.request.headers["X-Thing"] == "a-‹redacted:pw›-b")
    #expect(sealed.request.headers["X-Who"] == "ada:‹redacted:pw›")
    #expect(sealed.request.url.hasSuffix("?q=%E2%80%B9redacted%3Apw%E2%80%BA"))
    #expect(sealed.response?.body.text == "{\"echo\":\"‹redacted:pw›\"}")
    #expect(Redactor().scan(sealed) == [])
  }

  @Test("leave every export", arguments: SessionExport.Form.allCases)
  func export(_ form: SessionExport.Form) throws {
    let exchange = try exchange(target(Self.file), answer: "{\"echo\":\"hunter2xyz\"}")
    let export = try SessionExport(Session([exchange]), as: form)
    #expect(!export.bytes.contains(bytes: Array("hunter2".utf8)))
    let command = Redactor.curl(exchange.request)
    #expect(command.variables == ["PW"] && !command.text.contains("hunter2"))
  }

  @Test("are known wherever they come from")
  func origins() throws {
    let sandbox = try TestFolder()
    try sandbox.write(".env", "KEY=dotenv-key-1\n")
    try sandbox.write("http-client.env.json", #"{"$shared": {"open": "open-value"}, "d": {}}"#)
    try sandbox.write(
      "http-client.private.env.json",
      #"{"d": {"hidden": "hidden-value", "base": "http://h.test:8080", "flag": "on"}}"#)
    let made = try target(
      """
      # @secret set, own
      GET {{base}}/{{open}}?a={{hidden}}&b={{$processEnv BRACES}}&c={{$dotenv KEY}}&d={{set}}
      X-Own: {{own}} {{flag}}

      @own = abcd
      """, set: ["set": "set-value", "own": "abcd"], environment: "d", sandbox)
    // Short values of a private file, and where a request goes, are no credentials.
    #expect(
      made.secrets == [
        NamedSecret(name: "hidden", value: "hidden-value"),
        NamedSecret(name: "KEY", value: "dotenv-key-1"),
        NamedSecret(name: "set", value: "set-value"), NamedSecret(name: "own", value: "abcd"),
      ])
  }

  @Test("are not in what is said about a request that could not be made")
  func problem() throws {
    do {
      _ = try target("@pw = hunter2xyz\n# @secret pw\nPOST http://h/\n\n< ./{{pw}}.json\n")
      Issue.record("made")
    } catch let problem as RequestFileProblem {
      #expect(!"\(problem)".contains("hunter2"), "\(problem)")
    }
  }

  @Test("stay JSON, and match a recording that was sealed")
  func replay() async throws {
    let text =
      "@pin = 123456\n# @secret pin\nPOST http://h/\n\n{\"n\": {{pin}}, \"s\": \"{{pin}}\"}\n"
    let exchange = try exchange(target(text), answer: "{}")
    let sealed = Redactor(salt: [1]).redact(exchange)
    let body = try #require(sealed.request.body.collected)
    #expect(try JSON(parsing: body.bytes)["n"].string?.hasPrefix("‹redacted:pin,number#") == true)
    var options = ReplayTransport.Options()
    options.redact = { Redactor().redact($0) }
    let transport = ReplayTransport([sealed], options: options)
    let answer = try await transport.send(exchange.request, reporting: Transfer())
    #expect(answer.body.text == "{}")
  }

  @Test("of a sealed session become variables again, by the names of its marks")
  func exportSealed() throws {
    var exchange = try exchange(target(Self.file), answer: "{\"echo\":\"hunter2xyz\"}")
    exchange.request.headers.append(HeaderField("Authorization", "Bearer abcdefgh-1234"))
    exchange.request.headers.append(HeaderField("X-Other", "Bearer other-token-5678"))
    let sealed = Session([Redactor(salt: [1]).redact(exchange)])
    for form in [SessionExport.Form.curl, .http, .swift] {
      for isRaw in [false, true] {
        var options = SealOptions()
        if isRaw { options.redactor = nil }
        let export = try SessionExport(sealed, as: form, options)
        let text = String(decoding: export.bytes, as: UTF8.self)
        // `X-Other` is called by what it looks like.
        #expect(export.variables == ["PW", "AUTHORIZATION", "BEARER"])
        #expect(export.markCount > 0)
        let sent = form == .swift ? text.beforeSamples : text
        #expect(!sent.contains("redacted"), "\(form): \(text)")
        switch form {
        case .curl:
          #expect(text.contains("?q='\"$PW\"''"), "\(text)")
          #expect(text.contains("{\"thing\": \"'\"$PW\"'\", \"n\": 1}"), "\(text)")
        case .http:
          #expect(text.contains("?q={{$processEnv PW}}\n"), "\(text)")
          #expect(text.contains("Authorization: Bearer {{$processEnv AUTHORIZATION}}"), "\(text)")
        default:
          #expect(text.contains("\"Bearer \\(Self.secret(\"AUTHORIZATION\"))\""), "\(text)")
          #expect(text.contains("private static func secret(_ name: String) -> String {"))
        }
      }
    }
  }

  @Test("in bodies that become files are variables too")
  func bodyFile() throws {
    let request = HTTPRequest(
      method: .post, url: "http://h.test/", headers: ["Content-Type": "text/plain"],
      body: .bytes("\n‹redacted:pw#ab12cd34›\n{{x}}\u{1}"))
    let written = RequestFileText([("it", request)])
    #expect(written.text.contains("<@ ./body-1.txt") && written.variables == ["PW"])
    let sandbox = try TestFolder()
    try sandbox.write("t.http", written.text)
    for file in written.files { try sandbox.write(file.name, file.bytes) }
    let collection = try sandbox.collection("t.http")
    var context = RequestContext()
    context.system.environment = { $0 == "PW" ? "hunter2" : nil }
    let made = try Endpoint(collection.target(collection.entries[0], in: context)).build()
    #expect(try made.body.sentBytes() == Array("\nhunter2\n{{x}}\u{1}".utf8))
  }
}

extension String {
  /// Without the answers of Swift targets, whose marks stay.
  fileprivate var beforeSamples: String {
    firstRange(of: "var sampleData").map { String(self[..<$0.lowerBound]) } ?? self
  }
}
