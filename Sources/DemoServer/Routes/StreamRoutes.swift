extension Route {
  /// Bodies that arrive in pieces.
  static let streams: [Route] = [
    Route(
      "GET", "/stream/{count}", sample: "/stream/5", "chunks", .streams,
      "So many chunks with a pause of 20 ms between them (?ms=)."
    ) { request in
      let count = request.number("count", in: 0...1_000_000, default: 5)
      let pause = request.number("ms", in: 0...60_000, default: 20)
      return .chunked(
        type: "text/plain; charset=utf-8",
        [
          .generated(count: count * 2) { index in
            index % 2 == 0 ? .chunk("chunk \(index / 2)\n") : .wait(milliseconds: pause)
          }
        ])
    },
    Route("GET", "/ndjson", "JSON lines", .streams, "One JSON object per line, in chunks.") {
      request in
      let count = request.number("count", in: 0...1_000_000, default: 5)
      let pause = request.number("ms", in: 0...60_000, default: 5)
      return .chunked(
        type: "application/x-ndjson",
        [
          .generated(count: count * 2) { index in
            index % 2 == 0
              ? .chunk(SampleUser.json(index: index / 2) + "\n") : .wait(milliseconds: pause)
          }
        ])
    }.mapping(as: .mapping),
    Route("GET", "/events", "event stream", .streams, "Server-sent events, then the end.") {
      request in
      let count = request.number("count", in: 0...1_000_000, default: 3)
      let pause = request.number("ms", in: 0...60_000, default: 20)
      return .chunked(
        type: "text/event-stream", fields: [Field("Cache-Control", "no-store")],
        [
          .chunk(": hello\n\nretry: 1000\n\n"),
          .generated(count: count * 2) { index in
            index % 2 == 0
              ? .chunk("event: tick\nid: \(index / 2)\ndata: {\"tick\":\(index / 2)}\n\n")
              : .wait(milliseconds: pause)
          },
        ])
    },
    Route(
      "GET", "/events/endless", "endless events", .streams,
      "An event every 250 ms (?ms=) until the client goes."
    ) { request in
      let pause = request.number("ms", in: 1...60_000, default: 250)
      return .chunked(
        type: "text/event-stream",
        [.endless([.chunk("data: tick\n\n"), .wait(milliseconds: pause)])])
    }.expecting(.timeout, 200).needing(.timeout(milliseconds: 300)).unlisted(),
    Route(
      "GET", "/trailers", "trailers", .streams, "A chunked body with fields after it."
    ) { _ in
      .chunked(
        type: "text/plain", fields: [Field("Trailer", "X-Checksum, X-Count")],
        trailers: [Field("X-Checksum", "c0ffee"), Field("X-Count", "2")],
        [.chunk("copper "), .chunk("wire\n")])
    },
    Route(
      "GET", "/until-close", "until close", .streams, "A body that ends with the connection."
    ) { _ in
      Reply([
        .head(
          Head(200, fields: [Field("Content-Type", "text/plain"), Field("Connection", "close")])),
        .body(Array("The end of the connection is the end of this.\n".utf8)), .close,
      ])
    },
  ]
}
