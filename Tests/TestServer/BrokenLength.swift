import DemoServer

extension TestRoute {
  /// Content-Length that lies, contradicts itself or is no number.
  static let brokenLength: [TestRoute] = [
    broken(
      .brokenLength, "length/no-body", "length without a body",
      "Promises 1,000 bytes and closes after the head.",
      Expected(.truncated, 200, keeps: .body(0)),
      [.raw("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")]),
    broken(
      .brokenLength, "length/too-short", "length too short",
      "Promises 5 bytes and sends 12: the rest belongs to nothing.",
      Expected(.ok, 200, warnings: [.bytesAfterBody], keeps: .body(5)), staysOpen: true,
      [.raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello, world")]),
    broken(
      .brokenLength, "length/second-answer", "two responses",
      "A second whole answer follows the first: the next request must not get it.",
      Expected(.ok, 200, warnings: [.bytesAfterBody], keeps: .body(5)), staysOpen: true,
      [
        .raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst"),
        .raw("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"),
      ]),
    refused("negative", "-5", "A negative length."),
    // curl 7.88 reads until the close here, as if no length had been given.
    refused("overflow", "99999999999999999999", "A length beyond 64 bits."),
    refused("not-a-number", "five", "A length that is a word."),
    // curl 7.88 takes the next two for 5 and the one after for 5, too.
    refused("plus", "+5", "A plus sign is no digit."),
    refused("trailing", "5 bytes", "A number and something after it."),
    refused("inner-blank", "5 0", "Two numbers where one must be."),
    refused("hexadecimal", "0x5", "A hexadecimal length."),
    refused("decimal", "5.0", "A length with a fraction."),
    refused("empty", "", "A length without a value."),
    broken(
      .brokenLength, "length/zeros", "length with zeros", "0005 is still 5.",
      Expected(.ok, 200, keeps: .body(5)), staysOpen: true,
      [.raw("HTTP/1.1 200 OK\r\nContent-Length: 0005\r\n\r\nhello")]),
    broken(
      .brokenLength, "length/two-equal", "two equal lengths",
      "The same length twice: the response is clear, the server is odd.",
      Expected(.ok, 200, warnings: [.repeatedLength], keeps: .body(5)),
      [.raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello")]),
    broken(
      .brokenLength, "length/list-equal", "a list of equal lengths",
      "'5, 5': what a proxy makes of two equal fields.",
      Expected(.ok, 200, warnings: [.repeatedLength], keeps: .body(5)),
      [.raw("HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\nhello")]),
    broken(
      .brokenLength, "length/list-different", "a list of different lengths",
      "'5, 9': what a proxy makes of two fields that contradict each other.",
      Expected(.protocol, 200),
      [.raw("HTTP/1.1 200 OK\r\nContent-Length: 5, 9\r\n\r\nhello, wo")]),
    broken(
      .brokenLength, "length/beside-chunked", "length beside chunked",
      "Both framings at once: chunked wins, and somebody may be smuggling.",
      Expected(.ok, 200, warnings: [.lengthBesideChunked], keeps: .body(5)),
      [
        .raw("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"),
        .raw("5\r\nhello\r\n0\r\n\r\n"),
      ]),
    broken(
      .brokenLength, "length/until-close", "no length at all",
      "Neither a length nor chunks: the body ends with the connection, and that is fine.",
      Expected(.ok, 200, keeps: .body(5)),
      [.raw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhello")]),
    broken(
      .brokenLength, "length/old-version", "HTTP/1.0 until close",
      "An HTTP/1.0 answer that ends with the connection.",
      Expected(.ok, 200, keeps: .body(5)), [.raw("HTTP/1.0 200 OK\r\n\r\nhello")]),
  ]

  private static func refused(_ path: String, _ value: String, _ shows: String) -> TestRoute {
    broken(
      .brokenLength, "length/\(path)", "length '\(value)'", shows, Expected(.protocol, 200),
      [.raw("HTTP/1.1 200 OK\r\nContent-Length: \(value)\r\n\r\nhello")])
  }
}
