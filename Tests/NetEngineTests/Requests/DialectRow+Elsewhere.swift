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
    DialectRow(
      .encodedVariables, .code, "@name = Ada & l/ö\nGET http://h.test/{{%name}}?b={{ %user }}\n",
      ["GET http://h.test/Ada%20%26%20l%2F%C3%B6?b=ada"]),
    DialectRow(
      .encodedVariables, .others, "POST http://h.test/a\n\n{{% note %}} {{%gone}}\n",
      [
        "✗ t.http:3:14: there is no variable 'gone' — write @gone = … in the file, or say it for this run: --set gone=…, in the screens :set gone=…"
      ]),
    DialectRow(
      .times, .others, "GET http://h.test/{{$datetime \"yyyy-MM-dd'T'HH:mm\"}}\n",
      ["GET http://h.test/2024-05-01T12:00"]),
    DialectRow(
      .times, .others, "POST http://h.test/a\n\n{{$localDatetime YYYY-MM-DD HH:mm:ss 1 d}}\n",
      ["POST http://h.test/a ‖ 2024-05-02 14:00:00"]),
  ]
}
