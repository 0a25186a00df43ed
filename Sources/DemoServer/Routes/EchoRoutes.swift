import LosslessJSON

extension Route {
  /// What arrived, told back: the way to see exactly what a client sends.
  static let echoes: [Route] = [
    Route(
      "*", "/echo", sample: "/echo?a=1&b=%20", "echo", .echo,
      "The request as it arrived: target, header lines in order and case, body."
    ) { .json(echo($0)) },
    Route("POST", "/echo", "echo a body", .echo, "The same with a body.") { .json(echo($0)) }
      .sendingJSON(#"{"copper":"wire","emoji":"🎉"}"#),
    Route(
      "*", "/echo/{anything}", sample: "/echo/a%2Fb", "echo a path", .echo,
      "The target's path is not decoded."
    ) { .json(echo($0)) },
    Route(
      "HEAD", "/head", "HEAD", .echo, "The head of an answer, with the length of a body unsent."
    ) { _ in .text("A body that only GET would get.\n") },
    Route(
      "OPTIONS", "/options", "OPTIONS", .echo, "What a browser asks before it crosses origins."
    ) { _ in
      .empty(
        204,
        fields: [
          Field("Allow", "GET, HEAD, OPTIONS, POST"), Field("Access-Control-Allow-Origin", "*"),
          Field("Access-Control-Allow-Methods", "GET, POST"),
          Field("Access-Control-Max-Age", "600"),
        ])
    }.expecting(.ok, 204),
    Route(
      "POST", "/form", "form", .echo, "The pairs of a form, decoded, in order."
    ) { request in
      let pairs = Form.pairs(of: request.body.kept).map {
        JSONText.array([JSONText.quote($0.name), JSONText.quote($0.value)])
      }
      return .json(JSONText.object([("pairs", JSONText.array(pairs))]))
    }.sending("application/x-www-form-urlencoded", "name=Ada%20Lovelace&tag%5B%5D=a&tag%5B%5D=b"),
    Route(
      "POST", "/multipart", "multipart", .echo, "The parts of a multipart form, with their sizes."
    ) { multipart($0) }
    .sending(
      "multipart/form-data; boundary=demo",
      """
      --demo\r\nContent-Disposition: form-data; name="title"\r\n\r\nCopper\r\n\
      --demo\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\
      Content-Type: text/plain\r\n\r\nhello\r\n--demo--\r\n
      """),
    Route("*", "/upload", "upload with any method", .echo, "Counts and hashes a body of any size.")
    { request in
      upload(request)
    }.unlisted(),
    Route("POST", "/upload", "upload", .echo, "Counts and hashes a body of any size.") { request in
      upload(request)
    }.sending("application/octet-stream", "0123456789"),
  ]

  private static func upload(_ request: Request) -> Reply {
    .json(
      JSONText.object([
        ("bytes", "\(request.body.count)"), ("sha256", JSONText.quote(request.body.sha256)),
      ]))
  }

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
