import DemoServer
import TestSupport
import Testing

/// The pages that lead through the program do what they say.
@Suite("The tutorial and the how-tos", .timeLimit(.minutes(5)))
struct TutorialTests {
  @Test("every command, key and file of docs/TUTORIAL.md does what the page says")
  func tutorial() throws {
    let counts = try PlayedPage(size: "100x28").play("docs/TUTORIAL.md")
    #expect(counts == ["sh": 5, "keys": 6, "http": 1, "text": 4])
  }

  @Test("the request file of README.md works beside the demo")
  func readme() throws {
    let page = try #require(TestFolder.text(at: PlayedPage.root + "/README.md"))
    let box = page.split(separator: "```http shop.http\n", maxSplits: 1).last
    let file = String(try #require(box?.split(separator: "```\n", maxSplits: 1).first))
    let server = try DemoServer()
    let folder = try TestFolder()
    try folder.write(
      "shop.http", String(file).replacing("http://127.0.0.1:8791", with: server.baseURL))
    let run = try Piped(
      ["run", folder.path + "/shop.http"], environment: ["XDG_STATE_HOME": folder.path + "/state"])
    #expect(run.ending == .exited(0), "\(run.output)\(run.error)")
    #expect(run.output.contains("2 requests · 2 as expected"))
  }

  /// Those the index names; a rule of the house sees that it names all.
  static let howTos: [String] = {
    let index = TestFolder.text(at: PlayedPage.root + "/docs/README.md") ?? ""
    return index.split(separator: "](howto/").dropFirst().map { String($0.prefix { $0 != ")" }) }
  }()

  @Test("every command, key, file and excerpt of a how-to does what it says", arguments: howTos)
  func howTo(name: String) throws {
    let page = PlayedPage(environment: ["API_PASSWORD": "secret"])
    let counts = try page.play("docs/howto/\(name)")
    #expect(
      ["keys", "text", "swift"].contains { counts[$0] != nil }, "something of it is compared")
  }
}
