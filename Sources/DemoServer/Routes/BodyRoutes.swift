import LosslessJSON

extension Route {
  /// Bodies by size and by kind.
  static let bodies: [Route] = [
    Route("GET", "/", "index", .bodies, "What this server answers, as text.") { _ in
      let lines = Route.all.map { "\($0.method) \($0.path) · \($0.shows)\n" }
      return .text(lines.joined())
    },
    Route(
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
    Route(
      "GET", "/bytes/{count}/sha256", sample: "/bytes/1024/sha256", "their hash", .bodies,
      "The SHA-256 of the same bytes, up to 16 MiB of them."
    ) { request in
      let count = request.number("count", in: 0...16 << 20, default: 0)
      return .text(SHA256.digest(of: ByteRamp.bytes(count: count)).hex + "\n")
    }.unlisted(),
    Route("GET", "/empty", "empty 200", .bodies, "Success with a body of length 0.") { _ in
      .empty(200)
    },
    Route("GET", "/empty/json", "empty JSON", .bodies, "Says JSON and sends nothing.") { _ in
      .bytes([], type: "application/json")
    }.mapping(as: .mapping),
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
    Route("GET", "/csv", "CSV", .bodies, "A table as text, quotes and line ends inside.") { _ in
      .bytes(
        Array("id,title\r\n11,\"Copper, \"\"pure\"\"\"\r\n12,\"two\nlines\"\r\n".utf8),
        type: "text/csv; charset=utf-8; header=present")
    },
    Route(
      "GET", "/download", "download", .bodies, "Suggests a file name that must be made safe."
    ) { _ in
      .text(
        "not a password file\n",
        fields: [
          Field(
            "Content-Disposition",
            #"attachment; filename="../../etc/passwd"; filename*=UTF-8''..%2F%E2%80%AEtxt.exe"#)
        ])
    },
    Route(
      "GET", "/no-type", "no Content-Type", .bodies, "Only the first bytes tell it is JSON."
    ) { _ in .bytes(Array(#"{"type":"unsaid"}"#.utf8), type: nil) },
    Route("GET", "/date", "date", .bodies, "The only answer that says what time it is.") { _ in
      .text("See the Date field.\n", fields: [Field("Date", Reply.date(secondsFromNow: 0))])
    }.unlisted(),
  ]
}

extension Route {
  /// Says what becomes of the body when it is mapped.
  func mapping(as kind: Expected.Kind) -> Route {
    var route = self
    route.expected.mapped = kind
    return route
  }
}
