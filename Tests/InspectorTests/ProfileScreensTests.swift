import DemoServer
import Glibc
import TestSupport
import Testing

/// Profiles that are made on the screens stand in the project's file, and count in the next run.
@Suite("Profiles kept in a file")
struct ProfileScreensTests {
  let server: DemoServer
  let folder: TestFolder

  init() throws {
    server = try DemoServer()
    folder = try TestFolder()
    try folder.write("r/a.http", "### ended\nGET \(server.baseURL)/users/42\n")
  }

  private func play(_ script: String) throws -> Piped {
    let file = try folder.write("script", script)
    return try Piped(
      [folder.path + "/r", "--script", file, "--size", "200x30"],
      environment: ["XDG_CONFIG_HOME": folder.path + "/config"])
  }

  @Test("P writes what was detected, twice for the backend; the next run reads with it")
  func keep() throws {
    let path = try folder.write("r/inspector.json", "{\n  \"theme\": \"light\" // mine\n}\n")
    chmod(path, 0o640)
    let first = try play(
      "key Enter\nwait\nexpect detected, not applied\nkey P P\nwait\nexpect · in ")
    #expect(first.ending == .exited(0), "\(first.error)")
    let text = try #require(folder.read("r/inspector.json"))
    #expect(text.hasPrefix("{\n  \"theme\": \"light\", // mine\n  \"profiles\": {\n"))
    #expect(text.contains("    \"\(server.baseURL)\": \"status/msg/data\"\n"))
    var facts = stat()
    #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o640)
    let second = try play("expect envelope status/msg/data\nkey Enter\nwait\nexpect 200 expired")
    #expect(second.ending == .exited(0), "\(second.error)")
  }

  @Test("a profile that was picked by hand is kept under its name, for # @profile too")
  func edit() throws {
    let first = try play(
      """
      key Enter
      wait
      key Ctrl-p 1 Enter Ctrl-u
      type mine
      key Enter
      wait
      expect mine reads the responses of \(server.baseURL)
      """)
    #expect(first.ending == .exited(0), "\(first.error)")
    #expect(folder.read("r/inspector.json")?.contains("\"mine\": {") == true)
    try folder.write("r/a.http", "# @profile mine\nGET \(server.baseURL)/users/42\n")
    let second = try play("expect envelope mine\nkey Enter\nwait\nexpect the target's")
    #expect(second.ending == .exited(0), "\(second.error)")
  }

  @Test("a file with a mistake is left alone, and so is what is no file; both are said")
  func refuse() throws {
    try folder.write("r/inspector.json", "{ \"theme\": }")
    let broken = try play(
      "key Enter\nwait\nkey P\nwait\nexpect not kept in a file: \nexpect :1:12:")
    #expect(broken.ending == .exited(0), "\(broken.error)")
    #expect(folder.read("r/inspector.json") == "{ \"theme\": }")
    unlink(folder.path + "/r/inspector.json")
    mkdir(folder.path + "/r/inspector.json", 0o755)
    let none = try play("key Enter\nwait\nkey P\nwait\nexpect it counts until you quit")
    #expect(none.ending == .exited(0), "\(none.error)")
  }
}
