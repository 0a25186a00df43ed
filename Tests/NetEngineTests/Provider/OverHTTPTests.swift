import CurlTransport
import DemoServer
import NetEngine
import TestServer
import TestSupport
import Testing

/// The whole way over real HTTP, against a server in this process.
@Suite(.timeLimit(.minutes(10))) struct OverHTTPTests {
  let server: DemoServer
  let provider = Provider(transport: LibcurlTransport(environment: [:]))

  init() throws {
    server = try DemoServer.withBroken()
  }

  func target(_ path: String, _ change: (inout TestTarget) -> Void = { _ in }) -> TestTarget {
    var target = TestTarget(baseURL: server.baseURL, path: path)
    change(&target)
    return target
  }

  @Test("real data arrives, byte for byte")
  func data() async throws {
    for count in [0, 1, 1_024, 300_000] {
      let response = try await provider.request(target("/bytes/\(count)")).value
      #expect(response.statusCode == 200)
      #expect(response.isComplete)
      #expect(response.body.count == count)
      #expect(response.body.bytes.enumerated().allSatisfy { Int($1) == $0 % 256 })
      #expect(response.headers["content-length"] == "\(count)")
    }
  }

  @Test("a validation failure exposes the response")
  func validation() async {
    let error = await provider.request(target("/status/404") { $0.validationType = .successCodes })
      .result.error
    guard case .statusCode(let response) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(response.statusCode == 404)
    #expect(response.body.text == #"{"error":"Not Found","code":404}"#)
    #expect(error?.message == "the server answered 404 Not Found")
  }

  @Test("basic credentials are used, from plugin and URL")
  func basic() async throws {
    let target = target("/auth/basic") { $0.validationType = .successCodes }
    #expect(await provider.request(target).result.error?.response?.statusCode == 401)
    var trusted = provider
    trusted.plugins = [CredentialsPlugin { _ in .init(user: "ada", password: "secret") }]
    #expect(try await trusted.request(target).value.body == #"{"user":"ada"}"#)
    trusted.plugins = [CredentialsPlugin { _ in .init(user: "ada", password: "wrong") }]
    #expect(await trusted.request(target).result.error?.response?.statusCode == 401)
    var named = target
    named.baseURL = "http://ada:secret@127.0.0.1:\(server.port)"
    #expect(try await provider.request(named).value.statusCode == 200)
  }

  @Test("the bearer header is really sent")
  func bearer() async throws {
    var trusted = provider
    trusted.plugins = [AccessTokenPlugin { _ in "demo-token" }]
    let response = try await trusted.request(
      target("/auth/bearer") { $0.authorizationType = .bearer }
    )
    .value
    #expect(response.statusCode == 200)
    #expect(server.log.last?.headers("Authorization") == ["Bearer demo-token"])
  }

  @Test("a multipart upload is validated by its code")
  func multipart() async throws {
    let folder = try TestFolder()
    let file = try folder.write("photo.png", [UInt8](repeating: 0x89, count: 70_000))
    let parts: Multipart = [
      .init(name: "title", .data("Copper \"wire\"")),
      .init(name: "photo", .file(path: file)),
    ]
    var target = target("/multipart") {
      $0.method = .post
      $0.task = .uploadMultipartFormData(parts)
      $0.validationType = .customCodes([200])
    }
    let response = try await provider.request(target).value
    #expect(
      response.body.text
        == #"{"parts":[{"name":"title","filename":null,"bytes":13,"headers":["Content-Disposition: form-data; name=\"title\""]},"#
        + #"{"name":"photo","filename":"photo.png","bytes":70000,"headers":["Content-Disposition: form-data; name=\"photo\"; filename=\"photo.png\"","Content-Type: image/png"]}]}"#
    )
    target.validationType = .customCodes([201, 287])
    #expect(await provider.request(target).result.error?.response?.statusCode == 200)
  }

  @Test("every method arrives as it is, with and without a body")
  func methods() async throws {
    let methods: [HTTPMethod] = [
      .get, .post, .put, .patch, .delete, .options, .trace, "PURGE", "M-SEARCH", "get",
    ]
    for method in methods {
      for body in [HTTPTask.requestPlain, .requestData("x=1")] {
        let response = try await provider.request(
          target("/echo") {
            $0.method = method
            $0.task = body
          }
        ).value
        #expect(response.statusCode == 200)
        let request = server.log.last
        #expect(request?.method == method.rawValue)
        #expect(request?.body.text == (body.body.isNone ? "" : "x=1"))
        #expect(request?.header("Content-Type") == nil, "nobody chose one")
        #expect(request?.header("Expect") == nil)
      }
    }
  }

  @Test("HEAD has the head and no body")
  func head() async throws {
    let response = try await provider.request(target("/bytes/1024") { $0.method = .head }).value
    #expect(response.statusCode == 200)
    #expect(response.headers["Content-Length"] == "1024")
    #expect(response.body.isEmpty)
    #expect(response.isComplete)
    #expect(server.log.last?.method == "HEAD")
  }

  @Test("a file is streamed, whole")
  func upload() async throws {
    let folder = try TestFolder()
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = try folder.write("up.bin", bytes)
    let response = try await provider.request(
      target("/upload") {
        $0.method = .put
        $0.task = .uploadFile(path)
      }
    ).value
    #expect(response.body.text?.hasPrefix(#"{"bytes":3000000,"#) == true)
    #expect(server.log.last?.body.kept.elementsEqual(bytes.prefix(1 << 20)) == true)
  }

  @Test("what the endpoint says is what the server gets")
  func endpoint() async throws {
    let target = target("/echo/é?b=1&a[]=%20") {
      $0.method = .patch
      $0.task = HTTPTask(
        body: .parameters(["z": [1, 2], "a": "ü"], .url(.httpBody)), query: .init(["q": "a b"]))
      $0.headers = ["X-First": "1", "x-second": ""]
    }
    _ = try await provider.request(target).value
    let request = try #require(server.log.last)
    #expect(String(decoding: request.target, as: UTF8.self) == "/echo/%C3%A9?b=1&a[]=%20&q=a%20b")
    #expect(request.body.text == "a=%C3%BC&z%5B%5D=1&z%5B%5D=2")
    #expect(
      request.headerLines.map { String(decoding: $0, as: UTF8.self) } == [
        "Host: 127.0.0.1:\(server.port)", "X-First: 1", "x-second:",
        "Content-Type: application/x-www-form-urlencoded; charset=utf-8",
        "User-Agent: Inspector/\(EngineVersion.text)", "Accept: */*",
        "Accept-Encoding: gzip, deflate, br, zstd", "Content-Length: 28",
      ])
  }
}

extension HTTPTask.Payload {
  fileprivate var isNone: Bool {
    if case .none = self { true } else { false }
  }
}
