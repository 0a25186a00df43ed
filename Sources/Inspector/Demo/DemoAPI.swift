import DemoServer
import NetEngine

/// The demo backend's requests: each is a row of its route table, so a new row is a new target.
nonisolated struct DemoAPI: TargetType {
  let route: Route
  let baseURL: String

  init(_ route: Route, at baseURL: String) {
    self.route = route
    self.baseURL = baseURL
  }

  var name: String { route.name }
  var path: String { route.sample }
  var method: HTTPMethod { HTTPMethod(rawValue: route.sampleMethod) }

  var task: HTTPTask {
    route.sampleBody.map { .requestData(Body($0.bytes)) } ?? .requestPlain
  }

  var headers: Headers {
    var headers = Headers()
    if let body = route.sampleBody { headers.append(HeaderField("Content-Type", body.type)) }
    for case .header(let field) in route.needs {
      headers.append(HeaderField(field.name, field.value))
    }
    return headers
  }

  var authorizationType: AuthorizationType? { route.needs.contains(.token) ? .bearer : nil }

  var timeout: Duration? {
    for case .timeout(let milliseconds) in route.needs { return .milliseconds(milliseconds) }
    return nil
  }

  var limits: Limits? {
    var limits = Limits()
    for need in route.needs {
      switch need {
      case .idleTimeout(let milliseconds): limits.idleTimeout = .milliseconds(milliseconds)
      case .wireLimit(let bytes): limits.wireBody = bytes
      case .decodedLimit(let bytes): limits.decodedBody = bytes
      default: break
      }
    }
    return limits == Limits() ? nil : limits
  }
}
