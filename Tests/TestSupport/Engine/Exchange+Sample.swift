import NetEngine

extension Exchange {
  /// An exchange as a test needs it.
  package static func sample(
    _ sequence: Int = 1, method: HTTPMethod = .get, url: String = "http://h.test/a",
    status: Int = 200, body: String = "{\"ok\":true}", type: String? = "application/json"
  ) -> Exchange {
    let request = HTTPRequest(method: method, url: url)
    var headers = Headers()
    if let type { headers["Content-Type"] = type }
    let response = Response(
      statusCode: status, headers: headers, body: Body(body), request: request)
    return Exchange(
      sequence: sequence, name: "sample", startedAt: 1_700_000_000_000_000 + sequence,
      request: request, result: .success(response))
  }
}
