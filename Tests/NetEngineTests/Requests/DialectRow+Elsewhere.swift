/// Words and signs that one editor alone has, as its own examples show them.
extension DialectRow {
  static let elsewhere: [DialectRow] = heads

  private static let heads: [DialectRow] = [
    DialectRow(
      .requestLine, .jetBrains, "GET /a\nHost: http://h.test:8080\n",
      ["GET http://h.test:8080/a"]),
    DialectRow(
      .requestLine, .others, "@at = https://h.test/v1\nGET /a\nHost: {{at}}\n",
      ["GET https://h.test/v1/a"]),
    DialectRow(
      .requestLine, .code, "GET /a\nHost: h.test:443\n", ["GET https://h.test:443/a"]),
  ]
}
