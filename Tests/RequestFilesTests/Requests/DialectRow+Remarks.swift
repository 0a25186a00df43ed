/// Comment lines in data, what stands right behind it, and marks that are text.
extension DialectRow {
  static let remarks: [DialectRow] = inBodies + behindData + marks

  private static let json = "Content-Type: application/json"

  private static func post(
    _ editor: Editor, _ head: String, _ body: String, _ sent: String
  ) -> DialectRow {
    DialectRow(
      .bodyComments, editor, "POST http://h.test/a\n\(head.isEmpty ? "" : head + "\n")\n\(body)\n",
      ["POST http://h.test/a \(head.isEmpty ? "" : "| \(head) ")‖ \(sent)"])
  }

  private static let inBodies: [DialectRow] = [
    post(
      .jetBrains, json, "{\n  // who\n  \"a\": 1,\n  # \"b\": {\n  \"c\": \"x # y\"\n}",
      #"{⏎  "a": 1,⏎  "c": "x # y"⏎}"#),
    post(.code, "", "[\n# one\n  1,\n// two\n  2\n]", "[⏎  1,⏎  2⏎]"),
    post(
      .code, "Content-Type: application/vnd.api+json", "{\"i\": {}}\n# next\n{\"a\": \"{{user}}\"}",
      #"{"i": {}}⏎{"a": "ada"}"#),
    post(.code, "", "{\"i\": {}}\n# next\n{\"a\": 1}", #"{"i": {}}⏎# next⏎{"a": 1}"#),
    post(
      .others, json, "{\n  \"q\": \"a {\n    # no comment\n  }\"\n}",
      #"{⏎  "q": "a {⏎    # no comment⏎  }"⏎}"#),
    post(
      .others, json, "{\n  \"at\": \"{{$datetime \"YYYY\"}}\",\n  // off\n  \"b\": \"\\\"#\"\n}",
      ##"{⏎  "at": "2024",⏎  "b": "\"#"⏎}"##),
    post(
      .others, "Content-Type: application/x-ndjson", "{\"a\": 1}\n# 2\n{\"a\": 3}",
      #"{"a": 1}⏎# 2⏎{"a": 3}"#),
    post(.others, json, "# a heading\nX-A: 1\n\n{}", "# a heading⏎X-A: 1⏎⏎{}"),
    post(.others, "Content-Type: text/plain", "{\n# a\n}", "{⏎# a⏎}"),
    post(.others, "Content-Type: application/graphql", "{\n  # a\n  b\n}", "{⏎  # a⏎  b⏎}"),
    post(.others, "", "{{user}}\n# a heading\n\ntext", "ada⏎# a heading⏎⏎text"),
    post(
      .jetBrains, "Content-Type: application/xml",
      "<?xml version=\"1.0\"?>\n<!-- a -->\n# text\n<a>\n# text\n</a>",
      "<?xml version=\"1.0\"?>⏎<!-- a -->⏎# text⏎<a>⏎# text⏎</a>"),
    post(
      .jetBrains, "Content-Type: application/xml",
      "<?xml version=\"1.0\"?>\n// text\n\n<a>\n// text\n</a>",
      "<?xml version=\"1.0\"?>⏎⏎<a>⏎// text⏎</a>"),
    DialectRow(
      .bodyComments, .others,
      "GRAPHQL http://h.test/g\n\nquery {\n  # one\n  a\n}\n\n{\n  // of it\n  \"id\": 1\n}\n",
      [
        #"POST http://h.test/g | Content-Type: application/json ‖ {"query":"query {\n  # one\n  a\n}","variables":{⏎  "id": 1⏎}}"#
      ]),
    DialectRow(
      .bodyComments, .others,
      "POST http://h.test/a\n\n{\n  # @expect ~c 200\n  \"a\": 1\n}\n",
      [#"POST http://h.test/a ‖ {⏎  "a": 1⏎} ·expect ~c 200"#]),
  ]

  private static let behindData: [DialectRow] = [
    DialectRow(
      .tightRequests, .others,
      "POST http://h.test/a\n\n{\n  \"a\": {\"b\": [1]}\n}\nGET http://h.test/b\n",
      [#"POST http://h.test/a ‖ {⏎  "a": {"b": [1]}⏎}"#, "GET http://h.test/b"]),
    DialectRow(
      .tightRequests, .others,
      "POST http://h.test/a\n\n{\"a\": 1}\n# @name b\nPUT /b HTTP/1.1\n\n[2]\nDELETE {{host}}/c\n",
      [
        #"POST http://h.test/a ‖ {"a": 1}"#, "[b] PUT http://h.test/b http1 ‖ [2]",
        "DELETE http://h.test/c",
      ]),
    DialectRow(
      .tightRequests, .others,
      "POST http://h.test/a\n\(json)\n\n{\"a\": 1}\nGET h.test/_cat\n",
      [
        "POST http://h.test/a | \(json) ‖ {\"a\": 1}", "GET http://h.test/_cat",
      ]),
    DialectRow(
      .tightRequests, .others,
      "POST http://h.test/a\n\n{\n  \"t\": \"x\nGET http://h.test/b\n\"}\n",
      [#"POST http://h.test/a ‖ {⏎  "t": "x⏎GET http://h.test/b⏎"}"#]),
    DialectRow(
      .tightRequests, .others, "POST http://h.test/a\n\n{ \"a\": [\nGET http://h.test/b\n]}\n",
      [#"POST http://h.test/a ‖ { "a": [⏎GET http://h.test/b⏎]}"#]),
    DialectRow(
      .tightRequests, .code,
      "POST http://h.test/a\nContent-Type: text/plain\n\n< ./body.json\nGET http://h.test/b\n",
      [
        #"POST http://h.test/a | Content-Type: text/plain ‖ {"from":"file"}"#,
        "GET http://h.test/b",
      ]),
    DialectRow(
      .tightRequests, .others, "POST http://h.test/a\n\na=1\n#\nGET http://h.test/b\n",
      ["POST http://h.test/a ‖ a=1", "GET http://h.test/b"]),
    DialectRow(
      .tightRequests, .others, "POST http://h.test/a\n\na=1\n# b\nGET http://h.test/b\n",
      ["POST http://h.test/a ‖ a=1⏎# b⏎GET http://h.test/b"]),
  ]

  private static let marks: [DialectRow] = [
    DialectRow(
      .escapedBraces, .httpYac,
      "@x = 1\nPOST http://h.test/a\nX-A: \\{\\{x\\}\\}\n\n{\"a\": \"\\{\\{x\\}\\} {{x}} \\{\\{ \\\\{\\{x\\}\\}\"}\n",
      [
        #"POST http://h.test/a | X-A: {{x}} ‖ {"a": "{{x}} 1 \{\{ \\{\{x\}\}"}"#
      ]),
    DialectRow(
      .shellVariables, .others,
      "GET http://h.test/$TOKEN?$top=1&$A=2&p=US$AB\nX-A: ${API_KEY} {{$uuid}} $Mixed $fn\n",
      [
        "GET http://h.test/$TOKEN?$top=1&$A=2&p=US$AB | X-A: ${API_KEY} 01020304-0506-4708-890a-0b0c0d0e0f10 $Mixed $fn",
        "note t.http:1:19: '$TOKEN' is sent as it is written — a variable of the process is {{$processEnv TOKEN}}",
        "note t.http:2:6: '$…' is sent as it is written — a variable of the process is {{$processEnv NAME}}",
      ]),
    DialectRow(
      .shellVariables, .others,
      "@key = $USER\n# @basic $API_USER $API_PASS\nPOST http://h.test/a\n\n{\"a\": \"$HOME\", \"b\": \"is $HOME\", \"c\": \"${SHELL}\"}\n",
      [
        "note t.http:1:8: '$…' is sent as it is written — a variable of the process is {{$processEnv NAME}}",
        #"POST http://h.test/a | Authorization: Basic JEFQSV9VU0VSOiRBUElfUEFTUw== ‖ {"a": "$HOME", "b": "is $HOME", "c": "${SHELL}"}"#,
        "note t.http:5:8: '$…' is sent as it is written — a variable of the process is {{$processEnv NAME}}",
        "note t.http:2:10: '$…' is sent as it is written — a variable of the process is {{$processEnv NAME}}",
        "note t.http:2:20: '$…' is sent as it is written — a variable of the process is {{$processEnv NAME}}",
      ]),
    DialectRow(
      .shellVariables, .others,
      "# @basic ada $PASS\nGET http://h.test/a\nAuthorization: Bearer x\n",
      ["GET http://h.test/a | Authorization: Bearer x"]),
    DialectRow(
      .bodyComments, .jetBrains,
      "@x = 1\nPOST http://h.test/a\nContent-Type: application/json\n\n{ \"u\": \"D\\{{x}}\",\n// remark\n\"b\": 1 }\n",
      [#"POST http://h.test/a | Content-Type: application/json ‖ { "u": "D\1",⏎"b": 1 }"#]),
    DialectRow(
      .foreignCalls, .others,
      "POST http://h.test/a\n\n{\"a\": \"call guid()\", \"b\": guid(), \"c\": \"GUID()\",\n\"d\": \"upper('x')\"}\n",
      [
        #"POST http://h.test/a ‖ {"a": "call guid()", "b": guid(), "c": "GUID()",⏎"d": "upper('x')"}"#,
        "note t.http:3:41: 'GUID()' is sent as it is written — nothing is worked out here: write the value, or {{$uuid}}, {{$randomInt}}",
      ]),
    DialectRow(
      .fileBodies, .code, "POST http://h.test/a\n\n<@latin1 ./latin.txt\n",
      ["POST http://h.test/a ‖ é1"]),
    DialectRow(
      .fileBodies, .code, "POST http://h.test/a\n\n<@windows1252 ./latin.txt\n",
      ["POST http://h.test/a ‖ é1"]),
    DialectRow(
      .fileBodies, .code, "POST http://h.test/a\n\n<@utf16be ./wide.txt\n",
      ["POST http://h.test/a ‖ hi"]),
    DialectRow(
      .fileBodies, .code, "POST http://h.test/a\n\n<@latin7x ./latin.txt\n",
      [
        "✗ t.http:3:11: there is no encoding 'latin7x' — write one such as utf8, latin1, windows1252 or utf16le"
      ]),
    DialectRow(
      .fileBodies, .code, "POST http://h.test/a\n\n<@utf8 ./latin.txt\n",
      [
        "✗ t.http:3:8: the file './latin.txt' cannot be used: it is no utf8 text: byte 0 does not fit — paths count from the request file's folder and stay in the collection or its repository"
      ]),
  ]
}
