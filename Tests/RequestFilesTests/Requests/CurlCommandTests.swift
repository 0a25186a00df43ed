import CurlTransport
import DemoServer
import Glibc
import NetEngine
import TestSupport
import Testing

/// The cURL form is run in a real shell: the server must get the same bytes from it as from us.
@Suite(.timeLimit(.minutes(10)), .enabled(if: Shell.has("curl"), "curl is not installed"))
struct CurlCommandTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var id: String
    var method = HTTPMethod.get
    var path = "/echo"
    var headers: Headers = [:]
    var task = HTTPTask.requestPlain

    var testDescription: String { id }

    func saying(_ headers: Headers) -> Row {
      var row = self
      row.headers = headers
      return row
    }
  }

  static func data(_ id: String, _ body: Body, _ method: HTTPMethod = .post) -> Row {
    Row(id: id, method: method, task: .requestData(body))
  }

  static let rows: [Row] = [
    Row(id: "plain"),
    Row(id: "query", path: "/echo?a=1&b=%20&c=$HOME&d='"),
    Row(id: "globbing characters", path: "/echo?a[]={1,2}&b[1-3]=*?"),
    Row(id: "dot segments", path: "/echo/../x/./y"),
    Row(id: "dot segments before a query", path: "/echo/..?x=1"),
    Row(id: "dot segments at the end", path: "/echo/."),
    Row(id: "encoded dot segments", path: "/echo/%2e%2E/x"),
    Row(id: "double slashes", path: "/echo//x/"),
    Row(id: "a path that looks like an option", path: "/-X/--data"),
    Row(id: "not ASCII", path: "/echo/é?q=日"),
    Row(id: "an at sign and a colon", path: "/@a:b?@c"),
    Row(id: "bang, backtick, backslash", path: "/echo?a=!x`y`\\z"),
    Row(id: "HEAD", method: .head),
    Row(id: "DELETE", method: .delete),
    Row(id: "OPTIONS", method: .options),
    Row(id: "a method with a quote", method: "O'B"),
    Row(id: "a method in small letters", method: "get"),
    Row(id: "POST without a body", method: .post),
    Row(id: "PUT without a body", method: .put),
    Row(id: "PATCH without a body", method: .patch),
    Row(id: "POST that says it has no body", method: .post, headers: ["Content-Length": "0"]),
    Row(id: "an empty header", headers: ["X-Empty": "", "X-Full": "1"]),
    Row(id: "quotes in a header", headers: ["X-A": "it's \"$(date)\" `id` \\ !"]),
    Row(id: "a header that looks like a file", headers: ["X-A": "@/etc/passwd"]),
    Row(id: "a header with a semicolon", headers: ["X-A": "a;", "X-B": ";"]),
    Row(id: "a header not ASCII", headers: ["X-A": "é\t日"]),
    Row(id: "repeated headers", headers: ["X-A": "1", "x-a": "2"]),
    Row(
      id: "headers curl has an opinion on",
      headers: [
        "Host": "other.test", "User-Agent": "", "Accept": "", "Accept-Encoding": "identity",
        "Cookie": "a=b; c", "Referer": "r", "Range": "bytes=0-1", "Connection": "close",
      ]),
    Row(id: "credentials", headers: ["Authorization": "Basic YTpi"]),
    data("text", "hello"),
    data("an empty body", .empty),
    data("quotes", #"it's "quoted" \n"#),
    data("substitutions", "$(id) ${HOME} `id` !! $$"),
    data("newlines", "a\nb\r\nc\n\n"),
    data("a leading at sign", "@/etc/passwd"),
    data("a lone at sign", "@-"),
    data("a leading dash", "-d @x --"),
    data("percent signs", "%s%d%%\\045"),
    data("not ASCII", "é日🎉"),
    data("NUL", "a\0b"),
    data("NUL before digits", "\u{0}123\u{1}7"),
    data("every byte", Body(Array(UInt8.min...UInt8.max))),
    data("every byte as format", Body((0...255).flatMap { [0x25, 0x5c, UInt8($0), 0x27] })),
    data("large text", Body(String(repeating: "x'", count: 150_000))),
    data("a body on GET", "x", .get),
    data("a body on DELETE", "x", .delete),
    data("a body on PUT", "x", .put),
    Row(id: "JSON", method: .post, task: .requestParameters(["a": ["it's", 1]], encoding: .json)),
    Row(id: "a form", method: .post, task: .requestParameters(["a b": "c&d", "e": [1]])),
    Row(
      id: "a type of one's own", method: .post, headers: ["content-type": "text/x;a='b'"],
      task: .requestData("x")),
    Row(id: "an empty type", method: .post, headers: ["Content-Type": ""], task: .requestData("x")),
    Row(id: "Expect", method: .post, headers: ["Expect": "100-continue"], task: .requestData("x")),
    data("Expect and TE, and the fields that Connection lists", "x").saying([
      "Expect": "100-continue", "TE": "trailers", "Keep-Alive": "5", "X-Hop": "1",
      "Connection": "X-Hop, keep-alive", "X-Kept": "2",
    ]),
    Row(
      id: "chunked", method: .post, headers: ["Transfer-Encoding": "chunked"],
      task: .requestData("chunks")),
  ]

  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
  }

  /// Fires it with the engine and with curl and compares what came.
  func compare(_ row: Row) async throws {
    let target = TestTarget(
      baseURL: server.baseURL, path: row.path, method: row.method, task: row.task,
      headers: row.headers)
    let provider = Provider(transport: LibcurlTransport(environment: [:]))
    let sent = try await provider.request(target).value.request
    let command = CurlCommand(sent).text
    let ending = try Shell.run(command, in: folder.path)
    #expect(ending.status == 0, "\(ending.errorText)")
    let (ours, theirs) = (server.log.first, server.log.last)
    #expect(server.log.count == 2, "\(command)")
    #expect(theirs?.method == ours?.method)
    #expect(theirs?.target == ours?.target, "\(command)")
    #expect(Self.lines(theirs) == Self.lines(ours), "\(command)")
    #expect(theirs?.body == ours?.body)
    #expect(ours?.body.count == sent.body.count)
  }

  /// Without the fields that curl makes itself.
  static func lines(_ request: Request?) -> [String] {
    let own = [
      "content-length:", "transfer-encoding:", "connection:", "expect:", "te:", "keep-alive:",
      "x-hop:",
    ]
    let lines = request?.headerLines.map { String(decoding: $0, as: UTF8.self) } ?? []
    return lines.filter { line in !own.contains { line.lowercased().hasPrefix($0) } }
  }

  @Test("the same bytes arrive from the shell", arguments: rows)
  func same(row: Row) async throws {
    try await compare(row)
  }

  @Test("the logger's cURL form runs in a shell, quotes and all")
  func logged() async throws {
    let log = Record<String>()
    let provider = Provider(transport: LibcurlTransport(environment: [:])) {
      $0.plugins = [
        CredentialsPlugin { _ in .init(user: "it's", password: "\"$(id)\"") },
        LoggerPlugin(.curl) { log.append($0) },
      ]
    }
    let target = TestTarget(
      baseURL: server.baseURL, path: "/echo?q='\"", method: .post,
      task: .requestParameters(["quote": "it's \"$(id)\"\n"], encoding: .json),
      headers: ["X-Quote": "'\"$x"])
    _ = try await provider.request(target).value
    let command = try #require(log.all.first)
    #expect(try Shell.run(command).status == 0)
    #expect(server.log.count == 2)
    #expect(Self.lines(server.log.last) == Self.lines(server.log.first))
    #expect(server.log.last?.body == server.log.first?.body)
    #expect(server.log.last?.target == server.log.first?.target)
  }

  @Test(
    "files and parts are read by curl as they are by us",
    arguments: [
      "plain.txt", "it's $(id) \"file\".png", "@at", "-dash", "semi;colon,comma", "é",
    ])
  func files(name: String) async throws {
    let path = try folder.write(name, Array(UInt8.min...UInt8.max) + Array("\r\n%\\'".utf8))
    try await compare(Row(id: name, method: .put, task: .uploadFile(path)))
  }

  @Test("a multipart body keeps its boundary and its bytes")
  func multipart() async throws {
    let path = try folder.write("it's 100%.bin", Array(UInt8.min...UInt8.max))
    let parts: Multipart = [
      .init(name: "it's \"text\"", .data("a\\b%c'd")),
      .init(name: "binary", .data(Body([0, 0xff, 0x0a])), fileName: "日.bin"),
      .init(name: "file", .file(path: path)),
    ]
    try await compare(
      Row(id: "multipart", method: .post, path: "/multipart", task: .uploadMultipartFormData(parts))
    )
  }

  @Test("a relative path never stands for the standard input or an option")
  func relativeFiles() throws {
    for name in ["-", "--help", "@x"] {
      let path = try folder.write(name, "body of \(name)")
      let file = RequestBody.file(FileSource(path: name, count: 1))
      let parts = EncodedMultipart(
        boundary: "B", segments: [.file(FileSource(path: name, count: 1))])
      for body in [file, .multipart(parts)] {
        let request = HTTPRequest(method: .post, url: server.baseURL + "/echo", body: body)
        #expect(try Shell.run(CurlCommand(request).text, in: folder.path).status == 0)
        #expect(server.log.last?.body.text == "body of \(name)", "\(path)")
      }
    }
  }
}

