extension RequestRow {
  /// What else people write.
  static let more: [RequestRow] = [
    RequestRow(
      "name with colon",
      "### users: list\nGET http://h.test/1\n",
      ["[users: list] GET http://h.test/1"]),
    RequestRow(
      "slash comment in front",
      "// hello\nGET http://h.test/1\n",
      ["GET http://h.test/1"]),
    RequestRow(
      "header variable missing brace",
      "GET http://h.test/a\nX: {{a\n",
      [
        "GET http://h.test/a | X: {{a",
        "note t.http:2:4: '{{a' is sent as it is written — a variable is {{name}}, with two braces on both sides",
      ]),
    RequestRow(
      "empty braces in target",
      "GET http://h.test/{{}}/a\n",
      ["GET http://h.test/%7B%7B%7D%7D/a"]),
    RequestRow(
      "options",
      "OPTIONS http://h.test/a\n",
      ["OPTIONS http://h.test/a"]),
    RequestRow(
      "delete with body",
      "DELETE http://h.test/a\n\n{\"id\":1}\n",
      [#"DELETE http://h.test/a ‖ {"id":1}"#]),
    RequestRow(
      "host header empty",
      "GET /a\nHost:\n",
      ["✗ the URL 'http:///a' cannot be sent: no host at byte 7"]),
    RequestRow(
      "host with line break",
      "@h = {{$processEnv LINES}}\nGET /a\nHost: {{h}}\n",
      [
        #"✗ the URL 'http://a\x0D\x0AB: c/a' cannot be sent: a carriage return at byte 8"#
      ]),
    RequestRow(
      "path only with base from environment",
      "GET {{host}}\n",
      ["GET http://h.test/"]),
    RequestRow(
      "lower case header names",
      "GET http://h.test/a\ncontent-type: x/y\n",
      ["GET http://h.test/a | content-type: x/y"]),
    RequestRow(
      "ten problems, the first is told",
      "GET http://h.test/a\nbad one\nbad two\n",
      [
        "✗ t.http:2:1: expected 'Name: value' or an empty line, found 'bad one' — a body needs an empty line in front of it"
      ]),
    RequestRow(
      "url of variables only",
      "@a = http://h.test\n@b = /x\nGET {{a}}{{b}}?{{$randomInt 1 2}}\n",
      ["GET http://h.test/x?1"]),
    RequestRow(
      "template file with unknown variable",
      "POST http://h.test/a\n\n<@ ./template.txt\n",
      [
        "✗ template.txt:1:6: there is no variable 'x'"
          + " — write @x = … in the file, or say it for this run: --set x=…, in the screens :set x=…"
      ]),
    RequestRow(
      "random float and mail",
      "POST http://h.test/a\n\n{{$random.float(1, 2)}} {{$random.email}}\n",
      ["POST http://h.test/a ‖ 1.000001 cdefghij@example.com"]),
    RequestRow(
      "shared missing",
      "GET http://h.test/{{$shared nope}}\n",
      ["✗ t.http:1:19: 'nope' is not set in $shared"]),
  ]
}
