import LosslessJSON

extension Route {
  /// Validators and ranges.
  static let caching: [Route] = [
    Route(
      "GET", "/etag", "ETag", .caching, "304 when If-None-Match names the tag \"v1\"."
    ) { request in
      let tag = Field("ETag", "\"v1\"")
      let named = request.headers("If-None-Match").contains { $0 == "*" || $0.contains("\"v1\"") }
      return named ? .empty(304, fields: [tag]) : .text("Version 1.\n", fields: [tag])
    },
    Route(
      "GET", "/etag/known", "ETag, 304", .caching, "The same tag, already known to the client."
    ) { request in
      let tag = Field("ETag", "\"v1\"")
      guard request.header("If-None-Match") != nil else {
        return .text("Version 1.\n", fields: [tag])
      }
      return .empty(304, fields: [tag])
    }.expecting(.status, 304).needing(.header(Field("If-None-Match", "\"v1\""))),
    Route(
      "GET", "/last-modified", "Last-Modified", .caching,
      "304 when If-Modified-Since repeats the date."
    ) { request in
      let date = "Sun, 06 Nov 1994 08:49:37 GMT"
      let fields = [Field("Last-Modified", date), Field("Cache-Control", "max-age=60")]
      return request.header("If-Modified-Since") == date
        ? .empty(304, fields: fields) : .text("Of 1994.\n", fields: fields)
    },
    Route(
      "GET", "/range", "range", .caching, "1,000 known bytes of which a part can be asked for."
    ) { request in range(request) },
    Route(
      "GET", "/range/part", "a part, 206", .caching, "Bytes 100 to 199 of the same 1,000."
    ) { request in range(request) }.expecting(.ok, 206)
      .needing(.header(Field("Range", "bytes=100-199"))),
    Route(
      "GET", "/range/beyond", "a part beyond, 416", .caching, "Bytes that are not there."
    ) { request in range(request) }.expecting(.client, 416)
      .needing(.header(Field("Range", "bytes=5000-"))),
  ]

  private static func range(_ request: Request) -> Reply {
    let size = 1_000
    let own = [Field("Accept-Ranges", "bytes"), Field("ETag", "\"range\"")]
    let type = "application/octet-stream"
    guard let asked = request.header("Range"), asked.hasPrefix("bytes="),
      let wanted = bounds(asked.dropFirst(6), size: size)
    else { return .bytes(ByteRamp.bytes(count: size), type: type, fields: own) }
    guard !wanted.isEmpty else {
      return .text(
        "There are \(size) bytes.\n", status: 416,
        fields: [Field("Content-Range", "bytes */\(size)")])
    }
    let place = "bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/\(size)"
    return .bytes(
      Array(ByteRamp.bytes(count: size)[wanted]), type: type, status: 206,
      fields: own + [Field("Content-Range", place)])
  }

  /// What `a-b`, `a-` or `-n` asks for; empty when it lies beyond, nil when it is something else.
  private static func bounds(_ text: Substring, size: Int) -> Range<Int>? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    if parts[0].isEmpty {
      return Int(digits: parts[1].utf8).map { max(0, size - $0)..<size }
    }
    guard let first = Int(digits: parts[0].utf8) else { return nil }
    guard first < size else { return 0..<0 }
    if parts[1].isEmpty { return first..<size }
    guard let last = Int(digits: parts[1].utf8), last >= first else { return nil }
    return first..<min(last + 1, size)
  }
}
