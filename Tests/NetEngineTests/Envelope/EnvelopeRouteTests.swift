import CurlTransport
import DemoServer
import NetEngine
import TestServer
import TestSupport
import Testing

/// Every route that speaks an envelope, over real HTTP: what the server says it means.
@Suite struct EnvelopeRouteTests {
  static let routes = TestRoute.everything.filter { $0.profile != nil && $0.needs.isEmpty }

  static let profiles =
    EnvelopeProfile.spoken + [
      EnvelopeProfile(
        name: "moyaMapper", statusCodeKey: "error", tipStrKey: "errMsg", modelKey: "results",
        successValues: ["false"]),
      EnvelopeProfile(
        name: "success", statusCodeKey: "success", tipStrKey: "message", modelKey: "data",
        successValues: ["true"]),
      EnvelopeProfile(
        name: "errno", statusCodeKey: "errno", tipStrKey: "errmsg", modelKey: "data",
        successValues: ["0"]),
      EnvelopeProfile(
        name: "jsonAPI", statusCodeKey: "errors", tipStrKey: "errors>0>detail", modelKey: "data",
        rule: .absence),
      EnvelopeProfile(
        name: "httpStatus", statusCodeKey: "", tipStrKey: "error", rule: .httpStatus),
    ]

  @Test("each route names a profile of the list, and each profile has a route")
  func names() {
    let spoken = Set(TestRoute.everything.compactMap(\.profile))
    #expect(spoken == Set(Self.profiles.map(\.name)))
  }

  @Test("a route's envelope means what the route says it means")
  func meaning() async throws {
    let server = try DemoServer.withBroken()
    #expect(Self.routes.count > 30)
    for route in Self.routes {
      var target = TestTarget(baseURL: server.baseURL, path: route.sample)
      target.method = HTTPMethod(rawValue: route.sampleMethod)
      if let body = route.sampleBody {
        target.task = .requestData(Body(body.bytes))
        target.headers["Content-Type"] = body.type
      }
      let profile = Self.profiles.first { $0.name == route.profile }
      let outcome = await Provider().request(target).outcome(Pipeline(profile: profile))
      let expected = route.expected.mapped ?? route.expected.kind
      #expect(outcome.kind.rawValue == expected.rawValue, "\(route.method) \(route.sample)")
    }
  }
}
