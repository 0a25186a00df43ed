import NetEngine
import TestSupport
import Testing

/// Where a redirect leads, and what goes with it, without a socket.
@Suite struct RedirectTests {
  static func hop(
    _ url: String, _ status: Int, _ locations: String..., method: HTTPMethod = .get
  ) -> Hop {
    var hop = Hop(url: url, method: method)
    hop.statusCode = status
    hop.headers = Headers(locations.map { HeaderField("Location", $0, source: .wire) })
    return hop
  }

  private static func decide(
    _ request: HTTPRequest, _ status: Int, _ locations: String...
  ) -> Redirect.Decision {
    var hop = hop(request.url, status)
    hop.headers = Headers(locations.map { HeaderField("Location", $0, source: .wire) })
    return Redirect.decide(request, answeredBy: hop)
  }

  private static func next(_ decision: Redirect.Decision) -> HTTPRequest? {
    if case .follow(let next, _, _) = decision { next } else { nil }
  }

  // MARK: Where to

  static let base = "http://host:8080/a/b/c?q=1"

  @Test(
    "A Location is resolved as RFC 3986 says",
    arguments: [
      ("http://other/x", "http://other/x"), ("HTTPS://Other:443/", "https://Other:443/"),
      ("http://other", "http://other/"), ("http://other?x", "http://other/?x"),
      ("//other:9/x", "http://other:9/x"), ("/x", "http://host:8080/x"),
      ("/x?y#z", "http://host:8080/x?y"), ("x", "http://host:8080/a/b/x"),
      ("x/", "http://host:8080/a/b/x/"), ("./x", "http://host:8080/a/b/x"),
      ("../x", "http://host:8080/a/x"), ("../../x", "http://host:8080/x"),
      ("../../../../x", "http://host:8080/x"), (".", "http://host:8080/a/b/"),
      ("..", "http://host:8080/a/"), ("../", "http://host:8080/a/"),
      ("/a/./b/../c", "http://host:8080/a/c"), ("/a/b/..", "http://host:8080/a/"),
      ("%2e%2E/x", "http://host:8080/a/x"), ("/a/.%2e/x", "http://host:8080/x"),
      ("...", "http://host:8080/a/b/..."), ("..x/.y", "http://host:8080/a/b/..x/.y"),
      ("?p=2", "http://host:8080/a/b/c?p=2"), ("?p=../..", "http://host:8080/a/b/c?p=../.."),
      ("#part", "http://host:8080/a/b/c?q=1"), ("x?../y", "http://host:8080/a/b/x?../y"),
      ("http://other/a/../b", "http://other/b"), ("a:b", nil),
      ("./a:b", "http://host:8080/a/b/a:b"),
      ("/ü", "http://host:8080/%C3%BC"), ("/a b", "http://host:8080/a%20b"),
      ("/%61", "http://host:8080/%61"), ("/\u{301}x", "http://host:8080/%CC%81x"),
      ("\u{301}x", "http://host:8080/a/b/%CC%81x"), ("/a//b", "http://host:8080/a//b"),
      ("http://u:p@other/x", "http://other/x"), ("http:/x", nil), ("http:x", nil),
      ("file:///etc/passwd", nil), ("gopher://x:70/_hi", nil), ("data:text/plain,hi", nil),
      ("ftp://x/y", nil), ("javascript:alert(1)", nil), ("http:///x", nil),
      ("http://x:99999/", nil), ("http://x:-1/", nil), ("http://two words/", nil),
      ("/x\u{1b}[2J", nil), ("/x\0", nil), ("http://[::1]:80/", "http://[::1]:80/"),
    ] as [(String, String?)])
  func target(location: String, expected: String?) {
    let decision = Self.decide(HTTPRequest(url: Self.base), 302, location)
    #expect(Self.next(decision)?.url == expected)
    if expected == nil {
      guard case .refuse(.redirect, let why) = decision else {
        Issue.record("\(decision)")
        return
      }
      #expect(why.contains("Location"))
    }
  }

