/// Names of requests, values taken by them without `response`, and what comments stand for.
extension DialectRow {
  /// Behind each the request that is looked into.
  private static func implied(_ editor: Editor, _ written: String, _ value: String) -> DialectRow {
    DialectRow(
      .impliedReferences, editor,
      "GET http://h.test/{{\(written)}}\n###\n# @name login\nPOST http://h.test/l\n",
      [
        value + (written.hasSuffix(".token") ? " ·secret \(written)" : ""),
        "[login] POST http://h.test/l",
      ])
  }

  static let impliedReferences: [DialectRow] = [
    implied(.others, "login.body.data.token", "GET http://h.test/t0"),
    implied(.others, "login.body.$.list[1].id", "GET http://h.test/2"),
    implied(.others, "login.headers.X-Id", "GET http://h.test/7"),
    implied(.httpYac, "login.data.token", "GET http://h.test/t0"),
    implied(.httpYac, "login.list[0].id", "GET http://h.test/1"),
    implied(.httpYac, "loginResponse.headers.x-id", "GET http://h.test/7"),
    implied(.httpYac, "loginResponse.parsedBody.data.token", "GET http://h.test/t0"),
    implied(
      .others, "login.data.gone",
      "✗ t.http:1:19: the value is not in 'login': no key 'gone' at 'data': the object has token"),
    DialectRow(
      .impliedReferences, .others,
      "@login.data.token = own\nGET http://h.test/{{login.data.token}}\n###\n# @name login\nPOST http://h.test/l\n",
      ["GET http://h.test/own ·secret login.data.token", "[login] POST http://h.test/l"]),
    DialectRow(
      .impliedReferences, .others,
      "@id = {{login.data.token}}\nGET http://h.test/{{id}}\n###\n# @name login\nPOST http://h.test/l\n",
      [
        "GET http://h.test/t0 ·secret login.data.token ·secret id", "[login] POST http://h.test/l",
      ]),
    DialectRow(
      .impliedReferences, .others, "GET http://h.test/{{logout.data.token}}\n",
      ["✗ t.http:1:19: there is no variable 'logout.data.token'"]),
    DialectRow(
      .references, .others,
      "GET http://h.test/{{login.response.status}}\n###\n# @name login\nPOST http://h.test/l\n",
      ["GET http://h.test/201", "[login] POST http://h.test/l"]),
  ]

  static let names: [DialectRow] = [
    DialectRow(
      .keptAnswers, .others,
      "### a\n# @mock path=/a\nHTTP/1.1 202 Accepted\nX: 1\n\n{}\n---\nHTTP/1.1 200 OK\n\n### b\nGET http://h.test/b\n",
      ["[b] GET http://h.test/b"]),
    DialectRow(
      .preScripts, .others,
      "# @script test\n> client.test(\"x\", function () {\n>   tests.assert(true);\n> });\nGET http://h.test/a\n",
      [
        "note t.http:2:1: a script is kept and not run: 1 check is not made — use # @expect, and {{name.response.body.$.path}} for values",
        "GET http://h.test/a",
      ]),
    DialectRow(
      .tightBodies, .httpYac,
      "# @name login\nPOST http://h.test/l\n\n###\nPOST http://h.test/a\nX-A: 1\n{{login.data.token}}\n",
      [
        "[login] POST http://h.test/l",
        "POST http://h.test/a | X-A: 1 ‖ t0 ·secret login.data.token",
      ]),
    DialectRow(
      .requestLine, .others, "GET http:h.test/a\n###\nGET http:8080/a\n",
      ["GET http://h.test/a", "GET http://http:8080/a"]),
    DialectRow(
      .graphQL, .others, "# @graphql\n# @query < ./q.graphql\nPOST http://h.test/q\n",
      [
        "✗ t.http:2:3: '@query < ./q.graphql' is not done here: kept, not sent — write the query",
        "note t.http:2:3: '@query < ./q.graphql' is not done here: kept, not sent — write the query",
      ]),
    DialectRow(
      .forms, .jetBrains,
      "POST http://h.test/a\nContent-Type: multipart/form-data; boundary=b\n\n--b\nContent-Disposition: form-data; name=\"a\"\n\n1\n--b\n\n###\n",
      [
        "POST http://h.test/a | Content-Type: multipart/form-data; boundary=b ‖ --b␍⏎Content-Disposition: form-data; name=\"a\"␍⏎␍⏎1␍⏎--b--␍⏎"
      ]),
    DialectRow(
      .names, .code,
      "### @name login\nPOST http://h.test/l\n\n### other\nGET {{host}}/{{login.response.body.data.token}}\n",
      [
        "[login] POST http://h.test/l",
        "[other] GET http://h.test/t0 ·secret login.response.body.data.token",
      ]),
    DialectRow(
      .names, .jetBrains, "### Get it\n# @name getIt\nGET http://h.test/a\n",
      ["[getIt] GET http://h.test/a"]),
    DialectRow(
      .names, .httpYac, "### @no-redirect\nGET http://h.test/a\n",
      ["[@no-redirect] GET http://h.test/a ·no-redirect"]),
    DialectRow(
      .signInComments, .others,
      "@token = t0\n# @auth bearer {{token}}\nPOST http://h.test/a\nX-A: 1\n\n{}\n",
      ["POST http://h.test/a | X-A: 1 | Authorization: Bearer t0 ‖ {} ·secret token"]),
    DialectRow(
      .signInComments, .others, "# @auth basic ada pw\nGET http://h.test/a\n",
      ["GET http://h.test/a | Authorization: Basic YWRhOnB3"]),
    DialectRow(
      .signInComments, .others,
      "# @auth bearer t0\nGET http://h.test/a\nAuthorization: Bearer own\n",
      ["GET http://h.test/a | Authorization: Bearer own"]),
    DialectRow(
      .signInComments, .others, "# @basic ada pw\nGET http://h.test/a\n",
      ["GET http://h.test/a | Authorization: Basic YWRhOnB3"]),
    DialectRow(
      .signInComments, .others, "GET http://h.test/a\n@auth bearer t0\n",
      ["GET http://h.test/a | Authorization: Bearer t0"]),
    DialectRow(
      .signInComments, .others, "# @auth required\nGET http://h.test/a\n",
      ["GET http://h.test/a"]),
    DialectRow(
      .signIns, .others, "# @auth oauth2 client_id=x\nGET http://h.test/a\n",
      [
        "✗ t.http:1:3: '@auth oauth2 client_id=x' is not done here: kept, not sent — write the header it comes to",
        "note t.http:1:3: '@auth oauth2 client_id=x' is not done here: kept, not sent — write the header it comes to",
      ]),
    DialectRow(
      .variableComments, .others,
      "# @var file base http://h.test\n# @global key k {{host}}\n# @const id = 7\nGET {{base}}/{{id}}\nX-K: {{key}}\n",
      ["GET http://h.test/7 | X-K: k http://h.test"]),
    DialectRow(
      .graphQL, .others,
      "# @graphql\nPOST http://h.test/q\n\n{ user(id: $id) { name } }\n\n# @variables\n{\"id\": 7}\n",
      [
        #"POST http://h.test/q | Content-Type: application/json ‖ {"query":"{ user(id: $id) { name } }","variables":{"id": 7}}"#
      ]),
    DialectRow(
      .prompts, .others, "GET http://h.test/{{:id}}\nX-P: {{:word!secret}}\n",
      [
        "✗ t.http:1:19: 'id' has no value: a person is asked for it — send it on the screens, or give it with --set id=…"
      ]),
  ]
}
