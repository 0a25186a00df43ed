import LosslessJSON

/// What a target asks for, before plugins and the transport have their say.
///
/// A provider's endpoint hook may return a changed one: another URL, more headers, another sample.
public struct Endpoint: Sendable {
  /// The URL as base and path give it; checked when the request is built.
  public var url: String
  /// The method.
  public var method: HTTPMethod
  /// Body, query and destination.
  public var task: HTTPTask
  /// The target's headers.
  public var headers: Headers
  /// How long the whole exchange may take.
  public var timeout: Duration?
  /// What a stub answers.
  public var sample: Sample
  /// How it travels; the provider's way if nil.
  public var options: RequestOptions?
  /// What is bounded; the provider's limits if nil.
  public var limits: Limits?
  /// Values in it that are secrets wherever they stand.
  public var secrets: [NamedSecret] = []

  /// Makes an endpoint of its parts.
  public init(
    url: String, method: HTTPMethod = .get, task: HTTPTask = .requestPlain, headers: Headers = [:],
    timeout: Duration? = nil, sample: Sample = .status(200, .empty),
    options: RequestOptions? = nil, limits: Limits? = nil
  ) {
    self.url = url
    self.method = method
    self.task = task
    self.headers = headers
    self.timeout = timeout
    self.sample = sample
    self.options = options
    self.limits = limits
  }

  /// What a target says, as it says it.
  public init(_ target: some TargetType) { self.init(target.words) }

  /// The same of a target that was read already.
  public init(_ target: TargetWords) {
    self.init(
      url: URLText.join(base: target.baseURL, path: target.path), method: target.method,
      task: target.task, headers: target.headers, timeout: target.timeout,
      sample: .status(200, target.sampleData), options: target.options, limits: target.limits)
    secrets = target.secrets
  }

  /// What a stub answers with.
  public enum Sample: Sendable, Hashable {
    /// A status and a body.
    case status(Int, Body)
    /// A whole answer, passed through as it is.
    case response(Response)
    /// A transfer that fails.
    case failure(TransportError)
  }

  /// This endpoint with more headers; a new value replaces one of the same name, whatever its case.
  public func adding(headers: Headers) -> Endpoint {
    var copy = self
    copy.headers = self.headers.adding(headers)
    return copy
  }

  /// This endpoint with another task.
  public func replacing(task: HTTPTask) -> Endpoint {
    var copy = self
    copy.task = task
    return copy
  }
}

extension Endpoint: Hashable {
  /// Equal when they send the same bytes the same way; where the answer is kept does not matter.
  public static func == (left: Endpoint, right: Endpoint) -> Bool {
    guard left.method == right.method, left.timeout == right.timeout else { return false }
    let one = Result { () throws(NetError) in try left.comparable() }
    let other = Result { () throws(NetError) in try right.comparable() }
    switch (one, other) {
    case (.success(var one), .success(var other)):
      (one.destination, other.destination) = (nil, nil)
      return one == other
    case (.failure, .failure):
      // Nothing is sent either way; the target's own words are all there is to compare.
      return left.url == right.url && left.headers == right.headers
    default: return false
    }
  }

  /// By the method and the URL that is sent: equal endpoints may spell theirs differently.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(method)
    hasher.combine((try? comparable())?.url ?? url)
  }

  /// The request with everything random taken out: what is equal here sends the same.
  package func comparable() throws(NetError) -> HTTPRequest {
    try build(boundary: { "boundary" })
  }
}
