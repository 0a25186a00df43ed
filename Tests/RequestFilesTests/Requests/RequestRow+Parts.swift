extension RequestRow {
  /// Multipart bodies, GraphQL, scripts.
  static let parts: [RequestRow] = [
    RequestRow(
      "multipart",
      """
      POST http://h.test/a
      Content-Type: multipart/form-data; boundary=b

      --b
      Content-Disposition: form-data; name="x"

      one
      --b
      Content-Disposition: form-data; name="y"

      two
      --b--

      """,
      [
        #"POST http://h.test/a | Content-Type: multipart/form-data; boundary=b ‖ --b␍⏎Content-Disposition: form-data; name="x"␍⏎␍⏎one␍⏎--b␍⏎Content-Disposition: form-data; name="y"␍⏎␍⏎two␍⏎--b--␍⏎"#
      ]),
    RequestRow(
      "multipart with file",
      """
      POST http://h.test/a
      Content-Type: multipart/form-data; boundary="b:b"

      --b:b
      Content-Disposition: form-data; name="f"; filename="x.json"
      Content-Type: application/json

      < ./body.json
      --b:b--

      """,
      [
        #"POST http://h.test/a | Content-Type: multipart/form-data; boundary="b:b" ‖ --b:b␍⏎Content-Disposition: form-data; name="f"; filename="x.json"␍⏎Content-Type: application/json␍⏎␍⏎{"from":"file"}␍⏎--b:b--␍⏎"#
      ]),
    RequestRow(
      "multipart with own lines",
      """
      POST http://h.test/a
      Content-Type: multipart/form-data; boundary=b

      --b
      Content-Disposition: form-data; name="f"
      X-Own: 1

      < ./body.json
      --b--

      """,
      [
        #"POST http://h.test/a | Content-Type: multipart/form-data; boundary=b ‖ --b␍⏎Content-Disposition: form-data; name="f"␍⏎X-Own: 1␍⏎␍⏎{"from":"file"}␍⏎--b--␍⏎"#
      ]),
    RequestRow(
      "multipart text of lines",
      """
      POST http://h.test/a
      Content-Type: multipart/form-data; boundary=b

      --b
      Content-Disposition: form-data; name="x"

      one

      two

      --b--

      """,
      [
        #"POST http://h.test/a | Content-Type: multipart/form-data; boundary=b ‖ --b␍⏎Content-Disposition: form-data; name="x"␍⏎␍⏎one⏎⏎two⏎␍⏎--b--␍⏎"#
      ]),
    RequestRow(
      "multipart empty part",
      """
      POST http://h.test/a
      Content-Type: multipart/form-data; boundary=b

      --b
      Content-Disposition: form-data; name="x"

      --b--

      """,
      [
        #"POST http://h.test/a | Content-Type: multipart/form-data; boundary=b ‖ --b␍⏎Content-Disposition: form-data; name="x"␍⏎␍⏎␍⏎--b--␍⏎"#
      ]),
    RequestRow(
      "multipart mixed",
      """
      POST http://h.test/a
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: text/plain

      one
      --b--

      """,
      [
        "POST http://h.test/a | Content-Type: multipart/mixed; boundary=b ‖ --b␍⏎Content-Type: text/plain␍⏎␍⏎one␍⏎--b--␍⏎"
      ]),
    RequestRow(
      "multipart crlf",
      "POST http://h.test/a\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\none\r\n--b--\r\n",
      [
        #"POST http://h.test/a | Content-Type: multipart/form-data; boundary=b ‖ --b␍⏎Content-Disposition: form-data; name="x"␍⏎␍⏎one␍⏎--b--␍⏎"#
      ]),
    RequestRow(
      "multipart boundary variable",
      """
      @w = b1
      POST http://h.test/a
      Content-Type: multipart/form-data; boundary={{w}}

      --{{w}}
      Content-Disposition: form-data; name="x"

      one
      --{{w}}--

      """,
      [
        #"POST http://h.test/a | Content-Type: multipart/form-data; boundary=b1 ‖ --b1␍⏎Content-Disposition: form-data; name="x"␍⏎␍⏎one␍⏎--b1--␍⏎"#
      ]),
    RequestRow(
      "multipart not closed",
      """
      POST http://h.test/a
      Content-Type: multipart/form-data; boundary=b

      --b
      Content-Disposition: form-data; name="x"

      one

      """,
      ["✗ t.http:7:4: expected '--b--', found the end of the body"]),
    RequestRow(
      "multipart no boundary",
      "POST http://h.test/a\nContent-Type: multipart/form-data\n\n--b\n\none\n--b--\n",
      [
        "POST http://h.test/a | Content-Type: multipart/form-data ‖ --b⏎⏎one⏎--b--",
        "note t.http:2:1: a multipart body without a boundary in Content-Type is sent as it is written — no server finds its parts: add ; boundary=name",
      ]),
    RequestRow(
      "multipart boundary in a variable",
      "@p = boundary=b\nPOST http://h.test/a\nContent-Type: multipart/form-data; {{p}}\n\n--b\n\none\n--b--\n",
      ["✗ t.http:3:1: expected boundary=name written out, found a variable"]),
    RequestRow(
      "multipart text before",
      """
      POST http://h.test/a
      Content-Type: multipart/form-data; boundary=b

      hello
      --b

      one
      --b--

      """,
      ["✗ t.http:4:1: expected '--b', found 'hello'"]),
    RequestRow(
      "multipart text behind",
      """
      POST http://h.test/a
      Content-Type: multipart/form-data; boundary=b

      --b

      one
      --b--
      bye

      """,
      ["✗ t.http:8:1: expected nothing behind '--b--', found 'bye'"]),
    RequestRow(
      "multipart bad head",
      """
      POST http://h.test/a
      Content-Type: multipart/form-data; boundary=b

      --b
      no colon

      one
      --b--

      """,
      [
        #"✗ t.http:5:1: expected a line such as 'Content-Disposition: form-data; name="x"', found 'no colon'"#
      ]),
    RequestRow(
      "multipart injected",
      """
      @n = {{$processEnv LINES}}
      POST http://h.test/a
      Content-Type: multipart/form-data; boundary=b

      --b
      Content-Disposition: form-data; name="{{n}}"

      one
      --b--

      """,
      [
        "✗ t.http:6:39: 'n' would break the line it stands in — it holds a line break or NUL; nothing was sent"
      ]),
    RequestRow(
      "graphql",
      """
      POST http://h.test/g
      X-Request-Type: GraphQL

      query Q($id: ID!) {
        user(id: $id) { name }
      }

      {
        "id": 42
      }

      """,
      [
        #"POST http://h.test/g | Content-Type: application/json ‖ {"query":"query Q($id: ID!) {\n  user(id: $id) { name }\n}","variables":{⏎  "id": 42⏎}}"#
      ]),
    RequestRow(
      "graphql method",
      "GRAPHQL http://h.test/g\nAccept: a/b\n\n{ viewer { login } }\n",
      [
        #"POST http://h.test/g | Accept: a/b | Content-Type: application/json ‖ {"query":"{ viewer { login } }"}"#
      ]),
    RequestRow(
      "graphql blank lines",
      "GRAPHQL http://h.test/g\n\n{\n  a\n\n  b\n}\n",
      [
        #"POST http://h.test/g | Content-Type: application/json ‖ {"query":"{\n  a\n\n  b\n}"}"#
      ]),
    RequestRow(
      "graphql bad variables",
      "GRAPHQL http://h.test/g\n\nquery { a }\n\n{ id: 1 }\n",
      [
        "✗ t.http:1:1: the variables of the query are no JSON: line 1, column 3 (byte 2): found 'i', expected a key in double quotes or '}'"
      ]),
    RequestRow(
      "graphql own type",
      "GRAPHQL http://h.test/g\nContent-Type: application/graphql+json\n\n{ a }\n",
      [
        #"POST http://h.test/g | Content-Type: application/graphql+json ‖ {"query":"{ a }"}"#
      ]),
    RequestRow(
      "handler",
      """
      GET http://h.test/a

      > {%
        client.global.set("x", response.body.x);
        // ### not a separator? it is indented
      %}

      """,
      ["GET http://h.test/a"]),
    RequestRow(
      "handler behind body",
      "POST http://h.test/a\n\nhello\n\n> {% client.test(\"a\", function() {}); %}\n",
      ["POST http://h.test/a ‖ hello"]),
    RequestRow(
      "handler file",
      "POST http://h.test/a\n\nhello\n> ./check.js\n",
      [
        "note t.http:4:1: a script is kept and not run: 1 check is not made — use # @expect, and {{name.response.body.$.path}} for values",
        "POST http://h.test/a ‖ hello",
      ]),
    RequestRow(
      "script before",
      "< {% request.variables.set(\"a\", \"b\") %}\nGET http://h.test/a\n",
      [
        "note t.http:1:1: a script is kept and not run — use # @expect, and {{name.response.body.$.path}} for values",
        "GET http://h.test/a",
      ]),
    RequestRow(
      "two handlers",
      "GET http://h.test/1\n\n> {% a %}\n###\nGET http://h.test/2\n\n> {% b %}\n",
      [
        "note t.http:3:1: a script is kept and not run, and 1 more — use # @expect, and {{name.response.body.$.path}} for values",
        "GET http://h.test/1",
        "GET http://h.test/2",
      ]),
    RequestRow(
      "answer reference",
      "POST http://h.test/a\n\nhello\n\n<> 2024-05-01T120000.200.json\n",
      ["POST http://h.test/a ‖ hello"]),
    RequestRow(
      "response to file",
      "GET http://h.test/a\n\n>> out.json\n",
      ["GET http://h.test/a", "note t.http:3:1: '>>' is kept and has no effect here"]),
    RequestRow(
      "import line",
      "import ./other.http\nGET http://h.test/a\n",
      [
        "problem t.http:1:8: the file './other.http' cannot be used: No such file or directory — paths count from the request file's folder and stay in the collection or its repository",
        "GET http://h.test/a",
      ]),
  ]
}
