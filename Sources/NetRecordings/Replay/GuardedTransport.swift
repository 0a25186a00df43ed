import NetEngine
import RequestFiles

/// A transport that follows redirects to known origins only.
///
/// It asks the inner transport for one hop at a time and decides by the engine's own rules, so that
/// no request of a replay leaves the hosts it was meant for.
struct GuardedTransport: Transport {
  private let inner: any Transport
  private let origins: Set<Origin>

  init(_ inner: any Transport, origins: Set<Origin>) {
    self.inner = inner
    self.origins = origins
  }

  func send(
    _ request: HTTPRequest, reporting transfer: Transfer
  ) async throws(TransportError) -> Response {
    var next = request
    next.options.followsRedirects = false
    var (hops, warnings): ([Hop], [Warning]) = ([], [])
    while true {
      var response: Response
      do throws(TransportError) {
        response = try await inner.send(next, reporting: transfer)
      } catch {
        var error = error
        error.hops = hops + error.hops
        error.response?.hops.insert(contentsOf: hops, at: 0)
        throw error
      }
      let last = response.hops.last
      response.request = request
      response.hops = hops + response.hops
      response.warnings = warnings + response.warnings
      guard request.options.followsRedirects, let last else { return response }
      switch Redirect.decide(next, answeredBy: last) {
      case .stop: return response
      case .refuse(let kind, let detail):
        throw TransportError(kind, phase: .receiving, detail: detail, response: response)
      case .keep(let redirect):
        // No permission helps where the replay never goes.
        try check(Redirect.origin(after: last), shown: redirect.to, response)
        throw TransportError(redirect, of: next.method, response: response)
      case .follow(let following, let dropped, let more):
        try check(following, after: response, limit: request.limits.redirects)
        hops = response.hops
        hops[hops.count - 1].body = response.body
        hops[hops.count - 1].dropped = dropped
        warnings = response.warnings + more
        next = following
        next.options.followsRedirects = false
        transfer.cookies?.take(last.headers, from: last.url)
        transfer.cookies?.add(to: &next)
      }
    }
  }

  private func check(
    _ next: HTTPRequest, after response: Response, limit: Int
  ) throws(TransportError) {
    if response.hops.count > limit {
      throw .tooManyRedirects(limit, next: next.url, response: response)
    }
    try check((try? URLText(next.url))?.origin, shown: next.url.shortened(to: 80), response)
  }

  private func check(
    _ origin: Origin?, shown url: String, _ response: Response
  ) throws(TransportError) {
    guard let origin, origins.contains(origin) else {
      throw TransportError(
        .redirect, phase: .receiving,
        detail: "it leads to '\(url)', which is no host of this replay", response: response)
    }
  }
}
