import Foundation
import NetEngine

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The place to step into a request's way, in Moya's words.
public protocol PluginType {
  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest
  func willSend(_ request: any RequestType, target: any TargetType)
  func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType)
  func process(
    _ result: Result<Moya.Response, MoyaError>, target: any TargetType
  ) -> Result<Moya.Response, MoyaError>
}

extension PluginType {
  public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest { request }
  public func willSend(_ request: any RequestType, target: any TargetType) {}
  public func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {}
  public func process(
    _ result: Result<Moya.Response, MoyaError>, target: any TargetType
  ) -> Result<Moya.Response, MoyaError> { result }
}

/// What a plugin sees of a request that is sent.
public protocol RequestType {
  var request: URLRequest? { get }
}

private struct SentRequest: RequestType {
  let request: URLRequest?
}

/// Moya's plugins in the engine's row of plugins.
struct PluginRow: Plugin {
  let plugins: Handed<[any PluginType]>

  var name: String { "Moya's plugins" }

  private func target(_ attempt: Attempt) -> (any TargetType)? {
    (attempt.target.target as? AskedTarget)?.target.value
  }

  func prepare(_ request: HTTPRequest, for attempt: Attempt) async throws -> HTTPRequest {
    guard let target = target(attempt), let before = URLRequest(request) else { return request }
    return request.changed(
      from: before, to: plugins.value.reduce(before) { $1.prepare($0, target: target) })
  }

  func willSend(_ request: HTTPRequest, for attempt: Attempt) async {
    guard let target = target(attempt) else { return }
    let sent = SentRequest(request: URLRequest(request))
    for plugin in plugins.value { plugin.willSend(sent, target: target) }
  }

  func didReceive(
    _ result: Result<NetEngine.Response, NetError>, for attempt: Attempt
  ) async {
    guard let target = target(attempt) else { return }
    let result = result.inMoyasWords
    for plugin in plugins.value { plugin.didReceive(result, target: target) }
  }
}

extension Result where Success == NetEngine.Response, Failure == NetError {
  var inMoyasWords: Result<Response, MoyaError> {
    map { Response($0) }.mapError { MoyaError($0) }
  }
}

// MARK: - Ready-made

/// A target that needs credentials.
public protocol AccessTokenAuthorizable {
  var authorizationType: AuthorizationType? { get }
}

/// Adds `Authorization` to the targets that ask for it.
public struct AccessTokenPlugin: PluginType {
  public let tokenClosure: (any TargetType) -> String

  public init(tokenClosure: @escaping (any TargetType) -> String) {
    self.tokenClosure = tokenClosure
  }

  public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    let asking = (target as? MultiTarget)?.target ?? target
    guard let type = (asking as? any AccessTokenAuthorizable)?.authorizationType else {
      return request
    }
    var request = request
    request.setValue("\(type.value) \(tokenClosure(asking))", forHTTPHeaderField: "Authorization")
    return request
  }
}

/// Hears when activity begins and ends.
public struct NetworkActivityPlugin: PluginType {
  public enum NetworkActivityChangeType { case began, ended }
  public typealias NetworkActivityClosure = (NetworkActivityChangeType, any TargetType) -> Void

  private let closure: NetworkActivityClosure

  public init(networkActivityClosure: @escaping NetworkActivityClosure) {
    closure = networkActivityClosure
  }

  public func willSend(_ request: any RequestType, target: any TargetType) {
    closure(.began, target)
  }

  public func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
    closure(.ended, target)
  }
}

/// Logs what is sent and received, secrets left out: the engine's logger.
public struct NetworkLoggerPlugin: PluginType {
  let logger: LoggerPlugin

  public init(output: @escaping @Sendable (String) -> Void = { print($0) }) {
    logger = LoggerPlugin { output($0) }
  }
}
