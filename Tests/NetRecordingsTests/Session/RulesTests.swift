import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Rules files")
struct RulesTests {
  @Test("every kind of line is read; comments and blank lines are none")
  func lines() throws {
    let rules = try Rules(
      """
      # what changes with every answer
      GET /users/*   body    /items/*/updated_at    ignore

      *   /**        body    /items                 set key=sku   # not the id
      /prices        body    /**/price              within 0.01\r
      *   /**        header  X-Build                ignore
      GET /search    query   cursor                 ignore
      """)
    #expect(rules.all.map(\.line) == [2, 4, 5, 6, 7])
    #expect(rules.all.map(\.method) == ["GET", nil, nil, nil, "GET"])
    #expect(rules.all[1].part == .body(try pattern("/items"), .key("sku")))
    #expect(rules.all[2].part == .body(try pattern("/**/price"), .within(try number("0.01"))))
    #expect(rules.all[3].part == .header("x-build"))
    #expect(rules.all[4].part == .query("cursor"))
  }

  @Test("a template says which parts of a path are values")
  func templates() throws {
    let rules = try Rules(
      "GET /users/{name} template\n/status/404 template\n*   /**   text  x ignore")
    #expect(rules.all.map(\.method) == ["GET", nil, nil])
    let rows: [(method: String, path: String, template: String?)] = [
      ("GET", "/users/ada", "/users/*"), ("get", "/users/7", "/users/*"),
      ("POST", "/users/ada", nil), ("GET", "/users/", nil), ("GET", "/users/a/b", nil),
      ("PUT", "/status/404", "/status/404"), ("PUT", "/status/405", nil),
    ]
    for row in rows {
      let path = row.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      let found = rules.template(ofMethod: row.method, path: path)
      #expect(
        found.map { line in
          line.segments.map { if case .text(let text) = $0 { text } else { "*" } }
            .joined(separator: "/")
        } == row.template, "\(row)")
    }
  }

  private func pattern(_ text: String) throws -> JSONPathPattern {
    try #require(JSONPathPattern(text))
  }

  private func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text)) }

  static let mistakes: [(text: String, message: String)] = [
    (
      "GET", "line 1, column 4: the line ends here; expected a path such as /users/* or /**."
    ),
    (
      "GET users body /a ignore",
      "line 1, column 5: 'users'; expected a path such as /users/* or /**."
    ),
    (
      "\nGET /users boddy /a ignore",
      "line 2, column 12: 'boddy'; expected body, text, header, query, match, answer, request, hold or template."
        + " Did you mean 'body'?"
    ),
    (
      "GET /users body updated ignore",
      "line 1, column 17: 'updated'; expected a JSON Pointer such as /items/*/updated_at."
    ),
    (
      "GET /users body /a ingore",
      "line 1, column 20: 'ingore'; expected ignore, set key=NAME or within NUMBER."
        + " Did you mean 'ignore'?"
    ),
    ("GET /users body /a set", "line 1, column 23: the line ends here; expected key=NAME."),
    ("GET /users body /a set id", "line 1, column 24: 'id'; expected key=NAME."),
    (
      "GET /users body /a within x",
      "line 1, column 27: 'x'; expected a number from 0 up, such as 0.01."
    ),
    (
      "GET /users body /a ignore it", "line 1, column 27: 'it'; expected the end of the line."
    ),
    (
      "GET /users header a:b ignore", "line 1, column 19: 'a:b'; expected the name of a header."
    ),
    (
      "GET /users/{1} template",
      "line 1, column 5: '/users/{1}'; expected a path of texts and names in braces, such as"
        + " /users/{name}."
    ),
    ("GET /users/{a} template x", "line 1, column 25: 'x'; expected the end of the line."),
    ("GET /users query page", "line 1, column 22: the line ends here; expected ignore."),
    (
      "G(T /users query page ignore",
      "line 1, column 1: 'G(T'; expected a method such as GET, or '*'."
    ),
  ]

  @Test("a mistake is placed, with what was expected", arguments: mistakes.map(\.text))
  func mistake(text: String) throws {
    let row = try #require(Self.mistakes.first { $0.text == text })
    let mistake = #expect(throws: RulesMistake.self) { try Rules(text) }
    #expect(mistake?.message == row.message)
  }

  static let patterns: [(pattern: String, path: String, matches: Bool, covers: Bool)] = [
    ("/items/*/at", "/items/3/at", true, true),
    ("/items/*/at", "/items/3/at/x", false, true),
    ("/items/*/at", "/items/at", false, false),
    ("/items/*", "/items", false, false),
    ("/**", "", true, true),
    ("/**/at", "/at", true, true),
    ("/**/at", "/a/b/at", true, true),
    ("/**/at", "/a/bat", false, false),
    ("/a/**/b/**/c", "/a/x/b/c", true, true),
    ("/a/**/b/**/c", "/a/x/c", false, false),
    ("/a~1b", "/a~1b", true, true),
    ("", "", true, true),
    ("", "/a", false, true),
  ]

  @Test("a pattern matches whole segments", arguments: patterns.indices)
  func pattern(row: Int) throws {
    let row = Self.patterns[row]
    let pattern = try #require(JSONPathPattern(row.pattern))
    #expect(pattern.matches(JSONPath(row.path)) == row.matches)
    #expect(pattern.covers(JSONPath(row.path)) == row.covers)
  }

  @Test("rules that found nothing are told")
  func unused() throws {
    let rules = try Rules("* /** body /a ignore\n* /** body /b ignore\nPUT /** header x ignore")
    let comparison = Comparison(rules: rules)
    let request = HTTPRequest(url: "http://a.test/")
    func answer(_ text: String) -> Result<Response, NetError> {
      .success(Response(statusCode: 200, headers: ["X": "1"], body: Body(text), request: request))
    }
    let change = comparison.change(
      of: request, from: answer("{\"a\":1}"), to: answer("{\"a\":2}"))
    #expect(change.kind == .noise)
    #expect(rules.unused(by: [change]).map(\.line) == [2, 3])
  }

  @Test("a rule whose pattern is given up is told, and forgives no line behind that")
  func stopped() throws {
    let rules = try Rules("GET /health text ^(a+)+$ ignore\nGET /health text ^up ignore")
    let request = HTTPRequest(url: "http://a.test/health")
    let line = String(repeating: "a", count: 64)
    let change = Comparison(rules: rules).change(
      of: request, from: text("\(line)!\nup 1\naa\n"), to: text("\(line)?\nup 2\naaa\n"))
    #expect(change.differences.map(\.isNoise) == [false, true, false])
    #expect(rules.stopped(by: [change]).map { $0.rule.line } == [1])
    #expect(rules.unused(by: [change]).isEmpty)
    let plain = Comparison(rules: rules).change(
      of: request, from: text("aa\nup 1\n"), to: text("aaa\nup 2\n"))
    #expect(plain.kind == .noise && rules.stopped(by: [plain]).isEmpty)
  }

  private func text(_ body: String) -> Result<Response, NetError> {
    let request = HTTPRequest(url: "http://a.test/health?kind=full&x=1")
    return .success(
      Response(
        statusCode: 200, headers: ["Content-Type": "text/plain"], body: Body(body),
        request: request))
  }

  private func kind(_ rules: String, _ from: String, _ to: String) throws -> String {
    let request = HTTPRequest(url: "http://a.test/health?kind=full&x=1")
    let rules = try Rules(rules)
    let change = Comparison(rules: rules).change(of: request, from: text(from), to: text(to))
    return "\(change.kind.text) \(rules.unused(by: [change]).count)"
  }

  @Test(
    "a rule for the lines of a text forgives those that match before and after",
    arguments: [
      (
        "GET /health text ^uptime: \\d+ s$ ignore", "a\nuptime: 7 s\nb", "a\nuptime: 9 s\nb",
        "noise 0"
      ),
      ("GET /health text ^uptime ignore", "a\nuptime 7", "a\nuptime 9\nmore", "body (added) 0"),
      ("GET /health text ^uptime ignore", "uptime 7", "down", "body (value) 0"),
      ("GET /health text ^up time ignore", "a", "a\nup time 7", "noise 0"),
      ("GET /health text uptime ignore", "uptime 7\na", "uptime 7\nb", "body (value) 0"),
      ("GET /health text uptime ignore", "a", "b", "body (value) 1"),
    ])
  func lines(rule: String, from: String, to: String, expected: String) throws {
    #expect(try kind(rule, from, to) == expected)
  }

  @Test("a pattern that is none is placed")
  func badPattern() {
    let mistake = #expect(throws: RulesMistake.self) { try Rules("GET /a text a(b ignore") }
    #expect(mistake?.line == 1 && (mistake?.column ?? 0) > 12)
    #expect(throws: RulesMistake.self) { try Rules("GET /a text ignore") }
    #expect(throws: RulesMistake.self) { try Rules("GET /a text abc") }
  }

  @Test(
    "a method in small letters and a path with a part of the query match",
    arguments: [
      ("get /health", true), ("Get /health?kind=full", true), ("/health?x=1&kind=full", true),
      ("GET /health?kind=half", false), ("POST /health", false), ("* /health?y=1", false),
    ])
  func requests(about: String, matches: Bool) throws {
    let said = try kind("\(about) text . ignore", "a", "b")
    #expect(said == (matches ? "noise 0" : "body (value) 1"))
  }

  @Test("of a selection only the rules about its requests are told")
  func selection() throws {
    let rules = try Rules(
      "GET /health body /a ignore\nGET /other body /a ignore\n* /** header x ignore")
    let request = HTTPRequest(url: "http://a.test/health")
    #expect(rules.unused(by: []).map(\.line) == [1, 2, 3])
    #expect(rules.unused(by: [], of: [request]).map(\.line) == [1, 3])
    #expect(rules.unused(by: [], of: []).isEmpty)
  }

  @Test("match rules are read, and their mistakes are placed")
  func matchLines() throws {
    let rules = try Rules(
      "POST /orders match body /at any\n* /** match query _ any\n/x match header X-Tenant same")
    #expect(
      rules.all.map(\.part) == [
        .match(.body(try pattern("/at"))), .match(.query("_")), .match(.header("x-tenant")),
      ])
    #expect(rules.unused(by: []).isEmpty)
    for (line, found, expected) in [
      ("/x match cookie a any", "cookie", "body, query or header"),
      ("/x match body /a ignore", "ignore", "any"), ("/x match header a any", "any", "same"),
      ("/x match query a", "", "any"),
    ] {
      let mistake = #expect(throws: RulesMistake.self) { try Rules(line) }
      #expect(mistake?.found == found && mistake?.expected == expected, "\(line)")
    }
  }

  private func post(_ body: String, query: String = "", tenant: String = "a") -> HTTPRequest {
    var request = HTTPRequest(
      method: .post, url: "http://a.test/orders\(query)",
      headers: ["Content-Type": "application/json", "X-Tenant": tenant])
    request.body = .bytes(Body(body))
    return request
  }

  @Test(
    "what may be any does not part a request from its recording, what has to be the same does",
    arguments: [
      ("", "{\"n\":1}", "{\"n\":1.0}", "", "a", true),
      ("", "{\"n\":1,\"at\":5}", "{\"n\":1,\"at\":6}", "", "a", false),
      (
        "POST /orders match body /at any", "{\"n\":1,\"at\":5}", "{\"at\":6,\"n\":1.0}", "", "a",
        true
      ),
      ("POST /orders match body /at any", "{\"n\":1}", "{\"at\":6,\"n\":1}", "", "a", true),
      (
        "POST /orders match body /at any", "{\"n\":1,\"at\":5}", "{\"n\":2,\"at\":5}", "", "a",
        false
      ),
      ("GET /orders match body /at any", "{\"at\":5}", "{\"at\":6}", "", "a", false),
      ("* /** match query _ any", "{}", "{}", "?_=17", "a", true),
      ("* /** match query _ any", "{}", "{}", "?x=17", "a", false),
      ("", "{}", "{}", "", "b", true),
      ("/** match header x-tenant same", "{}", "{}", "", "b", false),
    ] as [(String, String, String, String, String, Bool)])
  func matching(
    rule: String, recorded: String, asked: String, query: String, tenant: String, hits: Bool
  ) async throws {
    let request = post(recorded)
    let exchange = Exchange(
      sequence: 1, name: "", startedAt: 0, request: request,
      result: .success(Response(statusCode: 201, body: "{}", request: request)))
    var options = ReplayTransport.Options()
    options.rules = try Rules(rule)
    let replay = ReplayTransport([exchange], options: options)
    let answer = try? await replay.send(
      post(asked, query: query, tenant: tenant), reporting: Transfer())
    #expect((answer?.statusCode == 201) == hits)
  }
}
