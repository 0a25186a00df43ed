import DemoServer
import NetEngine
import TestServer
import TestSupport
import Testing

/// `--report html`: a page for people that needs nothing but itself.
@Suite("Reports as pages")
struct PageReportTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer.withBroken()
    folder = try TestFolder()
  }

  private func page(_ text: String, _ more: String...) throws -> (page: PageCheck, run: Piped) {
    let path = try folder.write("t.http", text)
    let run = try Piped(
      ["run", path, "--set", "base=\(server.baseURL)", "--report", "html=\(folder.path)/a.html"]
        + more)
    return (try PageCheck(try #require(folder.read("a.html"), "\(run.error)")), run)
  }

  private static let mixed = """
    ### users <b> & "c" \u{1b}[2J
    # @expect ~c 200
    GET {{base}}/users
    ### refused
    # @profile status/msg/data
    GET {{base}}/users/42
    ### moved
    POST {{base}}/redirect/2
    Content-Type: application/json

    {"first": "<script>alert(1)</script>"}
    ### gone
    GET http://127.0.0.1:1/nobody
    ### after
    # @depends gone
    GET {{base}}/users
    ### unmade
    GET {{nobody}}/x
    ### scripted
    GET {{base}}/users

    > {% eval(1); client.test("x", function() { client.assert(eval(2)); }); %}

    """

  @Test("it is well-formed, asks nothing of elsewhere, and can be read in light and dark")
  func offline() throws {
    let (page, run) = try page(Self.mixed)
    #expect(page.mistakes == [])
    #expect(run.output.utf8.firstRange(of: "7 requests".utf8) != nil, "text stays on stdout")
    let ids = page.elements.filter { $0.name == "div" }.compactMap { $0.attributes["id"] }
    #expect(ids == (1...7).map { "e\($0)" })
    let classes = page.elements.filter { $0.name == "details" }.map { $0.attributes["class"] }
    #expect(classes == ["good", "bad", "good", "bad", "none", "bad", "good"])
    // What failed is open, and each of them is a line of the waterfall.
    let open = page.elements.filter { $0.name == "details" && $0.attributes["open"] != nil }
    #expect(open.count == 3)
    #expect(page.elements.filter { $0.name == "li" }.count == 7)
  }

  @Test("each exchange stands there with what was said, its steps, its envelope and its place")
  func exchanges() throws {
    let (page, _) = try page(Self.mixed)
    let all = page.elements
    let raw = all.filter { $0.name == "pre" }.map(\.text)
    #expect(raw.contains { $0.hasPrefix("\nGET /users HTTP/1.1\nHost: ") }, "\(raw.first ?? "")")
    #expect(raw.contains { $0.hasPrefix("\nHTTP/1.1 200 OK\n") && $0.contains("invalid_session") })
    #expect(raw.contains { $0.contains(#"{"first": "<script>alert(1)</script>"}"#) })
    let titles = all.filter { $0.name == "h3" }.map(\.text)
    for title in ["Request 1 of 3", "Answer 3 of 3", "Steps", "Envelope", "Expected", "Time"] {
      #expect(titles.contains(title), "\(title): \(titles)")
    }
    let cells = all.filter { $0.name == "td" }.map(\.text)
    #expect(cells.contains("expired"))
    #expect(cells.contains { $0.hasPrefix("invalid_session at ") }, "\(cells)")
    let places = all.filter { $0.name == "code" }.map(\.text)
    #expect(places.contains { $0.hasSuffix("t.http:6:1") }, "\(places)")
    let names = all.filter { $0.attributes["class"] == "name" }.map(\.text)
    #expect(names.first?.hasPrefix("users <b> & \"c\" ") == true)
    #expect(
      page.text.utf8.firstRange(of: "2 checks of its scripts not made".utf8) != nil
        || page.text.utf8.firstRange(of: "check of its scripts not made".utf8) != nil)
    #expect(page.text.utf8.firstRange(of: "'gone', which it needs, failed".utf8) != nil)
  }

  @Test("bytes that are no text are told and not shown, long bodies are cut and say so")
  func bodies() throws {
    let (page, _) = try page(
      """
      ### image
      GET {{base}}/image
      ### long
      GET {{base}}/json/bytes/200000

      """)
    #expect(page.mistakes == [])
    let quiet = page.elements.filter { $0.attributes["class"] == "quiet" }.map(\.text)
    #expect(quiet.contains { $0.hasSuffix("that are no text") }, "\(quiet)")
    #expect(page.text.utf8.count < 200_000)
  }

  @Test("check, diff and replay make pages too, with both sides")
  func sessions() throws {
    let path = try folder.write("t.http", "### a\nGET \(server.baseURL)/users\n")
    let session = folder.path + "/sessions/a.har"
    #expect(try Piped(["run", path, "--record", "a"]).ending == .exited(0))
    func told(_ words: [String]) throws -> PageCheck {
      let run = try Piped(words + ["--report", "html"])
      #expect(run.ending == .exited(0), "\(words[0]): \(run.error)")
      return try PageCheck(run.output)
    }
    for (words, titles) in [
      (["check", session], ["Request", "Answer"]),
      (["diff", session, session], ["A: Request", "A: Answer", "B: Request", "B: Answer"]),
      (
        ["replay", session, "--live"],
        ["Recorded: Request", "Recorded: Answer", "Now: Request", "Now: Answer"]
      ),
    ] {
      let page = try told(words)
      #expect(page.mistakes == [], "\(words[0])")
      let found = page.elements.filter { $0.name == "h3" }.map(\.text)
      #expect(titles.allSatisfy(found.contains), "\(words[0]): \(found)")
    }
  }
}

