import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// What could smuggle a second request is refused by name and place, whoever says it; no byte leaves.
@Suite(.timeLimit(.minutes(10))) struct RequestSafetyTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var change: @Sendable (inout HTTPRequest) -> Void
    var problem: SetupProblem

    init(
      _ id: String, _ part: SetupProblem.Part, _ reason: SetupProblem.Reason, text: String,
      _ change: @escaping @Sendable (inout HTTPRequest) -> Void
    ) {
      (self.id, self.change) = (id, change)
      problem = SetupProblem(part, reason, text: text)
    }

    static func value(_ id: String, _ name: String, _ value: String, _ byte: UInt8, at: Int) -> Row
    {
      Row(id, .headerValue(name), .forbiddenByte(byte, at: at), text: value) {
        $0.headers.append(HeaderField(name, value))
      }
    }

    static func name(_ id: String, _ name: String, _ byte: UInt8, at: Int) -> Row {
      Row(id, .headerName, .forbiddenByte(byte, at: at), text: name) {
        $0.headers.append(HeaderField(name, "v"))
      }
    }

    static func coding(
      _ id: String, _ headers: Headers, body: Body? = nil, text: String
    ) -> Row {
      let words = "only 'chunked' can be said, once, with a body and without Content-Length"
      return Row(id, .headerValue("Transfer-Encoding"), .combination(words), text: text) {
        $0.headers = headers
        if let body { ($0.method, $0.body) = (.post, .bytes(body)) }
      }
    }

    static func method(_ id: String, _ method: String, _ byte: UInt8, at: Int) -> Row {
      Row(id, .method, .forbiddenByte(byte, at: at), text: method) {
        $0.method = HTTPMethod(rawValue: method)
      }
    }

    var testDescription: String { id }
  }

  static let rows: [Row] = [
    .value("CR LF in a value", "X-A", "1\r\nHost: evil", 13, at: 1),
    .value("LF in a value", "X-A", "é\n", 10, at: 2),
    .value("CR in a value", "X-A", "\r", 13, at: 0),
    .value("NUL in a value", "X-A", "a\0b", 0, at: 1),
    .value("escape in a value", "X-A", "ab\u{1b}[2J", 0x1b, at: 2),
    .value("DEL in a value", "X-A", "\u{7f}", 0x7f, at: 0),
    .value("CR LF in a cookie", "Cookie", "a=b\r\nX: y", 13, at: 3),
    .value("NUL in a cookie", "cookie", "a=\0", 0, at: 2),
    .value("line end behind a token", "Authorization", "Bearer t\n", 10, at: 8),
    .value("line end among blanks", "X-A", "a\r\n ", 13, at: 1),
    .name("colon in a name", "X:A", 0x3a, at: 1),
    .name("space in a name", "X A", 0x20, at: 1),
    .name("space behind a name", "X-A ", 0x20, at: 3),
    .name("tab in front of a name", "\tX", 9, at: 0),
    .name("CR LF in a name", "X\r\nY", 13, at: 1),
    .name("NUL in a name", "X\0", 0, at: 1),
    .name("a name that is not ASCII", "é", 0xc3, at: 0),
    .name("brackets in a name", "X(", 0x28, at: 1),
    Row("no name", .headerName, .empty, text: "") { $0.headers.append(HeaderField("", "v")) },
    .method("CR LF in a method", "GET /x HTTP/1.1\r\nA:", 0x20, at: 3),
    .method("LF in a method", "GET\n", 10, at: 3),
    .method("NUL in a method", "G\0ET", 0, at: 1),
    .method("a method that is not ASCII", "GÉT", 0xc3, at: 1),
    Row("no method", .method, .empty, text: "") { $0.method = "" },
    Row(
      "a length that is not the body's", .headerValue("Content-Length"),
      .combination("the body has 6 bytes"), text: "3"
    ) {
      $0.body = .bytes("GET /x")
      $0.method = .post
      $0.headers["Content-Length"] = "3"
    },
    Row(
      "a length without a body", .headerValue("content-length"),
      .combination("the body has 0 bytes"), text: "5"
    ) { $0.headers["content-length"] = "5" },
    Row(
      "a length in words", .headerValue("Content-Length"),
      .combination("the body has 0 bytes"), text: "+0"
    ) { $0.headers["Content-Length"] = "+0" },
    Row(
      "two lengths", .headerValue("Content-Length"), .combination("it is said twice"), text: "0"
    ) { $0.headers = ["Content-Length": "0", "content-length": "0"] },
    Row(
      "two hosts", .headerValue("Host"), .combination("it is said twice"),
      text: "a.test', 'b.test"
    ) { $0.headers = ["Host": "a.test", "host": "b.test"] },
    .coding("chunks without a body", ["Transfer-Encoding": "chunked"], text: "chunked"),
    .coding(
      "chunks beside a length", ["Content-Length": "1", "Transfer-Encoding": "chunked"],
      body: "x", text: "chunked"),
    .coding(
      "another coding", ["Transfer-Encoding": "gzip, chunked"], body: "x",
      text: "gzip, chunked"),
    .coding(
      "two codings", ["Transfer-Encoding": "chunked", "transfer-encoding": "identity"],
      body: "x", text: "chunked"),
  ]

  let server: DemoServer

  init() throws {
    server = try DemoServer()
  }

  func expect(_ problem: SetupProblem, of provider: Provider, _ target: TestTarget) async {
    let error = await provider.request(target).result.error
    #expect(error?.setupProblem == problem)
    #expect(error?.message.isEmpty == false)
    #expect(server.counters.accepted == 0)
    #expect(server.requestCount == 0)
  }

  @Test("refused when the target says it", arguments: rows)
  func target(row: Row) async {
    var request = HTTPRequest(url: server.baseURL)
    row.change(&request)
    var target = TestTarget(
      baseURL: server.baseURL, path: "/echo", method: request.method, headers: request.headers)
    if case .bytes(let body) = request.body { target.task = .requestData(body) }
    await expect(row.problem, of: Provider(transport: LibcurlTransport(environment: [:])), target)
  }

  @Test("a header that is said twice is told with both values and what to do")
  func twoHosts() async {
    var target = TestTarget(baseURL: server.baseURL)
    target.headers = ["Host": "a.test", "host": "b.test"]
    let error = await Provider(transport: ScriptedTransport()).request(target).result.error
    #expect(
      error?.description
        == "the value of the header Host 'a.test', 'b.test' cannot be sent: it is said twice — say "
        + "it once, or leave it out: it is taken from the URL; nothing was sent")
  }

  @Test("refused when a plugin says it", arguments: rows)
  func plugin(row: Row) async {
    let provider = Provider(transport: LibcurlTransport(environment: [:])) {
      $0.plugins = [
        TestPlugin(onPrepare: { request, _ in
          var request = request
          row.change(&request)
          return request
        })
      ]
    }
    await expect(row.problem, of: provider, TestTarget(baseURL: server.baseURL, path: "/echo"))
  }

  @Test("refused when a plugin brings a bad URL")
  func pluginURL() async {
    let rows: [(String, SetupProblem.Reason)] = [
      ("/x\r\nA: b", .forbiddenByte(13, at: server.baseURL.utf8.count + 2)),
      ("/\0", .forbiddenByte(0, at: server.baseURL.utf8.count + 1)),
    ]
    for (path, reason) in rows {
      let url = server.baseURL + path
      let provider = Provider(transport: LibcurlTransport(environment: [:])) {
        $0.plugins = [
          TestPlugin(onPrepare: { request, _ in
            var request = request
            request.url = url
            return request
          })
        ]
      }
      await expect(
        SetupProblem(.url, reason, text: url), of: provider, TestTarget(baseURL: server.baseURL))
    }
  }

  @Test("every control character but the tab is refused in a value", arguments: 0..<256)
  func everyValueByte(value: Int) async {
    // Bytes from 0x80 on cannot stand alone in a String; as scalars they are two allowed bytes.
    let scalar = Unicode.Scalar(UInt8(value))
    let provider = Provider(transport: ScriptedTransport())
    let target = TestTarget(headers: ["X-A": "a\(Character(scalar))b"])
    let isAllowed = (value >= 0x20 && value != 0x7f) || value == 0x09
    let problem = await provider.request(target).result.error?.setupProblem
    #expect(problem?.reason == (isAllowed ? nil : .forbiddenByte(UInt8(value), at: 1)))
  }

  @Test("only token characters stand in names and methods", arguments: 0..<128)
  func everyNameByte(value: Int) async {
    let text = "A" + String(decoding: [UInt8(value)], as: UTF8.self)
    let token = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    let reason: SetupProblem.Reason? =
      token.utf8.contains(UInt8(value)) ? nil : .forbiddenByte(UInt8(value), at: 1)
    let provider = Provider(transport: ScriptedTransport())
    let named = await provider.request(TestTarget(headers: [text: "v"])).result.error
    #expect(named?.setupProblem?.reason == reason)
    #expect(named == nil || named?.setupProblem?.part == .headerName)
    let asked = await provider.request(TestTarget(method: HTTPMethod(rawValue: text))).result.error
    #expect(asked?.setupProblem?.reason == reason)
    #expect(asked == nil || asked?.setupProblem?.part == .method)
  }

  @Test("what is allowed arrives byte for byte")
  func allowed() async throws {
    let headers: Headers = [
      "X-Tab": "a\tb", "X-Text": "é日🎉", "X-Empty": "", "X-Odd!#$%&'*+-.^_`|~": "\"<>;,\\",
      "Cookie": "a=b; c=\"d\"", "X-Blank": " ", "X-Padded": " \t a \t ",
    ]
    let target = TestTarget(
      baseURL: server.baseURL, path: "/echo", method: "PURGE", headers: headers)
    let provider = Provider(transport: LibcurlTransport(environment: [:]))
    let sent = try await provider.request(target).value.request
    let request = try #require(server.log.first)
    #expect(request.method == "PURGE")
    let lines = request.headerLines.map { String(decoding: $0, as: UTF8.self) }
    for line in [
      "X-Tab: a\tb", "X-Text: é日🎉", "X-Empty:", "X-Odd!#$%&'*+-.^_`|~: \"<>;,\\",
      "Cookie: a=b; c=\"d\"", "X-Blank:", "X-Padded: a",
    ] {
      #expect(lines.contains(line), "\(line) in \(lines)")
    }
    #expect(sent.headers["X-Blank"] == "", "what is shown is what is sent")
    #expect(sent.headers["X-Padded"] == "a")
  }

  @Test("a length and a coding that fit the body are let through")
  func framing() async throws {
    let provider = Provider(transport: LibcurlTransport(environment: [:]))
    let rows: [(Headers, HTTPMethod, HTTPTask, Int)] = [
      (["Content-Length": "6"], .post, .requestData("GET /x"), 6),
      (["content-length": "0"], .get, .requestPlain, 0),
      (["Content-Length": "0"], .post, .requestPlain, 0),
      (["Transfer-Encoding": "chunked"], .post, .requestData("GET /x"), 6),
    ]
    for (headers, method, task, count) in rows {
      let target = TestTarget(
        baseURL: server.baseURL, path: "/echo", method: method, task: task, headers: headers)
      #expect(try await provider.request(target).value.statusCode == 200)
      #expect(server.log.last?.body.count == count)
      let framing = ["Content-Length", "Transfer-Encoding"]
      #expect(framing.flatMap { server.log.last?.headers($0) ?? [] } == headers.map(\.value))
    }
    #expect(server.counters.malformed == 0)
  }
}
