import DemoServer
import NetEngine
import NetRecordings
import RequestFiles
import TestSupport
import Testing

/// Exported requests are sent again: by a shell with curl, and by `inspector run`.
@Suite("Exported requests", .timeLimit(.minutes(5)))
struct ExportedRequestTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
  }

  /// Fields of framing and of one connection, as a recording has them.
  private static let connection: Headers = [
    "Content-Length": "45", "Transfer-Encoding": "chunked", "Trailer": "X-Sum", "TE": "trailers",
    "Expect": "100-continue", "Connection": "keep-alive, X-Hop", "X-Hop": "1", "Keep-Alive": "5",
    "Proxy-Authorization": "Basic YTpi", "Proxy-Connection": "keep-alive", "Upgrade": "h2c",
    "HTTP2-Settings": "AAMAAABk", "content-length": "45", ":authority": "h.test",
  ]

  private func exchange(
    _ number: Int, _ method: HTTPMethod, _ path: String, _ more: Headers = [:], sent: String = "",
    answer: String = "{}", gives: Headers = [:]
  ) -> Exchange {
    var headers = Self.connection
    for field in more { headers.append(field) }
    let request = HTTPRequest(
      method: method, url: server.baseURL + path, headers: headers,
      body: sent.isEmpty ? .none : .bytes(Body(sent)))
    let response = Response(
      statusCode: 200, headers: gives.adding(["Content-Type": "application/json"]),
      body: Body(answer), request: request)
    return Exchange(
      sequence: number, name: "", startedAt: number, request: request, result: .success(response))
  }

  private func recording(_ exchanges: [Exchange]) throws -> String {
    let path = folder.path + "/s.har"
    var options = SealOptions()
    options.redactor = nil
    options.overwrites = true
    try Session(exchanges).seal(to: path, options)
    return path
  }

  private func inspector(_ words: String..., secrets: [String: String?] = [:]) throws -> Piped {
    try Piped(
      words,
      environment: secrets.merging(["XDG_STATE_HOME": folder.path + "/state"]) { one, _ in one })
  }

  private func shell(_ script: String, _ secrets: [String: String?]) throws -> Piped {
    try Piped([folder.write("s.sh", script)], environment: secrets, program: "/bin/sh")
  }

  private var targets: [String] {
    server.log.map { String(decoding: $0.target, as: UTF8.self) }
  }

  private static let json: Headers = ["Content-Type": "application/json", "X-Kept": "1"]

  @Test(
    "arrive whole with a secret of another length, and nothing follows them",
    arguments: ["x", String(repeating: "long-", count: 40) + "\r\nGET /users HTTP/1.1"])
  func framing(password: String) throws {
    let session = try recording([
      exchange(1, .post, "/echo", Self.json, sent: #"{"name":"ada","password":"hunter2-hunter2"}"#)
    ])
    let body = "{\"name\":\"ada\",\"password\":\"\(password)\"}"
    let curl = try inspector("export", session, "--as", "curl")
    let sent = try shell(curl.output, ["PASSWORD": password])
    #expect(sent.ending == .exited(0), "\(curl.output)\n\(sent.error)")
    let http = try inspector("export", session, "--as", "http")
    let file = try folder.write("s.http", http.output)
    let run = try inspector("run", file, secrets: ["PASSWORD": password])
    #expect(run.ending == .exited(0), "\(http.output)\n\(run.output)\(run.error)")
    #expect(targets == ["/echo", "/echo"])
    for request in server.log {
      #expect(request.body.text == body)
      #expect(request.headers("Content-Length") == ["\(body.utf8.count)"])
      #expect(request.header("X-Kept") == "1")
      for field in Self.connection where field.name.lowercased() != "content-length" {
        #expect(request.header(field.name) == nil, "\(field.name)")
      }
    }
  }

  @Test("have no field of framing or of one connection in any form, and the command y c neither")
  func forms() throws {
    let one = exchange(1, .post, "/echo", Self.json, sent: #"{"password":"hunter2-hunter2"}"#)
    var texts = [Redactor.curl(one.request).text, CurlCommand(one.request).text]
    for form in SessionExport.Form.allCases where form != .har {
      texts.append(
        String(decoding: try SessionExport(Session([one]), as: form).bytes, as: UTF8.self))
    }
    for text in texts {
      #expect(text.contains("X-Kept"))
      // curl must not add the field by itself.
      let words = text.replacing("-H 'Expect:'", with: "").split { " '\":\n".contains($0) }.map {
        $0.lowercased()
      }
      for field in Self.connection {
        #expect(!words.contains(field.name.lowercased()), "\(field.name) in \(text)")
      }
    }
  }

  @Test("keep each comment that says how they are sent and judged, and are found by their tags")
  func directives() throws {
    let notes = [
      "@insecure", "@no-redirect", "@no-header Accept", "@timeout 5000ms", "@profile none",
      "@unpack none", "@status 2xx", "@map json", "@expect ~c 200", "@assert status == {{ok}}",
      "@tag smoke slow", "@retry 1 10ms", "@connection-timeout 2s", "@note this sends mail",
    ]
    let text = notes.map { "# \($0)\n" }.joined()
    let file = try folder.write(
      "a.http", "@ok = 200\n\n### kept\n\(text)GET \(server.baseURL)/users\n")
    #expect(try inspector("run", file, "--record", "rec").ending == .exited(0))
    let recording = folder.path + "/sessions/rec.har"
    let http = try inspector("export", recording, "--as", "http").output
    for note in notes {
      let line = "# \(note.replacing("{{ok}}", with: "200"))\n"
      #expect(http.split(separator: line, omittingEmptySubsequences: false).count == 2, "\(line)")
    }
    #expect(try inspector("list", recording, "--only", "~tag slow").output.contains("kept"))
    let again = try folder.write("again.http", http)
    #expect(try inspector("run", again, "--only", "~tag smoke").ending == .exited(0), "\(http)")
  }

  @Test("have no field that the recorded body decided, where a variable makes it another one")
  func fieldsOfBody() throws {
    let hashes: Headers = [
      "Content-MD5": "1B2M2Y8AsgTpgAmY7PhCfg==", "Digest": "sha-256=47DEQpj8HBSa",
      "Content-Digest": "sha-256=:47DEQpj8HBSa:", "Repr-Digest": "sha-256=:47DEQpj8HBSa:",
      "Content-Range": "bytes 0-44/45", "X-Amz-Content-Sha256": "47DEQpj8", "Upload-Length": "45",
      "x-amz-checksum-crc32": "AAAAAA==", "X-Upload-Content-Length": "45",
    ]
    let type: Headers = ["Content-Type": "multipart/form-data; boundary=BB", "Want-Digest": "md5"]
    let parts = "--BB\r\nContent-Disposition: form-data; name=\"password\"\r\n"
    let sent = parts + "Content-Length: 7\r\nContent-MD5: abc=\r\n\r\nhunter2\r\n--BB--\r\n"
    func texts(_ sent: String) throws -> [String] {
      let one = exchange(1, .post, "/echo", type.adding(hashes), sent: sent)
      let forms: [SessionExport.Form] = [.curl, .http]
      var texts = [Redactor.curl(one.request).text]
      for form in forms {
        let bytes = try SessionExport(Session([one]), as: form).bytes
        texts.append(String(decoding: bytes, as: UTF8.self))
      }
      return texts
    }
    for text in try texts(sent) {
      for field in hashes {
        #expect(!text.contains("\(field.name): \(field.value)"), "\(field.name) in \(text)")
      }
      #expect(text.contains("Want-Digest: md5") && !text.contains("hunter2"))
      #expect(!text.contains("Content-Length: 7") && !text.contains("Content-MD5: abc"))
    }
    for text in try texts(sent.replacing("\"password\"", with: "\"colour\"")) {
      for field in hashes {
        #expect(text.contains("\(field.name): \(field.value)"), "\(field.name) in \(text)")
      }
    }
  }

  /// A login whose token later requests carry, recorded before the server gave another one.
  private func signIn() throws -> String {
    let token = "tok-recorded-of-old-0001"
    let signed: Headers = ["Authorization": "Bearer \(token)"]
    return try recording([
      exchange(
        1, .post, "/login", Self.json, sent: #"{"name":"ada","password":"hunter2-hunter2"}"#,
        answer: "{\"status\":\"ok\",\"msg\":\"\",\"data\":{\"token\":\"\(token)\"}}"),
      exchange(2, .get, "/orders", signed), exchange(3, .get, "/orders/11", signed),
    ])
  }

  private func expectSignedIn() {
    #expect(targets == ["/login", "/orders", "/orders/11"])
    let tokens = Set(server.log.compactMap { $0.header("Authorization") })
    #expect(tokens.count == 1 && tokens.first?.contains("recorded") == false, "\(tokens)")
  }

  @Test("take the token from the new response of the login", arguments: [[], ["--raw"]])
  func chain(more: [String]) throws {
    let session = try signIn()
    let http = try Piped(["export", session, "--as", "http"] + more)
    #expect(http.output.contains("### post-login\n"), "\(http.output)")
    #expect(http.output.contains("Bearer {{post-login.response.body.$.data.token}}\n"))
    let isRaw = !more.isEmpty
    #expect(http.error.contains("set PASSWORD") != isRaw, "\(http.error)")
    let text = http.output.replacing("hunter2-hunter2", with: "secret")
    let run = try inspector(
      "run", folder.write("s.http", text), secrets: ["PASSWORD": isRaw ? nil : "secret"])
    #expect(run.ending == .exited(0), "\(text)\n\(run.output)\(run.error)")
    expectSignedIn()
  }

  @Test(
    "of a script take it by jq, and a login that gives none ends the script",
    .enabled(if: try Piped(["-c", "command -v jq"], program: "/bin/sh").ending == .exited(0)),
    arguments: [true, false])
  func script(passes: Bool) throws {
    let curl = try inspector("export", try signIn(), "--as", "curl")
    #expect(curl.error.contains("before it is used, set PASSWORD\n"), "\(curl.error)")
    #expect(curl.error.contains("jq"))
    let sent = try shell(curl.output, ["PASSWORD": passes ? "secret" : "wrong"])
    if passes {
      #expect(sent.ending == .exited(0), "\(curl.output)\n\(sent.error)")
      expectSignedIn()
    } else {
      #expect(sent.ending == .exited(1))
      #expect(sent.error.contains(".data.token is not in the response"), "\(sent.error)")
      #expect(targets == ["/login"])
    }
  }

  @Test("take cookies and headers of a response as they take tokens", arguments: [[], ["--raw"]])
  func cookies(more: [String]) throws {
    let session = try recording([
      exchange(
        1, .get, "/cookies/set?other=1&flavour=fresh-flavour-001",
        gives: [
          "Set-Cookie": "flavour=recorded-flavour-1; Path=/", "X-Ticket": "ticket-recorded-01",
        ]),
      exchange(2, .get, "/echo", ["Cookie": "flavour=recorded-flavour-1"]),
    ])
    let http = try Piped(["export", session, "--as", "http"] + more)
    #expect(
      http.output.contains("Cookie: flavour={{cookies-set.response.cookies.flavour}}\n"),
      "\(http.output)")
    let run = try inspector("run", folder.write("s.http", http.output))
    #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
    let curl = try Piped(["export", session, "--as", "curl"] + more)
    let sent = try shell(curl.output, [:])
    #expect(sent.ending == .exited(0), "\(curl.output)\n\(sent.error)")
    let echoed = server.log.filter { $0.target.elementsEqual("/echo".utf8) }
    #expect(echoed.count == 2)
    for request in echoed {
      #expect(request.header("Cookie")?.contains("flavour=fresh-flavour-001") == true)
      #expect(request.header("Cookie")?.contains("recorded") == false)
    }
    let header = try recording([
      exchange(1, .get, "/users", gives: ["X-Ticket": "ticket-recorded-01"]),
      exchange(2, .get, "/echo/ticket-recorded-01"),
    ])
    let script = try Piped(["export", header, "--as", "curl", "--raw"])
    let missing = try shell(script.output, [:])
    #expect(missing.ending == .exited(1) && missing.error.contains("X-Ticket"), "\(missing.error)")
  }

  @Test("of an imported HAR are the same as exported ones")
  func imported() throws {
    let session = try signIn()
    let exported = try inspector("export", session, "--as", "http", "--raw")
    #expect(try inspector("import", session).output == exported.output)
  }

  @Test("each have a name that others can refer to")
  func names() throws {
    var exchanges = (1...3).map { exchange($0, .get, "/users/7?page=\($0)") }
    exchanges.append(exchange(4, .get, "/"))
    for (number, name) in ["Sign in (v2.1)", "plain name", "GET /a"].enumerated() {
      var named = exchange(5 + number, .get, "/a/b")
      named.name = name
      exchanges.append(named)
    }
    let text = String(
      decoding: try SessionExport(Session(exchanges), as: .http).bytes, as: UTF8.self)
    #expect(
      RequestFile(text, name: "x.http").requests.map(\.name) == [
        "users-7", "users-7 2", "users-7 3", "root", "Sign-in-v2-1", "plain name", "a-b",
      ])
  }
}
