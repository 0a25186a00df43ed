/// What other clients' own examples and people's projects have, and no two of them alike.
extension DialectRow {
  static let others: [DialectRow] = colons + kept + values + commandsOfOthers

  /// Said once as the reason, once as the note that stands in the list.
  private static func kept(_ place: String, _ words: String) -> [String] {
    ["✗ t.http:\(place): \(words)", "note t.http:\(place): \(words)"]
  }

  private static let instead = "is not done here: kept, not sent — write what it comes to"

  private static let colons: [DialectRow] = [
    DialectRow(
      .colonVariables, .others,
      ":s = http://h.test\n:id=7\n\n# one\nGET :s/a/:id\n# two\nGET :s/b\n:none = 1\n",
      ["GET http://h.test/a/7", "GET http://h.test/b"]),
    DialectRow(
      .colonVariables, .others, ":a = 1\nGET http://h.test/b:c\n",
      ["note t.http:1:1: ':a = 1' sets no variable here — write @a = 1", "GET http://h.test/b:c"]),
    DialectRow(
      .colonVariables, .others,
      ":t = t0\n:to = t1\n:heads = <<\nAuthorization: Bearer :to\nX-T: :t\n#\n:all = <<\n{ \"t\": \":t\" }\n#\nPOST http://h.test/a\n:heads\n\n:all\n# text\nPUT http://h.test/b\n\nx=:t\n#\nGET http://h.test/c\n",
      [
        #"POST http://h.test/a | Authorization: Bearer t1 | X-T: t0 ‖ { "t": "t0" }"#,
        "PUT http://h.test/b ‖ x=t0", "GET http://h.test/c",
      ]),
    DialectRow(
      .colonVariables, .others,
      "GET http://h.test/a\n\n# sign in\n:auth := (format \"Basic %s\" \"x\")\nGET http://h.test/b\nAuthorization: :auth\n#\n: = foo\nPOST http://h.test/c\n\n:foo\n",
      [
        "note t.http:8:1: ': = foo' is kept and has no effect here", "GET http://h.test/a",
        "✗ t.http:6:16: 'auth' has no value: a script sets it that is not run — give it with --set auth=…, in the screens :set auth=…",
        "POST http://h.test/c ‖ :foo",
      ]),
    DialectRow(
      .colonVariables, .others,
      ":jwt := <<\n(let ((a \"POST\"))\n  a)\n#\n:auth = Bearer :jwt\n#\nGET http://h.test/a\nAuthorization: :auth\n",
      [
        "✗ t.http:5:16: 'jwt' has no value: a script sets it that is not run — give it with --set jwt=…, in the screens :set jwt=…"
      ]),
    DialectRow(
      .colonVariables, .others,
      "@a = 1\n:id = 7\nGET http://h.test/:id\n### two\nGET http://h.test/{{a}}\n",
      [
        "note t.http:2:1: ':id = 7' sets no variable here — write @id = 7",
        "✗ t.http:3:1: ':id' is not done here: kept, not sent — write @id = … and {{id}}",
        "note t.http:3:1: ':id' is not done here: kept, not sent — write @id = … and {{id}}",
        "[two] GET http://h.test/1",
      ]),
    DialectRow(
      .colonVariables, .others, "POST http://h.test/a\n\ntext\n\n:a = 1\n",
      ["POST http://h.test/a ‖ text⏎⏎:a = 1"]),
    DialectRow(
      .plainVariables, .others,
      "page: {{response.page}}\n# normal\nfoo: 4\n\nGET http://h.test/a?page=5\n\nGET http://h.test/{{foo}}\n",
      [
        "note t.http:1:1: 'page: {{response.page}}' sets no variable here — write @page = {{response.page}}",
        "note t.http:3:1: 'foo: 4' sets no variable here — write @foo = 4",
        "GET http://h.test/a?page=5",
        "✗ t.http:7:19: there is no variable 'foo' — write @foo = … in the file, or say it for this run: --set foo=…, in the screens :set foo=…",
      ]),
  ]

