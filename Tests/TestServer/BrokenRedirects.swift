import DemoServer

extension TestRoute {
  /// Redirects that lead nowhere, in circles, or out of HTTP.
  static let brokenRedirects: [TestRoute] = [
    location(
      "loop-of-two", "loop of two", "Leads to another that leads back.", refused,
      "/broken/redirect/loop-back"),
    location(
      "loop-back", "its other half", "Leads to the one that led here.", refused,
      "/broken/redirect/loop-of-two"),
    location("fragment", "only a fragment", "'#part' is this very page: a loop.", refused, "#part"),
    location(
      "ten", "ten more", "Nine more after this one: ten are allowed.",
      Expected(.ok, 200), "/redirect/9"),
    location(
      "eleven", "eleven more", "Ten more after this one: one too many.", refused,
      "/redirect/10"),
    location("endless", "endless", "A new address each time.", refused, "/redirect/100000"),
    location(
      "gopher", "to gopher", "Leads to another protocol.", refused,
      "gopher://127.0.0.1:70/_hello"),
    location(
      "data", "to data", "Leads to a document inside the address.", refused,
      "data:text/plain,hello"),
    location("ftp", "to FTP", "Leads to another protocol.", refused, "ftp://127.0.0.1/file"),
    location("script", "to a script", "Leads to javascript:.", refused, "javascript:alert(1)"),
    location("no-host", "no host", "Leads to an address without a host.", refused, "http:///path"),
    location("bad-port", "bad port", "Leads to port 99999.", refused, "http://127.0.0.1:99999/"),
    location(
      "bad-host", "bad host", "Leads to a host with a blank in it.", refused,
      "http://two words/"),
    location(
      "closed-port", "closed port", "Leads to a port nobody listens on.",
      Expected(.connect, nil, keeps: .nothing), "http://127.0.0.1:1/"),
    location(
      "empty", "empty Location", "A redirect to nothing: the response is final.",
      Expected(.status, 302, warnings: [.redirectWithoutLocation]), ""),
    fields(
      "none", "no Location", "A redirect that does not say where.",
      Expected(.status, 302, warnings: [.redirectWithoutLocation]), []),
    fields(
      "two-equal", "two equal Locations", "Twice the same goal.",
      Expected(.ok, 200, warnings: [.duplicateHeader]), ["/echo", "/echo"]),
    fields(
      "two-different", "two different Locations", "Two goals: nobody can know which.",
      Expected(.redirect, 302, warnings: [.duplicateHeader]), ["/echo", "/users"]),
    location("absolute-path", "absolute path", "'/echo'.", Expected(.ok, 200), "/echo"),
    location(
      "relative-path", "relative path", "'goal' beside this one.", Expected(.ok, 200),
      "goal"),
    location(
      "parent", "parent path", "'../redirect/./goal'.", Expected(.ok, 200),
      "../redirect/./goal"),
    location(
      "above-root", "above the root", "More '..' than there are parents.",
      Expected(.ok, 200), "../../../../../echo"),
    location(
      "query", "only a query", "'?again=1' keeps the path.",
      Expected(.ok, 200), "?again=1"),
    location(
      "blanks", "blanks in Location", "Unencoded blanks and quotes are encoded.",
      Expected(.ok, 200, warnings: [.oddLocation]), "/echo?a=b c\"d"),
    location(
      "utf-8", "UTF-8 in Location", "Unencoded letters are encoded as UTF-8.",
      Expected(.ok, 200, warnings: [.oddLocation]), "/echo?größe=好"),
    location(
      "userinfo", "credentials in Location", "A name and a password in the address.",
      Expected(.ok, 200, warnings: [.credentialsInLocation]),
      { request in
        "http://ada:secret@\(ownOrigin(request).dropFirst(7))/echo"
      }),
    location(
      "network-path", "network path", "'//host:port/echo' keeps the scheme.",
      Expected(.ok, 200), { request in "\(ownOrigin(request).dropFirst(5))/echo" }),
    location(
      "escape", "escape in Location", "An address with control characters is not followed.",
      Expected(.redirect, 302, warnings: [.controlInHeader]),
      "/echo?\u{1b}]0;owned\u{7}"),
    broken(
      .brokenRedirects, "redirect/with-body", "redirect with 1 MB", "A body nobody reads.",
      Expected(.ok, 200), staysOpen: true,
      Reply.bytes(
        ByteRamp.bytes(count: 1_000_000), type: "text/plain", status: 302,
        fields: [Field("Location", "/echo")]
      ).steps),
    broken(
      .brokenRedirects, "redirect/cut", "cut redirect",
      "The redirect's own body is cut: where it leads is known all the same.",
      Expected(.ok, 200, warnings: [.redirectCutShort]),
      [.raw("HTTP/1.1 302 Found\r\nLocation: /echo\r\nContent-Length: 99\r\n\r\nhello")]),
    broken(
      .brokenRedirects, "redirect/305", "305 Use Proxy", "Nobody follows a 305.",
      Expected(.status, 305), staysOpen: true,
      redirect(to: "http://127.0.0.1:1/", status: 305).steps),
    broken(
      .brokenRedirects, "redirect/300", "300 with a Location",
      "A choice is the person's, not followed.",
      Expected(.status, 300), staysOpen: true, redirect(to: "/echo", status: 300).steps),
    broken(
      .brokenRedirects, "redirect/201", "201 with a Location", "A Location, and no redirect.",
      Expected(.ok, 201), staysOpen: true, redirect(to: "/echo", status: 201).steps),
    broken(
      .brokenRedirects, "redirect/goal", "a goal", "Where relative redirects lead.",
      Expected(.ok, 200), staysOpen: true, Reply.text("Arrived.\n").steps),
  ]

