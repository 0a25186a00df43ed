import DemoServer

extension TestRoute {
  /// Content codings that are cut, corrupt, wrong, or stacked.
  static let brokenCodings: [TestRoute] =
    [
      coded(
        "gzip/cut-body", "gzip cut in its data", "The first 40 bytes can be unpacked.", decode(40),
        "gzip", Array(gzip.prefix(55))),
      coded(
        "gzip/plain", "gzip claimed, plain sent", "Says gzip, is JSON: the bytes must show.",
        claimed, "gzip", plain),
      coded(
        "gzip/cut-header", "gzip cut in its header", "Five of a gzip header's ten bytes.",
        decode(0), "gzip", Array(Deflate.gzipHeader.prefix(5))),
      coded(
        "gzip/cut-trailer", "gzip cut in its trailer", "All data, but the check is missing.",
        decode(plain.count), "gzip", gzip.dropLast(4)),
      coded(
        "gzip/bad-crc", "gzip with a wrong CRC", "The data are not what was packed.",
        decode(plain.count), "gzip", changing(gzip, at: gzip.count - 8)),
      coded(
        "gzip/bad-size", "gzip with a wrong size", "The size in the trailer is wrong.",
        decode(plain.count), "gzip", changing(gzip, at: gzip.count - 2)),
      coded(
        "gzip/bad-data", "gzip with corrupt data", "A stored block whose lengths disagree.",
        decode(0), "gzip", changing(gzip, at: 12)),
      coded(
        "gzip/bad-method", "gzip with method 9", "A compression method nobody has defined.",
        decode(0), "gzip", changing(gzip, at: 2)),
      coded(
        "gzip/reserved-flags", "gzip with reserved flags", "Flags that must be zero are set.",
        decode(0), "gzip", Deflate.gzipHeader.prefix(3) + [0xe0] + gzip.dropFirst(4)),
      coded(
        "gzip/all-fields", "gzip with every header field", "Extra, name, comment and checksum.",
        fine, "gzip", fullHeader() + gzip.dropFirst(10)),
      coded(
        "gzip/members", "gzip of two members", "Two members, one after the other.",
        Expected(.ok, 200, keeps: .body(2 * plain.count)), "gzip", gzip + gzip),
      coded(
        "gzip/empty-member", "gzip with an empty member", "An empty member before the real one.",
        fine, "gzip", Deflate.gzip([]) + gzip),
      coded(
        "gzip/garbage-after", "garbage after gzip", "Bytes after the last member.",
        Expected(.ok, 200, warnings: [.trailingGarbage], keeps: .body(plain.count)), "gzip",
        gzip + Array("garbage".utf8)),
      coded(
        "gzip/zeros-after", "zeros after gzip", "Padding after the last member.",
        Expected(.ok, 200, warnings: [.trailingGarbage], keeps: .body(plain.count)), "gzip",
        gzip + [UInt8](repeating: 0, count: 512)),
      coded(
        "gzip/second-member-cut", "second member cut", "The first member is whole.",
        decode(plain.count), "gzip", gzip + gzip.prefix(12)),
      coded(
        "gzip/empty", "empty gzip body", "Says gzip and sends nothing.",
        Expected(.ok, 200, warnings: [.emptyEncodedBody], keeps: .body(0)), "gzip", []),
      coded(
        "gzip/of-nothing", "gzip of nothing", "A real gzip of an empty body.",
        Expected(.ok, 200, keeps: .body(0)), "gzip", Deflate.gzip([])),
      coded(
        "gzip/binary", "gzip claimed, noise sent", "Says gzip, is neither gzip nor text.",
        decode(0), "gzip", [0x8f, 0x00, 0xfe, 0x01, 0xfd, 0x02, 0xfc, 0x03]),
      coded("gzip/alias", "x-gzip", "The old name of gzip.", fine, "x-gzip", gzip),
      coded(
        "gzip/upper-case", "gzip in capitals", "Codings are the same in any case.", fine, "GZIP",
        gzip),
      coded(
        "gzip/is-deflate", "gzip claimed, zlib sent", "The wrapper is zlib's.", decode(0), "gzip",
        Deflate.zlib(plain)),
      broken(
        .brokenCoding, "coding/gzip/length-of-plain", "length of the plain body",
        "Content-Length counts the unpacked bytes: the wire falls short.",
        Expected(.truncated, 200, keeps: .body(117)),
        [
          .raw("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1000\r\n\r\n"),
          .raw(gzip),
        ]),
      coded(
        "deflate/zlib", "deflate with zlib's wrapper", "As the standard says.", fine, "deflate",
        Deflate.zlib(plain)),
      coded(
        "deflate/raw", "deflate without a wrapper", "As some servers do.", fine, "deflate",
        Deflate.raw(plain)),
      coded(
        "deflate/bad-checksum", "deflate with a wrong checksum", "Adler-32 does not match.",
        decode(plain.count), "deflate", changing(Deflate.zlib(plain), at: plain.count + 8)),
      coded(
        "deflate/corrupt", "corrupt deflate", "A block of a type that does not exist.",
        decode(0), "deflate", [0x78, 0x01, 0x07, 0x00, 0x00]),
      coded(
        "deflate/cut", "cut deflate", "Forty bytes, then the end.",
        decode(40), "deflate", Array(Deflate.zlib(plain).prefix(47))),
      coded(
        "deflate/plain", "deflate claimed, plain sent", "Says deflate, is JSON.", claimed,
        "deflate", plain),
    ] + modernCodings + stacks

