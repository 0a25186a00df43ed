import NetEngine
import TestSupport
import Testing

/// Variables of a person's environment and redirects, without a socket.
@Suite("Variables of the environment at a redirect")
struct GuardedRedirectTests {
  private static let variable = EnvironmentVariable("TOKEN")
  private static let value = "the-value-of-it"

  private static func request(
    _ method: HTTPMethod = .put, _ body: RequestBody = .none, _ headers: Headers = [:]
  ) -> HTTPRequest {
    var request = HTTPRequest(method: method, url: "http://a.test/x", headers: headers, body: body)
    request.options.environment.values = [variable: [value]]
    request.options.environment.origin = "http://a.test"
    request.options.environment.shownOrigin = "http://a.test"
    return request
  }

  private static func decide(
    _ request: HTTPRequest, _ status: Int, _ location: String
  ) -> Redirect.Decision {
    Redirect.decide(request, answeredBy: RedirectTests.hop(request.url, status, location))
  }

  @Test(
    "A body with one goes to no other origin",
    arguments: [
      (.put, 307, "http://b.test/", true), (.post, 308, "https://b.test/", true),
      (.post, 307, "https://a.test/", true), (.put, 301, "http://a.test:81/", true),
      (.post, 307, "http://sub.a.test/", true), (.post, 303, "http://b.test/", false),
      (.post, 301, "http://b.test/", false), (.put, 307, "/y", false),
      (.put, 307, "http://A.test:80/y", false), (.put, 307, "http://allowed.test/", false),
      (.put, 307, "http://allowed.test:8080/", true),
    ] as [(HTTPMethod, Int, String, Bool)])
  func body(method: HTTPMethod, status: Int, location: String, isKept: Bool) {
    for body in [
      RequestBody.bytes("a=the-value-of-it"),
      .multipart(EncodedMultipart(boundary: "B", segments: [.bytes("--B--\r\n")])),
      .file(FileSource(path: "/dev/null", count: 1)),
    ] {
      var request = Self.request(method, body)
      request.options.environment.body = [Self.variable]
      request.options.environment.origins[Self.variable] = ["http://allowed.test"]
      let decision = Self.decide(request, status, location)
      guard case .keep(let redirect) = decision else {
        #expect(!isKept, "\(decision)")
        continue
      }
      let error = NetError.transport(TransportError(redirect, of: method))
      #expect(isKept && error.exitCode == 1)
      #expect(error.message.contains("http://a.test") && error.message.contains(redirect.to))
      #expect(error.message.contains("'TOKEN'") && !error.message.contains(Self.value))
      #expect(error.hint.contains("--allow-env TOKEN=\(redirect.to)"))
      request.options.environment.unlimited = [Self.variable]
      guard case .follow = Self.decide(request, status, location) else {
        Issue.record("not followed")
        continue
      }
    }
  }

  @Test("A header with one is dropped, whatever it is called")
  func header() {
    let fields = ["X-T": "x", "X-Plain": Self.value, "Accept": "a/b"]
    var request = Self.request(.get, .none, Headers(fields.map { HeaderField($0.key, $0.value) }))
    request.options.environment.headers = ["x-t": [Self.variable]]
    guard case .follow(let next, let dropped, _) = Self.decide(request, 307, "http://b.test/")
    else {
      Issue.record("not followed")
      return
    }
    #expect(next.headers.map(\.name) == ["Accept"] && Set(dropped) == ["X-T", "X-Plain"])
    request.options.environment.unlimited = [Self.variable]
    guard case .follow(let all, _, _) = Self.decide(request, 307, "http://b.test/") else {
      Issue.record("not followed")
      return
    }
    #expect(all.headers.count == 3)
  }

  @Test(
    "A Location with the value is not followed",
    arguments: ["http://b.test/?k=the-value-of-it", "http://b.test/%74he-value-of-it"])
  func location(_ location: String) {
    guard case .keep(let redirect) = Self.decide(Self.request(), 302, location) else {
      Issue.record("followed")
      return
    }
    #expect(redirect.variables == [Self.variable])
    guard case .keep(let host) = Self.decide(Self.request(), 302, "http://The-Value-Of-It.b.test/")
    else { return }
    #expect(host.to == "http://{{TOKEN}}.b.test")
  }

  @Test("An origin is allowed in its spelling without the value, as a yes is kept")
  func shownSpelling() {
    var request = Self.request(.put, .bytes("a=the-value-of-it"))
    request.options.environment.body = [Self.variable]
    let location = "http://The-Value-Of-It.b.test/"
    guard case .keep(let redirect) = Self.decide(request, 307, location) else {
      Issue.record("followed")
      return
    }
    request.options.environment.origins[Self.variable] = [redirect.to]
    guard case .follow = Self.decide(request, 307, location) else {
      Issue.record("not followed")
      return
    }
    guard case .keep = Self.decide(request, 307, "http://c.test/") else {
      Issue.record("followed to another origin")
      return
    }
  }

  // MARK: Origins

  /// Pairs of hosts that are one origin, and pairs that are two.
  static let pairs: [(String, String, Bool)] = [
    ("http://A.test/", "http://a.test:80/x", true), ("https://a.test", "https://A.TEST:443", true),
    ("http://a.test:443", "https://a.test", false),
    ("http://a.test:80", "https://a.test:80", false),
    ("http://a.test", "http://a.test:8080", false), ("http://a.test", "http://a.test.", false),
    ("http://B\u{dc}CHER.test", "http://b\u{fc}cher.test", true),
    ("http://b\u{fc}cher.test", "http://xn--bcher-kva.test", true),
    ("http://XN--BCHER-KVA.test", "http://b\u{fc}cher.test", true),
    ("http://b\u{fc}cher.test", "http://bucher.test", false),
    ("http://\u{4f8b}\u{5b50}.test", "http://xn--fsqu00a.test", true),
    ("http://\u{440}\u{430}ypal.test", "http://paypal.test", false),
    ("http://127.1", "http://127.0.0.1", true), ("http://0x7f000001", "http://127.0.0.1", true),
    ("http://127.0.0.1", "http://127.0.0.2", false),
    ("http://localhost", "http://127.0.0.1", false),
    ("http://[::1]", "http://[0:0:0:0:0:0:0:1]:80", true), ("http://[::1]", "http://[::2]", false),
    ("http://[FE80::1%25eth0]", "http://[fe80::1%25eth0]", true),
    ("http://[fe80::1%25eth0]", "http://[fe80::1%25eth1]", false),
    ("http://user:x@a.test", "http://a.test", true),
    ("http://a.test@b.test", "http://a.test", false),
    ("http://dead.beef", "http://DEAD.beef", true), ("http://1.2.3.4.5", "http://1.2.3.4", false),
  ]

  @Test("An origin has one spelling", arguments: pairs)
  func spelling(_ row: (left: String, right: String, isSame: Bool)) throws {
    let (left, right) = (try URLText(row.left).origin, try URLText(row.right).origin)
    #expect((left == right) == row.isSame && (left.text == right.text) == row.isSame)
  }
}
