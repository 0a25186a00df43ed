import DemoServer

/// A route with what a good HTTP engine makes of its response.
@dynamicMemberLookup
package struct TestRoute: Sendable {
  package var route: Route
  package var expected = Expected(.ok, 200)

  /// A row of the demo.
  private init(_ route: Route) {
    self.route = route
    expected = Self.ofDemo["\(route.method) \(route.path)"] ?? expected
  }

  /// Not inlined: in each row of the tables it would cost the compiler ten seconds more.
  @inline(never) init(
    _ method: String, _ path: String, sample: String? = nil, _ name: String, _ group: RouteGroup,
    _ shows: String, reply: @escaping @Sendable (Request) -> Reply
  ) {
    route = Route(method, path, sample: sample, name, group, shows, reply: reply)
  }

  package subscript<Value>(dynamicMember member: KeyPath<Route, Value>) -> Value {
    route[keyPath: member]
  }

  /// The demo's routes and every other way in which a server can misbehave.
  package static let everything: [TestRoute] = Route.all.map { TestRoute($0) } + misbehaving + other

  private static let misbehaving: [TestRoute] = [
    brokenLength, brokenChunks, brokenStatusLines, brokenHeaders, brokenInterim,
    brokenConnections, brokenTimes, brokenCodings, bombs, brokenTexts, brokenJSON,
    brokenRedirects, brokenOrigins, brokenCookies, brokenOthers, digest,
  ].flatMap { $0 }

  private static let other: [TestRoute] = [
    escapes, texts, otherImages, otherEnvelopes, bodies, codings, exchanges,
  ].flatMap { $0 }

  /// Results of the demo's rows that are neither 200 nor a failure.
  private static let ofDemo: [String: Expected] = [
    "GET /users/42": Expected(.ok, 200, mapped: .invalidSession),
    "GET /users/7": Expected(.ok, 200, mapped: .business),
    "POST /users": Expected(.ok, 201),
    "DELETE /users/{id}": Expected(.ok, 204),
    "GET /envelopes/numeric/1001": Expected(.ok, 200, mapped: .business),
    "GET /envelopes/moya/nested/failure": Expected(.ok, 200, mapped: .business),
    "POST /envelopes/graphql": Expected(.ok, 200, mapped: .business),
    "GET /envelopes/problem": Expected(.client, 403),
    "GET /envelopes/500": Expected(.server, 500),
    "GET /empty/json": Expected(.ok, 200, mapped: .mapping),
    "* /status/{code}": Expected(.client, 404),
    "GET /etag": Expected(.status, 304),
    "GET /flaky": Expected(.server, 503),
    "GET /events/endless": Expected(.timeout, 200),
    "GET /broken/length/too-long": Expected(.truncated, 200, keeps: .body(400)),
    "GET /broken/connection/reset": Expected(.reset, nil, keeps: .nothing),
    "GET /broken/time/hang": Expected(.timeout, nil, keeps: .nothing),
  ]
}

extension DemoServer {
  /// The demo's server with the routes that only tests ask for.
  package static func withBroken(
    _ configuration: Configuration = Configuration()
  ) throws(StartFailure) -> DemoServer {
    var configuration = configuration
    configuration.routes = TestRoute.everything.map(\.route)
    return try DemoServer(configuration: configuration)
  }
}

// MARK: - Rows read as sentences

extension TestRoute {
  /// A row under `/broken/` whose response follows no rule, or only most of them.
  ///
  /// The connection ends after the steps unless `staysOpen`: a client that uses it again although
  /// the response put it in doubt shows in the connection's number.
  @inline(never) static func broken(
    _ group: RouteGroup, _ path: String, _ name: String, _ shows: String, _ expected: Expected,
    staysOpen: Bool = false, _ steps: @autoclosure @escaping @Sendable () -> [Step]
  ) -> TestRoute {
    var route = TestRoute("GET", "/broken/\(path)", name, group, shows) { _ in
      Reply(steps() + (staysOpen ? [] : [.close]))
    }
    route.expected = expected
    return route
  }

  /// A row whose body claims a content coding.
  static func coded(
    _ path: String, _ name: String, _ shows: String, _ expected: Expected, _ coding: String,
    _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]
  ) -> TestRoute {
    broken(
      .brokenCoding, "coding/\(path)", name, shows, expected, staysOpen: true,
      Reply.bytes(
        bytes(), type: "application/json", fields: [Field("Content-Encoding", coding)]
      ).steps)
  }

  static func envelope(
    _ path: String, _ name: String, _ shows: String, _ profile: String, _ body: String,
    _ verdict: Expected.Kind = .ok
  ) -> TestRoute {
    TestRoute("GET", "/envelopes/\(path)", name, .envelopes, shows) { _ in .json(body) }
      .speaking(profile, verdict)
  }

  static func redirect(to location: String, status: Int, fields: [Field] = []) -> Reply {
    .redirect(to: location, status: status, fields: fields)
  }

  /// The sample is sent with another method than GET.
  func asked(with method: String) -> TestRoute {
    var other = TestRoute(
      method, route.path, sample: route.sample, route.name, route.group, route.shows,
      reply: route.reply)
    other.expected = expected
    other.route.needs = route.needs
    return other
  }

  func speaking(_ profile: String, _ verdict: Expected.Kind = .ok) -> TestRoute {
    with {
      $0.route.profile = profile
      $0.expected.mapped = verdict
    }
  }

  func sending(_ type: String, _ text: String) -> TestRoute {
    with { $0.route.sampleBody = SampleBody(type, text) }
  }

  func sendingJSON(_ text: String) -> TestRoute { sending("application/json", text) }

  func expecting(_ kind: Expected.Kind, _ status: Int?) -> TestRoute {
    with {
      $0.expected.kind = kind
      $0.expected.status = status
    }
  }

  func needing(_ needs: Need...) -> TestRoute { with { $0.route.needs += needs } }

  func answeringEarly() -> TestRoute { with { $0.route.answersBeforeBody = true } }

  private func with(_ change: (inout TestRoute) -> Void) -> TestRoute {
    var route = self
    change(&route)
    return route
  }
}

extension RouteGroup {
  static let authorization = RouteGroup("Authorization")
  static let status = RouteGroup("Status codes")
  package static let compressed = RouteGroup("Compressed")
  static let images = RouteGroup("Images")
  package static let text = RouteGroup("Text and charsets")
  package static let json = RouteGroup("JSON")
  static let brokenLength = RouteGroup("Broken: length")
  static let brokenChunks = RouteGroup("Broken: chunks")
  static let brokenStatusLine = RouteGroup("Broken: status line")
  static let brokenHeaders = RouteGroup("Broken: headers")
  static let brokenInterim = RouteGroup("Broken: interim responses")
  static let brokenConnection = RouteGroup("Broken: connection")
  static let brokenTime = RouteGroup("Broken: time")
  package static let brokenCoding = RouteGroup("Broken: content coding")
  static let brokenText = RouteGroup("Broken: text")
  package static let brokenJSON = RouteGroup("Broken: JSON")
  package static let brokenRedirects = RouteGroup("Broken: redirects")
  static let brokenCookies = RouteGroup("Broken: cookies")
  package static let escapes = RouteGroup("Escape sequences")
}
