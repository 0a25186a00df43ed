import ExchangesAndOutcomes
import NetEngine
import Sessions
import Testing

@Suite("Rules that alter answers") struct AlterationTests {
  private func chosen(_ rules: String, _ requests: [HTTPRequest]) throws -> [[Int]] {
    let alterations = try #require(Alterations(try Rules(rules)))
    return requests.map { alterations.choose(for: $0).map(\.rule.line) }
  }

  private func get(_ path: String, _ headers: Headers = [:]) -> HTTPRequest {
    HTTPRequest(url: "http://h.test" + path, headers: headers)
  }

  @Test("of each stage the first line that fits counts, different stages combine")
  func stages() throws {
    let rules = """
      GET /users/*  answer as invalidSession
      GET /**       answer as business
      *   /**       answer late 5ms..10ms
      *   /**       answer header drop ETag
      """
    #expect(try chosen(rules, [get("/users/1"), get("/a")]) == [[1, 3, 4], [2, 3, 4]])
  }

  @Test(
    "a turn says which of the requests",
    arguments: [
      ("every 3", [3, 6, 9]), ("first 2", [1, 2]), ("after 7", [8, 9, 10]), ("", Array(1...10)),
      ("after 2 every 3", [5, 8]), ("after 2 first 3", [3, 4, 5]), ("chance 0% seed 1", []),
      ("chance 100% seed 1", Array(1...10)),
    ])
  func turns(_ turn: String, _ wanted: [Int]) throws {
    let found = try chosen(
      "GET /a answer hang \(turn)", Array(repeating: get("/a"), count: 10))
    #expect(found.indices.filter { !found[$0].isEmpty }.map { $0 + 1 } == wanted)
  }

  @Test("chance falls the same way on every run")
  func chance() throws {
    func run(_ seed: Int) throws -> [Int] {
      let found = try chosen(
        "GET /a answer hang chance 30% seed \(seed)", Array(repeating: get("/a"), count: 400))
      return found.indices.filter { !found[$0].isEmpty }
    }
    #expect(try run(7) == run(7) && run(7) != run(8))
    #expect((80...160).contains(try run(7).count))
  }

  @Test("a filter stands in place of method and path")
  func filters() throws {
    let rules = """
      (~m POST & ~p "/pay \\(now\\)") answer status 503
      (~hq 'x-app: ios') answer hang
      """
    var post = get("/pay (now)")
    post.method = .post
    #expect(
      try chosen(rules, [post, get("/pay (now)"), get("/", ["X-App": "ios"])]) == [[1], [], [2]])
  }

  @Test(
    "what cannot be read is told with its place",
    arguments: [
      ("GET /a answer", 14, "as, status, late"),
      ("GET /a answer latte", 15, "Did you mean 'late'?"),
      ("GET /a answer as invalidsession", 18, "Did you mean 'invalidSession'?"),
      ("GET /a answer as code", 22, "the code's value"),
      ("GET /a answer status 99", 22, "200 to 599"),
      ("GET /a answer late soon", 20, "a time such as"),
      ("GET /a answer late 2s..1s", 20, "a time"),
      ("GET /a answer slow 20k", 20, "bytes a second"), ("GET /a answer cut at half", 22, "50%"),
      ("GET /a answer cut at 101%", 22, "50%"), ("GET /a answer reset after x", 27, "a number"),
      ("GET /a answer header set X", 26, "NAME=VALUE"),
      ("GET /a answer header rop X", 22, "'drop'"),
      ("GET /a answer hang every 0", 26, "from 1 up"), ("GET /a answer hang evry 2", 20, "'every'"),
      ("GET /a answer hang chance ten", 27, "10%"), ("GET /a answer hang every", 25, "from 1 up"),
      ("(~m POST answer hang", 21, "')'"), ("(~m) answer hang", 4, "a filter"),
      ("(~c 200) answer hang", 1, "requests' heads"), ("(~m POST) body /a ignore", 11, "answer:"),
    ])
  func mistakes(_ line: String, _ column: Int, _ words: String) {
    do throws(RulesMistake) {
      _ = try Rules(line)
      Issue.record("it was read")
    } catch {
      #expect(error.column == column && error.message.contains(words), "\(error.message)")
    }
  }

  @Test("lines that no request was about are known; what compares takes no notice of them")
  func unused() throws {
    let rules = try Rules("GET /a answer hang\nGET /b  answer   hang\n")
    let alterations = try #require(Alterations(rules))
    _ = alterations.choose(for: get("/a"))
    #expect(alterations.unused.map(\.words) == ["GET /b answer hang"])
    #expect(rules.unused(by: []).isEmpty)
    #expect(Alterations(try Rules("GET /a match query _ any")) == nil)
  }
}