  @Test func aPathlessBaseIsTheRoot() {
    let request = HTTPRequest(url: "http://host")
    #expect(Self.next(Self.decide(request, 302, "x"))?.url == "http://host/x")
    #expect(Self.next(Self.decide(request, 302, "?x"))?.url == "http://host/?x")
  }

  @Test func onlyFiveStatusesRedirect() {
    for status in 300..<400 {
      let isFollowed = Self.next(Self.decide(HTTPRequest(url: Self.base), status, "/x")) != nil
      #expect(isFollowed == [301, 302, 303, 307, 308].contains(status), "\(status)")
    }
    #expect(Self.decide(HTTPRequest(url: Self.base), 201, "/x") == .stop(nil))
  }

  @Test func aRedirectWithoutLocationIsAnAnswer() {
    let warning = Warning(.redirectWithoutLocation, "302")
    #expect(Self.decide(HTTPRequest(url: Self.base), 302) == .stop(warning))
    #expect(Self.decide(HTTPRequest(url: Self.base), 302, "") == .stop(warning))
  }

  @Test func twoLocationsMustAgree() {
    let request = HTTPRequest(url: Self.base)
    #expect(Self.next(Self.decide(request, 302, "/x", "/x"))?.url == "http://host:8080/x")
    guard case .refuse(.redirect, let why) = Self.decide(request, 302, "/x", "/x", "/y") else {
      Issue.record("followed")
      return
    }
    #expect(why.contains("'/x' and '/y'"))
    // The same letters, spelled with other bytes, are another place.
    let spelled = Self.decide(request, 302, "/\u{e9}", "/e\u{301}")
    #expect(Self.next(spelled) == nil)
  }

  @Test func aLocationHasTheLimitOfAURL() {
    var request = HTTPRequest(url: Self.base)
    request.limits.urlLength = 100
    let fitting = "/" + String(repeating: "x", count: 100 - "http://host:8080/".utf8.count)
    #expect(Self.next(Self.decide(request, 302, fitting))?.url.utf8.count == 100)
    guard case .refuse(.limit(let exceeded), _) = Self.decide(request, 302, fitting + "x") else {
      Issue.record("followed")
      return
    }
    #expect(exceeded == LimitExceeded(.urlLength, allowed: 100, found: 101))
  }

  // MARK: Method and body

