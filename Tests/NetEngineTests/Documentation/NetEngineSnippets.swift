import CurlTransport
import NetEngine
import TestSupport
import Testing

/// The sample of the first page.
@Suite struct NetEngineSnippets {
  @Test("a hello")
  func hello() async throws {
    // In the place of the one with the network.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    func Provider() -> NetEngine.Provider {
      NetEngine.Provider(transport: ScriptedTransport(.status(200, body: #"{"name": "Ada"}"#)))
    }
    // snippet: hello
    let user = try await Provider().get("https://api.example.com/users/42").as(Guest.self).value
    print("Hello, \(user.name)")
    // end
    #expect(user.name == "Ada")
  }
}
