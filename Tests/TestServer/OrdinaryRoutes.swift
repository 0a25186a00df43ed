import DemoServer
import LosslessJSON

/// Good responses that the demo does not list.
extension TestRoute {
  /// Bodies by size, and statuses.
  static let bodies: [TestRoute] = [
    TestRoute(
      "GET", "/bytes/{count}", sample: "/bytes/1024", "bytes", .bodies,
      "So many bytes, 0 to 255 over and over, with a length."
    ) { request in
      let count = request.number("count", in: 0...1 << 40, default: 0)
      let head = Head(
        200,
        fields: [
          Field("Content-Type", "application/octet-stream"), Field("Content-Length", "\(count)"),
        ])
      return Reply([.head(head)] + ByteRamp.steps(count: count))
    },
    TestRoute("GET", "/empty", "empty 200", .bodies, "Success with a body of length 0.") { _ in
      .empty(200)
    },
    TestRoute(
      "GET", "/json/bytes/{count}", sample: "/json/bytes/5000", "JSON by bytes", .json,
      "Users that fill exactly so many bytes."
    ) { request in
      SampleUsers(size: request.number("count", in: 2...1 << 32, default: 2)).reply
    },
    document("scalar", "42"), document("null", "null"),
    document("array", #"[{"id":1},{"id":2},{"id":3}]"#),
    document("keys", #"{"a.b":1,"a/b":2,"a>b":3," ":4,"":5,"0":6,"~1":7,"a":{"b":8}}"#),
    TestRoute("GET", "/ndjson", "JSON lines", .time, "One JSON object per line, in chunks.") {
      request in
      let count = request.number("count", in: 0...1_000_000, default: 5)
      let pause = request.number("ms", in: 0...60_000, default: 5)
      return .chunked(
        type: "application/x-ndjson",
        [
          .generated(count: count * 2) { index in
            index % 2 == 0
              ? .chunk("{\"id\":\(index / 2)}\n") : .wait(milliseconds: pause)
          }
        ])
    },
    TestRoute(
      "GET", "/until-close", "until close", .bodies, "A body that ends with the connection."
    ) { _ in
      Reply([
        .head(
          Head(200, fields: [Field("Content-Type", "text/plain"), Field("Connection", "close")])),
        .body(Array("The end of the connection is the end of this.\n".utf8)), .close,
      ])
    },
    status(204, .ok), status(205, .ok), status(206, .ok), status(304, .status),
    status(302, .status, [.redirectWithoutLocation]), status(401, .client), status(503, .server),
  ]

  private static func document(_ name: String, _ text: String) -> TestRoute {
    TestRoute("GET", "/json/\(name)", "JSON \(name)", .json, "A small document: \(name).") { _ in
      .json(text)
    }
  }

  /// The demo's response with a status.
  private static func status(
    _ code: Int, _ kind: Expected.Kind, _ warnings: Set<Warning> = []
  ) -> TestRoute {
    var row = TestRoute("GET", "/status/\(code)", "status \(code)", .status, "Status \(code).") {
      request in
      var request = request
      request.parameters["code"] = "\(code)"
      return anyStatus?(request) ?? .empty(500)
    }
    row.expected = Expected(kind, code, warnings: warnings)
    return row
  }

  private static let anyStatus = Route.all.first { $0.path == "/status/{code}" }?.reply

  /// Bodies in content codings, sent whether the client accepts them or not.
  static let codings: [TestRoute] = [
    coding("deflate", Deflate.zlib(SampleCodings.plain("deflate"))),
    coding("br", SampleCodings.brotli), coding("zstd", SampleCodings.zstd),
    coding("identity", SampleCodings.plain("identity")),
    TestRoute(
      "GET", "/gzip/stream", "gzip in chunks", .compressed,
      "A gzip body that arrives in small chunks with pauses."
    ) { _ in
      let bytes = Route.gzippedBody
      let steps: [Step] = stride(from: 0, to: bytes.count, by: 16).flatMap { start in
        let piece = Array(bytes[start..<min(start + 16, bytes.count)])
        return [Step.chunk(piece), .wait(milliseconds: 5)]
      }
      return .chunked(
        type: "application/json", fields: [Field("Content-Encoding", "gzip")], steps)
    }.speaking("default"),
  ]

  private static func coding(_ name: String, _ bytes: [UInt8]) -> TestRoute {
    TestRoute("GET", "/\(name)", "coding \(name)", .compressed, "Content-Encoding: \(name).") { _ in
      .bytes(bytes, type: "application/json", fields: [Field("Content-Encoding", name)])
    }.speaking("default")
  }

  /// Credentials, redirects, cookies and failures that pass.
  static let exchanges: [TestRoute] = [
    TestRoute(
      "GET", "/auth/basic", "basic", .authorization, "Needs user 'ada' and password 'secret'."
    ) {
      authorized($0, by: "Basic YWRhOnNlY3JldA==", else: #"Basic realm="demo", charset="UTF-8""#)
    }
    .needing(.header(Field("Authorization", "Basic YWRhOnNlY3JldA=="))),
    TestRoute(
      "GET", "/auth/bearer", "bearer", .authorization, "Needs the token 'demo-token'."
    ) {
      authorized(
        $0, by: "Bearer demo-token", else: #"Bearer realm="demo", error="invalid_token""#)
    }.needing(.header(Field("Authorization", "Bearer demo-token"))),
    TestRoute(
      "*", "/redirect/to", sample: "/redirect/to?to=/echo", "redirect to", .redirects,
      "A redirect (?status=, 302) to whatever ?to= says, sent as it is."
    ) { request in
      let status = request.number("status", in: 300...399, default: 302)
      return redirect(to: request.query("to") ?? "/", status: status)
    },
    TestRoute(
      "GET", "/redirect/cookie", "redirect with a cookie", .redirects,
      "The cookie set on the way must be known at the goal."
    ) { _ in
      redirect(to: "/cookies", status: 302, fields: [Field("Set-Cookie", "way=known; Path=/")])
    },
    TestRoute(
      "GET", "/cookies/clear", "clear cookies", .redirects, "Lets each cookie sent expire."
    ) { request in
      let pairs = request.headers("Cookie").flatMap { $0.split(separator: ";") }
      let names = pairs.map { $0.drop { $0 == " " }.prefix { $0 != "=" } }
      let fields = names.map {
        Field("Set-Cookie", "\($0)=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0")
      }
      return .json(#"{"cleared":\#(fields.count)}"#, fields: fields)
    },
    TestRoute(
      "GET", "/cookies/attributes", "cookie attributes", .redirects,
      "Cookies with every attribute there is, in several spellings."
    ) { _ in
      .json(
        "{}",
        fields: [
          Field("Set-Cookie", "plain=1"),
          Field("Set-Cookie", "all=2; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax"),
          Field("Set-Cookie", "date=3; expires=Wed, 09-Jun-2100 10:18:14 GMT"),
          Field("set-cookie", "strict=4; path=/cookies; samesite=STRICT"),
          Field("Set-Cookie", "quoted=\"five; \"; Path=/"),
        ])
    },
    TestRoute(
      "GET", "/flaky/third", "third time lucky", .time,
      "Fails twice with 503, then succeeds, and starts again."
    ) { request in
      let count = request.memory?.next("third " + (request.query("key") ?? "")) ?? 0
      return count % 3 == 0
        ? .json(#"{"attempt":3}"#) : .json(#"{"error":"Try again."}"#, status: 503)
    }.expecting(.server, 503),
  ]

  private static func authorized(
    _ request: Request, by value: String, else challenge: String
  ) -> Reply {
    guard request.header("Authorization") == value else {
      return .json(
        #"{"error":"Unauthorized"}"#, status: 401, fields: [Field("WWW-Authenticate", challenge)])
    }
    return .json(#"{"user":"ada"}"#)
  }
}
