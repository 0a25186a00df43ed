extension Route {
  /// Bodies in every content coding a client may meet, sent whether it was asked for or not.
  static let compressed: [Route] = [
    coded("gzip", "gzip", "gzip", Deflate.gzip(SampleCodings.plain("gzip"))),
    coded("gzip/real", "gzip, compressed", "gzip", SampleCodings.gzip),
    coded("deflate", "deflate", "deflate", Deflate.zlib(SampleCodings.plain("deflate"))),
    coded("br", "Brotli", "br", SampleCodings.brotli),
    coded("zstd", "Zstandard", "zstd", SampleCodings.zstd),
    coded("identity", "identity", "identity", SampleCodings.plain("identity")),
    Route(
      "GET", "/negotiated", "negotiated coding", .compressed,
      "The first of br, zstd and gzip that Accept-Encoding names."
    ) { request in
      let accepted = request.headers("Accept-Encoding").joined(separator: ",").lowercased()
      let known: [(String, [UInt8])] = [
        ("br", SampleCodings.brotli), ("zstd", SampleCodings.zstd), ("gzip", SampleCodings.gzip),
      ]
      let vary = Field("Vary", "Accept-Encoding")
      guard let chosen = known.first(where: { accepted.contains($0.0) }) else {
        return .bytes(SampleCodings.plain("none"), type: "application/json", fields: [vary])
      }
      return .bytes(
        chosen.1, type: "application/json",
        fields: [Field("Content-Encoding", chosen.0), vary])
    },
    Route(
      "GET", "/gzip/stream", "gzip in chunks", .compressed,
      "A gzip body that arrives in small chunks with pauses."
    ) { _ in
      let bytes = SampleCodings.gzip
      let steps: [Step] = stride(from: 0, to: bytes.count, by: 16).flatMap { start in
        let piece = Array(bytes[start..<min(start + 16, bytes.count)])
        return [Step.chunk(piece), .wait(milliseconds: 5)]
      }
      return .chunked(
        type: "application/json", fields: [Field("Content-Encoding", "gzip")], steps)
    }.speaking("default"),
  ]

  private static func coded(
    _ path: String, _ name: String, _ coding: String, _ bytes: [UInt8]
  ) -> Route {
    Route("GET", "/\(path)", name, .compressed, "A body with Content-Encoding: \(coding).") { _ in
      .bytes(bytes, type: "application/json", fields: [Field("Content-Encoding", coding)])
    }.speaking("default")
  }
}
