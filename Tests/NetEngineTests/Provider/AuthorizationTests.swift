import NetEngine
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct AuthorizationTests {
  func authorization(
    _ target: TestTarget, _ plugins: any Plugin...
  ) async throws -> [String] {
    let provider = Provider(transport: ScriptedTransport()) { $0.plugins = plugins }
    return try await provider.request(target).value.request.headers.values("Authorization")
  }

  let token = AccessTokenPlugin { _ in "eyeAm.AJsoN.weBTOKen" }

  @Test("the credential hook is asked, even if it answers nothing")
  func askedEvenForNothing() async throws {
    let asked = Record<String>()
    let plugin = CredentialsPlugin { target in
      asked.append(target.name)
      return nil
    }
    #expect(try await authorization(TestTarget(path: "/zen"), plugin) == [])
    #expect(asked.all == ["/zen"])
  }

  @Test("an ordinary target gets no Authorization")
  func ordinary() async throws {
    let asked = Record<Void>()
    let plugin = AccessTokenPlugin { _ in
      asked.append(())
      return "t"
    }
    struct Ordinary: TargetType {
      let baseURL = "https://a.test"
      let path = ""
    }
    let provider = Provider(transport: ScriptedTransport()) { $0.plugins = [plugin] }
    let request = try await provider.request(Ordinary()).value.request
    #expect(!request.headers.contains("Authorization"))
    #expect(asked.count == 0, "nobody asks for a token that nobody needs")
  }

  @Test("a nil type gets none either")
  func nilType() async throws {
    #expect(try await authorization(TestTarget(authorizationType: nil), token) == [])
  }

  @Test("basic")
  func basic() async throws {
    #expect(
      try await authorization(TestTarget(authorizationType: .basic), token)
        == ["Basic eyeAm.AJsoN.weBTOKen"])
  }

  @Test("bearer")
  func bearer() async throws {
    #expect(
      try await authorization(TestTarget(authorizationType: .bearer), token)
        == ["Bearer eyeAm.AJsoN.weBTOKen"])
  }

  @Test("a scheme of one's own")
  func custom() async throws {
    #expect(
      try await authorization(TestTarget(authorizationType: .custom("CustomAuth")), token)
        == ["CustomAuth eyeAm.AJsoN.weBTOKen"])
  }

  @Test("a token replaces what is there: never 'old,new', never two fields")
  func replaces() async throws {
    let said = TestTarget(
      baseURL: "https://ada:secret@a.test", headers: ["authorization": "Basic old"],
      authorizationType: .bearer)
    #expect(try await authorization(said, token) == ["Bearer eyeAm.AJsoN.weBTOKen"])
    let fromURL = TestTarget(baseURL: "https://ada:secret@a.test", authorizationType: .bearer)
    #expect(try await authorization(fromURL, token) == ["Bearer eyeAm.AJsoN.weBTOKen"])
    let credentials = CredentialsPlugin { _ in .init(user: "u", password: "p") }
    #expect(try await authorization(said, credentials) == ["Basic dTpw"])
    #expect(try await authorization(said, credentials, token) == ["Bearer eyeAm.AJsoN.weBTOKen"])
  }

  @Test("the token is asked for each target and each try")
  func freshTokens() async throws {
    let transport = ScriptedTransport(.status(503), .status(200))
    let counter = Lock(0)
    let provider = Provider(transport: transport) {
      $0.plugins = [
        AccessTokenPlugin { target in
          "\(target.name)-"
            + counter.withLock { count in
              count += 1
              return "\(count)"
            }
        },
        TestPlugin(onRetry: { _, _, attempt in attempt.number == 0 ? .retry(after: .zero) : .stop }
        ),
      ]
    }
    _ = try await provider.request(TestTarget(path: "/a", authorizationType: .bearer)).value
    #expect(
      transport.requests.all.map { $0.headers["Authorization"] } == ["Bearer /a-1", "Bearer /a-2"])
  }

  @Test("a token that cannot be had fails the call by the plugin's name")
  func noToken() async {
    let provider = Provider(transport: ScriptedTransport()) {
      $0.plugins = [AccessTokenPlugin { _ in throw TestPlugin.Refused() }]
    }
    let error = await provider.request(TestTarget(authorizationType: .bearer)).result.error
    guard case .plugin("AccessTokenPlugin", let cause) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause is TestPlugin.Refused)
  }

  @Test("credentials are given to each try")
  func eachTry() async throws {
    let transport = ScriptedTransport(.status(503), .status(200))
    let provider = Provider(transport: transport) {
      $0.plugins = [
        CredentialsPlugin { _ in .init(user: "u", password: "p") },
        TestPlugin(onRetry: { _, _, attempt in attempt.number == 0 ? .retry(after: .zero) : .stop }
        ),
      ]
    }
    _ = try await provider.request(TestTarget()).value
    #expect(
      transport.requests.all.map { $0.headers["Authorization"] } == ["Basic dTpw", "Basic dTpw"])
  }

  @Test(
    "credentials are Basic of their UTF-8 bytes",
    arguments: [
      ("ada", "secret", "Basic YWRhOnNlY3JldA=="), ("", "", "Basic Og=="),
      ("é", "日:本", "Basic w6k65pelOuacrA=="), ("a", "", "Basic YTo="),
    ])
  func credentials(user: String, password: String, value: String) {
    let credentials = CredentialsPlugin.Credentials(user: user, password: password)
    #expect(credentials.authorization == value)
  }
}
