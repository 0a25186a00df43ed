import DemoServer
import Glibc
import TestSupport
import Testing

/// Commands of a person's own configuration unpack what requests, and traffic, bring.
@Suite("Unpacking by a person's commands") struct UnpackCommandTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
    try folder.write(
      "own/inspector/inspector.json",
      """
      { "unpack": {
          "wrap": "printf '{\\"code\\":401,\\"msg\\":\\"'; head -c 4 | tr -d '\\"{'; printf '\\"}'",
          "bad": "echo first >&2; echo no key >&2; exit 3",
          "much": "yes",
          "facts": "printf '%s %s ' \\"$INSPECTOR_STATUS\\" \\"$INSPECTOR_URL\\"; printf '%s' \\"$INSPECTOR_HEADERS\\" | grep -ci content-type"
        },
        "unpackFor": { "\(server.baseURL)/users/2": "wrap" },
        "limits": { "decodedBody": "64k" } }
      """)
  }

  private func run(_ words: String) throws -> Piped {
    try Piped(
      [
        "-c",
        "cd '\(folder.path)' || exit 9; XDG_CONFIG_HOME='\(folder.path)/own' '\(Spawn.inspector)' \(words)",
      ],
      program: "/bin/sh")
  }

  static let table: [(request: String, code: Int32, says: [String])] = [
    (
      "# @unpack wrap\n# @profile code/msg/data\nGET {{baseUrl}}/users/1", 4,
      [#""kind":"invalidSession""#, #"{"step":"wrap","ok":true,"note":""#]
    ),
    ("# @unpack bad\nGET {{baseUrl}}/users/1", 4, ["the step 'bad' failed: exit code 3: no key"]),
    (
      "# @unpack much\nGET {{baseUrl}}/users/1", 4,
      ["it said more than 65.5 kB, the limit decodedBody"]
    ),
    (
      "# @unpack wrop\nGET {{baseUrl}}/users/1", 4,
      ["your own inspector.json names no command 'wrop'", "did you mean 'wrap'?"]
    ),
    ("# @profile code/msg/data\nGET {{baseUrl}}/users/2", 4, [#""kind":"invalidSession""#]),
    ("# @unpack none\nGET {{baseUrl}}/users/2", 0, [#""kind":"ok""#]),
    (
      "# @unpack facts\n# @profile none\n# @map string\n# @expect ~b '^200 http.*/users/1 1'\nGET {{baseUrl}}/users/1",
      0, [#""kind":"ok""#]
    ),
    (
      "# @unpack\nGET {{baseUrl}}/users/1", 2,
      ["@unpack needs the name of a command in your own inspector.json"]
    ),
  ]

  @Test("a request's own word counts, then its place; what goes wrong says what", arguments: table)
  func requests(row: (request: String, code: Int32, says: [String])) throws {
    try folder.write("t.http", row.request)
    let run = try run("run t.http --json --set baseUrl=\(server.baseURL)")
    #expect(run.ending == .exited(row.code), "\(run.output)\(run.error)")
    for words in row.says {
      #expect((run.output + run.error).contains(words), "\(run.output)\(run.error)")
    }
  }

  @Test("a session keeps both, and fired again it is unpacked again")
  func again() throws {
    try folder.write("t.http", "GET \(server.baseURL)/users/2")
    _ = try run("run t.http --record s")
    let kept = try #require(folder.read("sessions/s.har"))
    #expect(kept.contains(#""_packed":{"step":"wrap""#))
    let replay = try run("replay sessions/s.har --live")
    #expect(replay.ending == .exited(0), "\(replay.output)\(replay.error)")
    #expect(!replay.output.contains("changed"), "\(replay.output)")
  }

  @Test("a project's file names no commands")
  func strangers() throws {
    try folder.write("inspector.json", #"{ "unpack": { "wrap": "touch evil; cat" } }"#)
    try folder.write("t.http", "# @unpack wrap\nGET \(server.baseURL)/users/1")
    let run = try run("run t.http")
    #expect(
      run.error.contains("inspector.json:1:3: \"unpack\" does not count in a project's file"))
    #expect(access(folder.path + "/evil", F_OK) != 0)
  }
}