  private static let modernCodings: [TestRoute] = [
    coded(
      "br/cut", "cut Brotli", "Half of a Brotli stream.", decode(0), "br",
      Array(SampleCodings.brotli.prefix(40))),
    coded(
      "br/corrupt", "corrupt Brotli", "A reserved bit is set.", decode(0), "br",
      [0x11, 0xff, 0xff, 0xff, 0xff, 0x00, 0x01]),
    coded("br/plain", "Brotli claimed, plain sent", "Says br, is JSON.", claimed, "br", plain),
    coded(
      "br/garbage-after", "garbage after Brotli", "Bytes after the stream's end.",
      Expected(
        .ok, 200, warnings: [.trailingGarbage], keeps: .body(SampleCodings.plain("br").count)),
      "br", SampleCodings.brotli + Array("garbage".utf8)),
    coded(
      "br/empty", "empty Brotli body", "Says br and sends nothing.",
      Expected(.ok, 200, warnings: [.emptyEncodedBody], keeps: .body(0)), "br", []),
    coded(
      "zstd/cut", "cut Zstandard", "Half of a frame.", decode(0), "zstd",
      Array(SampleCodings.zstd.prefix(40))),
    coded(
      "zstd/corrupt", "corrupt Zstandard", "A block of a type that does not exist.",
      decode(0), "zstd", [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38, 0x07, 0x00, 0x00]),
    coded(
      "zstd/bad-checksum", "Zstandard with a wrong checksum", "XXH64 does not match.",
      decode(0), "zstd",
      changing(SampleCodings.zstd, at: SampleCodings.zstd.count - 1)),
    coded(
      "zstd/plain", "Zstandard claimed, plain sent", "Says zstd, is JSON.", claimed, "zstd",
      plain),
    coded(
      "zstd/frames", "two Zstandard frames", "A skippable frame, then two frames.",
      Expected(.ok, 200, keeps: .body(2 * SampleCodings.plain("zstd").count)), "zstd",
      [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3] + SampleCodings.zstd + SampleCodings.zstd),
    coded(
      "zstd/window", "Zstandard with a window of 2 GiB", "More memory than anyone should give.",
      decode(0), "zstd", [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0x0b, 0x00, 0x00, 0x2e]),
    coded(
      "zstd/empty", "empty Zstandard body", "Says zstd and sends nothing.",
      Expected(.ok, 200, warnings: [.emptyEncodedBody], keeps: .body(0)), "zstd", []),
  ]

