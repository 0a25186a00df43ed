import DemoServer
import TestSupport
import Testing

/// Secrets that a recording's own answers give: a login is fired again, and what needs it with it.
@Suite("Secrets from fresh answers")
struct FreshSecretTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
  }

  private func run(_ words: String, _ environment: [String: String?] = [:]) throws -> Piped {
    try Piped(
      ["-c", "cd '\(folder.path)' && '\(Spawn.inspector)' \(words)"], environment: environment,
      program: "/bin/sh")
  }

  /// Logs in and asks for the orders with the token, then lets that token expire.
  private func record() throws {
    try folder.write(
      "t.http",
      """
      ### login
      POST \(server.baseURL)/login
      Content-Type: application/json

      {"name":"ada","password":"secret"}
      ### orders
      GET \(server.baseURL)/orders
      Authorization: Bearer {{login.response.body.$.data.token}}
      ### order
      GET \(server.baseURL)/orders/11
      Authorization: Bearer {{login.response.body.$.data.token}}

      """)
    #expect(try run("run t.http --record day").ending == .exited(0))
    #expect(try run("send -X POST \(server.baseURL)/login/expire").ending == .exited(0))
  }

  @Test("a token stands at its place in the fresh answer, and goes out with what needs it")
  func login() throws {
    try record()
    #expect(folder.read("sessions/day.har")?.firstRange(of: "demo.0.") == nil)
    for more in ["", " --parallel 3"] {
      let done = try run("replay day --live --unsafe" + more, ["PASSWORD": "secret"])
      #expect(done.ending == .exited(0), "\(done.output)\(done.error)")
      #expect(
        done.output.firstRange(of: "3 exchanges · 1 redacted · 2 same") != nil, "\(done.output)")
    }
    #expect(server.log.last?.header("Authorization")?.hasPrefix("Bearer demo.1.") == true)
  }

  @Test("only what no answer gives is asked for")
  func missing() throws {
    try record()
    let none = try run("replay day --live --unsafe")
    #expect(none.output.firstRange(of: "it needs $PASSWORD") != nil, "\(none.output)")
    let old = try run("replay day --live", ["TOKEN": "demo.0.x", "AUTHORIZATION": "demo.0.x"])
    #expect(old.output.firstRange(of: "2 same") == nil, "\(old.output)")
  }
}
