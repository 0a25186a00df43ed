import CurlTransport
import DemoServer
import NetEngine
import TestSupport
import Testing

/// Every route that speaks an envelope, over real HTTP: what the server says it means.
@Suite struct EnvelopeRouteTests {
  static let profiles: [String: EnvelopeProfile] = Dictionary(
    uniqueKeysWithValues: SpokenProfile.all.map { spoken in
      let profile = EnvelopeProfile(
        name: spoken.name, statusCodeKey: spoken.code, tipStrKey: spoken.message,
        modelKey: spoken.data, rule: EnvelopeProfile.Rule(rawValue: spoken.rule.rawValue) ?? .value,
        successValues: spoken.success, invalidSessionValues: spoken.invalidSession)
      return (spoken.name, profile)
    })

  static let routes = Route.all.filter { $0.profile != nil && $0.needs.isEmpty }

  @Test("a route's envelope means what the route says it means")
  func meaning() async throws {
    let server = try DemoServer()
    #expect(Self.routes.count > 30)
    for route in Self.routes {
      var target = TestTarget(baseURL: server.baseURL, path: route.sample)
      target.method = HTTPMethod(rawValue: route.sampleMethod)
      if let body = route.sampleBody {
        target.task = .requestData(Body(body.bytes))
        target.headers["Content-Type"] = body.type
      }
      let profile = Self.profiles[route.profile ?? ""]
      let outcome = await Provider().request(target).outcome(Pipeline(profile: profile))
      let expected = route.expected.mapped ?? route.expected.kind
      #expect(outcome.kind.rawValue == expected.rawValue, "\(route.method) \(route.sample)")
    }
  }
}
