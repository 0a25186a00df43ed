extension RequestRow {
  private static let hint = "a variable is {{name}}, with two braces on both sides"

  /// What hands slip on, and what other editors know and we do not.
  static let slips: [RequestRow] = [
    RequestRow(
      "brace missing in the target", "GET http://h.test/{{$uuid}/a\n",
      ["✗ t.http:1:19: '{{$uuid}' is no variable — \(hint)"]),
    RequestRow(
      "braces not closed in the target", "GET http://h.test/users/{{x\nA: b\n",
      ["✗ t.http:1:25: '{{x' is no variable — \(hint)"]),
    RequestRow(
      "percent in braces", "@var = 1\nGET http://h.test/{{%var}/a\n",
      ["✗ t.http:2:19: '{{%var}' is no variable — \(hint)"]),
    RequestRow(
      "brace missing in a header", "GET http://h.test/a\nAuthorization: Bearer {{token}\n",
      ["✗ t.http:2:23: '{{token}' is no variable — \(hint)"]),
    RequestRow(
      "braces not closed in a header", "GET http://h.test/a\nX: {{x\n",
      [
        "GET http://h.test/a | X: {{x",
        "note t.http:2:4: '{{x' is sent as it is written — \(hint)",
      ]),
    RequestRow(
      "brace missing in a body",
      "POST http://h.test/a\n\n{\"id\": \"{{uuid}\",\n"
        + " \"b\": \"{{x\"}\n",
      [
        "POST http://h.test/a ‖ {\"id\": \"{{uuid}\",⏎ \"b\": \"{{x\"}",
        "note t.http:3:9: '{{uuid}' is sent as it is written — \(hint)",
        "note t.http:4:8: '{{x' is sent as it is written — \(hint)",
      ]),
    RequestRow(
      "templates of other languages are text",
      "POST http://h.test/a\n\n{{#if x}} {{>y}} {{range\n.}} \\frac{{a}b} {{{ {% z %} {{ }}\n",
      [
        "POST http://h.test/a ‖ {{#if x}} {{>y}} {{range⏎.}} \\frac{{a}b} {{{ {% z %} {{ }}",
        "note t.http:4:10: '{{a}' is sent as it is written — \(hint)",
      ]),
    RequestRow(
      "brace missing in a variable", "@a = {{b}\nGET http://h.test/a\n",
      [
        "note t.http:1:6: '{{b}' is sent as it is written — \(hint)", "GET http://h.test/a",
      ]),
    RequestRow(
      "expectation with variables",
      """
      @id = 7
      @name = Ada "L"
      # @expect ~json data.id == {{id}}
      # @expect ~json data.name == "{{name}}" ~msg {{name}}
      # @expect ~json data.token == {{login.response.body.$.data.token}}
      GET http://h.test/a

      ###
      # @name login
      GET http://h.test/login
      """,
      [
        #"GET http://h.test/a ·expect ~json data.id == 7 ·expect ~json data.name == "Ada \"L\"" ~msg "Ada \"L\"" ·expect ~json data.token == t0 ·secret login.response.body.$.data.token"#,
        "[login] GET http://h.test/login",
      ]),
    RequestRow(
      "expectation with an unknown variable", "# @expect ~c {{code}}\nGET http://h.test/a\n",
      [
        "✗ t.http:1:14: there is no variable 'code'"
          + " — write @code = … in the file, or say it for this run: --set code=…, in the screens :set code=…"
      ]),
    RequestRow(
      "expectation with a value that is none",
      "@code = ok\n# @expect ~c {{code}}\nGET http://h.test/a\n",
      [
        "✗ t.http:2:11: the expectation cannot be read: ~c needs a status such as 404, 4xx or >=500, found 'ok'"
      ]),
    RequestRow(
      "prompted variable", "# @prompt otp The code\nGET http://h.test/{{otp}}\n",
      [
        "✗ t.http:2:19: 'otp' has no value: a person is asked for it — send it on the screens, or give it with --set otp=…"
      ]),
    RequestRow(
      "prompted variable with a value", "@otp = 1\n# @prompt otp\nGET http://h.test/{{otp}}\n",
      ["GET http://h.test/1"]),
    RequestRow(
      "digest credentials", "GET http://h.test/a\nAuthorization: Digest ada secret\n",
      ["GET http://h.test/a ·digest ada secret"]),
    RequestRow(
      "digest credentials with a colon", "GET http://h.test/a\nauthorization: Digest ada:a b c\n",
      ["GET http://h.test/a ·digest ada a b c"]),
    RequestRow(
      "digest answer", "GET http://h.test/a\nAuthorization: Digest username=\"ada\"\n",
      ["GET http://h.test/a | Authorization: Digest username=\"ada\""]),
    RequestRow(
      "headers left out", "# @no-header Accept, accept-encoding\nGET http://h.test/a\n",
      ["GET http://h.test/a"]),
    RequestRow(
      "headers left out that nobody adds", "# @no-header X-Id\nGET http://h.test/a\n",
      [
        "✗ t.http:1:14: @no-header needs fields that are added by themselves: Accept, Accept-Encoding, User-Agent, Content-Length, Cookie, found 'X-Id'"
      ]),
  ]
}
