import NetEngine
import Sessions
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
      "line 2, column 12: 'boddy'; expected body, header or query. Did you mean 'body'?"
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
}
