import Inspector
import InspectorCommands
import InspectorProxy
import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Rules that count as soon as they are saved")
struct LiveRulesTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func changes(_ rules: LiveRules) -> AsyncStream<LiveRules.Change> {
    let (changes, sink) = AsyncStream<LiveRules.Change>.makeStream()
    rules.onChange { sink.yield($0) }
    return changes
  }

  private func lines(_ rules: LiveRules, _ path: String) -> [Int] {
    rules.alterations.choose(for: HTTPRequest(url: "http://h.test" + path)).map(\.rule.line)
  }

  @Test("a saved file counts, a mistake leaves the lines before, a line can be added")
  func saved() async throws {
    let path = folder.path + "/app.rules"
    let rules = try LiveRules(.init(path, beside: ""), fixed: try Rules("GET /fixed answer hang"))
    defer { rules.stop() }
    #expect(rules.count == 1 && lines(rules, "/a").isEmpty && lines(rules, "/fixed") == [1])
    var changes = changes(rules).makeAsyncIterator()
    try folder.write("app.rules", "GET /a answer status 503\n")
    #expect(await changes.next() == .inForce(2, own: 1))
    #expect(lines(rules, "/a") == [1])
    try folder.write("app.rules", "GET /a answer statsu 503\n")
    guard case .mistake(let words)? = await changes.next() else {
      Issue.record("no mistake")
      return
    }
    #expect(words.contains("line 1, column 15") && words.contains("'status'"))
    #expect(lines(rules, "/a") == [1])
    try folder.write("app.rules", "GET /a answer status 503\nGET /a answer late 1s\n")
    #expect(await changes.next() == .inForce(3, own: 2))
    #expect(try rules.add("GET /b answer hang") == 3)
    #expect(lines(rules, "/b") == [3])
    #expect(folder.read("app.rules")?.hasSuffix("late 1s\nGET /b answer hang\n") == true)
  }

  @Test(
    "a line that is added stands before one that would be taken in its place, with its comment",
    arguments: [
      ("", "NEW\n"), ("GET /a answer hang", "NEW\nGET /a answer hang\n"),
      ("# slow\nGET /a answer hang\n", "NEW\n# slow\nGET /a answer hang\n"),
      ("# all\n\n# slow\nGET /a answer hang\n", "# all\n\nNEW\n# slow\nGET /a answer hang\n"),
      ("# all\r\n \r\nGET /a answer hang\r\n", "# all\r\n \r\nNEW\nGET /a answer hang\r\n"),
      ("\n# all", "\n# all\nNEW\n"), ("\n\n", "\n\nNEW\n"),
      (
        "GET /b answer hang\nGET /a answer late 1s",
        "GET /b answer hang\nGET /a answer late 1s\nNEW\n"
      ),
      ("GET /b answer hang\n* /** answer hang\n", "GET /b answer hang\nNEW\n* /** answer hang\n"),
      ("GET /a answer hang first 2\n", "GET /a answer hang first 2\nNEW\n"),
      (
        "POST /a answer hang\n(~p a) answer hang\n",
        "POST /a answer hang\nNEW\n(~p a) answer hang\n"
      ),
      ("GET /a body /x ignore\n", "GET /a body /x ignore\nNEW\n"),
    ])
  func first(before: String, after: String) throws {
    let new = "GET /a answer reset"
    try folder.write("app.rules", before)
    let rules = try LiveRules(.init(folder.path + "/app.rules", beside: ""))
    defer { rules.stop() }
    let line = try rules.add(new)
    let written = after.split(separator: "NEW", omittingEmptySubsequences: false)
      .joined(separator: new)
    #expect(folder.read("app.rules") == written)
    if !before.hasSuffix("first 2\n") { #expect(lines(rules, "/a").contains(line)) }
  }

  @Test(
    "a line about more than one path goes before no other",
    arguments: ["* /** answer reset", "(~m GET) answer reset", "GET /{id} answer reset"])
  func wide(_ new: String) throws {
    try folder.write("app.rules", "GET /a answer hang\n")
    let rules = try LiveRules(.init(folder.path + "/app.rules", beside: ""))
    defer { rules.stop() }
    #expect(try rules.add(new) == 2)
    #expect(folder.read("app.rules") == "GET /a answer hang\n\(new)\n")
  }

  @Test(
    "they are kept beside a session, but for what would be untrue or secret there",
    arguments: [
      ("GET /a answer hang\n", nil), ("", nil),
      ("GET /a answer from sample feed.json\n", "line 1 names a sample"),
      ("# x\nGET /a request header set Authorization=Bearer%20x\n", "line 2 has a secret"),
      ("GET /a answer header drop Set-Cookie\n", nil),
    ])
  func kept(text: String, why: String?) throws {
    try folder.write("feed.json", "{}")
    try folder.write("app.rules", text)
    let rules = try LiveRules(.init(folder.path + "/app.rules", beside: ""))
    defer { rules.stop() }
    let said = rules.copy(beside: folder.path + "/s.har")
    #expect(why.map { said?.hasPrefix($0) == true } ?? (said == nil), "\(said ?? "")")
    #expect(folder.read("s.rules") == (why == nil && !text.isEmpty ? text : nil))
    guard why == nil, !text.isEmpty else { return }
    #expect(
      rules.copy(beside: folder.path + "/s.har")?.hasSuffix("s.rules is there already") == true)
  }

  @Test("a line whose answer is not there is not added, and later ones count")
  func missing() throws {
    let path = folder.path + "/app.rules"
    let rules = try LiveRules(.init(path, beside: ""))
    defer { rules.stop() }
    do {
      _ = try rules.add("GET /a answer from sample ./none.json")
      Issue.record("it was added")
    } catch {
      #expect("\(error)".contains("none.json"))
    }
    #expect(folder.read("app.rules") == nil && rules.count == 0)
    #expect(try rules.add("GET /a answer status 503") == 1)
    #expect(lines(rules, "/a") == [1])
  }

  @Test("answers that lines name are read with them; one that is not there is told with its line")
  func sources() throws {
    try folder.write("feed.json", "{}")
    try folder.write("app.rules", "GET /a answer from sample feed.json\n")
    let rules = try LiveRules(.init(folder.path + "/app.rules", beside: ""))
    rules.stop()
    let exchange = try #require(rules.alterations.answer(.sample("feed.json")))
    #expect(exchange.response?.headers["Content-Type"] == "application/json")
    try folder.write("bad.rules", "\nGET /a answer from sample none.json\n")
    do {
      _ = try LiveRules(.init(folder.path + "/bad.rules", beside: ""))
      Issue.record("it was read")
    } catch {
      #expect("\(error)".contains("line 2: "))
    }
  }
}
