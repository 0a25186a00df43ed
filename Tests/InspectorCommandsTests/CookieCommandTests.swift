import DemoServer
import Glibc
import TestServer
import TestSupport
import Testing

/// The built program: cookies between requests, and between its runs.
@Suite("Kept cookies", .timeLimit(.minutes(5)))
struct CookieCommandTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer.withBroken()
    folder = try TestFolder()
    try folder.write(
      "api/a.http",
      """
      # @name login
      GET {{baseUrl}}/cookies/set?sid=s3cretvalue
      ###
      # @name show
      # @depends login
      # @expect ~b sid=s3cretvalue
      GET {{baseUrl}}/cookies
      ###
      # @name alone
      # @no-cookie-jar
      # @expect !~b sid
      GET {{baseUrl}}/cookies
      ###
      # @name taken
      GET {{baseUrl}}/echo?{{login.response.cookies.sid.value}}

      """)
    try folder.write(
      "api/http-client.env.json",
      #"{"dev": {"baseUrl": "\#(server.baseURL)"}, "other": {"baseUrl": "\#(server.baseURL)"}}"#)
  }

  private func run(_ arguments: String) throws -> Piped {
    let line = "cd '\(folder.path)' && '\(Spawn.inspector)' \(arguments)"
    return try Piped(
      ["-c", line], environment: ["XDG_STATE_HOME": folder.path + "/state"], program: "/bin/sh")
  }

  @Test("a run signs in once; the next one is signed in, another environment is not")
  func runs() throws {
    let first = try run("run api --env dev")
    #expect(first.ending == .exited(0), "\(first.output)\(first.error)")
    #expect(
      server.log.last.map { String(decoding: $0.target, as: UTF8.self) } == "/echo?s3cretvalue")
    let again = try run("run api show --env dev --json")
    #expect(again.ending == .exited(0), "\(again.output)\(again.error)")
    let count = server.log.count
    #expect(try run("run api alone --env other").ending == .exited(0))
    #expect(server.log.count == count + 1)
    let listed = try run("config cookies api")
    #expect(listed.output.hasPrefix("dev  sid  127.0.0.1/ · 11 bytes · from login\n"))
    #expect(!listed.output.contains("s3cret"))
  }

  @Test("cookies of two hosts are kept beside each other, and each goes to its own")
  func hosts() throws {
    let other = server.baseURL.replacing("127.0.0.1", with: "localhost")
    try folder.write(
      "two/a.http",
      [(server.baseURL, "one"), (other, "two")].map { base, value in
        """
        ### set \(value)
        GET \(base)/cookies/set?sid=\(value)value
        ### show \(value)
        # @expect ~b sid=\(value)value & !~b sid=\(value == "one" ? "two" : "one")value
        GET \(base)/cookies

        """
      }.joined(separator: "\n"))
    #expect(try run("run two 'set one' 'set two'").ending == .exited(0))
    let again = try run("run two 'show one' 'show two'")
    #expect(again.ending == .exited(0), "\(again.output)\(again.error)")
    let listed = try run("config cookies two").output
    #expect(listed.contains("127.0.0.1/") && listed.contains("localhost/"), "\(listed)")
  }

  @Test("the file is the person's alone, and goes with the last cookie")
  func file() throws {
    _ = try run("run api login --env dev")
    let names = try run("config cookies api --json").output
    #expect(names.contains(#""name":"sid""#) && !names.contains("s3cret"))
    let kept = "'\(folder.path)/state/inspector/cookies'"
    let files = try Piped(
      ["-c", "find \(kept) -type f -perm 600 | wc -l; find \(kept) -type f | wc -l"],
      program: "/bin/sh")
    #expect(files.output.split(separator: "\n") == ["1", "1"])
    let wrong = try run("config cookies api --delete sidd")
    #expect(wrong.ending == .exited(1) && wrong.error.contains("did you mean 'sid'?"))
    #expect(try run("config cookies api --delete sid").error.contains("1 cookie taken away"))
    #expect(try run("config cookies api").error.contains("no cookies are kept for api"))
  }

  @Test("a redirect's cookie is sent on, and to the next command; --no-cookies is without")
  func send() throws {
    let first = try run("send \(server.baseURL)/redirect/cookie")
    #expect(first.output.contains("way=known"))
    #expect(try run("send \(server.baseURL)/cookies").output.contains("way=known"))
    #expect(try !run("send \(server.baseURL)/cookies --no-cookies").output.contains("way"))
    #expect(try run("config cookies --clear").ending == .exited(0))
    #expect(try !run("send \(server.baseURL)/cookies").output.contains("way"))
  }

  @Test("the screens say which answer each cookie was from")
  func screens() throws {
    let pty = try PTY(
      Spawn.inspector, [folder.path + "/api", "--env", "dev"], width: 100, height: 40,
      environment: ["XDG_STATE_HOME": folder.path + "/state"])
    try pty.wait(for: "? help")
    try pty.type("j\r")
    try pty.wait(for: "200 ok")
    try pty.type("\t6")
    try pty.wait(for: "cookie sid")
    try pty.wait(for: "from login, ")
    try pty.type("q")
    #expect(try pty.waitForEnd() == .exited(0))
    #expect(try run("config cookies api").output.contains("from login"))
  }
}
