extension DialectRow {
  static let comments: [DialectRow] = [
    DialectRow(
      .prompts, .code, "# @prompt otp The code of today\nGET http://h.test/{{otp}}\n",
      [
        "✗ t.http:2:19: 'otp' has no value: a person is asked for it — send it on the screens, or give it with --set otp=…"
      ]),
    DialectRow(
      .prompts, .httpYac, "// @prompt user\nGET http://h.test/{{user}}\n", ["GET http://h.test/ada"]
    ),
    DialectRow(
      .confirmation, .code, "# @note this deletes\nDELETE http://h.test/a\n",
      ["DELETE http://h.test/a"]),
    DialectRow(.confirmation, .httpYac, "# @note\nGET http://h.test/a\n", ["GET http://h.test/a"]),
    DialectRow(
      .disabled, .httpYac, "# @disabled\nGET http://h.test/a\n",
      [
        "✗ t.http:1:12: the request is disabled: kept, not sent — take '# @disabled' away to send it",
        "note t.http:1:12: the request is disabled: kept, not sent — take '# @disabled' away to send it",
      ]),
    DialectRow(
      .disabled, .others, "# @disabled false\nGET http://h.test/a\n", ["GET http://h.test/a"]),
    DialectRow(
      .disabled, .httpYac, "# @disabled !this.token\nGET http://h.test/a\n",
      kept(
        "1:3",
        "'@disabled !this.token' is not done here: kept, not sent — take the line away to send it")
    ),
    DialectRow(
      .switches, .jetBrains, "# @no-redirect\nGET http://h.test/a\n",
      ["GET http://h.test/a ·no-redirect"]),
    DialectRow(
      .switches, .httpYac, "# @noRedirect\n# @noRejectUnauthorized\nGET http://h.test/a\n",
      ["GET http://h.test/a ·insecure ·no-redirect"]),
    DialectRow(
      .switches, .httpYac, "# @no-reject-unauthorized\nGET http://h.test/a\n",
      ["GET http://h.test/a ·insecure"]),
    DialectRow(
      .switches, .jetBrains, "# @connection-timeout 2\nGET http://h.test/a\n",
      ["GET http://h.test/a ·connect 2.0 seconds"]),
    DialectRow(
      .switches, .others, "# @connectionTimeout 300 ms\nGET http://h.test/a\n",
      ["GET http://h.test/a ·connect 0.3 seconds"]),
    DialectRow(
      .switches, .jetBrains, "// @no-log\n# @timeout 2 m\nGET http://h.test/a\n",
      ["GET http://h.test/a ·timeout 120.0 seconds"]),
    DialectRow(
      .loops, .httpYac, "# @loop for 3\nGET http://h.test/a\n",
      ["GET http://h.test/a", "note t.http:1:3: '@loop' is kept and has no effect here"]),
    DialectRow(
      .loops, .httpYac, "# @sleep 100\nGET http://h.test/a\n",
      ["GET http://h.test/a", "note t.http:1:3: '@sleep' is kept and has no effect here"]),
    DialectRow(
      .loops, .jetBrains, "run ./other.http\n\n###\nGET http://h.test/a\n",
      [
        "note t.http:1:1: 'run ./other.http' is kept and has no effect here",
        "GET http://h.test/a",
      ]),
    DialectRow(
      .loops, .jetBrains, "run #login (@host=x)\n### a\nGET http://h.test/a\n",
      [
        "note t.http:1:1: 'run #login (@host=x)' is kept and has no effect here",
        "[a] GET http://h.test/a",
      ]),
  ]

  private static let signIn = "write the header it comes to, such as Bearer {{token}}"
  private static let token = "send the sign-in and take {{login.response.body.$.access_token}}"
  private static let chance = "write the value, or $random.alphabetic(8)"

  /// Said once as the reason, once as the note that stands in the list.
  private static func kept(_ place: String, _ words: String) -> [String] {
    ["✗ t.http:\(place): \(words)", "note t.http:\(place): \(words)"]
  }

