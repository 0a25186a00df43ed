import DemoServer
import NetEngine

/// The demo backend's requests: each is a row of its route table, so a new row is a new target.
package nonisolated struct DemoAPI: TargetType {
  package let route: Route
  package let baseURL: String

  package init(_ route: Route, at baseURL: String) {
    self.route = route
    self.baseURL = baseURL
  }

  package var name: String { route.name }
  package var path: String { route.sample }
  package var method: HTTPMethod { HTTPMethod(rawValue: route.sampleMethod) }

  package var task: HTTPTask {
    route.sampleBody.map { .requestData(Body($0.bytes)) } ?? .requestPlain
  }

  package var headers: Headers {
    var headers = Headers()
    if let body = route.sampleBody { headers.append(HeaderField("Content-Type", body.type)) }
    for case .header(let field) in route.needs {
      headers.append(HeaderField(field.name, field.value))
    }
    return headers
  }

  package var envelope: EnvelopeProfile? {
    EnvelopeProfile.spoken.first { $0.name == route.profile }
  }

  package var authorizationType: AuthorizationType? { route.needs.contains(.token) ? .bearer : nil }

  package var timeout: Duration? {
    for case .timeout(let milliseconds) in route.needs { return .milliseconds(milliseconds) }
    return nil
  }
}
