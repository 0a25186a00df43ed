extension DialectRow {
  static let lines: [DialectRow] = [
    DialectRow(
      .requestLine, .jetBrains, "GET http://h.test/a HTTP/1.1\n", ["GET http://h.test/a http1"]),
    DialectRow(.requestLine, .jetBrains, "http://h.test/a\n", ["GET http://h.test/a"]),
    DialectRow(.requestLine, .code, "https://h.test/a\n", ["GET https://h.test/a"]),
    DialectRow(
      .requestLine, .code, "POST https://h.test/a HTTP/1.1\n",
      ["POST https://h.test/a http1"]),
    DialectRow(.requestLine, .httpYac, "GET /a\nHost: h.test\n", ["GET http://h.test/a"]),
    DialectRow(
      .continuedTarget, .jetBrains, "GET http://h.test\n    /api\n    /v1\n    ?id=1\n    &b=2\n",
      ["GET http://h.test/api/v1?id=1&b=2"]),
    DialectRow(
      .continuedTarget, .code, "GET http://h.test/a\n    ?page=2\n    &size=10\nAccept: a/b\n",
      ["GET http://h.test/a?page=2&size=10 | Accept: a/b"]),
    DialectRow(
      .continuedTarget, .code, "GET http://h.test/a\n    ?page=2\n    # &off=1\n    &size=10\n",
      ["GET http://h.test/a?page=2&size=10"]),
  ]

  static let headers: [DialectRow] = [
    DialectRow(
      .indentedHeaders, .jetBrains, "GET http://h.test/a\n    Accept: a/b\n    X-One: 1\n",
      ["GET http://h.test/a | Accept: a/b | X-One: 1"]),
    DialectRow(
      .indentedHeaders, .code, "POST http://h.test/a\n  Content-Type: a/b\n\nhello\n",
      ["POST http://h.test/a | Content-Type: a/b ‖ hello"]),
    DialectRow(
      .indentedHeaders, .others, "GET http://h.test/a\n  ?b=c\n  Accept: a/b\n",
      ["GET http://h.test/a?b=c | Accept: a/b"]),
    DialectRow(
      .variableHeaders, .code,
      "@authHeader = Authorization: Bearer t\nGET http://h.test/a\n{{authHeader}}\nAccept: a/b\n",
      ["GET http://h.test/a | Authorization: Bearer t | Accept: a/b"]),
    DialectRow(
      .variableHeaders, .httpYac, "@none =\nGET http://h.test/a\n{{none}}\nAccept: a/b\n",
      ["GET http://h.test/a | Accept: a/b"]),
    DialectRow(
      .variableHeaders, .others, "@h = X-A: 1\nGET http://h.test/a\n  {{h}}\n\n",
      ["GET http://h.test/a | X-A: 1"]),
    DialectRow(
      .variableHeaders, .code, "@h = no header\nGET http://h.test/a\n{{h}}\n",
      [
        "✗ t.http:3:1: expected 'Name: value' or an empty line, found 'no header' — a body needs an empty line in front of it"
      ]),
    DialectRow(
      .basicSignIn, .jetBrains, "GET http://h.test/a\nAuthorization: Basic ada pw\n",
      ["GET http://h.test/a | Authorization: Basic YWRhOnB3"]),
    DialectRow(
      .basicSignIn, .code, "GET http://h.test/a\nAuthorization: Basic ada:pw\n",
      ["GET http://h.test/a | Authorization: Basic YWRhOnB3"]),
    DialectRow(
      .basicSignIn, .httpYac,
      "@auth = Authorization: Basic ada:pw\nGET http://h.test/a\n{{auth}}\n",
      ["GET http://h.test/a | Authorization: Basic YWRhOnB3"]),
    DialectRow(
      .digestSignIn, .jetBrains, "GET http://h.test/a\nAuthorization: Digest ada pw\n",
      ["GET http://h.test/a ·digest ada pw"]),
    DialectRow(
      .digestSignIn, .code, "GET http://h.test/a\nAuthorization: Digest ada:pw\n",
      ["GET http://h.test/a ·digest ada pw"]),
    DialectRow(
      .digestSignIn, .httpYac, "@pw = p w\nGET http://h.test/a\nAuthorization: Digest ada {{pw}}\n",
      ["GET http://h.test/a ·digest ada p w ·secret pw"]),
  ]
}