/// `--report github`: lines of a log that GitHub shows beside the change.
@Suite("Annotations for GitHub")
struct AnnotationTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer.withBroken()
    folder = try TestFolder()
  }

  @Test("a failure has file, line and title, spelled by GitHub's rules, behind the text")
  func failures() throws {
    let path = try folder.write(
      "a,b:c.http",
      """
      ### 50%, twice: x
      GET {{base}}/status/404
      ### fine
      GET {{base}}/users
      ### scripted
      GET {{base}}/users

      > {% eval(1); client.test("x", function() { client.assert(eval(2)); }); %}

      """)
    let run = try Piped(
      ["run", path, "--set", "base=\(server.baseURL)", "--report", "github"],
      environment: ["GITHUB_WORKSPACE": folder.path])
    #expect(run.ending == .exited(4))
    let lines = run.output.split(separator: "\n").map(String.init)
    let first = try #require(lines.first)
    #expect(first.hasPrefix("::stop-commands::inspector-"))
    let key = first.dropFirst("::stop-commands::".count)
    let end = try #require(lines.firstIndex(of: "::\(key)::"), "\(run.output)")
    #expect(lines[..<end].contains { $0.hasPrefix("3 requests · 2 as expected · 1 failed") })
    let told = lines[(end + 1)...].map { $0 }
    #expect(told.count == 3, "\(told)")
    #expect(
      told[0] == "::error file=a%2Cb%3Ac.http,line=2,title=50%25%2C twice%3A x::"
        + "the server answered 404 Not Found — check the URL%0AGET \(server.baseURL)/status/404"
        || told[0].hasPrefix("::error file=a%2Cb%3Ac.http,line=2,title=50%25%2C twice%3A x::the "),
      "\(told[0])")
    #expect(told[0].hasSuffix("%0AGET \(server.baseURL)/status/404"), "\(told[0])")
    #expect(
      told[1].hasPrefix("::warning file=a%2Cb%3Ac.http,line=6,title=scripted::"), "\(told[1])")
    #expect(told[2].hasPrefix("::notice title=inspector run::3 requests · 2 as"), "\(told[2])")
  }

  @Test("what a server says is no command: until the annotations none is obeyed")
  func injected() throws {
    let path = try folder.write(
      "t.http", "### a\n::add-mask::x\n### ::error::b\nGET {{base}}/status/404\n")
    let run = try Piped(["run", path, "--set", "base=\(server.baseURL)", "--report", "github"])
    let lines = run.output.split(separator: "\n")
    let key = try #require(lines.first).dropFirst("::stop-commands::".count)
    let end = try #require(lines.firstIndex { $0 == "::\(key)::" })
    #expect(
      lines[(end + 1)...].allSatisfy { $0.hasPrefix("::error ") || $0.hasPrefix("::notice ") })
  }

  @Test("into a file there are the annotations alone, of sessions too")
  func files() throws {
    let path = try folder.write("t.http", "### a\nGET \(server.baseURL)/status/404\n")
    let session = folder.path + "/sessions/a.har"
    let out = folder.path + "/a.txt"
    let run = try Piped(["run", path, "--record", "a", "--report", "github=\(out)"])
    #expect(run.output.utf8.firstRange(of: "::".utf8) == nil)
    let text = try #require(folder.read("a.txt"))
    #expect(text.hasPrefix("::error file=\(path),line=2,title=a::"), "\(text)")
    let check = try Piped(["check", session, "--report", "github=\(out)"])
    #expect(check.ending == .exited(4))
    let told = try #require(folder.read("a.txt"))
    #expect(told.hasPrefix("::error file=\(session),title=#1 GET a::"), "\(told)")
    #expect(told.utf8.firstRange(of: "::notice ".utf8) != nil)
  }
}
