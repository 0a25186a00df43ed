import DemoServer

extension Route {
  /// One of several kinds each: responses that readers disagree about.
  static let brokenOthers: [Route] = [
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
