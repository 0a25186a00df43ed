import LosslessJSON

extension Route {
  /// Redirects, and cookies that are set and read back.
  static let redirects: [Route] = [
    Route(
      "*", "/redirect/{count}", sample: "/redirect/3", "redirects", .redirects,
      "So many redirects (?status=, 302) before a response."
    ) { request in
      let count = request.number("count", in: 0...100_000, default: 1)
      let status = request.number("status", in: 300...399, default: 302)
      guard count > 0 else { return .text("Arrived.\n") }
      let query = request.query("status").map { "?status=\($0)" } ?? ""
      return .redirect(to: "/redirect/\(count - 1)\(query)", status: status)
    },
    Route(
      "POST", "/redirect/303", "303 turns POST into GET", .redirects,
      "The client follows with GET, without the body."
    ) { _ in .redirect(to: "/echo", status: 303) }.sendingJSON(#"{"kept":false}"#),
    Route(
      "GET", "/cookies/set", sample: "/cookies/set?flavour=copper&size=2", "set cookies",
      .redirects, "Sets a cookie for each pair of the query."
    ) { request in
      let fields = request.query.map { Field("Set-Cookie", "\($0.name)=\($0.value); Path=/") }
      return .json(#"{"set":\#(fields.count)}"#, fields: fields)
    },
    Route(
      "GET", "/cookies", "read cookies", .redirects, "The Cookie fields as they arrived."
    ) { request in
      let lines = request.headers("Cookie").map { JSONText.quote($0) }
      return .json(JSONText.object([("cookies", JSONText.array(lines))]))
    },
  ]

  /// Responses that take their time.
  static let time: [Route] = [
    Route(
      "*", "/delay/{ms}", sample: "/delay/300", "delay", .time,
      "A response after so many milliseconds."
    ) { request in
      let pause = request.number("ms", in: 0...600_000, default: 0)
      return Reply([.wait(milliseconds: pause)] + Reply.text("After \(pause) ms.\n").steps)
    },
    Route(
      "GET", "/flaky", "flaky", .time, "Every second request fails with 503, the first one too."
    ) { request in
      let count = request.memory?.next("flaky " + (request.query("key") ?? "")) ?? 0
      return count % 2 == 0
        ? .json(#"{"attempt":\#(count)}"#)
        : .json(#"{"error":"Try again."}"#, status: 503, fields: [Field("Retry-After", "1")])
    },
    Route(
      "GET", "/long/body", "long body", .time,
      "A body that comes for 20 seconds: 100 lines, one every 200 ms (?ms=). Time to cancel it."
    ) { request in
      let pause = request.number("ms", in: 0...60_000, default: 200)
      let lines = (1...100).map { Array("line \($0) of 100\n".utf8) }
      let length = lines.reduce(0) { $0 + $1.count }
      let fields = [Field("Content-Type", "text/plain"), Field("Content-Length", "\(length)")]
      return Reply([
        .head(Head(200, fields: fields)),
        .generated(count: lines.count * 2) { index in
          index % 2 == 0 ? .body(lines[index / 2]) : .wait(milliseconds: pause)
        },
      ])
    }.with { $0.takesLong = true },
    Route(
      "GET", "/stream/{count}", sample: "/stream/5", "chunks", .time,
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
    Route("GET", "/events", "event stream", .time, "Server-sent events, then the end.") {
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
      "GET", "/events/endless", "endless events", .time,
      "An event every 250 ms (?ms=) until the client leaves."
    ) { request in
      let pause = request.number("ms", in: 1...60_000, default: 250)
      return .chunked(
        type: "text/event-stream",
        [.endless([.chunk("data: tick\n\n"), .wait(milliseconds: pause)])])
    }.needing(.timeout(milliseconds: 300)).unlisted(),
  ]

  /// Failures of the connection; `Tests/TestServer` has many more.
  static let broken: [Route] = [
    Route(
      "GET", "/broken/length/too-long", "length too long", .broken,
      "Promises 1,000 bytes, sends 400, closes."
    ) { _ in Reply([.raw("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"), .dots(400), .close]) },
    Route(
      "GET", "/broken/connection/reset", "reset without a byte", .broken,
      "The server reads the request and resets the connection."
    ) { _ in Reply([.reset]) },
    Route(
      "GET", "/broken/time/hang", "hang", .broken, "The server reads the request and sends nothing."
    ) { _ in Reply([.hang]) }.needing(.timeout(milliseconds: 300)),
  ]
}
