import DemoServer

extension TestRoute {
  /// Interim responses: unasked, many, endless.
  static let brokenInterim: [TestRoute] = [
    broken(
      .brokenInterim, "interim/100", "100 unasked", "A 100 Continue nobody asked for.", fine,
      [.raw("HTTP/1.1 100 Continue\r\n\r\n"), .raw(answer)]),
    broken(
      .brokenInterim, "interim/103", "early hints", "A 103 with fields of its own.", fine,
      [
        .raw("HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload; as=style\r\n\r\n"),
        .raw(answer),
      ]),
    broken(
      .brokenInterim, "interim/102", "102 three times", "The server says it is still at work.",
      fine,
      [
        .repeated(3, [.raw("HTTP/1.1 102 Processing\r\n\r\n"), .wait(milliseconds: 5)]),
        .raw(answer),
      ]),
    broken(
      .brokenInterim, "interim/199", "199", "An interim status nobody knows is skipped.", fine,
      [.raw("HTTP/1.1 199 Odd\r\n\r\n"), .raw(answer)]),
    broken(
      .brokenInterim, "interim/1000", "1,000 × 100", "A thousand interim responses are fine.",
      fine, [.repeated(1_000, [.raw("HTTP/1.1 100 Continue\r\n\r\n")]), .raw(answer)]),
    broken(
      .brokenInterim, "interim/endless", "endless 103", "Interim responses without end.",
      Expected(.limit, nil, keeps: .nothing),
      [.endless([.raw("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")])]),
    broken(
      .brokenInterim, "interim/with-body", "100 with a body",
      "The body of an interim response stands where the status line must be.",
      Expected(.protocol, nil, keeps: .nothing),
      [.raw("HTTP/1.1 100 Continue\r\nContent-Length: 5\r\n\r\nhello"), .raw(answer)]),
    broken(
      .brokenInterim, "interim/only", "only 100", "An interim response, and then the end.",
      Expected(.truncated, nil, keeps: .nothing), [.raw("HTTP/1.1 100 Continue\r\n\r\n")]),
    broken(
      .brokenInterim, "interim/hang", "hang after 100", "An interim response, and then nothing.",
      Expected(.timeout, nil, keeps: .nothing),
      [.raw("HTTP/1.1 100 Continue\r\n\r\n"), .hang]
    ).needing(.timeout(milliseconds: 300)),
  ]

  private static let fine = Expected(.ok, 200, keeps: .body(5))
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
}
