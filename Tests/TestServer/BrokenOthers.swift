import DemoServer

extension TestRoute {
  /// One of several kinds each: responses that readers disagree about.
  static let brokenOthers: [TestRoute] = [
    broken(
      .brokenChunks, "chunks/fin-in-data", "close inside a chunk",
      "The size says 10, after 5 the connection ends.",
      Expected(.truncated, 200, keeps: .body(5)),
      [.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA\r\nhello")]),
    broken(
      .brokenHeaders, "headers/cut-before-end", "cut before-end",
      "Only the empty line is missing.",
      Expected(.truncated, 200, keeps: .fields(1)), [.raw("HTTP/1.1 200 OK\r\nX-A: one\r\n")]),
    broken(
      .brokenConnection, "connection/empty", "closed without a byte",
      "The server reads the request and closes.", Expected(.empty, nil, keeps: .nothing), []),
    broken(
      .brokenTime, "time/stall", "stall in the body", "400 of 1,000 bytes, then silence.",
      Expected(.timeout, 200, keeps: .body(400)),
      [.raw("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"), .dots(400), .hang]
    ).needing(.idleTimeout(milliseconds: 300)),
    broken(
      .brokenRedirects, "redirect/loop", "loop", "Leads to itself.", Expected(.redirect, 302),
      staysOpen: true, redirect(to: "/broken/redirect/loop", status: 302).steps),
    broken(
      .brokenRedirects, "redirect/file", "to a file", "Leads to file:///etc/passwd.",
      Expected(.redirect, 302), staysOpen: true,
      redirect(to: "file:///etc/passwd", status: 302).steps),
    broken(
      .brokenCookies, "cookies/many", "1,000 cookies", "Far more than a client keeps.",
      Expected(.ok, 200, warnings: [.tooManyCookies], keeps: .fields(1_000)), staysOpen: true,
      Reply.json(
        "{}", fields: (0..<1_000).map { Field("Set-Cookie", "cookie\($0)=\($0)") }
      ).steps),
    broken(
      .brokenLength, "length/two-different", "two different lengths",
      "Nobody can know where this body ends.",
      Expected(.protocol, 200),
      [.raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\nhello, wo")]),
    broken(
      .brokenInterim, "interim/101", "101 unasked",
      "Switches to a protocol nobody asked for, and speaks it.",
      Expected(.protocol, 101),
      [
        .raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: copper\r\nConnection: Upgrade\r\n\r\n"),
        .raw("copper wire"),
      ]),
    broken(
      .brokenText, "text/bidi", "bidi overrides", "Marks that turn the reading direction.",
      Expected(.ok, 200, keeps: .body(44)), staysOpen: true,
      Reply.text(
        "user \u{202e}nimda\u{202c} \u{2066}a\u{2067}b\u{2068}c\u{2069} \u{200f}x\u{200e} "
          + "\u{61c}\n"
      ).steps),
    broken(
      .brokenJSON, "json/duplicates", "duplicate keys",
      "A key three times: the last one wins, all are shown.",
      Expected(.ok, 200, keeps: .body(58), mapped: .ok), staysOpen: true,
      Reply.json(#"{"id":1,"name":"first","id":2,"deep":{"a":1,"a":2},"id":3}"#).steps),
  ]
}
