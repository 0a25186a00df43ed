import CurlTransport
import Foundation
import NetEngine
import NetEngineTesting
import Testing

/// An app's generic code over its targets: a decorator, a service, a logger, a list.
struct GenericTests {
  /// Another version of an API, whatever its targets are.
  struct Versioned<Inner: TargetType>: TargetType {
    let inner: Inner
    var baseURL: String { inner.baseURL }
    var path: String { "/v2" + inner.path }
    var method: HTTPMethod { inner.method }
    var task: HTTPTask { inner.task }
    var headers: Headers { inner.headers.adding(["X-Version": "2"]) }
    var validationType: ValidationType { inner.validationType }
    var timeout: Duration? { inner.timeout }
    var authorizationType: AuthorizationType? { inner.authorizationType }
    var envelope: EnvelopeProfile? { inner.envelope }
    var sampleData: Body { inner.sampleData }
  }

  /// A target in the types of another library.
  struct Weather: TargetType {
    let baseURL = URL(string: "https://weather.example.com")
    let path = "/today"
    let method: HTTPMethod? = .put
    let headers: [String: String]? = ["Accept-Language": "de"]
    let timeout = Duration.seconds(5)
    let sampleData = Data("{}".utf8)
  }

  struct Service<Target: TargetType> {
    let provider = Provider()
    func request(_ target: Target) -> Call<Response> {
      provider.request(Versioned(inner: target), stub: .immediate)
    }
    func changing(_ targets: [Target]) -> [Target] { targets.filter { !$0.method.isSafe } }
  }

  static func line(_ target: any TargetType) -> String {
    let language = target.headers["Accept-Language"] ?? "any"
    return "\(target.method.rawValue) \(target.path) in \(language), \(target.timeout ?? .zero)"
  }

  @Test func aDecoratorSendsTheTargetInIt() async throws {
    let login = try await Service<Shop>().request(.login(name: "ada", password: "secret")).value
    #expect(login.request.method == .post && login.profile == .statusMsgData)
    #expect(login.request.url == "http://127.0.0.1:8791/v2/login")
    let orders = try await Service<Shop>().request(.orders(token: "t")).value
    #expect(orders.request.headers["Authorization"] == "Bearer t")
    let weather = try await Service<Weather>().request(Weather()).value
    #expect(weather.request.method == .put && weather.request.timeout == .seconds(5))
    #expect(weather.request.headers["Accept-Language"] == "de" && weather.body == Body("{}"))
  }

  @Test func aServiceAndALoggerReadTheTargets() {
    let login = Shop.login(name: "ada", password: "secret")
    #expect(Service<Shop>().changing([.user(1), login]).map(\.path) == ["/login"])
    let targets: [any TargetType] = [login, Weather(), Versioned(inner: Weather())]
    #expect(targets.map(\.method) == [.post, .put, .put])
    #expect(
      targets.map(Self.line) == [
        "POST /login in any, 0.0 seconds", "PUT /today in de, 5.0 seconds",
        "PUT /v2/today in de, 5.0 seconds",
      ])
  }
}
