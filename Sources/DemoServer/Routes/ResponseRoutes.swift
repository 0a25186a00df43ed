import LosslessJSON

extension Route {
  /// Responses by status, kind and size.
  static let responses: [Route] = [
    Route("GET", "/", "index", .bodies, "The server's routes, as text.") { _ in
      .text(Route.all.map { "\($0.method) \($0.path) · \($0.shows)\n" }.joined())
    }.unlisted(),
    Route(
      "*", "/status/{code}", sample: "/status/404", "any status", .bodies,
      "Any status from 100 to 999, with the fields that belong to it."
    ) { status($0.number("code", in: 0...9_999, default: 0)) },
    Route(
      "GET", "/json/{megabytes}", sample: "/json/1", "JSON by size", .bodies,
      "So many million bytes of users in one line."
    ) { request in
      let megabytes = request.number("megabytes", in: 0...4_000, default: 1)
      return SampleUsers(size: max(2, megabytes * 1_000_000)).reply
    },
    Route("GET", "/json/pretty", "pretty JSON", .bodies, "Indented, with every kind of value.") {
      _ in
      .json(
        """
        {
          "null": null,
          "bools": [true, false],
          "numbers": [0, -1, 1.50, 6.02e23, 9007199254740993, 0.1],
          "strings": { "empty": "", "escaped": "\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9", "emoji": "🎉" },
          "empty": { "array": [], "object": {} },
          "deep": { "a": { "b": [ { "c": "found" } ] } }
        }

        """)
    },
    Route("GET", "/html", "HTML", .bodies, "A page of HTML.") { _ in
      .bytes(
        Array(
          """
          <!DOCTYPE html>
          <html lang="en"><head><title>Demo</title></head>
          <body><h1>Copper &amp; wire</h1><p>naïve café 日本語</p></body></html>

          """.utf8), type: "text/html; charset=utf-8")
    },
    Route("GET", "/xml", "XML", .bodies, "A small XML document.") { _ in
      .bytes(
        Array(
          """
          <?xml version="1.0" encoding="UTF-8"?>
          <orders><order id="11"><title>Copper &lt;wire&gt;</title></order></orders>

          """.utf8), type: "application/xml")
    },
    Route("GET", "/image", "PNG", .bodies, "A PNG of 8 × 6 pixels.") { _ in
      .bytes(png, type: "image/png")
    },
    Route("GET", "/gzip", "gzip", .bodies, "A body with Content-Encoding: gzip.") { _ in
      .bytes(gzippedBody, type: "application/json", fields: [Field("Content-Encoding", "gzip")])
    }.speaking("default"),
    Route(
      "GET", "/etag", "ETag, 304", .bodies,
      "304 when If-None-Match names the tag \"v1\"; without that field a body."
    ) { request in
      let tag = Field("ETag", "\"v1\"")
      let named = request.headers("If-None-Match").contains { $0 == "*" || $0.contains("\"v1\"") }
      return named ? .empty(304, fields: [tag]) : .text("Version 1.\n", fields: [tag])
    }.needing(.header(Field("If-None-Match", "\"v1\""))),
  ]

  private static func status(_ code: Int) -> Reply {
    switch code {
    case 100..<200 where code != 101:
      return Reply([.head(Head(code))] + Reply.text("After a \(code).\n").steps)
    case 204, 205, 304:
      return .empty(code, fields: code == 304 ? [Field("ETag", "\"demo\"")] : [])
    case 200...999:
      return .json(
        #"{"error":"\#(Head.reason(of: code))","code":\#(code)}"#, status: code,
        fields: fields(of: code))
    default:
      return .text("A status has three digits; 101 would need a protocol.\n", status: 400)
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

  /// A gradient of red and green on blue.
  private static let png = decode(
    """
    iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAYklEQVR42g3JMQEAMQgEQZzQYyIqqCPl1gk9JmKCHiv/\
    046Z4cYxriGjjGesYRZ4cIIbKKjgBRt/JJ6c5CZKKnnJ5h/CxRFXSJR4YvVH481pbqOmmtds/zH4cIY7aKjhDTt8UPVA\
    txHuvcUAAAAASUVORK5CYII=
    """)

  /// `{"status":"ok","msg":"compressed","data":{"coding":"gzip","words":["copper",…]}}`.
  package static let gzippedBody = decode(
    """
    H4sIAAAAAAACA6tWKi5JLCktVrJSys9W0lHKLU4HMpPzcwuKUouLU1OAQimJJYlKVtVAwZTMPJBselVmAVC8PL8oBagv\
    GihRUJBaBBLJLEoFUvj5sbW1AJ9e8k91AAAA
    """)

  private static func decode(_ text: String) -> [UInt8] { Base64Text.decode(text.utf8) ?? [] }
}
