/// Compressed bodies that cannot be made here: the work of the usual command line tools.
enum SampleCodings {
  /// What every compressed sample unpacks to; the coding's name is part of it.
  static func plain(_ coding: String) -> [UInt8] {
    Array(
      """
      {"status":"ok","msg":"compressed","data":{"coding":"\(coding)",\
      "words":["copper","wire","copper","wire","copper","wire"]}}
      """.utf8)
  }

  /// `plain("br")` through `brotli -q 11`.
  static let brotli = Base64.decode(
    """
    H3IAyBwHbqzFThB80yNo57TfutrwSdKLUeqwdEUfbMCJyDTguIY8iA8bcBbYPC3jQuvTiVyy38BpPdElKr6Wi4B6\
    pUCKlueELfOG8A==
    """)

  /// `plain("zstd")` through `zstd -19 --check`.
  static let zstd = Base64.decode(
    """
    KLUv/QRoTQIAYgUQEbDrYN9sb7HtbhO6gWShx4QqMYY8WcY9v4hSPA70vYvd88v6XV+SWR6HesHEPr+kmyyFeFxf\
    Gj1/+PpuTLA+DAEA0zQzCmv+Nqw=
    """)

  /// `plain("gzip")` through `gzip -9 -n`: really compressed, unlike what `Deflate` makes.
  static let gzip = Base64.decode(
    """
    H4sIAAAAAAACA6tWKi5JLCktVrJSys9W0lHKLU4HMpPzcwuKUouLU1OAQimJJYlKVtVAwZTMPJBselVmAVC8PL8o\
    BagvGihRUJBaBBLJLEoFUvj5sbW1AJ9e8k91AAAA
    """)
}
