import CurlTransport
import NetEngine
import TestSupport
import Testing

private struct MemberOrder: Decodable {
  var id: Int
}

/// The samples of the article run on a backend that is a closure.
@Suite struct StaySignedInSnippets {
  // snippet: target
  enum Members: TargetType, Equatable {
    case login(name: String, password: String)
    case orders

    var baseURL: String { "https://members.example.com" }
    var path: String { self == .orders ? "/orders" : "/login" }
    var method: HTTPMethod { self == .orders ? .get : .post }
    var task: HTTPTask {
      guard case .login(let name, let password) = self else { return .requestPlain }
      return .requestJSONEncodable(["name": name, "password": password])
    }
    var authorizationType: AuthorizationType? { self == .orders ? .bearer : nil }
  }
  // end

  // snippet: tokens
  actor Tokens {
    private(set) var access = ""

    func keep(_ new: String) { access = new }
  }
  // end

  private static let profile = EnvelopeProfile(
    name: "members", statusCodeKey: "status", tipStrKey: "msg", modelKey: "data",
    successValues: ["ok"], invalidSessionValues: ["invalid_session"])

  /// Knows one token; says no as such backends do, with a 200.
  private static let backend = ScriptedTransport { request, _, _ in
    let isKnown = request.headers["Authorization"] == "Bearer new"
    let body: Body =
      request.url.hasSuffix("/login")
      ? #"{"status":"ok","data":{"token":"old"}}"#
      : isKnown
        ? #"{"status":"ok","data":[{"id":1}]}"# : #"{"status":"invalid_session","msg":"Again."}"#
    return .success(Response(statusCode: 200, body: body, request: request))
  }

  @Test("log in, be refused, get a new token, go on; what cannot be renewed is told once")
  func whole() async throws {
    let shown = Lock(0)
    let isRenewable = Lock(true)
    let profile = Self.profile
    let backend = Self.backend
    @Sendable func renewed() async throws -> String {
      isRenewable.withLock { $0 } ? "new" : "old"
    }
    @Sendable func showLogin() async { shown.withLock { $0 += 1 } }
    // snippet: provider
    let tokens = Tokens()
    let provider = Provider {
      $0.profile = profile
      $0.plugins = [
        TokenRefreshPlugin(isRefused: TokenRefreshPlugin.isInvalidSession) {
          await tokens.keep(try await renewed())
        },
        AccessTokenPlugin { _ in await tokens.access },
      ]
    }
    // end
    try await run(provider.over(backend), tokens)
    try await logOut(provider.over(backend), isRenewable, tokens, showLogin)
    #expect(shown.withLock { $0 } == 1)
  }

  private func run(_ provider: Provider, _ tokens: Tokens) async throws {
    // snippet: login
    let login = provider.request(Members.login(name: "ada", password: "secret"))
    await tokens.keep(try await login.mapResponse([String: String].self).value["token"] ?? "")
    let orders = try await provider.request(Members.orders).mapResponse([MemberOrder].self).value
    print(orders.count)
    // end
    #expect(orders.map(\.id) == [1])
    #expect(await tokens.access == "new")
  }

  private func logOut(
    _ provider: Provider, _ isRenewable: Lock<Bool>, _ tokens: Tokens,
    _ showLogin: @escaping @Sendable () async -> Void
  ) async throws {
    isRenewable.withLock { $0 = false }
    await tokens.keep("old")
    // snippet: log out
    var watched = provider
    watched.onFailure = { error in
      if error.cause.kind == .invalidSession { await showLogin() }
    }
    // end
    let result = await watched.request(Members.orders).mapResponse([MemberOrder].self).result
    #expect(throws: NetError.self) { try result.get() }
  }

  @Test("names and passwords, and patience")
  func credentials() {
    // snippet: credentials
    let credentials = CredentialsPlugin { target in
      guard target.authorizationType != nil else { return nil }
      return CredentialsPlugin.Credentials(user: "ada", password: "secret", scheme: .digest)
    }
    // end
    let provider = Provider { $0.plugins = [credentials] }
    // snippet: retry
    let patient = Provider { $0.plugins = [RetryPlugin(limit: 2)] + provider.plugins }
    // end
    #expect(patient.plugins.count == 2)
  }
}

extension Provider {
  fileprivate func over(_ transport: any Transport) -> Provider {
    var copy = self
    copy.transport = transport
    return copy
  }
}
