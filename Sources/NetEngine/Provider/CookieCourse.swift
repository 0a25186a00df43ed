/// One try's dealings with a cookie store, hop by hop.
package final class CookieCourse: CookieKeeper {
  private let store: CookieStore
  /// What lists call the request.
  private let name: String
  private let state = Lock((sent: [SentCookie](), hasTaken: false))

  /// nil where no store has a part in it.
  init?(_ provider: Provider, _ target: TargetWords) {
    guard let store = provider.cookies, provider.stub == .never else { return nil }
    (self.store, name) = (store, target.name)
  }

  /// A store for the redirects of a recorded request, with the cookies it was sent with.
  package init(resending request: HTTPRequest) {
    (store, name) = (CookieStore(), "")
    let attributes = request.url.hasPrefix("https:") ? "; Path=/; Secure" : "; Path=/"
    for field in request.headers where field.source == .cookies {
      for pair in field.value.split(separator: ";") {
        store.take(["Set-Cookie": pair + attributes], from: request.url, request: name)
      }
    }
  }

  package var sent: [SentCookie] { state.withLock { $0.sent } }

  package func take(_ headers: Headers, from url: String) {
    state.withLock { $0.hasTaken = true }
    store.take(headers, from: url, request: name)
  }

  package func add(to request: inout HTTPRequest) {
    let isAsked = !request.headers.contains("Cookie") && !request.options.leavesOut("Cookie")
    let cookies = isAsked ? store.send(to: request.url) : []
    state.withLock { $0.sent = cookies.map { SentCookie(name: $0.name, source: $0.source) } }
    guard !cookies.isEmpty else { return }
    let value = cookies.map(\.pair).joined(separator: "; ")
    request.headers.append(HeaderField("Cookie", value, source: .cookies))
  }

  /// Does for a transport that knows nothing of cookies what it would have done.
  func finish(_ result: Result<Response, NetError>) -> Result<Response, NetError> {
    guard !state.withLock({ $0.hasTaken }) else { return result }
    let response = (try? result.get()) ?? result.failure?.response
    for hop in response?.hops ?? [] where hop.statusCode > 0 {
      store.take(hop.headers, from: hop.url, request: name)
    }
    let sent = sent
    guard !sent.isEmpty else { return result }
    return result.mapResponse { if !$0.hops.isEmpty { $0.hops[0].cookies = sent } }
  }
}
