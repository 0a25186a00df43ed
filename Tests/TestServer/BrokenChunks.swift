import DemoServer

extension TestRoute {
  /// Chunked bodies, well-formed in unusual ways and broken.
  static let brokenChunks: [TestRoute] =
    [
      chunks("garbage", "size is garbage", "A chunk's size is no number.", bad, "zz\r\nhello\r\n"),
      chunks("negative", "size is negative", "A chunk of -5 bytes.", bad, "-5\r\nhello\r\n"),
      chunks(
        "overflow", "size overflows", "A chunk's size beyond 64 bits.", bad,
        "FFFFFFFFFFFFFFFFF\r\nhello\r\n"),
      // curl 7.88 refuses sizes of more than 16 digits, leading zeros or not.
      chunks(
        "zeros", "size of 18 digits", "Only zeros in front of a 5, but more than 64 bits of them.",
        bad, "000000000000000005\r\nhello\r\n0\r\n\r\n"),
      chunks(
        "huge", "size of 8 EiB", "A size that fits 63 bits, and 5 bytes of it.",
        Expected(.truncated, 200, keeps: .body(5)), "7FFFFFFFFFFFFFFF\r\nhello"),
      chunks(
        "missing-size", "size is missing", "An empty line where a size must be.", bad,
        "\r\nhello\r\n0\r\n\r\n"),
      chunks(
        "missing-end", "no line end after a chunk", "The next size follows the data at once.",
        Expected(.protocol, 200, keeps: .body(5)), "5\r\nhello0\r\n\r\n"),
      chunks(
        "too-long", "more data than said", "The size says 3, the data are 5 bytes.",
        Expected(.protocol, 200, keeps: .body(3)), "3\r\nhello\r\n0\r\n\r\n"),
      chunks(
        "blank-before", "blank before the size", "A space in front of the size.", bad,
        " 5\r\nhello\r\n0\r\n\r\n"),
      chunks(
        "blank-after", "blank after the size", "A space behind the size, as some servers pad it.",
        good, "5  \r\nhello\r\n0\r\n\r\n"),
      // curl 7.88 reads a last chunk and refuses what follows as a trailer.
      chunks(
        "hexadecimal-prefix", "size with 0x", "A size written as 0x5.", bad,
        "0x5\r\nhello\r\n0\r\n\r\n"),
      chunks(
        "extensions", "chunk extensions", "Sizes with extensions, quoted ones too.", good,
        "2;a=b;c=\"d;e\"\r\nhe\r\n3;last\r\nllo\r\n0;x=y\r\n\r\n"),
      chunks(
        "cases", "both cases", "Sizes in upper and lower case: A and a.",
        Expected(.ok, 200, keeps: .body(20)), "A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n"),
      chunks(
        "leading-zeros", "sizes with zeros", "Sizes with a few zeros in front.", good,
        "0005\r\nhello\r\n0000\r\n\r\n"),
      chunks(
        "trailers", "chunks with trailers", "Two fields after the last chunk.", good,
        "5\r\nhello\r\n0\r\nX-Checksum: c0ffee\r\nX-Count: 1\r\n\r\n"),
      // curl 7.88 refuses this by itself, with the body already delivered.
      chunks(
        "trailer-without-colon", "trailer without colon", "A trailer line that is no field.",
        Expected(.protocol, 200, keeps: .body(5)),
        "5\r\nhello\r\n0\r\nno colon here\r\n\r\n"),
      chunks("empty", "no chunks", "Just the last chunk: an empty body.", none, "0\r\n\r\n"),
      chunks(
        "bare-lf", "bare line feeds", "Sizes and chunks end with LF alone: a way to smuggle.",
        Expected(.ok, 200, warnings: [.bareLF], keeps: .body(5)),
        "5\nhello\n0\n\n"),
      chunks(
        "fin-in-size", "close inside a size", "The connection ends before a size's line does.",
        Expected(.truncated, 200, keeps: .body(5)), "5\r\nhello\r\n1"),
      chunks(
        "fin-between", "close between chunks", "The last chunk never comes.",
        Expected(.truncated, 200, keeps: .body(5)), "5\r\nhello\r\n"),
      chunks(
        "fin-in-trailers", "close inside the trailers",
        "All data came, the final line end did not.",
        Expected(.truncated, 200, keeps: .body(5)), "5\r\nhello\r\n0\r\nX-Check"),
      chunks(
        "fin-before-end", "close before the end", "Only the very last line end is missing.",
        Expected(.truncated, 200, keeps: .body(5)), "5\r\nhello\r\n0\r\n"),
      chunks(
        "bytes-after", "bytes after the end", "Something follows the last chunk.",
        Expected(.ok, 200, warnings: [.bytesAfterBody], keeps: .body(5)),
        "5\r\nhello\r\n0\r\n\r\nleft over"),
      broken(
        .brokenChunks, "chunks/many", "10,000 chunks", "One byte a chunk, ten thousand times.",
        Expected(.ok, 200, keeps: .body(10_000)), staysOpen: true,
        [.raw(chunkedHead), .repeated(10_000, [.raw("1\r\n.\r\n")]), .raw("0\r\n\r\n")]),
      // curl 7.88 has no limit for trailers.
      broken(
        .brokenChunks, "chunks/endless-trailers", "endless trailers", "Trailer fields without end.",
        Expected(.limit, 200, keeps: .body(5)),
        [.raw(chunkedHead), .raw("5\r\nhello\r\n0\r\n"), .endless([.raw("X-More: and more\r\n")])]),
    ] + transferCodings

  /// Transfer-Encoding fields that say something else than `chunked`.
  private static let transferCodings: [TestRoute] = [
    transfer("odd-case", "ChUnKeD", "The coding's name in mixed case.", good),
    transfer("twice", "chunked, chunked", "Chunked twice, but only once in truth.", bad),
    transfer("unknown", "copper", "A transfer coding nobody knows.", bad),
    transfer("x-chunked", "xchunked", "Almost the right name.", bad),
    // curl 7.88 undoes a transfer coding of gzip although it has not offered to.
    transfer(
      "gzip-claimed", "gzip, chunked", "Claims gzip under the chunks, which is not so.", bad),
    broken(
      .brokenChunks, "transfer/identity", "transfer coding identity",
      "A coding that was abolished; beside it a length does not count any more.",
      Expected(.ok, 200, warnings: [.lengthBesideChunked], keeps: .body(5)),
      [.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 5\r\n\r\nhello")]),
    broken(
      .brokenChunks, "transfer/old-version", "chunks in HTTP/1.0",
      "HTTP/1.0 has no chunks; these are well-formed all the same.",
      Expected(.ok, 200, warnings: [.chunkedInHTTP10], keeps: .body(5)),
      [.raw("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")]),
  ]

  private static let chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
  private static let good = Expected(.ok, 200, keeps: .body(5))
  private static let none = Expected(.ok, 200, keeps: .body(0))
  private static let bad = Expected(.protocol, 200)

  private static func chunks(
    _ path: String, _ name: String, _ shows: String, _ expected: Expected, _ body: String
  ) -> TestRoute {
    broken(
      .brokenChunks, "chunks/\(path)", name, shows, expected, [.raw(chunkedHead), .raw(body)])
  }

  private static func transfer(
    _ path: String, _ value: String, _ shows: String, _ expected: Expected
  ) -> TestRoute {
    broken(
      .brokenChunks, "transfer/\(path)", "transfer coding \(value)", shows, expected,
      [
        .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: \(value)\r\n\r\n"),
        .raw("5\r\nhello\r\n0\r\n\r\n"),
      ])
  }
}
