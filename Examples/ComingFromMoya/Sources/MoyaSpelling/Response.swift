import Foundation
import NetEngine

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// An answer, in Moya's words; the engine's own, with its hops and timings, is ``netResponse``.
public final class Response: CustomStringConvertible, Sendable {
  public let netResponse: NetEngine.Response

  public init(_ response: NetEngine.Response) { netResponse = response }

  public var statusCode: Int { netResponse.statusCode }
  public var data: Data { netResponse.body.data }
  public var request: URLRequest? { URLRequest(netResponse.request) }
  public var response: HTTPURLResponse? {
    guard let url = URL(string: netResponse.url) else { return nil }
    let fields = Dictionary(netResponse.headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
    return HTTPURLResponse(
      url: url, statusCode: statusCode, httpVersion: netResponse.hops.last?.httpVersion,
      headerFields: fields)
  }
  public var description: String { "Status Code: \(statusCode), Data Length: \(data.count)" }

  // MARK: Filters

  public func filter(statusCodes: ClosedRange<Int>) throws -> Response {
    guard statusCodes.contains(statusCode) else { throw MoyaError.statusCode(self) }
    return self
  }

  public func filter(statusCodes: Range<Int>) throws -> Response {
    guard statusCodes.contains(statusCode) else { throw MoyaError.statusCode(self) }
    return self
  }

  public func filter(statusCode: Int) throws -> Response {
    try filter(statusCodes: statusCode...statusCode)
  }

  public func filterSuccessfulStatusCodes() throws -> Response {
    try filter(statusCodes: 200...299)
  }

  public func filterSuccessfulStatusAndRedirectCodes() throws -> Response {
    try filter(statusCodes: 200...399)
  }

  // MARK: Mappings

  public func mapJSON(failsOnEmptyData: Bool = true) throws -> Any {
    if data.isEmpty, !failsOnEmptyData { return NSNull() }
    do { return try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) } catch {
      throw MoyaError.jsonMapping(self)
    }
  }

  public func mapString(atKeyPath keyPath: String? = nil) throws -> String {
    try mapped { () throws(NetError) in
      guard let keyPath else { return try netResponse.mapString() }
      return try netResponse.mapString(atKeyPath: JSONPath(keyPath))
    }
  }

  public func map<Model: Decodable>(
    _ type: Model.Type, atKeyPath keyPath: String? = nil,
    using decoder: JSONDecoder = JSONDecoder(),
    failsOnEmptyData: Bool = true
  ) throws -> Model {
    try mapped { () throws(NetError) in
      try netResponse.map(
        type, atKeyPath: JSONPath(keyPath ?? ""), using: decoder,
        failsOnEmptyData: failsOnEmptyData)
    }
  }

  private func mapped<Value>(_ body: () throws(NetError) -> Value) throws(MoyaError) -> Value {
    do throws(NetError) { return try body() } catch { throw MoyaError(error) { _ in self } }
  }
}

extension URLRequest {
  /// What is sent, as plugins that were written for Moya see it.
  init?(_ request: HTTPRequest) {
    guard let url = URL(string: request.url) else { return nil }
    self.init(url: url)
    httpMethod = request.method.rawValue
    for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name) }
    if case .bytes(let body) = request.body { httpBody = body.data }
  }
}

extension HTTPRequest {
  /// The request with what a plugin has changed in its copy.
  func changed(from before: URLRequest, to after: URLRequest) -> HTTPRequest {
    var copy = self
    if let url = after.url, url != before.url { copy.url = url.absoluteString }
    if let method = after.httpMethod, method != before.httpMethod {
      copy.method = HTTPMethod(rawValue: method)
    }
    let (old, new) = (before.allHTTPHeaderFields ?? [:], after.allHTTPHeaderFields ?? [:])
    for (name, value) in new where old[name] != value { copy.headers[name] = value }
    for name in old.keys where new[name] == nil { copy.headers[name] = nil }
    if after.httpBody != before.httpBody {
      copy.body = after.httpBody.map { .bytes(Body($0)) } ?? .none
    }
    return copy
  }
}