  static let foreign: [DialectRow] =
    [
      DialectRow(
        .signIns, .code, "GET http://h.test/a\nAuthorization: AWS id key region:eu-1\n",
        kept("2:1", "AWS sign-in is not done here: kept, not sent — \(signIn)")),
      DialectRow(
        .signIns, .code, "GET http://h.test/a\nAuthorization: COGNITO ada pw eu-1 pool client\n",
        kept("2:1", "Amazon Cognito sign-in is not done here: kept, not sent — \(signIn)")),
      DialectRow(
        .signIns, .httpYac, "GET http://h.test/a\nAuthorization: OAuth2 client_credentials x\n",
        kept("2:1", "OAuth 2 sign-in is not done here: kept, not sent — \(signIn)")),
      DialectRow(
        .signIns, .httpYac, "GET http://h.test/a\nAuthorization: NTLM ada pw\n",
        kept("2:1", "NTLM sign-in is not done here: kept, not sent — \(signIn)")),
      DialectRow(
        .signIns, .jetBrains,
        "GET http://h.test/a\nAuthorization: Bearer {{$auth.token(\"id\")}}\n",
        kept("2:23", "'{{$auth.token(\"id\")}}' is not done here: kept, not sent — \(token)")),
      DialectRow(
        .signIns, .code, "GET http://h.test/a\nAuthorization: {{$aadToken new}}\n",
        kept("2:16", "'{{$aadToken new}}' is not done here: kept, not sent — \(token)")),
      DialectRow(
        .signIns, .others, "GET http://h.test/a\nAuthorization: AWS AKIA:c2ln\n",
        ["GET http://h.test/a | Authorization: AWS AKIA:c2ln"]),
      DialectRow(
        .fakeValues, .jetBrains, "GET http://h.test/{{$random.name.firstName}}\n",
        kept("1:19", "'{{$random.name.firstName}}' is not done here: kept, not sent — \(chance)")),
      DialectRow(
        .fakeValues, .others, "GET http://h.test/{{$random.fullName}}\n",
        kept("1:19", "'{{$random.fullName}}' is not done here: kept, not sent — \(chance)")),
      DialectRow(
        .fakeValues, .others, "POST http://h.test/a\n\n{\"n\": \"{{$randomFirstName}}\"}\n",
        kept("3:8", "'{{$randomFirstName}}' is not done here: kept, not sent — \(chance)")),
      DialectRow(
        .fakeValues, .httpYac, "GET http://h.test/{{$input Name of it}}\n",
        kept(
          "1:19",
          "'{{$input Name of it}}' is not done here: kept, not sent — write # @prompt name and {{name}}"
        )),
    ] + ["WEBSOCKET", "GRPC", "RSOCKET", "GRAPHQLWS"].map { protocolRow(.jetBrains, $0) }
    + ["WS", "MQTT", "SSE", "AMQP", "GRPC", "EVENTSOURCE"].map { protocolRow(.httpYac, $0) }

  private static func protocolRow(_ editor: Editor, _ method: String) -> DialectRow {
    DialectRow(
      .protocols, editor, "\(method) h.test:80/a\n\n{\"a\": 1}\n=== wait-for-server\n",
      kept("1:1", "\(method) is not HTTP: kept, not sent"))
  }

  static let commands: [DialectRow] = [
    DialectRow(
      .commands, .code, "curl http://h.test/a\n",
      ["GET http://h.test/a ·no-redirect"]),
    DialectRow(
      .commands, .code,
      "curl -X POST http://h.test/a -H 'Content-Type: application/json' -d '{\"a\": 1}'\n",
      [#"POST http://h.test/a | Content-Type: application/json ‖ {"a": 1} ·no-redirect"#]),
    DialectRow(
      .commands, .code, "# @name one\ncurl -L {{host}}/a \\\n  -H \"X-A: {{user}}\"\n\n# behind\n",
      ["[one] GET http://h.test/a | X-A: ada"]),
    DialectRow(
      .commands, .others,
      "### first\ncurl -k https://h.test/a\n\n### second\nGET http://h.test/b\n",
      ["[first] GET https://h.test/a ·insecure ·no-redirect", "[second] GET http://h.test/b"]),
    DialectRow(
      .commands, .code, "curl -u ada:pw http://h.test/a\n",
      ["GET http://h.test/a | Authorization: Basic YWRhOnB3 ·no-redirect"]),
    DialectRow(
      .commands, .others, "curl --ntlm http://h.test/a\n",
      [
        "✗ t.http:1:1: the command cannot be read: --ntlm cannot be taken over: only Basic, Digest and Bearer can be sent"
      ]),
    DialectRow(
      .commands, .code, "curl -d @body.json http://h.test/a\n",
      [
        "✗ t.http:1:1: the command cannot be read: the file 'body.json' cannot be read: no files are read here — --data-binary @file names it"
      ]),
    DialectRow(
      .commands, .code, "curl --data-binary @body.json http://h.test/a\n",
      [
        #"POST http://h.test/a | Content-Type: application/x-www-form-urlencoded ‖ {"from":"file"} ·no-redirect"#
      ]),
  ]
}
