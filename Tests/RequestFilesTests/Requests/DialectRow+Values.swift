extension DialectRow {
  static let variables: [DialectRow] = [
    DialectRow(
      .times, .code, "GET http://h.test/{{$timestamp +1 d}}\n", ["GET http://h.test/1714651200"]),
    DialectRow(
      .times, .code, "GET http://h.test/{{$timestamp -1 d}}\n", ["GET http://h.test/1714478400"]),
    DialectRow(
      .times, .code, "GET http://h.test/{{$datetime iso8601 +1 h}}\n",
      ["GET http://h.test/2024-05-01T13:00:00.123Z"]),
    DialectRow(
      .times, .others, "GET http://h.test/{{$datetime}}\n",
      ["GET http://h.test/2024-05-01T12:00:00.123Z"]),
    DialectRow(
      .times, .others, "GET http://h.test/{{$datetime +1 d}}\n",
      ["GET http://h.test/2024-05-02T12:00:00.123Z"]),
    DialectRow(
      .times, .others, "GET http://h.test/{{$timestampMs}}\n", ["GET http://h.test/1714564800123"]),
    DialectRow(
      .times, .jetBrains, "GET http://h.test/{{$isoTimestamp}}\n",
      ["GET http://h.test/2024-05-01T12:00:00.123Z"]),
    DialectRow(
      .times, .httpYac, "GET http://h.test/{{$localDatetime \"DD.MM.YYYY\" +1 d}}\n",
      ["GET http://h.test/02.05.2024"]),
    DialectRow(
      .chance, .jetBrains, "GET http://h.test/{{$random.integer(5, 6)}}\n", ["GET http://h.test/5"]),
    DialectRow(.chance, .code, "GET http://h.test/{{$randomInt 5 6}}\n", ["GET http://h.test/5"]),
    DialectRow(
      .chance, .httpYac, "GET http://h.test/{{$random.hexadecimal(2)}}\n", ["GET http://h.test/12"]),
    DialectRow(
      .selfNamed, .code, "@host = {{host}}\nGET {{host}}/a\n", ["GET http://h.test/a"]),
    DialectRow(
      .selfNamed, .httpYac, "@host = {{host}}/v1\nGET {{host}}/a\n", ["GET http://h.test/v1/a"]),
    DialectRow(
      .selfNamed, .others, "@alone = {{alone}}\nGET http://h.test/{{alone}}\n",
      [
        "✗ t.http:1:10: a variable needs itself: alone → alone — give one of them a value of its own"
      ]),
    DialectRow(
      .variableLines, .code, "@base = http://h.test\n@url = {{base}}/a\nGET {{url}}\n",
      ["GET http://h.test/a"]),
    DialectRow(
      .variableLines, .jetBrains, "@id=7\n\n###\nGET http://h.test/{{id}}\n",
      ["GET http://h.test/7"]),
    DialectRow(
      .variableLines, .httpYac, "GET http://h.test/{{id}}\n\n###\n@id = 7\n",
      ["GET http://h.test/7"]),
    DialectRow(
      .environments, .jetBrains, "GET {{host}}/{{user}}\n", ["GET http://h.test/ada"]),
    DialectRow(
      .environments, .code, "GET {{host}}/{{$shared shared}}\n", ["GET http://h.test/all"]),
    DialectRow(.environments, .httpYac, "GET {{host}}/{{number}}\n", ["GET http://h.test/1.50"]),
  ]

  /// Behind each the request that is referred to.
  private static func reference(
    _ editor: Editor, _ written: String, _ value: String
  ) -> DialectRow {
    DialectRow(
      .references, editor,
      "GET http://h.test/{{\(written)}}\n###\n# @name login\nPOST http://h.test/l\n",
      [
        "GET http://h.test/\(value)" + (written.hasSuffix(".token") ? " ·secret \(written)" : ""),
        "[login] POST http://h.test/l",
      ])
  }

  static let references: [DialectRow] = [
    reference(.code, "login.response.body.$.data.token", "t0"),
    reference(.code, "login.response.body.$.list[1].id", "2"),
    reference(.code, "login.response.body.$['odd key']", "o"),
    reference(.code, "login.response.headers.X-Id", "7"),
    reference(.code, "login.request.body.$.user", "ada"),
    reference(.code, "login.request.headers.X-Sent", "1"),
    reference(.httpYac, "login.response.body.data.token", "t0"),
    reference(.httpYac, "login.response.headers['X-Id']", "7"),
    reference(.httpYac, "login.response.body.list[0].id", "1"),
    reference(.others, "login.response.body.list.[1].id", "2"),
    reference(.others, "login.response.body['odd key']", "o"),
    reference(.others, "login.response.headers[\"x-id\"]", "7"),
    DialectRow(
      .order, .httpYac,
      "# @ref login\nGET http://h.test/a\n###\n# @name login\nGET http://h.test/l\n",
      ["GET http://h.test/a", "[login] GET http://h.test/l"]),
    DialectRow(
      .order, .httpYac,
      "# @forceRef logon\nGET http://h.test/a\n###\n# @name login\nGET http://h.test/l\n",
      ["GET http://h.test/a", "[login] GET http://h.test/l"]),
  ]
}
