extension Route {
  /// Any status as far as HTTP allows, and the ones worth a row of their own.
  static let statuses: [Route] = [
    Route(
      "*", "/status/{code}", sample: "/status/200", "any status", .status,
      "Any status from 100 to 999, with the fields that belong to it."
    ) { request in
      let code = request.number("code", in: 0...9_999, default: 0)
      guard (100...999).contains(code) else {
        return .text("A status has three digits, 100 to 999.\n", status: 400)
      }
      return status(code)
    },
    sample(204, "no content", "No body, and none is missed.", .ok),
    sample(205, "reset content", "No body either, said with a length of 0.", .ok),
    sample(206, "partial", "206 without a range being asked: still a success.", .ok),
    sample(304, "not modified", "No body; outside 2xx.", .status),
    sample(302, "redirect to nowhere", "302 without a Location: the answer is final.", .status)
      .warning(.redirectWithoutLocation),
    sample(400, "bad request", "A client failure with a message.", .client),
    sample(401, "unauthorized", "Says how to authenticate.", .client),
    sample(404, "not found", "The best known status.", .client),
    sample(418, "teapot", "A status that means what it says.", .client),
    sample(429, "too many requests", "Says when to come back.", .client),
    sample(500, "server error", "The server's fault, with its message kept.", .server),
    sample(503, "unavailable", "Says when to come back.", .server),
  ]

  private static func sample(
    _ code: Int, _ name: String, _ shows: String, _ kind: Expected.Kind
  ) -> Route {
    Route("GET", "/status/\(code)", "\(code) \(name)", .status, shows) { _ in status(code) }
      .expecting(kind, code)
  }

  private static func status(_ code: Int) -> Reply {
    switch code {
    case 101:
      return .text("Nobody asked to switch protocols.\n", status: 400)
    case 100..<200:
      return Reply([.head(Head(code))] + Reply.text("After a \(code).\n").steps)
    case 204, 304:
      return .empty(code, fields: code == 304 ? [Field("ETag", "\"demo\"")] : [])
    case 205:
      return .empty(205)
    default:
      return .json(
        #"{"error":"\#(Head.reason(of: code))","code":\#(code)}"#, status: code,
        fields: fields(of: code))
    }
  }

  private static func fields(of code: Int) -> [Field] {
    switch code {
    case 401: [Field("WWW-Authenticate", #"Basic realm="demo", charset="UTF-8""#)]
    case 405: [Field("Allow", "PUT")]
    case 407: [Field("Proxy-Authenticate", #"Basic realm="demo""#)]
    case 416: [Field("Content-Range", "bytes */100")]
    case 426: [Field("Upgrade", "h2c")]
    case 429, 503: [Field("Retry-After", "1")]
    default: []
    }
  }
}
