import BytesAndJSON
import ExchangesAndOutcomes

/// A client's request as the server behind gets it.
enum BehindRequest {
  /// Fields for one hop alone, and what the connection to the server behind says by itself.
  private static let ofOneHop: Set = [
    "connection", "keep-alive", "proxy-connection", "proxy-authorization", "proxy-authenticate",
    "te", "trailer", "transfer-encoding", "upgrade", "http2-settings", "content-length", "host",
    "expect",
  ]

  static func request(_ client: ClientRequest, to base: String) -> HTTPRequest {
    var request = client.request(at: base)
    let named = Set(client.head.headers.values("Connection").flatMap(\.listedWords))
    request.headers = Headers(
      client.head.headers.filter { field in
        let name = field.name.lowercased()
        return !ofOneHop.contains(name) && !named.contains(name)
      })
    // It is the client's request: nothing is added, and its redirects are the client's to follow.
    request.options.leftOut = ["Accept", "Accept-Encoding", "User-Agent"]
    request.options.followsRedirects = false
    return request
  }
}
