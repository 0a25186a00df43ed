import LosslessJSON

extension Route {
  /// Routes that show a request as the server received it.
  static let requests: [Route] = [
    Route(
      "GET", "/auth/key", "API key", .echo,
      "Needs the key 'demo-key' in X-Api-Key or in the query as api_key."
    ) { request in
      guard (request.header("X-Api-Key") ?? request.query("api_key")) == "demo-key" else {
        return .json(#"{"error":"The API key is missing or wrong."}"#, status: 403)
      }
      return .json(#"{"user":"key"}"#)
    }.needing(.header(Field("X-Api-Key", "demo-key"))),
    Route(
      "*", "/echo", sample: "/echo?a=1&b=%20", "echo", .echo,
      "The request as it arrived: target, header lines in order and case, body."
    ) { .json(echo($0)) },
    Route(
      "*", "/echo/{anything}", sample: "/echo/a%2Fb", "echo a path", .echo,
      "The target's path is not decoded."
    ) { .json(echo($0)) }.unlisted(),
    Route("*", "/upload", "upload", .echo, "Counts and hashes a body of any size.") { request in
      .json(#"{"bytes":\#(request.body.count),"sha256":"\#(request.body.sha256)"}"#)
    }.unlisted(),
    Route("POST", "/form", "form", .echo, "The pairs of a form, decoded, in order.") { request in
      let pairs = Form.pairs(of: request.body.kept).map {
        JSONText.array([JSONText.quote($0.name), JSONText.quote($0.value)])
      }
      return .json(JSONText.object([("pairs", JSONText.array(pairs))]))
    }.with {
      $0.sampleBody = SampleBody(
        "application/x-www-form-urlencoded", "name=Ada%20Lovelace&tag%5B%5D=a&tag%5B%5D=b")
    },
    Route(
      "POST", "/multipart", "multipart", .echo,
      "An upload: the parts of a multipart form, with their sizes."
    ) { multipart($0) }
    .with {
      $0.sampleBody = SampleBody(
        "multipart/form-data; boundary=demo",
        """
        --demo\r\nContent-Disposition: form-data; name="title"\r\n\r\nCopper\r\n\
        --demo\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\
        Content-Type: text/plain\r\n\r\nhello\r\n--demo--\r\n
        """)
    },
  ]

  /// The request as JSON; bytes that are not UTF-8 are given as base64.
  private static func echo(_ request: Request) -> String {
    let lines = request.headerLines.map { line -> String in
      let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
      let value = line[colon...].dropFirst().trimmingBlanks
      return JSONText.array([JSONText.quote(line[..<colon]), exact(Array(value))])
    }
    let body = request.body.isWhole ? exact(request.body.kept) : "null"
    return JSONText.object([
      ("method", JSONText.quote(request.method)), ("target", exact(request.target)),
      ("version", JSONText.quote(request.version)), ("headers", JSONText.array(lines)),
      ("trailers", JSONText.array(request.trailerLines.map { exact($0) })),
      ("body", body), ("bodyBytes", "\(request.body.count)"),
      ("connection", "\(request.connection)"), ("port", "\(request.port)"),
    ])
  }

  /// A JSON string for UTF-8, else an object with the bytes in base64.
  private static func exact(_ bytes: [UInt8]) -> String {
    if String(validating: bytes, as: UTF8.self) != nil { return JSONText.quote(bytes) }
    return JSONText.object([("base64", JSONText.quote(bytes.base64))])
  }

  private static func multipart(_ request: Request) -> Reply {
    guard let boundary = Form.boundary(of: request.header("Content-Type") ?? ""),
      let parts = Form.parts(of: request.body.kept, boundary: boundary)
    else { return .text("This is not a multipart body.\n", status: 400) }
    let list = parts.map { part in
      JSONText.object([
        ("name", part.parameter("name").map { JSONText.quote($0) } ?? "null"),
        ("filename", part.parameter("filename").map { JSONText.quote($0) } ?? "null"),
        ("bytes", "\(part.content.count)"),
        ("headers", JSONText.array(part.headerLines.map { JSONText.quote($0) })),
      ])
    }
    return .json(JSONText.object([("parts", JSONText.array(list))]))
  }
}
