extension Route {
  /// Misbehaviours that teach a person something; the tests have many more of them.
  static let broken: [Route] = cut + silent + coded + lost

  /// Responses that end too early.
  private static let cut: [Route] = [
    broken(
      .brokenLength, "length/too-long", "length too long",
      "Promises 1,000 bytes, sends 400, closes.",
      Expected(.truncated, 200, keeps: .body(400)),
      [.raw("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"), .dots(400)]
    ).listed(),
    broken(
      .brokenChunks, "chunks/fin-in-data", "close inside a chunk",
      "The size says 10, after 5 the connection ends.",
      Expected(.truncated, 200, keeps: .body(5)),
      [.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA\r\nhello")]
    ).listed(),
    broken(
      .brokenHeaders, "headers/cut-before-end", "cut before-end",
      "Only the empty line is missing.",
      Expected(.truncated, 200, keeps: .fields(1)), [.raw("HTTP/1.1 200 OK\r\nX-A: one\r\n")]
    ).listed(),
  ]

  /// Connections without a response, and responses that stop.
  private static let silent: [Route] = [
    broken(
      .brokenConnection, "connection/empty", "closed without a byte",
      "The server takes the request and closes.", Expected(.empty, nil, keeps: .nothing), []
    ).listed(),
    broken(
      .brokenConnection, "connection/reset", "reset without a byte",
      "The server takes the request and resets.", Expected(.reset, nil, keeps: .nothing), [.reset]
    ).listed(),
    broken(
      .brokenTime, "time/hang", "hang", "Takes the request and says nothing.",
      Expected(.timeout, nil, keeps: .nothing), [.hang]
    ).needing(.timeout(milliseconds: 300)).listed(),
    broken(
      .brokenTime, "time/stall", "stall in the body", "400 of 1,000 bytes, then silence.",
      Expected(.timeout, 200, keeps: .body(400)),
      [.raw("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"), .dots(400), .hang]
    ).needing(.idleTimeout(milliseconds: 300)).listed(),
  ]

  /// Content codings that are cut, absent, or a bomb.
  private static let coded: [Route] = [
    coded(
      "gzip/cut-body", "gzip cut in its data", "The first 40 bytes can be unpacked.",
      Expected(.decode, 200, keeps: .body(40)), "gzip",
      Array(Deflate.gzip(SampleCodings.plain("gzip")).prefix(55))
    ).listed(),
    coded(
      "gzip/plain", "gzip claimed, plain sent", "Says gzip, is JSON: the bytes must show.",
      Expected(
        .ok, 200, warnings: [.claimedCodingIsPlain],
        keeps: .body(SampleCodings.plain("gzip").count)),
      "gzip", SampleCodings.plain("gzip")
    ).listed(),
    coded(
      "bomb/double-gzip", "double gzip bomb", "1,827 bytes unpack to 1 GiB.",
      Expected(.limit, 200, keeps: .body(1 << 20)), "gzip, gzip", SampleCodings.doubleGzip
    ).listed(),
  ]

  /// Redirects that lead nowhere, and more cookies than a client keeps.
  private static let lost: [Route] = [
    lost("loop", "loop", "Leads to itself.", "/broken/redirect/loop"),
    lost("file", "to a file", "Leads to file:///etc/passwd.", "file:///etc/passwd"),
    broken(
      .brokenCookies, "cookies/many", "1,000 cookies", "Far more than anyone keeps.",
      Expected(.ok, 200, warnings: [.tooManyCookies], keeps: .fields(1_000)), staysOpen: true,
      Reply.json(
        "{}", fields: (0..<1_000).map { Field("Set-Cookie", "cookie\($0)=\($0)") }
      ).steps
    ).listed(),
  ]

  private static func lost(
    _ path: String, _ name: String, _ shows: String, _ location: String
  ) -> Route {
    broken(
      .brokenRedirects, "redirect/\(path)", name, shows, Expected(.redirect, 302), staysOpen: true,
      Reply.text("Found\n", status: 302, fields: [Field("Location", location)]).steps
    ).listed()
  }

  /// A row under `/broken/` whose response follows no rule, or only most of them.
  ///
  /// The connection ends after the steps unless `staysOpen`: a client that uses it again although
  /// the response put it in doubt shows in the connection's number.
  @inline(never) package static func broken(
    _ group: RouteGroup, _ path: String, _ name: String, _ shows: String, _ expected: Expected,
    staysOpen: Bool = false, _ steps: @autoclosure @escaping @Sendable () -> [Step]
  ) -> Route {
    var route = Route("GET", "/broken/\(path)", name, group, shows) { _ in
      Reply(steps() + (staysOpen ? [] : [.close]))
    }
    route.expected = expected
    route.isListed = false
    return route
  }

  /// A row whose body claims a content coding.
  package static func coded(
    _ path: String, _ name: String, _ shows: String, _ expected: Expected, _ coding: String,
    _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]
  ) -> Route {
    broken(
      .brokenCoding, "coding/\(path)", name, shows, expected, staysOpen: true,
      Reply.bytes(
        bytes(), type: "application/json", fields: [Field("Content-Encoding", coding)]
      ).steps)
  }

  /// Lists the row also without `--all`.
  func listed() -> Route { with { $0.isListed = true } }
}

extension Step {
  /// So many dots: a body whose length is all that matters.
  package static func dots(_ count: Int) -> Step {
    .raw([UInt8](repeating: UInt8(ascii: "."), count: count))
  }
}