/// The words of the command, without running it.
@Suite struct CurlCommandTextTests {
  static func text(_ change: (inout HTTPRequest) -> Void) -> String {
    var request = HTTPRequest(url: "https://a.test/x")
    change(&request)
    return CurlCommand(request).text
  }

  static let rows: [(id: String, change: @Sendable (inout HTTPRequest) -> Void, text: String)] = [
    ("plain", { _ in }, "curl 'https://a.test/x' --location"),
    ("no redirects", { $0.options.followsRedirects = false }, "curl 'https://a.test/x'"),
    (
      "no checks",
      {
        $0.options.followsRedirects = false
        $0.options.verifiesTLS = false
      }, "curl 'https://a.test/x' --insecure"
    ),
    (
      "own certificates",
      {
        $0.options.followsRedirects = false
        $0.options.certificateFile = "/my certs/it's.pem"
      }, #"curl 'https://a.test/x' --cacert '/my certs/it'\''s.pem'"#
    ),
    ("HTTP/1.1", { $0.options.version = .http1 }, "curl --http1.1 'https://a.test/x' --location"),
    ("HTTP/2", { $0.options.version = .http2 }, "curl --http2 'https://a.test/x' --location"),
    (
      "HTTP/2 without TLS",
      {
        $0.options.version = .http2
        $0.url = "http://a.test/"
      }, "curl --http2-prior-knowledge 'http://a.test/' --location"
    ),
    ("HEAD", { $0.method = .head }, "curl --head 'https://a.test/x' --location"),
    (
      "POST",
      {
        $0.method = .post
        $0.body = .bytes("a'b")
        $0.headers = ["Content-Type": "text/plain"]
      },
      #"curl 'https://a.test/x' -H 'Content-Type: text/plain' --location --data-raw 'a'\''b' -H 'Expect:'"#
    ),
    (
      "PUT without a body", { $0.method = .put },
      "curl -X 'PUT' 'https://a.test/x' --location -H 'Content-Length: 0'"
    ),
    (
      "bytes",
      {
        $0.method = .post
        $0.body = .bytes(Body([0, 0x25, 0xff]))
      },
      #"printf -- '\000%%\377' | curl 'https://a.test/x' --location --data-binary @- -H 'Content-Type:' -H 'Expect:'"#
    ),
  ]

  @Test("the words of a command", arguments: rows.indices)
  func words(index: Int) {
    let (id, change, text) = Self.rows[index]
    #expect(Self.text(change) == text, "\(id)")
  }
}
