import DemoServer

extension TestRoute {
  /// Connections that end in the wrong moment or in the wrong way.
  static let brokenConnections: [TestRoute] = [
    broken(
      .brokenConnection, "connection/reset-in-head", "reset in the head",
      "A status line, half a field, a reset.", Expected(.reset, 200, keeps: .nothing),
      [.raw("HTTP/1.1 200 OK\r\nContent-Le"), .wait(milliseconds: 20), .reset]),
    broken(
      .brokenConnection, "connection/reset-in-body", "reset in the body",
      "400 of 1,000 bytes, then a reset.", Expected(.reset, 200, keeps: .body(400)),
      [
        .raw("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"), .dots(400),
        .wait(milliseconds: 20), .reset,
      ]),
    broken(
      .brokenConnection, "connection/reset-in-chunks", "reset between chunks",
      "A whole chunk, then a reset.", Expected(.reset, 200, keeps: .body(5)),
      [
        .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"),
        .wait(milliseconds: 20), .reset,
      ]),
    broken(
      .brokenConnection, "connection/reset-until-close", "reset instead of a close",
      "A body that should end with the connection is cut by a reset.",
      Expected(.reset, 200, keeps: .body(5)),
      [.raw("HTTP/1.1 200 OK\r\n\r\nhello"), .wait(milliseconds: 20), .reset]),
    broken(
      .brokenConnection, "connection/reset-after", "reset after the response",
      "The answer is whole; what happens to the connection later is no matter.", fine,
      [.raw(answer), .wait(milliseconds: 20), .reset]),
    broken(
      .brokenConnection, "connection/closes-silently", "close without a word",
      "Says nothing of closing and closes: the next request needs a new connection.", fine,
      [.raw(answer)]),
    broken(
      .brokenConnection, "connection/closes-later", "close a little later",
      "Closes 20 ms after the response, just when the connection may be used again.", fine,
      [.raw(answer), .wait(milliseconds: 20)]),
    broken(
      .brokenConnection, "connection/stays", "says close, stays",
      "Says 'Connection: close' and does not: the client has to.", fine,
      [.raw("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello"), .hang]),
    broken(
      .brokenConnection, "connection/half-close", "half close",
      "Shuts its own direction after the response and waits.", fine,
      [.raw(answer), .halfClose, .hang]),
    broken(
      .brokenConnection, "connection/byte-by-byte", "byte by byte",
      "Every byte of head and body in a segment of its own.", fine,
      answer.utf8.flatMap { [Step.raw([$0]), .wait(milliseconds: 1)] }),
    broken(
      .brokenConnection, "connection/408", "408 and close", "The server lost its patience.",
      Expected(.client, 408, keeps: .body(5)),
      [.raw("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello")]),
    broken(
      .brokenConnection, "connection/early-413", "413 before the body",
      "Answers and closes without having read the body.",
      Expected(.client, 413, keeps: .body(5)),
      [.raw("HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\n\r\nhello")]
    ).asked(with: "POST").answeringEarly().sending("text/plain", "0123456789"),
    broken(
      .brokenConnection, "connection/early-reset", "reset before the body",
      "Resets instead of reading the body.", Expected(.reset, nil, keeps: .nothing), [.reset]
    ).asked(with: "POST").answeringEarly().sending("text/plain", "0123456789"),
    broken(
      .brokenConnection, "connection/417", "417 to an expectation",
      "Refuses 'Expect: 100-continue'; the client may send again without.",
      Expected(.client, 417, keeps: .body(5)), staysOpen: true,
      [.raw("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 5\r\n\r\nhello")]
    ).asked(with: "POST").answeringEarly().sending("text/plain", "0123456789")
      .needing(.header(Field("Expect", "100-continue"))),
    everySecond("reset", "reset every second time", Expected(.reset, nil, keeps: .nothing), .reset),
    everySecond(
      "empty", "closed every second time", Expected(.empty, nil, keeps: .nothing), .close),
  ]

  private static let fine = Expected(.ok, 200, keeps: .body(5))
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

  /// Fails the first, third, fifth request; what is expected is said for the first one.
  private static func everySecond(
    _ path: String, _ name: String, _ expected: Expected, _ failure: Step
  ) -> TestRoute {
    let full = "/broken/connection/every-second-\(path)"
    var route = TestRoute(
      "GET", full, name, .brokenConnection, "Every second request fails, the first one too."
    ) { request in
      let count = request.memory?.next(full + (request.query("key") ?? "")) ?? 1
      return count % 2 == 1 ? Reply([failure]) : .json(#"{"attempt":\#(count)}"#)
    }
    route.expected = expected
    return route
  }
}
