import InspectorCore
import NetEngine

/// A request that was typed on the screen.
nonisolated struct ComposedTarget: TargetType {
  let request: ComposedRequest

  /// The URL says it all.
  var baseURL: String { request.url }
  var path: String { "" }
  var name: String { request.url }
  var method: HTTPMethod { HTTPMethod(rawValue: request.method) }
  var headers: Headers { Headers(request.headers) }
  var task: HTTPTask {
    request.body.isEmpty ? .requestPlain : .requestData(Body(request.body))
  }
}