  @Test(
    "The method follows the status",
    arguments: [
      ("GET", [301, 302, 303, 307, 308], "GET"), ("HEAD", [301, 302, 303, 307, 308], "HEAD"),
      ("POST", [301, 302, 303], "GET"), ("POST", [307, 308], "POST"),
      ("PUT", [301, 302, 307, 308], "PUT"), ("PUT", [303], "GET"),
      ("DELETE", [301, 302, 307, 308], "DELETE"), ("DELETE", [303], "GET"),
      ("PATCH", [303], "GET"), ("REPORT", [301, 302, 307, 308], "REPORT"),
    ] as [(HTTPMethod, [Int], HTTPMethod)])
  func method(of method: HTTPMethod, statuses: [Int], expected: HTTPMethod) {
    for status in statuses {
      let request = HTTPRequest(
        method: method, url: Self.base,
        headers: ["content-type": "text/plain", "Expect": "100-continue", "X-Kept": "1"],
        body: .bytes("body"))
      let next = Self.next(Self.decide(request, status, "/x"))
      #expect(next?.method == expected, "\(status)")
      let keepsBody = method == expected && !(method == .head && status == 303)
      #expect(next?.body == (keepsBody || method == .head ? .bytes("body") : RequestBody.none))
      let names = next?.headers.map(\.name)
      #expect(
        names == (next?.body == .bytes("body") ? ["content-type", "Expect", "X-Kept"] : ["X-Kept"]))
    }
  }

  // MARK: Warnings

  @Test(
    "What is odd about the way is told",
    arguments: [
      ("http://host:8080/", "https://host:8080/x", [Warning.Kind]()),
      ("https://host/", "http://host/x", [.leftHTTPS]), ("https://host/", "/x", []),
      ("http://host/", "/a b", [.oddLocation]), ("http://host/", "/\u{fc}", [.oddLocation]),
      ("http://host/", "/a%20b", []), ("http://host/", "/a|b", [.oddLocation]),
      ("http://host/", "http://u:p@host/", [.credentialsInLocation]),
      ("http://host/", "http://u@host/", [.credentialsInLocation]),
    ])
  func warning(base: String, location: String, expected: [Warning.Kind]) {
    guard
      case .follow(_, let dropped, let warnings) = Self.decide(
        HTTPRequest(url: base), 302, location)
    else {
      Issue.record("not followed")
      return
    }
    #expect(warnings.map(\.kind) == expected)
    #expect(dropped.isEmpty)
  }

  @Test(
    "A body goes from https to http only where somebody allows it",
    arguments: [
      ("POST", 307, "https://a.test/", "http://b.test/x", true),
      ("POST", 308, "https://a.test/", "http://a.test/x", true),
      ("PUT", 301, "https://a.test/", "http://b.test:81/x", true),
      ("PATCH", 302, "https://a.test/", "HTTP://B.test/x", true),
      ("GET", 307, "https://a.test/", "http://b.test/x", true),
      ("POST", 303, "https://a.test/", "http://b.test/x", false),
      ("POST", 302, "https://a.test/", "http://b.test/x", false),
      ("POST", 307, "https://a.test/", "https://b.test/x", false),
      ("POST", 307, "http://a.test/", "http://b.test/x", false),
      ("POST", 307, "http://a.test/", "https://b.test/x", false),
    ] as [(HTTPMethod, Int, String, String, Bool)])
  func downgrade(
    method: HTTPMethod, status: Int, base: String, location: String, isRefused: Bool
  ) {
    let bodies: [RequestBody] = [
      .bytes("password=hunter2"),
      .multipart(EncodedMultipart(boundary: "B", segments: [.bytes("--B--\r\n")])),
    ]
    for body in bodies {
      var request = HTTPRequest(method: method, url: base, body: body)
      let decision = Self.decide(request, status, location)
      guard isRefused else {
        #expect(Self.next(decision) != nil)
        continue
      }
      guard case .keep(let way) = decision else {
        Issue.record("\(decision)")
        continue
      }
      #expect(way.from == "https://a.test" && location.lowercased().hasPrefix(way.to))
      let error = NetError.transport(TransportError(way, of: method))
      #expect(error.exitCode == 1)
      #expect(error.message.contains(way.from) && error.message.contains(way.to))
      #expect(error.hint.contains("allowsDowngrade"))
      request.options.plainOrigins = ["http://other.test"]
      #expect(Self.next(Self.decide(request, status, location)) == nil)
      request.options.plainOrigins = [way.to]
      #expect(Self.next(Self.decide(request, status, location))?.body == body)
      request.options = RequestOptions()
      request.options.allowsDowngrade = true
      #expect(Self.next(Self.decide(request, status, location))?.body == body)
      request.options.allowsDowngrade = false
      request.body = .bytes(.empty)
      #expect(Self.next(Self.decide(request, status, location)) != nil)
    }
  }

  @Test func aBodyThatCrossesIsTold() {
    let request = HTTPRequest(method: .post, url: "http://host/", body: .bytes("secret"))
    guard case .follow(let next, _, let warnings) = Self.decide(request, 307, "http://other/")
    else {
      Issue.record("not followed")
      return
    }
    #expect(next.body == .bytes("secret"))
    #expect(warnings == [Warning(.bodyCrossedOrigin, "http://other/")])
    guard case .follow(_, _, let none) = Self.decide(request, 303, "http://other/") else {
      Issue.record("not followed")
      return
    }
    #expect(none.isEmpty)
  }
}

