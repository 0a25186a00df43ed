import CurlTransport
import Foundation
import NetEngine

/// A request that can be cancelled.
public protocol Cancellable {
  var isCancelled: Bool { get }
  func cancel()
}

/// How far a transfer is.
public struct ProgressResponse {
  public let response: Response?
  public let progress: Double
  public var completed: Bool { response != nil }
}

/// Whether and when a sample answers in the server's place.
public enum StubBehavior {
  case never
  case immediate
  case delayed(seconds: TimeInterval)
}

/// Called once, with what came of a request.
public typealias Completion = (Result<Moya.Response, MoyaError>) -> Void
/// Called as a transfer goes on.
public typealias ProgressBlock = (ProgressResponse) -> Void

/// Fires targets, in Moya's words.
public final class MoyaProvider<Target: TargetType> {
  public typealias StubClosure = (Target) -> StubBehavior
  public typealias EndpointClosure = (Target) -> Endpoint

  private let provider: Provider
  private let plugins: Handed<[any PluginType]>
  private let stub: StubClosure
  private let endpoint: EndpointClosure
  private let callbackQueue: DispatchQueue?

  /// Takes Moya's own arguments; `provider` is the engine's, for a transport or limits of one's own.
  public init(
    endpointClosure: @escaping EndpointClosure = MoyaProvider.defaultEndpointMapping,
    stubClosure: @escaping StubClosure = MoyaProvider.neverStub,
    callbackQueue: DispatchQueue? = nil, plugins: [any PluginType] = [],
    trackInflights: Bool = false, provider: Provider = Provider()
  ) {
    (endpoint, stub, self.callbackQueue) = (endpointClosure, stubClosure, callbackQueue)
    self.plugins = Handed(value: plugins)
    var provider = provider
    provider.sharesInflight = trackInflights
    if !plugins.isEmpty { provider.plugins.append(PluginRow(plugins: self.plugins)) }
    // Behind the others: it says what they have made of a request.
    provider.plugins += plugins.compactMap { ($0 as? NetworkLoggerPlugin)?.logger }
    self.provider = provider
  }

  public static func neverStub(_ target: Target) -> StubBehavior { .never }
  public static func immediatelyStub(_ target: Target) -> StubBehavior { .immediate }
  public static func delayedStub(_ seconds: TimeInterval) -> StubClosure {
    { _ in .delayed(seconds: seconds) }
  }

  public static func defaultEndpointMapping(for target: Target) -> Endpoint {
    Endpoint(
      url: target.path.isEmpty
        ? target.baseURL.absoluteString
        : target.baseURL.appendingPathComponent(target.path).absoluteString,
      sampleResponseClosure: { .networkResponse(200, target.sampleData) }, method: target.method,
      task: target.task, httpHeaderFields: target.headers)
  }

  /// Fires a target; `completion` is called once, on the main queue unless another one is named.
  @discardableResult
  public func request(
    _ target: Target, callbackQueue: DispatchQueue? = nil, progress: ProgressBlock? = nil,
    completion: @escaping Completion
  ) -> any Cancellable {
    let queue = callbackQueue ?? self.callbackQueue ?? .main
    let asked: AskedTarget
    let endpoint = endpoint(target)
    do { asked = try AskedTarget(target, endpoint) } catch {
      let error = error as? MoyaError ?? .underlying(error, nil)
      let completion = Handed(value: completion)
      queue.async { completion.value(.failure(error)) }
      return NothingToCancel()
    }
    let progress = Handed(value: progress)
    let running = call(asked, endpoint, stub(target)).start { step in
      guard let block = progress.value else { return }
      let told = Handed(value: (block, ProgressResponse(step)))
      queue.async { told.value.0(told.value.1) }
    }
    finish(running, Handed(value: target), on: queue, Handed(value: completion))
    return CancellableCall(running: running)
  }

  private func finish(
    _ running: RunningCall<NetEngine.Response>, _ target: Handed<Target>, on queue: DispatchQueue,
    _ completion: Handed<Completion>
  ) {
    let plugins = plugins
    _Concurrency.Task {
      let result = await running.result
      queue.async {
        let last = plugins.value.reduce(result.inMoyasWords) {
          $1.process($0, target: target.value)
        }
        completion.value(last)
      }
    }
  }

  private func call(
    _ asked: AskedTarget, _ endpoint: Endpoint, _ stub: StubBehavior
  ) -> Call<NetEngine.Response> {
    let behavior: NetEngine.StubBehavior =
      switch stub {
      case .never: .never
      case .immediate: .immediate
      case .delayed(let seconds): .delayed(.seconds(seconds))
      }
    guard behavior != .never else { return provider.request(asked) }
    let sample = endpoint.sampleResponseClosure().engineSample
    var provider = provider
    provider.endpoint = { target in
      var endpoint = NetEngine.Endpoint(target)
      endpoint.sample = sample
      return endpoint
    }
    return provider.request(asked, stub: behavior)
  }
}

private struct CancellableCall: Cancellable {
  let running: RunningCall<NetEngine.Response>
  var isCancelled: Bool { running.isCancelled }
  func cancel() { running.cancel() }
}

private struct NothingToCancel: Cancellable {
  var isCancelled: Bool { false }
  func cancel() {}
}

extension ProgressResponse {
  fileprivate init(_ step: NetEngine.Progress) {
    (response, progress) = (step.response.map { Response($0) }, step.fraction)
  }
}
