import LosslessJSON
import NetEngine

/// A client's request as the server behind gets it.
enum BehindRequest {
  static func request(
    _ client: ClientRequest, to base: String, marked mark: HeaderField?
  ) -> HTTPRequest {
    var request = client.request(at: base)
    let named = client.head.headers.listed("Connection")
    request.headers = Headers(
      client.head.headers.filter { field in
        let known = PassedField(field.name)
        // The connection to the server behind says these by itself.
        let isOwn =
          known == .ofOneHop || known == .host || known?.isFraming == true
          || ["Trailer", "Expect"].contains { field.name.isSameHeaderName(as: $0) }
        return !isOwn && !named.names(field)
      })
    if let mark { request.headers.append(mark) }
    // It is the client's request: nothing is added, and its redirects are the client's to follow.
    request.options.leftOut = ["Accept", "Accept-Encoding", "User-Agent"]
    request.options.followsRedirects = false
    return request
  }
}
