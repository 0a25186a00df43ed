extension DialectRow {
  static let bodies: [DialectRow] = [
    DialectRow(
      .fileBodies, .jetBrains, "POST http://h.test/a\n\n< ./body.json\n",
      [#"POST http://h.test/a ‖ {"from":"file"}"#]),
    DialectRow(
      .fileBodies, .code, "@x = 1\nPOST http://h.test/a\n\n<@ ./template.txt\n",
      ["POST http://h.test/a ‖ x is 1⏎"]),
    DialectRow(
      .fileBodies, .httpYac, "@x = 1\nPOST http://h.test/a\n\n<@latin1 ./template.txt\n",
      ["POST http://h.test/a ‖ x is 1⏎"]),
    DialectRow(
      .graphQL, .jetBrains, "GRAPHQL http://h.test/g\n\nquery { a }\n\n{ \"id\": 1 }\n",
      [
        #"POST http://h.test/g | Content-Type: application/json ‖ {"query":"query { a }","variables":{ "id": 1 }}"#
      ]),
    DialectRow(
      .graphQL, .code,
      "POST http://h.test/g\nContent-Type: application/json\nX-REQUEST-TYPE: GraphQL\n\nquery { a }\n",
      [
        #"POST http://h.test/g | Content-Type: application/json ‖ {"query":"query { a }","variables":{}}"#
      ]),
    DialectRow(
      .graphQL, .code, "POST http://h.test/g\nX-Request-Type: GraphQL\n\n< ./body.json\n",
      [
        #"POST http://h.test/g | Content-Type: application/json ‖ {"query":"{\"from\":\"file\"}","variables":{}}"#
      ]),
    DialectRow(
      .graphQL, .jetBrains,
      "GRAPHQL http://h.test/g\n\n<\n###\nGRAPHQL http://h.test/g\n\n{ a(x: \"<b>\") }\n",
      [
        #"POST http://h.test/g | Content-Type: application/json ‖ {"query":"<"}"#,
        #"POST http://h.test/g | Content-Type: application/json ‖ {"query":"{ a(x: \"<b>\") }"}"#,
      ]),
    DialectRow(
      .graphQL, .httpYac,
      "@n = N\nPOST http://h.test/g\nContent-Type: application/json\n\ngql {{n}} < ./body.json\n",
      [
        #"POST http://h.test/g | Content-Type: application/json ‖ {"query":"{\"from\":\"file\"}","operationName":"N"}"#
      ]),
    DialectRow(
      .graphQL, .httpYac,
      "POST http://h.test/g\nContent-Type: application/json\n\ngql < ./body.json\n",
      [
        #"POST http://h.test/g | Content-Type: application/json ‖ {"query":"{\"from\":\"file\"}"}"#
      ]),
    DialectRow(
      .graphQL, .httpYac,
      "@x = 7\nGRAPHQL http://h.test/g\n\nquery Q($id: ID) { a(id: $id) }\n\n{\"id\": {{x}}}\n",
      [
        #"POST http://h.test/g | Content-Type: application/json ‖ {"query":"query Q($id: ID) { a(id: $id) }","variables":{"id": 7}}"#
      ]),
    DialectRow(
      .forms, .code,
      "POST http://h.test/a\nContent-Type: multipart/form-data; boundary=b\n\n--b\nX: 1\n\n< ./body.json\n\n--b--\n",
      [
        #"POST http://h.test/a | Content-Type: multipart/form-data; boundary=b ‖ --b␍⏎X: 1␍⏎␍⏎{"from":"file"}␍⏎␍⏎--b--␍⏎"#
      ]),
    DialectRow(
      .forms, .jetBrains,
      "POST http://h.test/a\nContent-Type: application/x-www-form-urlencoded\n\na = 1 &\nb=2\n",
      [
        "POST http://h.test/a | Content-Type: application/x-www-form-urlencoded ‖ a=1&b=2"
      ]),
    DialectRow(
      .forms, .code,
      "POST http://h.test/a\nContent-Type: application/x-www-form-urlencoded\n\na=1\n&b=2\n",
      [
        "POST http://h.test/a | Content-Type: application/x-www-form-urlencoded ‖ a=1&b=2"
      ]),
  ]

  static let behindBodies: [DialectRow] = [
    DialectRow(
      .behindBody, .code, "POST http://h.test/a\n\n{\"a\": 1}\n\n# the next one\n",
      [#"POST http://h.test/a ‖ {"a": 1}"#]),
    DialectRow(
      .behindBody, .code, "POST http://h.test/{{id}}\n\n{\"a\": 1}\n\n@id = 7\n",
      [#"POST http://h.test/7 ‖ {"a": 1}"#]),
    DialectRow(
      .behindBody, .code,
      "POST http://h.test/a\n\n{\"a\": 1}\n// one\n\n# two\n@x = 1\n### next\nGET http://h.test/{{x}}\n",
      [#"POST http://h.test/a ‖ {"a": 1}"#, "[next] GET http://h.test/1"]),
    DialectRow(
      .behindBody, .code, "POST http://h.test/a\n\na=1\n\n# @expect ~c 200\n",
      ["POST http://h.test/a ‖ a=1 ·expect ~c 200"]),
    DialectRow(
      .behindBody, .jetBrains, "POST http://h.test/a\n\n< ./body.json\n// a file\n",
      [#"POST http://h.test/a ‖ {"from":"file"}"#]),
    DialectRow(
      .behindBody, .jetBrains, "POST http://h.test/a\n\n// nothing is sent\n",
      ["POST http://h.test/a"]),
    DialectRow(
      .behindBody, .httpYac, "PUT http://h.test/a\nContent-Type: application/xml\n\n<a/>\n# end\n",
      ["PUT http://h.test/a | Content-Type: application/xml ‖ <a/>"]),
    DialectRow(
      .behindBody, .others,
      "POST http://h.test/a\nContent-Type: text/markdown\n\ntext\n\n# a heading\n",
      ["POST http://h.test/a | Content-Type: text/markdown ‖ text⏎⏎# a heading"]),
    DialectRow(
      .behindBody, .others, "POST http://h.test/a\n\nred\n# green\n",
      ["POST http://h.test/a ‖ red⏎# green"]),
    DialectRow(
      .behindBody, .others,
      "POST http://h.test/a\nContent-Type: application/yaml\n\na: 1\n\n# b: 2\n",
      ["POST http://h.test/a | Content-Type: application/yaml ‖ a: 1⏎⏎# b: 2"]),
    DialectRow(
      .blockComments, .httpYac, "/*\n * about it\n */\nGET http://h.test/a\n",
      ["GET http://h.test/a"]),
    DialectRow(
      .blockComments, .httpYac, "GET http://h.test/a\n/* no */\nAccept: a/b\n",
      ["GET http://h.test/a | Accept: a/b"]),
    DialectRow(
      .blockComments, .others, "POST http://h.test/a\n\n{\"a\": 1}\n\n/*\nlater\n*/\n",
      [#"POST http://h.test/a ‖ {"a": 1}"#]),
    DialectRow(
      .blockComments, .others, "POST http://h.test/a\n\n{\n  /* here */\n  \"a\": 1\n}\n",
      [#"POST http://h.test/a ‖ {⏎  /* here */⏎  "a": 1⏎}"#]),
    DialectRow(
      .blockComments, .others, "/* GET http://h.test/off\n*/\n### on\nGET http://h.test/on\n",
      ["[on] GET http://h.test/on"]),
  ]

  static let scriptsKept: [DialectRow] = [
    DialectRow(
      .preScripts, .jetBrains,
      "< {%\n  request.variables.set(\"a\", crypto.md5())\n%}\nGET http://h.test/a\n",
      [
        "note t.http:1:1: a script is kept and not run — use # @expect, and {{name.response.body.$.path}} for values",
        "GET http://h.test/a",
      ]),
    DialectRow(
      .preScripts, .others, "<{%\n  x()\n%}\nGET http://h.test/a\n",
      [
        "note t.http:1:1: a script is kept and not run — use # @expect, and {{name.response.body.$.path}} for values",
        "GET http://h.test/a",
      ]),
    DialectRow(
      .scriptFiles, .jetBrains, "< ./before.js\nPOST http://h.test/a\n\nhello\n",
      [
        "note t.http:1:1: a script is kept and not run: 1 check is not made — use # @expect, and {{name.response.body.$.path}} for values",
        "POST http://h.test/a ‖ hello",
      ]),
    DialectRow(
      .scriptFiles, .jetBrains, "GET http://h.test/a\n\n> ./after.js\n",
      [
        "note t.http:3:1: a script is kept and not run: 1 check is not made — use # @expect, and {{name.response.body.$.path}} for values",
        "GET http://h.test/a",
      ]),
    DialectRow(
      .scriptFiles, .others, "POST http://h.test/a\n\n< ./body.json\n> after.js\n",
      [
        "note t.http:4:1: a script is kept and not run: 1 check is not made — use # @expect, and {{name.response.body.$.path}} for values",
        #"POST http://h.test/a ‖ {"from":"file"}"#,
      ]),
    DialectRow(
      .scriptBlocks, .httpYac, "{{\n  exports.x = 1;\n}}\nGET http://h.test/a\n",
      [
        "note t.http:1:1: a script is kept and not run — use # @expect, and {{name.response.body.$.path}} for values",
        "GET http://h.test/a",
      ]),
    DialectRow(
      .scriptBlocks, .httpYac,
      "POST http://h.test/a\n\n{\"a\": 1}\n\n{{@response\n  test('a', () => { expect(1).to.be(1) });\n}}\n",
      [
        "note t.http:5:1: a script is kept and not run: 1 check is not made — use # @expect, and {{name.response.body.$.path}} for values",
        #"POST http://h.test/a ‖ {"a": 1}"#,
      ]),
    DialectRow(
      .scriptBlocks, .httpYac, "{{ exports.now = Date.now() }}\nGET {{host}}/a\n",
      [
        "note t.http:1:1: a script is kept and not run — use # @expect, and {{name.response.body.$.path}} for values",
        "GET http://h.test/a",
      ]),
    DialectRow(
      .scriptBlocks, .httpYac, "{{+\n  exports.all = 1;\n}}\n###\n{{host}}/a\n",
      [
        "note t.http:1:1: a script is kept and not run — use # @expect, and {{name.response.body.$.path}} for values",
        "GET http://h.test/a",
      ]),
    DialectRow(
      .behindHead, .jetBrains, "GET http://h.test/a\nAccept: a/b\n> {% client.log(1); %}\n",
      ["GET http://h.test/a | Accept: a/b"]),
    DialectRow(
      .behindHead, .jetBrains, "GET http://h.test/a\n> {%\n  x();\n%}\n",
      [
        "note t.http:2:1: a script is kept and not run — use # @expect, and {{name.response.body.$.path}} for values",
        "GET http://h.test/a",
      ]),
    DialectRow(
      .behindHead, .jetBrains, "GET http://h.test/a\n<> 2024-05-01.200.json\n",
      ["GET http://h.test/a"]),
    DialectRow(
      .behindHead, .httpYac, "GET http://h.test/a\n?? status == 200\n", ["GET http://h.test/a"]),
    DialectRow(
      .behindHead, .httpYac, "GET http://h.test/a\n{{\n  x();\n}}\n",
      [
        "note t.http:2:1: a script is kept and not run — use # @expect, and {{name.response.body.$.path}} for values",
        "GET http://h.test/a",
      ]),
  ]
}
