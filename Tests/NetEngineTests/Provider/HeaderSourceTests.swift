import NetEngine
import TestSupport
import Testing

/// Who put a header there: a screen shows it beside the value.
@Suite(.timeLimit(.minutes(10))) struct HeaderSourceTests {
  struct Labelled: Equatable, CustomStringConvertible {
    var line: String
    var source: HeaderField.Source
    var description: String { "\(line) <\(source)>" }

    init(_ line: String, _ source: HeaderField.Source) {
      (self.line, self.source) = (line, source)
    }
  }

  static let agent = Labelled("User-Agent: Inspector/\(EngineVersion.text)", .engine)
  static let accept = Labelled("Accept: */*", .engine)
  static let codings = Labelled("Accept-Encoding: gzip, deflate, br, zstd", .engine)

  func sent(_ target: TestTarget, _ plugins: [any Plugin] = []) async throws -> [Labelled] {
    let provider = Provider(transport: ScriptedTransport()) { $0.plugins = plugins }
    return try await provider.request(target).value.request.headers
      .map { Labelled("\($0.name): \($0.value)", $0.source) }
  }

  @Test("what nobody said is added and labelled so")
  func defaults() async throws {
    #expect(try await sent(TestTarget()) == [Self.agent, Self.accept, Self.codings])
  }

  @Test("what the target or a plugin says is not added again, whatever its case")
  func noDefaults() async throws {
    let target = TestTarget(headers: ["user-agent": "Mine", "ACCEPT": ""])
    let plugin = TestPlugin.setting("accept-encoding", "identity", name: "Plain")
    #expect(
      try await sent(target, [plugin]) == [
        Labelled("user-agent: Mine", .target), Labelled("ACCEPT: ", .target),
        Labelled("accept-encoding: identity", .plugin("Plain")),
      ])
  }

  @Test("target, task, plugin, URL and engine each keep their name")
  func everySource() async throws {
    let target = TestTarget(
      baseURL: "https://ada:secret@a.test", method: .post, task: .requestJSONEncodable([1]),
      headers: ["X-Target": "1", "X-Changed": "old"])
    let plugins = [
      TestPlugin.setting("X-Plugin", "2", name: "First"),
      TestPlugin.setting("X-Changed", "new", name: "Second"),
    ]
    #expect(
      try await sent(target, plugins) == [
        Labelled("X-Target: 1", .target), Labelled("X-Changed: new", .plugin("Second")),
        Labelled("Content-Type: application/json", .task),
        Labelled("Authorization: Basic YWRhOnNlY3JldA==", .url),
        Labelled("X-Plugin: 2", .plugin("First")), Self.agent, Self.accept, Self.codings,
      ])
  }

  @Test("a plugin that says what is said already changes no label")
  func sameValue() async throws {
    let target = TestTarget(method: .post, task: .requestJSONEncodable([1]))
    let plugin = TestPlugin.setting("Content-Type", "application/json", name: "Same")
    let type = try await sent(target, [plugin]).first
    #expect(type == Labelled("Content-Type: application/json", .task))
    let twice = [
      TestPlugin.setting("X-A", "1", name: "First"), TestPlugin.setting("X-A", "1", name: "Second"),
    ]
    #expect(try await sent(TestTarget(), twice).first == Labelled("X-A: 1", .plugin("First")))
  }

  @Test("a URL with a password that a plugin brings is taken apart too")
  func pluginURL() async throws {
    let plugin = TestPlugin(onPrepare: { request, _ in
      var request = request
      request.url = "https://ada:secret@b.test/é#x"
      return request
    })
    let provider = Provider(transport: ScriptedTransport()) { $0.plugins = [plugin] }
    let request = try await provider.request(TestTarget()).value.request
    #expect(request.url == "https://b.test/%C3%A9")
    #expect(request.headers["Authorization"] == "Basic YWRhOnNlY3JldA==")
  }
}
