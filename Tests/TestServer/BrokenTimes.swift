import DemoServer

extension TestRoute {
  /// Answers that come too slowly, stop in the middle, or never stop.
  static let brokenTimes: [TestRoute] = [
    broken(
      .brokenTime, "time/hang-in-status", "hang in the status line", "Half a status line.",
      Expected(.timeout, nil, keeps: .nothing), [.raw("HTTP/1.1 20"), .hang]
    ).needing(.timeout(milliseconds: 300)),
    broken(
      .brokenTime, "time/hang-in-head", "hang in the head", "One field, and then nothing.",
      Expected(.timeout, 200, keeps: .fields(1)), [.raw("HTTP/1.1 200 OK\r\nX-A: 1\r\n"), .hang]
    ).needing(.timeout(milliseconds: 300)),
    broken(
      .brokenTime, "time/slow-head", "slow head", "A field every 5 ms; it ends well.",
      Expected(.ok, 200, keeps: Expected.Keeps(bodyBytes: 5, fields: 21)),
      [
        .raw("HTTP/1.1 200 OK\r\n"),
        .repeated(20, [.raw("X-Slow: yes\r\n"), .wait(milliseconds: 5)]),
        .raw("Content-Length: 5\r\n\r\nhello"),
      ]),
    broken(
      .brokenTime, "time/slow-head-endless", "endless slow head",
      "A field every 20 ms without end: never silent, never done.",
      Expected(.timeout, 200, keeps: .fields(1)),
      [
        .raw("HTTP/1.1 200 OK\r\n"),
        .endless([.raw("X-Slow: yes\r\n"), .wait(milliseconds: 20)]),
      ]
    ).needing(.timeout(milliseconds: 300)),
    broken(
      .brokenTime, "time/stall-in-chunk", "stall in a chunk", "Half a chunk, then silence.",
      Expected(.timeout, 200, keeps: .body(5)),
      [.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA\r\nhello"), .hang]
    ).needing(.idleTimeout(milliseconds: 300)),
    broken(
      .brokenTime, "time/stall-before-end", "stall before the end",
      "All data, but the last chunk never comes.",
      Expected(.timeout, 200, keeps: .body(5)),
      [.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), .hang]
    ).needing(.idleTimeout(milliseconds: 300)),
    broken(
      .brokenTime, "time/never-closes", "never closes",
      "A body that ends with the connection, which does not end.",
      Expected(.timeout, 200, keeps: .body(5)), [.raw("HTTP/1.1 200 OK\r\n\r\nhello"), .hang]
    ).needing(.idleTimeout(milliseconds: 300)),
    broken(
      .brokenTime, "time/trickle", "trickle", "A byte every 20 ms without end.",
      Expected(.timeout, 200, keeps: .body(1)),
      [.raw("HTTP/1.1 200 OK\r\n\r\n"), .endless([.dots(1), .wait(milliseconds: 20)])]
    ).needing(.timeout(milliseconds: 300)),
    broken(
      .brokenTime, "time/endless-body", "endless body", "A body at full speed without end.",
      Expected(.limit, 200, keeps: .body(500_000)),
      [.raw("HTTP/1.1 200 OK\r\n\r\n"), .endless([.dots(65_536)])]
    ).needing(.wireLimit(bytes: 1_000_000)),
    broken(
      .brokenTime, "time/endless-chunks", "endless chunks", "Chunks at full speed without end.",
      Expected(.limit, 200, keeps: .body(500_000)),
      [
        .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
        .endless([.raw("10000\r\n"), .dots(65_536), .raw("\r\n")]),
      ]
    ).needing(.wireLimit(bytes: 1_000_000)),
    broken(
      .brokenTime, "time/large-length", "length of 1 TiB",
      "The length alone says that the limit will be exceeded.",
      Expected(.limit, 200),
      [.raw("HTTP/1.1 200 OK\r\nContent-Length: 1099511627776\r\n\r\n"), .endless([.dots(65_536)])]
    ).needing(.wireLimit(bytes: 1_000_000)),
  ]
}