  /// Codings on codings, and codings nobody knows.
  private static let stacks: [TestRoute] = [
    coded("layers/5", "five layers", "gzip inside gzip, five deep.", fine, gzips(5), packed(5)),
    coded(
      "layers/6", "six layers", "gzip inside gzip, six deep: too many.",
      Expected(.limit, 200), gzips(6), packed(6)),
    coded(
      "layers/mixed", "deflate, then gzip", "Two codings, undone from the last.", fine,
      "deflate, gzip", Deflate.gzip(Deflate.zlib(plain))),
    coded(
      "layers/wrong-order", "codings in the wrong order", "Listed as gzip, deflate; made so not.",
      decode(0), "gzip, deflate", Deflate.gzip(Deflate.zlib(plain))),
    coded(
      "layers/two-fields", "two fields", "Two Content-Encoding fields make one list.", fine,
      "deflate\r\nContent-Encoding: gzip", Deflate.gzip(Deflate.zlib(plain))),
    coded(
      "layers/inner-cut", "inner layer cut", "The outer gzip is whole, the inner is not.",
      decode(40), "gzip, gzip", Deflate.gzip(Array(gzip.prefix(55)))),
    coded(
      "layers/identity", "identity among codings", "identity changes nothing.", fine,
      "identity, gzip", gzip),
    coded(
      "layers/blanks", "empty list items", "Commas with nothing between them.", fine,
      ", gzip ,", gzip),
    coded(
      "unknown/copper", "unknown coding", "A coding nobody knows: the bytes stay as they are.",
      unknown, "copper", plain),
    coded(
      "unknown/compress", "compress", "An old coding that nobody undoes any more.",
      unknown, "compress", plain),
    coded(
      "unknown/utf-8", "charset as coding", "A charset where a coding belongs.",
      unknown, "UTF-8", plain),
    coded(
      "unknown/over-gzip", "unknown over gzip", "Nothing can be undone under the unknown one.",
      Expected(.ok, 200, warnings: [.unknownCoding], keeps: .body(gzip.count)), "gzip, copper",
      gzip),
  ]

  private static let plain = SampleCodings.plain("gzip")
  private static let gzip = Deflate.gzip(plain)
  private static let fine = Expected(.ok, 200, keeps: .body(plain.count))
  private static let claimed = Expected(
    .ok, 200, warnings: [.claimedCodingIsPlain], keeps: .body(plain.count))
  private static let unknown = Expected(
    .ok, 200, warnings: [.unknownCoding], keeps: .body(plain.count))

  private static func decode(_ kept: Int) -> Expected {
    Expected(.decode, 200, keeps: .body(kept))
  }

  private static func gzips(_ count: Int) -> String {
    [String](repeating: "gzip", count: count).joined(separator: ", ")
  }

  private static func packed(_ count: Int) -> [UInt8] {
    (0..<count).reduce(plain) { bytes, _ in Deflate.gzip(bytes) }
  }

  private static func changing(_ bytes: [UInt8], at index: Int) -> [UInt8] {
    var bytes = bytes
    bytes[index] ^= 0x01
    return bytes
  }

  /// A gzip header with FEXTRA, FNAME, FCOMMENT and FHCRC.
  private static func fullHeader() -> [UInt8] {
    let fixed: [UInt8] = [0x1f, 0x8b, 8, 0x1e, 1, 2, 3, 4, 2, 3]
    let extra: [UInt8] = [6, 0, 0x41, 0x70, 2, 0, 1, 2]
    let header = fixed + extra + Array("a.json\0a comment\0".utf8)
    return header + Deflate.littleEndian(Checksum.crc32(header)).prefix(2)
  }

  /// Small bodies that unpack to a gibibyte.
  static let bombs: [TestRoute] = [
    coded(
      "bomb/double-gzip", "double gzip bomb", "1,827 bytes unpack to 1 GiB.",
      Expected(.limit, 200, keeps: .body(1 << 20)), "gzip, gzip", SampleCodings.doubleGzip),
    coded(
      "bomb/gzip", "gzip bomb", "1 MB unpacks to 1 GiB.",
      Expected(.limit, 200, keeps: .body(1 << 20)), "gzip", SampleBombs.gzip),
    coded(
      "bomb/br", "Brotli bomb", "841 bytes unpack to 1 GiB.",
      Expected(.limit, 200, keeps: .body(1 << 20)), "br", SampleBombs.brotli),
    coded(
      "bomb/zstd", "Zstandard bomb", "32 KB unpack to 1 GiB.",
      Expected(.limit, 200, keeps: .body(1 << 20)), "zstd", SampleBombs.zstd),
    coded(
      "bomb/harmless", "dense, but small", "8 KB unpack to 8 MiB: dense, and no bomb.",
      Expected(.ok, 200, keeps: .body(8 << 20)), "gzip", SampleBombs.harmlessGzip),
  ]
}
