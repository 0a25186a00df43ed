/// Words and signs that one editor alone has, as its own examples show them.
extension DialectRow {
  static let elsewhere: [DialectRow] = heads + words + bodiesElsewhere + scriptWrites

  /// Said once as the reason, once as the note that stands in the list.
  private static func kept(_ place: String, _ words: String) -> [String] {
    ["✗ t.http:\(place): \(words)", "note t.http:\(place): \(words)"]
  }

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
      .requestLine, .jetBrains, "GET http://h.test/a HTTP/2 (Prior Knowledge)\n",
      [
        "GET http://h.test/a http2",
        "note t.http:1:28: '(Prior Knowledge)' is kept and has no effect here",
      ]),
    DialectRow(
      .tightRequests, .httpYac,
      "UNLOCK http://h.test/a\n\nCHECKOUT http://h.test/b\n\nVERSION-CONTROL {{host}}/c\n",
      [
        "UNLOCK http://h.test/a", "CHECKOUT http://h.test/b", "VERSION-CONTROL http://h.test/c",
      ]),
    DialectRow(
      .signIns, .httpYac, "GET http://h.test/a\nClientCert: pfx: ./c.p12 passphrase: pw\n",
      kept(
        "2:1",
        "a certificate of the client is not done here: kept, not sent — take the line away to go without"
      )),
    DialectRow(
      .signIns, .others, "GET http://h.test/a\nX-ClientCert: MIIB\n",
      ["GET http://h.test/a | X-ClientCert: MIIB"]),
    DialectRow(
      .expressions, .others, "GET http://h.test/{{users[*].name}}\n",
      kept("1:19", "'{{users[*].name}}' is not done here: kept, not sent — write what it comes to")
    ),
    DialectRow(
      .expressions, .httpYac, "GET http://h.test/{{6 + x.index++}}\n",
      kept("1:19", "'{{6 + x.index++}}' is not done here: kept, not sent — write what it comes to")
    ),
    DialectRow(
      .expressions, .httpYac, "GET http://h.test/a\nX-N: {{id ? id : 1}}\n",
      kept("2:6", "'{{id ? id : 1}}' is not done here: kept, not sent — write what it comes to")),
    DialectRow(
      .expressions, .others, "POST http://h.test/a\n\n{{ a + b }}\n",
      ["POST http://h.test/a ‖ {{ a + b }}"]),
    DialectRow(
      .encodedVariables, .code, "@name = Ada & l/ö\nGET http://h.test/{{%name}}?b={{ %user }}\n",
      ["GET http://h.test/Ada%20%26%20l%2F%C3%B6?b=ada"]),
    DialectRow(
      .encodedVariables, .others, "POST http://h.test/a\n\n{{% note %}} {{%gone}}\n",
      [
        "✗ t.http:3:14: there is no variable 'gone' — write @gone = … in the file, or say it for this run: --set gone=…, in the screens :set gone=…"
      ]),
    DialectRow(
      .encodedVariables, .others, "POST http://h.test/a\n\n{{%", ["POST http://h.test/a ‖ {{%"]),
    DialectRow(
      .times, .others, "GET http://h.test/{{$datetime \"yyyy-MM-dd'T'HH:mm\"}}\n",
      ["GET http://h.test/2024-05-01T12:00"]),
    DialectRow(
      .times, .others, "POST http://h.test/a\n\n{{$localDatetime YYYY-MM-DD HH:mm:ss 1 d}}\n",
      ["POST http://h.test/a ‖ 2024-05-02 14:00:00"]),
  ]

  private static let words: [DialectRow] = [
    DialectRow(
      .prompts, .others,
      "# @kulala-prompt \"Who is it?\" who { type: \"password\" }\nGET http://h.test/{{who}}\n",
      [
        "✗ t.http:2:19: 'who' has no value: a person is asked for it — send it on the screens, or give it with --set who=…"
      ]),
    DialectRow(
      .switches, .others,
      "# @kulala-curl--insecure\n# @kulala-curl--max-time 5\n# @kulala-expect-status-code 404\nGET http://h.test/a\n",
      ["GET http://h.test/a ·status 404 ·timeout 5.0 seconds ·insecure"]),
    DialectRow(
      .switches, .others,
      "# @setting insecure true\n# @setting followredirects false\n# @settings timeout=4s\nGET http://h.test/a\n",
      ["GET http://h.test/a ·timeout 4.0 seconds ·insecure ·no-redirect"]),
    DialectRow(
      .switches, .others, "# @setting proxy {{proxy}}\nGET http://h.test/a\n",
      [
        "GET http://h.test/a",
        "note t.http:1:12: '@setting proxy {{proxy}}' is kept and has no effect here",
      ]),
    DialectRow(
      .loops, .others, "# @retry count=3 delay=10ms\n# @poll every=1s\nGET http://h.test/a\n",
      ["GET http://h.test/a", "note t.http:2:3: '@poll' is kept and has no effect here"]),
    DialectRow(
      .loops, .others, "# @compare dev prod\nGET http://h.test/a\n",
      ["GET http://h.test/a", "note t.http:1:3: '@compare' is kept and has no effect here"]),
    DialectRow(
      .loops, .others, "# @trace total<=150ms\nGET http://h.test/a\n",
      ["GET http://h.test/a", "note t.http:1:3: '@trace' is kept and has no effect here"]),
    DialectRow(
      .conditions, .others, "# @if login.response.status 404\nGET http://h.test/a\n",
      kept(
        "1:3",
        "'@if login.response.status 404' is not done here: kept, not sent — take the line away to send it"
      )),
    DialectRow(
      .conditions, .others, "# @ssh use=edge\nGET http://h.test/a\n",
      kept("1:3", "'@ssh use=edge' is not done here: kept, not sent — write what it comes to")),
    DialectRow(
      .order, .others,
      "# @dependsOn login\nGET http://h.test/a\n###\n# @name login\nGET http://h.test/l\n",
      ["GET http://h.test/a", "[login] GET http://h.test/l"]),
    DialectRow(
      .protocols, .others, "GET wss://h.test/a\n",
      kept("1:1", "WebSocket is not HTTP: kept, not sent")
    ),
    DialectRow(
      .protocols, .others, "STREAM com.example.Users.all\nHost: h.test\n",
      kept("1:1", "STREAM is not HTTP: kept, not sent")),
    DialectRow(
      .conditions, .others, "# @curl-data-urlencode\nPOST http://h.test/a\n\na=b c\n",
      kept(
        "1:3", "'@curl-data-urlencode' is not done here: kept, not sent — write the body encoded")),
    DialectRow(
      .expressions, .others, "# @apply {headers: {\"X-A\": \"1\"}}\nGET http://h.test/a\n",
      kept(
        "1:3",
        "'@apply {headers: {\"X-A\": \"1\"}}' is not done here: kept, not sent — write what it comes to"
      )),
    DialectRow(
      .signInComments, .others,
      "# @auth global bearer g\n### a\nGET http://h.test/a\n### b\n# @auth file bearer f\nGET http://h.test/b\n### c\n# @auth request bearer r\nGET http://h.test/c\n### d\n# @auth none\nGET http://h.test/d\n",
      [
        "[a] GET http://h.test/a | Authorization: Bearer g",
        "[b] GET http://h.test/b | Authorization: Bearer f",
        "[c] GET http://h.test/c | Authorization: Bearer r", "[d] GET http://h.test/d",
      ]),
    DialectRow(
      .signInComments, .others, "# @auth file oauth2 client_id=x\n### a\nGET http://h.test/a\n",
      [
        "[a] ✗ t.http:1:3: '@auth file oauth2 client_id=x' is not done here: kept, not sent — write the header it comes to",
        "note t.http:1:3: '@auth file oauth2 client_id=x' is not done here: kept, not sent — write the header it comes to",
      ]),
    DialectRow(
      .variableComments, .others,
      "# @global-secret key k0\n# @var file-secret id 7\nGET http://h.test/{{id}}\nX-K: {{key}}\n",
      ["GET http://h.test/7 | X-K: k0 ·secret id ·secret key"]),
  ]

  private static let form = "Content-Type: application/x-www-form-urlencoded"
  private static let parts = "Content-Type: multipart/form-data; boundary=b"

  private static let bodiesElsewhere: [DialectRow] = [
    DialectRow(
      .forms, .jetBrains, "POST http://h.test/a\n\(form)\n\na = {{user}} &\nb = c d\n& e=\nf\n",
      ["POST http://h.test/a | \(form) ‖ a=ada&b=c d&e=&f"]),
    DialectRow(
      .forms, .jetBrains,
      "POST http://h.test/a\n\(parts)\n\n--b\nContent-Disposition: form-data; name=\"a\"\n\n// a file\n< ./body.json\n--b\nContent-Disposition: form-data; name=\"b\"\n\n// a text\nText\n--b\nContent-Disposition: form-data; name=\"c\"\n\n< ./body.json --b--\n",
      [
        "POST http://h.test/a | \(parts) ‖ --b␍⏎Content-Disposition: form-data; name=\"a\"␍⏎␍⏎{\"from\":\"file\"}␍⏎--b␍⏎Content-Disposition: form-data; name=\"b\"␍⏎␍⏎Text␍⏎--b␍⏎Content-Disposition: form-data; name=\"c\"␍⏎␍⏎{\"from\":\"file\"}␍⏎--b--␍⏎"
      ]),
    DialectRow(
      .forms, .code,
      "POST http://h.test/a\n\(parts)\n\n--b\nContent-Disposition: form-data; name=\"a\"\n\n// a text\n--b--\n",
      [
        "POST http://h.test/a | \(parts) ‖ --b␍⏎Content-Disposition: form-data; name=\"a\"␍⏎␍⏎// a text␍⏎--b--␍⏎"
      ]),
    DialectRow(
      .fileBodies, .httpYac,
      "# @injectVariables\n@x = 1\nPOST http://h.test/a\n\n< ./template.txt\n",
      ["POST http://h.test/a ‖ x is 1⏎"]),
    DialectRow(
      .fileBodies, .others, "# @body inline\nPOST http://h.test/a\n\n< no file\n",
      ["POST http://h.test/a ‖ < no file"]),
    DialectRow(
      .tightRequests, .others,
      "POST http://h.test/a\nContent-Type: text/plain\n\n< ./body.json\n\n# @name b\nGET http://h.test/b\n",
      [
        #"POST http://h.test/a | Content-Type: text/plain ‖ {"from":"file"}"#,
        "[b] GET http://h.test/b",
      ]),
    DialectRow(
      .graphQL, .httpYac,
      "POST http://h.test/g\nContent-Type: application/json\n\ngql Q < ./body.json\n\n{\"id\": 1}\n",
      [
        #"POST http://h.test/g | Content-Type: application/json ‖ {"query":"{\"from\":\"file\"}","operationName":"Q","variables":{"id": 1}}"#
      ]),
    DialectRow(
      .graphQL, .others, "POST http://h.test/g\nContent-Type: text/plain\n\ngql Q < ./body.json\n",
      ["POST http://h.test/g | Content-Type: text/plain ‖ gql Q < ./body.json"]),
  ]

  private static let notRun =
    "a script is kept and not run — use # @expect, and {{name.response.body.$.path}} for values"

  /// A script in front of a request, and what the request is without it.
  private static func written(
    _ editor: Editor, _ script: String, _ request: String, _ lines: [String]
  ) -> DialectRow {
    DialectRow(
      .scriptWrites, editor, "\(script)\n\(request)\n",
      ["note t.http:1:1: \(notRun)"] + lines)
  }

  private static let scriptWrites: [DialectRow] = [
    written(
      .jetBrains, "< {%\n  request.variables.set('user', 'eve');\n%}", "GET http://h.test/{{user}}",
      [
        "✗ t.http:4:19: 'user' has no value: a script sets it that is not run — give it with --set user=…, in the screens :set user=…"
      ]),
    written(
      .httpYac, "{{\n  exports.user = 'eve';\n}}\n###", "GET http://h.test/{{user}}",
      [
        "✗ t.http:5:19: 'user' has no value: a script sets it that is not run — give it with --set user=…, in the screens :set user=…"
      ]),
    written(
      .jetBrains, "< {%\n  // request.variables.set('user', 'eve');\n  x(request.url == 1)\n%}",
      "GET http://h.test/{{user}}", ["GET http://h.test/ada"]),
    written(
      .jetBrains, "< {% client.global.headers.set('X-A', '1'); %}", "GET http://h.test/a",
      kept(
        "1:1",
        "'client.global.headers.set' of a script is not done here: kept, not sent — write what it comes to"
      )),
    written(
      .others, "< {%\n  request.headers['X-A'] = '1'\n%}", "GET http://h.test/a",
      kept(
        "1:1",
        "'request.headers' of a script is not done here: kept, not sent — write what it comes to")),
    written(
      .others, "> request.setBody(1);", "POST http://h.test/a",
      kept(
        "1:1",
        "'request.setBody' of a script is not done here: kept, not sent — write what it comes to")),
    written(
      .httpYac, "{{#\n  x();\n}}", "GET http://h.test/a", ["GET http://h.test/a"]),
  ]
}