/// What may cross from one origin to another: nothing secret.
@Suite struct RedirectCredentialTests {
  static let secrets = [
    "Authorization", "Cookie", "X-Api-Key", "Proxy-Authorization", "api-key", "X-Auth-Token",
    "X-CSRF-Token", "X-Amz-Security-Token", "CF-Access-Client-Secret", "My-Session-Id",
    "X-Password", "x-goog-api-key", "X-Auth-Key", "X-Authorization", "Authentication",
    "Ocp-Apim-Subscription-Key", "X-Functions-Key", "api_key", "X-Access-Key",
    "DD-APPLICATION-KEY", "X-Master-Key", "PRIVATE-KEY", "X-JWT-Assertion", "X-Passwd",
    "X-Hub-Signature-256", "x_sid",
  ]
  /// Bound to the origin they were made for.
  static let bound = ["Host", "Origin", "Referer"]
  static let harmless = [
    "Accept", "User-Agent", "X-Trace", "Content-Language", "Idempotency-Key", "Sec-WebSocket-Key",
    "X-Cache-Key", "X-Author", "X-Monkey", "X-Keyboard", "X-Pinned", "X-Inside",
  ]

  static var request: HTTPRequest {
    HTTPRequest(
      url: "http://host:8080/a",
      headers: Headers((secrets + bound + harmless).map { HeaderField($0, "value") }))
  }

  private static func follow(_ request: HTTPRequest, _ location: String) -> (HTTPRequest, [String])?
  {
    guard
      case .follow(let next, let dropped, _) = Redirect.decide(
        request, answeredBy: RedirectTests.hop(request.url, 307, location))
    else { return nil }
    return (next, dropped)
  }

  @Test(
    "Another scheme, host or port is another origin",
    arguments: [
      ("http://host:8080/b", true), ("/b", true), ("//host:8080/b", true), ("?b", true),
      ("http://HOST:8080/b", true), ("http://host:8081/b", false), ("http://host/b", false),
      ("https://host:8080/b", false), ("http://other:8080/b", false),
      ("http://sub.host:8080/b", false), ("http://host.:8080/b", false),
      ("//other:8080/b", false), ("http://host:8080@other/b", false),
    ])
  func crossing(location: String, isSame: Bool) throws {
    let (next, dropped) = try #require(Self.follow(Self.request, location))
    let names = next.headers.map(\.name)
    #expect(names == (isSame ? Self.request.headers.map(\.name) : Self.harmless))
    #expect(dropped == (isSame ? [] : Self.secrets + Self.bound))
  }

  @Test("A header that holds a named secret stays, whatever it is called")
  func namedSecret() throws {
    var request = HTTPRequest(
      url: "http://host/", headers: ["X-Trace": "id-of-hunter2", "X-Other": "plain"])
    request.secrets = [NamedSecret(name: "key", value: "hunter2")]
    let (next, dropped) = try #require(Self.follow(request, "http://other/"))
    #expect(next.headers.map(\.name) == ["X-Other"])
    #expect(dropped == ["X-Trace"])
  }

  @Test func aDefaultPortIsTheSameOrigin() throws {
    var request = Self.request
    request.url = "https://host/a"
    let (next, dropped) = try #require(Self.follow(request, "https://host:443/b"))
    #expect(next.headers == request.headers)
    #expect(dropped.isEmpty)
  }

  @Test func whatWasDroppedStaysDroppedOnTheWayBack() throws {
    let (away, first) = try #require(Self.follow(Self.request, "http://other/"))
    let (back, second) = try #require(Self.follow(away, "http://host:8080/a"))
    #expect(back.url == Self.request.url)
    #expect(back.headers.map(\.name) == Self.harmless)
    #expect(!first.isEmpty)
    #expect(second.isEmpty)
  }

  @Test func theNamesAreTold() throws {
    let hop = RedirectTests.hop(Self.request.url, 302, "http://other/")
    guard
      case .follow(_, let dropped, let warnings) = Redirect.decide(Self.request, answeredBy: hop)
    else {
      Issue.record("not followed")
      return
    }
    #expect(warnings == [Warning(.secretsDropped, dropped.joined(separator: ", "))])
  }
}
