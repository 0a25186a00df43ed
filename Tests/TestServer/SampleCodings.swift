import LosslessJSON

/// Samples that are kept in source as base64.
package enum Base64 {
  package static func decode(_ text: String) -> [UInt8] { Base64Text.decode(text.utf8) ?? [] }
}

/// Compressed bodies that cannot be made here: the work of the usual command line tools.
package enum SampleCodings {
  /// What every compressed sample unpacks to; the coding's name is part of it.
  package static func plain(_ coding: String) -> [UInt8] {
    Array(
      """
      {"status":"ok","msg":"compressed","data":{"coding":"\(coding)",\
      "words":["copper","wire","copper","wire","copper","wire"]}}
      """.utf8)
  }

  /// `plain("br")` through `brotli -q 11`.
  package static let brotli = Base64.decode(
    """
    H3IAyBwHbqzFThB80yNo57TfutrwSdKLUeqwdEUfbMCJyDTguIY8iA8bcBbYPC3jQuvTiVyy38BpPdElKr6Wi4B6\
    pUCKlueELfOG8A==
    """)

  /// `plain("zstd")` through `zstd -19 --check`.
  package static let zstd = Base64.decode(
    """
    KLUv/QRoTQIAYgUQEbDrYN9sb7HtbhO6gWShx4QqMYY8WcY9v4hSPA70vYvd88v6XV+SWR6HesHEPr+kmyyFeFxf\
    Gj1/+PpuTLA+DAEA0zQzCmv+Nqw=
    """)

  /// gzip inside gzip, 1,827 bytes: zeros compress to a repetition, which compresses once more.
  static let doubleGzip = bombPrefix + (0..<62).flatMap { _ in bombPeriod } + bombSuffix

  private static let bombPrefix = Base64.decode(
    """
    H4sIAAAAAAACA+3coW5TcRyG4XataCY2JqYQ4yZIZkiKAYvYFGIhmZlAottkoDDcCRguABR3AHO7gGViWVALpe1N\
    LDnv85j/0T/55eQ9+jwbbexMbn6Mx+uP5Zd/X29nuyMAAABg4JZXl5PNGDB6tvr96s0pAAAAMHTv9vem21Hg4ezp\
    S+cAAACAwfv04vjJ9g+Bu8X7qXMAAADA4B3+vZ5vt4Bfq+8HJ+4BAAAAg/dHMAAAAABS
    """)
  private static let bombPeriod = Base64.decode("BAMAAACgRTAAAAAAWgQDAAAAIEYwAAAAAFo=")
  private static let bombSuffix = Base64.decode(
    "Lvb3Zpst4OP94sPr0SN7/u3n+dv1O/8P1GeFzMjsDwA=")
}
