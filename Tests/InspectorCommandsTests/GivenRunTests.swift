import DemoServer
import NetEngine
import TestServer
import TestSupport
import Testing

/// `run` with values from files, with tries, and with tags.
@Suite("Runs with what is given") struct GivenRunTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer.withBroken()
    folder = try TestFolder()
  }

  private func run(_ words: String) throws -> Piped {
    try Piped(
      [
        "-c",
        "cd '\(folder.path)' || exit 9; '\(Spawn.inspector)' run t.http --set baseUrl=\(server.baseURL) \(words)",
      ],
      program: "/bin/sh")
  }

  private func lines(_ run: Piped) -> [JSON] { JSONLines(Array(run.output.utf8)).map(\.json) }

  @Test("a round for each row; what the line says wins, a mistake names the line")
  func data() throws {
    try folder.write("t.http", "GET {{baseUrl}}/users/{{id}}?n={{name}}")
    try folder.write("rows.csv", "id,name\n1,Ada\n2,\"Grace, H\"\n")
    let both = try run("--data rows.csv --json")
    #expect(both.ending == .exited(0), "\(both.error)")
    #expect(
      lines(both).map { $0["url"].string?.split(separator: "/").last.map(String.init) ?? "" }
        == ["1?n=Ada", "2?n=Grace,%20H"])
    #expect(lines(both).map { $0["round"].int } == [1, 2])
    let said = try run("--data rows.csv --set name=x --json")
    #expect(lines(said).allSatisfy { $0["url"].string?.hasSuffix("n=x") == true })
    try folder.write("rows.csv", "id,name\n1\n")
    let broken = try run("--data rows.csv")
    #expect(broken.ending == .exited(2), "\(broken.error)")
    #expect(broken.error.contains("rows.csv:2: 1 field under 2 names"), "\(broken.error)")
  }

  @Test("values from a file, over which the line wins")
  func variables() throws {
    try folder.write("t.http", "GET {{baseUrl}}/users/{{id}}?n={{name}}")
    try folder.write("v.json", #"{"id": 3, "name": "a"}"#)
    let run = try run("--variables-file v.json --set name=b --json")
    #expect(lines(run).first?["url"].string == server.baseURL + "/users/3?n=b", "\(run.error)")
  }

  @Test("what is not as expected is fired again, as often as is said, and that is told")
  func retry() throws {
    try folder.write("t.http", "GET {{baseUrl}}/flaky/third?key=a")
    #expect(try run("").ending == .exited(4))
    let all = try run("--retry 3 --delay 1ms")
    #expect(all.ending == .exited(0) && all.output.contains("after 2 tries"), "\(all.output)")
    try folder.write("t.http", "# @retry 2 1ms\nGET {{baseUrl}}/flaky/third?key=b")
    let own = try run("--json")
    #expect(own.ending == .exited(0) && lines(own).first?["tries"].int == 3, "\(own.output)")
    try folder.write("t.http", "# @retry 1 1ms\nGET {{baseUrl}}/status/503")
    let never = try run("--json")
    #expect(never.ending == .exited(4) && lines(never).first?["tries"].int == 2)
    #expect(lines(never).count == 1, "one request is one line")
    #expect(try run("--delay 1ms").error.contains("--retry N"))
  }

  @Test("tags choose what is fired")
  func tags() throws {
    try folder.write(
      "t.http",
      """
      # @tag smoke, users
      GET {{baseUrl}}/users
      ###
      # @tags slow
      GET {{baseUrl}}/users/1
      """)
    let smoke = try run("--only '~tag ^smoke$' --json")
    #expect(lines(smoke).map { $0["tags"][1].string } == ["users"], "\(smoke.output)\(smoke.error)")
    let others = try run("--only '!~tag smoke' --json")
    #expect(lines(others).map { $0["line"].int } == [5])
  }
}
