/// Requests one behind the other without a separator, and what stands where others expect nothing.
extension DialectRow {
  static let tight: [DialectRow] = [
    DialectRow(
      .tightRequests, .httpYac, "GET http://h.test/a\n\nGET http://h.test/b\n",
      ["GET http://h.test/a", "GET http://h.test/b"]),
    DialectRow(
      .tightRequests, .httpYac,
      "POST http://h.test/a\n\n{\"a\": 1}\n\n# @name two\nPUT {{host}}/b HTTP/1.1\nX-A: 1\n\nhello\n",
      [#"POST http://h.test/a ‖ {"a": 1}"#, "[two] PUT http://h.test/b http1 | X-A: 1 ‖ hello"]),
    DialectRow(
      .tightRequests, .httpYac,
      "GET http://h.test/a\n\n{{\n  test('x', () => {});\n}}\n\n\n@id = 7\n\nGET http://h.test/{{id}}\n",
      [
        "note t.http:3:1: a script is kept and not run: 1 check is not made — use # @expect, and {{name.response.body.$.path}} for values",
        "GET http://h.test/a", "GET http://h.test/7",
      ]),
    DialectRow(
      .tightRequests, .others,
      "### first\nGET http://h.test/a\n\n> {% client.log(1) %}\n\nDELETE http://h.test/b\n",
      ["[first] GET http://h.test/a", "DELETE http://h.test/b"]),
    DialectRow(
      .tightRequests, .others, "GET http://h.test/a\nGET http://h.test/b\n",
      ["GET http://h.test/a", "GET http://h.test/b"]),
    DialectRow(
      .tightRequests, .others, "curl -L http://h.test/a\n\n# second\nGET http://h.test/b\n",
      ["GET http://h.test/a", "GET http://h.test/b"]),
    DialectRow(
      .tightRequests, .others, "POST http://h.test/a\n\nfirst\nGET /b\nGET it done\n\nGET it\n",
      ["POST http://h.test/a ‖ first⏎GET /b⏎GET it done⏎⏎GET it"]),
    DialectRow(
      .tightRequests, .others,
      "POST http://h.test/a\nContent-Type: text/plain\n\nread on\n\nGET /b\n",
      ["POST http://h.test/a | Content-Type: text/plain ‖ read on⏎⏎GET /b"]),
    DialectRow(
      .tightRequests, .others,
      "POST http://h.test/a\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/http\n\nGET /b HTTP/1.1\n\n--b--\n",
      [
        "POST http://h.test/a | Content-Type: multipart/mixed; boundary=b ‖ --b␍⏎Content-Type: application/http␍⏎␍⏎GET /b HTTP/1.1⏎␍⏎--b--␍⏎"
      ]),
    DialectRow(
      .keptAnswers, .httpYac,
      "GET http://h.test/a\n\n// as it was\nHTTP/2.0 200 OK\nserver: x\n\n{\"a\": 1}\n\nGET http://h.test/b\n",
      ["GET http://h.test/a", "GET http://h.test/b"]),
    DialectRow(
      .keptAnswers, .others,
      "POST http://h.test/a\nContent-Type: message/http\n\nHTTP/1.1 200 OK\n",
      ["POST http://h.test/a | Content-Type: message/http ‖ HTTP/1.1 200 OK"]),
    DialectRow(
      .frontOfBody, .others,
      "POST http://h.test/a\nContent-Type: application/json\n\n// a list\n# of one\n[1]\n",
      ["POST http://h.test/a | Content-Type: application/json ‖ [1]"]),
    DialectRow(
      .frontOfBody, .others,
      "POST http://h.test/{{id}}\n\n# @expect ~c 200\n@id = 7\n\n{\"a\": 1}\n",
      [#"POST http://h.test/7 ‖ {"a": 1} ·expect ~c 200"#]),
    DialectRow(
      .frontOfBody, .others, "POST http://h.test/a\n\n/* a\n * file */\n< ./body.json\n",
      [#"POST http://h.test/a ‖ {"from":"file"}"#]),
    DialectRow(
      .frontOfBody, .others, "POST http://h.test/a\n\n# a heading\n\ntext\n",
      ["POST http://h.test/a ‖ # a heading⏎⏎text"]),
    DialectRow(
      .tightBodies, .httpYac, "POST http://h.test/a\n{\n  \"a\": 1\n}\n",
      [#"POST http://h.test/a ‖ {⏎  "a": 1⏎}"#]),
    DialectRow(
      .tightBodies, .httpYac, "@x = 1\nPOST http://h.test/a\nX-A: 1\n<@ ./template.txt\n",
      ["POST http://h.test/a | X-A: 1 ‖ x is 1⏎"]),
    DialectRow(
      .tightBodies, .others, "POST http://h.test/a\nX-A: 1\n[1]\n> {% client.log(1) %}\n",
      ["POST http://h.test/a | X-A: 1 ‖ [1]"]),
  ]

  /// Said once as the reason, once as the note that stands in the list.
  private static func run(_ place: String, _ written: String) -> [String] {
    let words = "'\(written)' is not done here: kept, not sent — write what it comes to"
    return ["✗ t.http:\(place): \(words)", "note t.http:\(place): \(words)"]
  }

  static let expressions: [DialectRow] = [
    DialectRow(
      .expressions, .httpYac, "POST http://h.test/a\n\n{{JSON.stringify(one)}}\n",
      run("3:1", "{{JSON.stringify(one)}}")),
    DialectRow(
      .expressions, .httpYac,
      "GET http://h.test/a\nAuthorization: Basic {{Buffer.from(pair).toString('b64')}}\n",
      run("2:22", "{{Buffer.from(pair).toString('b64')}}")),
    DialectRow(
      .expressions, .httpYac, "GET http://h.test/{{ encode(user) }}\n",
      run("1:19", "{{ encode(user) }}")),
    DialectRow(
      .expressions, .others, "POST http://h.test/a\n\n<p>{{ url_for('x') }}</p>\n",
      ["POST http://h.test/a ‖ <p>{{ url_for('x') }}</p>"]),
    DialectRow(
      .graphQL, .httpYac,
      "fragment F on T {\n  id\n}\n\nPOST http://h.test/g\nContent-Type: application/json\n\nquery { a { ...F } }\n\n{ \"x\": 1 }\n",
      [
        #"POST http://h.test/g | Content-Type: application/json ‖ {"query":"query { a { ...F } }\nfragment F on T {\n  id\n}","variables":{ "x": 1 }}"#
      ]),
    DialectRow(
      .graphQL, .others,
      "fragment F on T {\n  id\n}\n###\nGRAPHQL http://h.test/g\n\n{ a }\n",
      [#"POST http://h.test/g | Content-Type: application/json ‖ {"query":"{ a }"}"#]),
    DialectRow(
      .scriptBlocks, .others, "GET http://h.test/a\n\n--{%\n\nlocal x = 1\n\n--%}\n",
      [
        "note t.http:3:1: a script is kept and not run — use # @expect, and {{name.response.body.$.path}} for values",
        "GET http://h.test/a",
      ]),
    DialectRow(.bases, .code, "@baseUrl = http://h.test/v1\nGET /a\n", ["GET http://h.test/v1/a"]),
    DialectRow(.bases, .httpYac, "GET /a\n", ["GET http://h.test/a"]),
    DialectRow(
      .environments, .httpYac, "GET http://h.test/{{KEY}}\n",
      ["GET http://h.test/value ·secret KEY"]),
    DialectRow(
      .captures, .others, "# @env-json-key T json.token\nGET http://h.test/a\n",
      ["GET http://h.test/a"]),
    DialectRow(
      .loops, .others, "# @env-stdin-cmd T jq -r .token\nGET http://h.test/a\n",
      ["GET http://h.test/a", "note t.http:1:3: '@env-stdin-cmd' is kept and has no effect here"]),
  ]
}
