extension Route {
  /// Answers that take their time, and failures that pass.
  static let time: [Route] = [
    Route(
      "*", "/delay/{ms}", sample: "/delay/300", "delay", .time,
      "Answers after so many milliseconds."
    ) { request in
      let pause = request.number("ms", in: 0...600_000, default: 0)
      return Reply([.wait(milliseconds: pause)] + Reply.text("After \(pause) ms.\n").steps)
    },
    Route(
      "GET", "/slow/{bytes}", sample: "/slow/10", "slow body", .time,
      "A body of known length, a byte every 20 ms (?ms=)."
    ) { request in
      let count = request.number("bytes", in: 0...100_000, default: 10)
      let pause = request.number("ms", in: 0...60_000, default: 20)
      let fields = [Field("Content-Type", "text/plain"), Field("Content-Length", "\(count)")]
      return Reply([
        .head(Head(200, fields: fields)),
        .repeated(count, [.wait(milliseconds: pause), .body([UInt8(ascii: ".")])]),
      ])
    },
    Route(
      "GET", "/long/wait", "long wait", .time,
      "Answers after 20 seconds (?ms=), which is time enough to cancel it."
    ) { request in
      let pause = request.number("ms", in: 0...600_000, default: 20_000)
      return Reply([.wait(milliseconds: pause)] + Reply.text("After \(pause) ms.\n").steps)
    }.takingLong(),
    Route(
      "GET", "/long/body", "long body", .time,
      "A body that comes for 20 seconds: 100 lines, one every 200 ms (?ms=)."
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
    }.takingLong(),
    Route(
      "GET", "/flaky", "flaky", .time, "Every second request fails with 503, the first one too."
    ) { request in
      let count = request.memory?.next("flaky " + (request.query("key") ?? "")) ?? 0
      guard count % 2 == 0 else { return unavailable }
      return .json(#"{"attempt":\#(count)}"#)
    }.expecting(.server, 503),
    Route(
      "GET", "/flaky/third", "third time lucky", .time,
      "Fails twice with 503, then succeeds, and starts again."
    ) { request in
      let name = "third " + (request.query("key") ?? "")
      guard request.memory?.next(name) == 3 else { return unavailable }
      request.memory?.reset(name)
      return .json(#"{"attempt":3}"#)
    }.expecting(.server, 503),
    Route(
      "GET", "/retry-after/seconds", "Retry-After 1", .time,
      "503 that names the seconds to wait; every second request succeeds."
    ) { request in
      retryLater(request, after: "\(request.number("wait", in: 0...3_600, default: 1))")
    }.expecting(.server, 503),
    Route(
      "GET", "/retry-after/date", "Retry-After date", .time,
      "429 that names the moment to come back as an HTTP date."
    ) { request in
      let seconds = request.number("wait", in: 0...3_600, default: 1)
      return retryLater(
        request, after: Reply.date(secondsFromNow: seconds), status: 429)
    }.expecting(.client, 429),
    Route(
      "GET", "/retry-after/nonsense", "Retry-After nonsense", .time,
      "A Retry-After that is neither a number nor a date."
    ) { _ in
      .text("Later.\n", status: 503, fields: [Field("Retry-After", "soon, maybe")])
    }.expecting(.server, 503).unlisted(),
  ]

  private static var unavailable: Reply {
    .json(#"{"error":"Try again."}"#, status: 503)
  }

  private static func retryLater(
    _ request: Request, after: String, status: Int = 503
  ) -> Reply {
    let name = "retry \(status) " + (request.query("key") ?? "")
    guard let count = request.memory?.next(name), count % 2 == 0 else {
      return .text("Later.\n", status: status, fields: [Field("Retry-After", after)])
    }
    return .json(#"{"attempt":\#(count)}"#)
  }
}
