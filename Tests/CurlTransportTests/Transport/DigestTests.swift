import CurlTransport
import DemoServer
import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Digest sign-in: the words to the letter, and the hops against servers that check them.
@Suite(.timeLimit(.minutes(10))) struct DigestTests {
  @Test(
    "The examples of RFC 7616",
    arguments: [
      ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
      ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ])
  func standard(algorithm: String, response: String) throws {
    let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
    let field =
      "Digest realm=\"http-auth@example.org\", qop=\"auth, auth-int\", algorithm=\(algorithm),"
      + " nonce=\"\(nonce)\", opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""
    let challenge = try #require(DigestChallenge(["WWW-Authenticate": field]))
    let answer = challenge.answer(
      DigestCredentials(user: "Mufasa", password: "Circle of Life"),
      to: HTTPRequest(url: "http://www.example.org/dir/index.html"), count: 1,
      clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
    #expect(
      answer
        == "Digest username=\"Mufasa\", realm=\"http-auth@example.org\", nonce=\"\(nonce)\","
        + " uri=\"/dir/index.html\", cnonce=\"f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ\","
        + " nc=00000001, qop=auth, response=\"\(response)\","
        + " opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\", algorithm=\(algorithm)")
  }

  @Test("a nonce is counted up, and one that went stale is renewed once")
  func counted() throws {
    var request = HTTPRequest(url: "http://a.test/x")
    request.options.digest = DigestCredentials(user: "ada", password: "secret")
    var run = try #require(DigestRun(request))
    #expect(run.request().headers["Authorization"] == nil)
    let stale: Headers = [
      "WWW-Authenticate": "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", stale=true"
    ]
    for count in ["00000001", "00000001"] {
      let answer = run.next(after: 401, stale)?.headers["Authorization"]
      #expect(answer?.contains("nc=\(count)") == true)
    }
    #expect(run.request().headers["Authorization"]?.contains("nc=00000002") == true)
    #expect(run.next(after: 401, stale) == nil)
  }

  @Test(
    "MD5 is RFC 1321's",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
      (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
    ])
  func md5(text: String, hex: String) {
    #expect(MD5.hex(of: Array(text.utf8)) == hex)
  }

  @Test(
    "What is no challenge that can be answered",
    arguments: [
      "", "Basic realm=\"x\"", "Digest", "Digest realm=\"x\"", "Digest nonce=\"x\"",
      "Digest realm=\"x\", nonce=\"y\", algorithm=SHA-3", "Digest realm=x, nonce=y, qop=\"\"",
      "Digest realm=\"x\", nonce=\"y\", qop=\"other\"", "realm=\"x\", nonce=\"y\"",
    ])
  func noChallenge(field: String) {
    #expect(DigestChallenge(["WWW-Authenticate": field]) == nil)
  }

  @Test("One challenge of several in a field")
  func several() {
    let field = "Basic realm=\"Digest a=b, \", Digest realm=x , nonce = \"y\", Bearer realm=\"z\""
    #expect(DigestChallenge(["WWW-Authenticate": field]) != nil)
  }

  private static func fire(
    _ path: String, _ change: (inout TestTarget) -> Void = { _ in }, password: String = "secret",
    follows: Bool = true, over transport: LibcurlTransport = Demo.transport
  ) async throws -> Result<Response, NetError> {
    var target = TestTarget(baseURL: try Demo.server().baseURL + path)
    target.options = RequestOptions()
    target.options?.followsRedirects = follows
    change(&target)
    let plugin = CredentialsPlugin { _ in
      .init(user: "ada", password: password, scheme: .digest)
    }
    return await Provider(transport: transport) { $0.plugins = [plugin] }
      .request(target).result
  }

  private static func head(_ hop: Hop) -> String {
    String(decoding: hop.requestHead, as: UTF8.self)
  }

  @Test(
    "Signs in, the 401 a hop before the response",
    arguments: [
      ("md5", [401, 200]), ("md5-sess", [401, 200]), ("sha-256", [401, 200]),
      ("no-qop", [401, 200]), ("integrity", [401, 200]), ("either", [401, 200]),
      ("stale", [401, 401, 200]), ("unknown", [401]),
    ])
  func signsIn(kind: String, statuses: [Int]) async throws {
    // Of its own: where others fire as well, they may take the connection, or crowd it out.
    let own = LibcurlTransport(environment: [:])
    let response = try #require(
      try await Self.fire("/auth/digest/\(kind)?a=b c", over: own).arrived)
    #expect(response.hops.map(\.statusCode) == statuses)
    #expect(!Self.head(response.hops[0]).contains("Authorization"))
    #expect(!response.hops.contains { Self.head($0).contains("secret") })
    guard statuses.count > 1 else { return }
    #expect(response.body.text?.hasPrefix(#"{"user":"ada""#) == true)
    #expect(response.hops[0].body.text == #"{"error":"Unauthorized"}"#)
    #expect(response.hops.last?.connection.isReused == true)
  }

  @Test("Of two challenges the first that can be answered")
  func twoChallenges() async throws {
    let response = try await Self.fire("/auth/digest-twice").get()
    #expect(Self.head(response.hops[1]).contains("algorithm=SHA-256\r\n"))
  }

  @Test("A wrong password is answered once")
  func wrongPassword() async throws {
    let response = try #require(try await Self.fire("/auth/digest/md5", password: "x").arrived)
    #expect(response.hops.map(\.statusCode) == [401, 401])
  }

  @Test("A body goes out with the second request only, redirects followed or not")
  func body() async throws {
    for (kind, follows) in [("md5", true), ("integrity", false)] {
      let response = try await Self.fire(
        "/auth/digest/\(kind)",
        {
          $0.method = .post
          $0.task = .requestData(Body("twelve bytes"))
        }, follows: follows
      ).get()
      #expect(response.hops.map(\.sentBodyBytes) == [0, 12])
      #expect(Self.head(response.hops[0]).contains("Content-Length: 0\r\n"))
      #expect(response.body.text?.contains(#""body":12"#) == true)
    }
  }

  @Test("A body nobody asks a sign-in for goes out all the same")
  func openDoor() async throws {
    let response = try await Self.fire("/echo") {
      $0.method = .put
      $0.task = .requestData(Body("twelve bytes"))
    }.get()
    #expect(response.hops.map(\.sentBodyBytes) == [0, 12])
    #expect(response.body.text?.contains("twelve bytes") == true)
  }

  @Test("A redirect of its origin is answered at once; another origin hears nothing")
  func redirects() async throws {
    let server = try Demo.server()
    let here = try await Self.fire("/redirect/to?to=/auth/digest/md5").get()
    #expect(here.hops.map(\.statusCode) == [302, 401, 200])
    let there = "http://localhost:\(server.port)/auth/digest/md5"
    let elsewhere = try #require(try await Self.fire("/redirect/to?to=\(there)").arrived)
    #expect(elsewhere.hops.map(\.statusCode) == [302, 401])
  }

  @Test("The password is nowhere in a recording, and neither is the answer to the challenge")
  func redacted() async throws {
    let response = try await Self.fire("/auth/digest/md5?echo=secret").get()
    let exchange = Exchange(
      sequence: 1, name: "x", startedAt: 0, request: response.request, result: .success(response))
    let text = String(
      decoding: HARWriter().document([Redactor().redact(exchange)]), as: UTF8.self)
    #expect(!text.contains("secret") && text.contains("Digest"))
    #expect(!text.contains("cnonce=\\\""))
  }

  @Test("Two identities share no transfer")
  func identities() async {
    let words = TestTarget().words
    let basic = CredentialsPlugin { _ in .init(user: "a", password: "b") }
    let digest = CredentialsPlugin { _ in .init(user: "a", password: "b", scheme: .digest) }
    let names = [await basic.identity(for: words), await digest.identity(for: words)]
    #expect(names[0] != names[1])
  }
}