  private static let kept: [DialectRow] = [
    DialectRow(
      .protocols, .others, "PUB topic\nHost: kafka://h.test:9092\n\n{\"a\": 1}\n",
      kept("1:1", "PUB is not HTTP: kept, not sent")),
    DialectRow(
      .protocols, .others, "GET /topic\nHost: redis://h.test:6379\n",
      kept("2:1", "redis is not HTTP: kept, not sent")),
    DialectRow(
      .protocols, .others, "POST amqp://h.test/queue\n",
      kept("1:1", "amqp is not HTTP: kept, not sent")),
    DialectRow(
      .protocols, .httpYac, "GET unix:/var/run/docker.sock:/containers/json\n",
      kept(
        "1:1",
        "a request over a Unix socket is not done here: kept, not sent — write a URL with a host")),
    DialectRow(
      .scriptWrites, .others,
      "GET http://h.test/a\n### two\n< {% client.global.headers.set('X-A', '1'); %}\nGET http://h.test/b\n### three\nGET http://h.test/c\n",
      ["note t.http:3:1: \(notRun)", "GET http://h.test/a"]
        + kept("3:1", "'client.global.headers.set' of a script \(instead)").named("two")
        + kept("3:1", "'client.global.headers.set' of a script \(instead)").named("three")),
    DialectRow(
      .scriptWrites, .others,
      "GET http://h.test/a\n\n> {% client.global.headers.set('X-A', x()); %}\n### two\nGET http://h.test/b\n",
      ["note t.http:3:1: \(notRun)", "GET http://h.test/a"]
        + kept("3:1", "'client.global.headers.set' of a script \(instead)").named("two")),
    DialectRow(
      .spreadHeaders, .httpYac, "GET http://h.test/a\nX-A: 1\n...defaultHeaders\n",
      kept(
        "3:1", "'...defaultHeaders' is not done here: kept, not sent — write the header lines")),
    DialectRow(
      .disabled, .others, "# @disabled !{{flag}}\nGET http://h.test/a\n",
      kept(
        "1:3",
        "'@disabled !{{flag}}' is not done here: kept, not sent — take the line away to send it")),
    DialectRow(
      .expressions, .httpYac, "GET http://h.test/{{new Date()}}\n",
      kept("1:19", "'{{new Date()}}' \(instead)")),
    DialectRow(
      .expressions, .httpYac, "POST http://h.test/a\n\n{\"a\": \"{{await load(1)}}\"}\n",
      kept("3:8", "'{{await load(1)}}' \(instead)")),
    DialectRow(
      .expressions, .others, "POST http://h.test/a\n\n<b>{{newer()}}</b>\n",
      ["POST http://h.test/a ‖ <b>{{newer()}}</b>"]),
    DialectRow(
      .expressions, .jetBrains, "POST http://h.test/{{$.clients..id}}\n",
      kept("1:20", "'{{$.clients..id}}' \(instead)")),
  ]

  private static let notRun =
    "a script is kept and not run — use # @expect, and {{name.response.body.$.path}} for values"

  private static let values: [DialectRow] = [
    DialectRow(
      .prompts, .others, "@user = eve\nGET http://h.test/{{:user}}\n",
      [
        "✗ t.http:2:19: 'user' has no value: a person is asked for it — send it on the screens, or give it with --set user=…"
      ]),
    DialectRow(
      .prompts, .others,
      "# @name one\nGET http://h.test/a\n\n> {% client.global.set('id', response.body.id); %}\n### two\nGET http://h.test/{{:id}}\n",
      [
        "[one] GET http://h.test/a",
        "[two] ✗ t.http:6:19: 'id' has no value: a person is asked for it — send it on the screens, or give it with --set id=…",
      ]),
    DialectRow(
      .variableLines, .httpYac, "@foo := foo{{bar}}\n@bar = 1\nGET http://h.test/{{foo}}\n",
      ["GET http://h.test/foo1"]),
    DialectRow(
      .variableLines, .httpYac,
      "POST http://h.test/a\n\n{\"a\": 1}\n@x := 2\n### two\nGET http://h.test/{{x}}\n",
      [#"POST http://h.test/a ‖ {"a": 1}"#, "[two] GET http://h.test/2"]),
    DialectRow(
      .graphQL, .httpYac,
      "gql F < ./body.json\ngql G < ./fragment.gql\n\nPOST http://h.test/g\nContent-Type: application/json\n\ngql Q < ./query.gql\n\n{ \"x\": 1 }\n",
      [
        #"POST http://h.test/g | Content-Type: application/json ‖ {"query":"query { a { ...G } }\nfragment G on T { id }","operationName":"Q","variables":{ "x": 1 }}"#
      ]),
    DialectRow(
      .graphQL, .httpYac,
      "gql G < ./fragment.gql\n\nPOST http://h.test/g\nContent-Type: application/json\n\nquery { a { ...G } }\n",
      [
        #"POST http://h.test/g | Content-Type: application/json ‖ {"query":"query { a { ...G } }\nfragment G on T { id }"}"#
      ]),
  ]

  private static let commandsOfOthers: [DialectRow] = [
    DialectRow(
      .commands, .code,
      "@NAME = KEY\ncurl -X POST http://h.test/{{$dotenv %NAME}}/repo \\\n  -H \"X-A: {{$dotenv KEY}}\" -d '{\"a\": \"{{$dotenv %NAME}}\"}'\n",
      [
        #"POST http://h.test/value/repo | X-A: value | Content-Type: application/x-www-form-urlencoded ‖ {"a": "value"} ·no-redirect ·secret $dotenv %NAME ·secret $dotenv KEY"#
      ]),
    DialectRow(
      .commands, .code, "curl {{host}}:{{port}}/a\n",
      [
        "✗ t.http:1:1: the command cannot be read: the URL 'http://{{host}}:{{port}}/a' cannot be sent: the port '{{port}}' is not a number up to 65535"
      ]),
  ]
}

extension [String] {
  /// The first line with the name that a request's title gives it.
  fileprivate func named(_ name: String) -> [String] {
    enumerated().map { $0 == 0 ? "[\(name)] \($1)" : $1 }
  }
}
