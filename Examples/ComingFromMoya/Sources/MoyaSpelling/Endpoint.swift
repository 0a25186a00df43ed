import Foundation
import NetEngine

/// What a target asks for, in Moya's words.
public final class Endpoint {
  public typealias SampleResponseClosure = () -> EndpointSampleResponse

  public let url: String
  public let sampleResponseClosure: SampleResponseClosure
  public let method: Moya.Method
  public let task: Task
  public let httpHeaderFields: [String: String]?

  public init(
    url: String, sampleResponseClosure: @escaping SampleResponseClosure, method: Moya.Method,
    task: Task, httpHeaderFields: [String: String]?
  ) {
    (self.url, self.sampleResponseClosure) = (url, sampleResponseClosure)
    (self.method, self.task, self.httpHeaderFields) = (method, task, httpHeaderFields)
  }

  public func adding(newHTTPHeaderFields fields: [String: String]) -> Endpoint {
    Endpoint(
      url: url, sampleResponseClosure: sampleResponseClosure, method: method, task: task,
      httpHeaderFields: (httpHeaderFields ?? [:]).merging(fields) { $1 })
  }

  public func replacing(task: Task) -> Endpoint {
    Endpoint(
      url: url, sampleResponseClosure: sampleResponseClosure, method: method, task: task,
      httpHeaderFields: httpHeaderFields)
  }
}

/// What a stub answers with.
public enum EndpointSampleResponse {
  case networkResponse(Int, Data)
  case networkError(NSError)

  var engineSample: NetEngine.Endpoint.Sample {
    switch self {
    case .networkResponse(let status, let data): .status(status, Body(data))
    case .networkError(let error):
      .failure(TransportError(.connect, detail: error.localizedDescription))
    }
  }
}

/// A target in the engine's words, read where it was fired; the person's own comes along for plugins.
struct AskedTarget: NetEngine.TargetType {
  let target: Handed<any TargetType>
  let baseURL: String
  let method: HTTPMethod
  let task: HTTPTask
  let headers: [String: String]
  let validationType: NetEngine.ValidationType

  var path: String { "" }
  var name: String { target.value.path }

  init(_ target: any TargetType, _ endpoint: Endpoint) throws {
    self.target = Handed(value: target)
    (baseURL, method) = (endpoint.url, endpoint.method.engineMethod)
    task = try endpoint.task.engineTask()
    headers = endpoint.httpHeaderFields ?? [:]
    validationType = target.validationType.engineType
  }
}