  private static let refused = Expected(.redirect, 302)

  @inline(never) private static func location(
    _ path: String, _ name: String, _ shows: String, _ expected: Expected, _ location: String
  ) -> TestRoute {
    fields(path, name, shows, expected, [location])
  }

  @inline(never) private static func location(
    _ path: String, _ name: String, _ shows: String, _ expected: Expected,
    _ location: @escaping @Sendable (Request) -> String
  ) -> TestRoute {
    crossing("redirect/\(path)", .brokenRedirects, name, shows, expected) { request in
      redirect(to: location(request), status: 302)
    }
  }

  private static func fields(
    _ path: String, _ name: String, _ shows: String, _ expected: Expected, _ locations: [String]
  ) -> TestRoute {
    // Asked again with a query, the row that redirects to '?again=1' is its own goal.
    crossing("redirect/\(path)", .brokenRedirects, name, shows, expected) { request in
      guard request.query("again") == nil else { return .text("Arrived.\n") }
      return .text(
        "Found\n", status: 302, fields: locations.map { Field("Location", $0) })
    }
  }

  /// A row whose answer depends on where the request arrived.
  static func crossing(
    _ path: String, _ group: RouteGroup, _ name: String, _ shows: String, _ expected: Expected,
    _ reply: @escaping @Sendable (Request) -> Reply
  ) -> TestRoute {
    var route = TestRoute("GET", "/broken/\(path)", name, group, shows, reply: reply)
    route.expected = expected
    return route
  }

  /// The origin at which a request arrived, as a URL without a slash at the end.
  static func ownOrigin(_ request: Request) -> String {
    "http://\(request.memory?.host ?? "127.0.0.1"):\(request.port)"
  }

  /// The server's other origin, seen from the request.
  static func otherOrigin(_ request: Request) -> String {
    guard let memory = request.memory else { return ownOrigin(request) }
    let port = request.port == memory.ports.own ? memory.ports.other : memory.ports.own
    return "http://\(memory.host):\(port)"
  }
}
