import DemoServer
import NetEngine
import TestSupport
import Testing

/// Reports quote the server and name the line of every expectation that does not hold.
@Suite("Reports of refused requests")
struct RefusalReportTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer.answering { request in
      switch String(decoding: request.target, as: UTF8.self) {
      case "/?missing": .json(#"{"error":"no such thing"}"#, status: 404)
      case "/?invalid":
        .json(#"{"error":{"code":"bad_name","message":"the name is missing"}}"#, status: 422)
      case "/?page": .text("<h1>Bad\n gateway</h1>", status: 422)
      case "/?empty": .empty(422)
      case "/?t=\(Self.secret)":
        .text(String(repeating: "word ", count: 58) + Self.secret, status: 422)
      default: .json(#"{"id":7}"#)
      }
    }
    folder = try TestFolder()
  }

  private static let secret = "s3cr3t-of-thirty-two-characters-"

  private func run(_ text: String, _ form: String) throws -> Piped {
    let path = try folder.write("t.http", text + "\n")
    return try Piped(["run", path, "--set", "base=\(server.baseURL)", "--report", form])
  }

  /// A query and what every report has of its response.
  static let refused = [
    ("missing", ": no such thing — check the path"),
    ("invalid", ", code 'bad_name': the name is missing"),
    ("page", ": <h1>Bad gateway</h1>"),
    ("empty", " — the body is empty"),
  ]

  @Test("text, JUnit and GitHub reports quote the server", arguments: refused)
  func quoted(query: String, words: String) throws {
    let request = "GET {{base}}/?\(query)"
    #expect(try run(request, "text").output.contains("\(words)\n"))
    #expect(try run(request, "github").output.contains("\(words)%0AGET "))
    let xml = try XMLTree(try run(request, "junit").output)
    let failure = try #require(xml.root.children.first?.children.first?.children.first)
    #expect(failure.attributes["message"]?.hasSuffix(words) == true)
    #expect(failure.text.contains(words))
  }

  @Test("check quotes it too")
  func checked() throws {
    let path = try folder.write("t.http", "GET \(server.baseURL)/?invalid\n")
    _ = try Piped(["run", path, "--record", "a"])
    let check = try Piped(["check", folder.path + "/sessions/a.har"])
    #expect(check.output.contains(", code 'bad_name': the name is missing\n"), "\(check.output)")
  }

  @Test("a secret that the 300th character would cut is redacted", arguments: ["text", "github"])
  func redacted(form: String) throws {
    let run = try run(
      "@token = \(Self.secret)\n### a\n# @secret token\nGET {{base}}/?t={{token}}", form)
    #expect(run.output.contains("word word"), "\(run.output)")
    #expect(!run.output.contains("s3cr3t"), "\(run.output)")
  }

  /// Two of three asserts and one of two filters do not hold.
  private static let failing = """
    ### one
    # @expect ~c 201
    # @assert status == 202
    # @expect ~time <9s
    # @assert body.id == 7
    # @assert body.id == 8
    GET {{base}}/
    """

  @Test("every expectation that does not hold has its own line: text")
  func textLines() throws {
    let run = try run(Self.failing, "text")
    let lines = run.output.split(separator: "\n")
    let places = lines.filter { $0.contains("t.http:") }
      .map { $0.split(separator: ":").dropLast().last.map(String.init) }
    #expect(places == ["2", "3", "6"], "\(run.output)")
    #expect(lines.count { $0.contains("expected ") && $0.contains("found ") } == 3)
  }

  @Test("every expectation that does not hold has its own line: GitHub and JUnit")
  func machineLines() throws {
    let github = try run(Self.failing, "github").output
    for line in [2, 3, 6] { #expect(github.contains("t.http,line=\(line),title=one::expected ")) }
    #expect(github.split(separator: "\n").count { $0.hasPrefix("::error ") } == 3)
    let junit = try run(Self.failing, "junit").output
    for line in [2, 3, 6] { #expect(junit.contains("t.http:\(line):"), "\(junit)") }
    #expect(junit.contains("failures=\"1\""), "\(junit)")
  }

  @Test("a refused status and an expectation have each its own line")
  func both() throws {
    let github = try run("### one\n# @expect ~json id == 7\nGET {{base}}/?missing", "github").output
    #expect(github.contains("t.http,line=3,title=one::the server answered 404"), "\(github)")
    #expect(github.contains("t.http,line=2,title=one::expected "), "\(github)")
  }
}
