extension RequestRow {
  /// References to earlier exchanges, and what comments say.
  static let references: [RequestRow] = [
    RequestRow(
      "reference json",
      """
      GET http://h.test/{{login.response.body.$.data.token}}
      ###
      # @name login
      POST http://h.test/login

      """,
      [
        "GET http://h.test/t0 ·secret login.response.body.$.data.token",
        "[login] POST http://h.test/login",
      ]),
    RequestRow(
      "reference list",
      """
      GET http://h.test/{{login.response.body.$.list[1].id}}/{{login.response.body.$['odd key']}}
      ###
      # @name login
      POST http://h.test/login

      """,
      ["GET http://h.test/2/o", "[login] POST http://h.test/login"]),
    RequestRow(
      "reference header",
      """
      GET http://h.test/{{login.response.headers.x-id}}
      ###
      # @name login
      POST http://h.test/login

      """,
      ["GET http://h.test/7", "[login] POST http://h.test/login"]),
    RequestRow(
      "reference cookie",
      """
      GET http://h.test/{{login.response.cookies.sid.value}}/{{login.response.cookies.connect.sid}}
      ###
      GET http://h.test/{{login.request.cookies.lang.value}}
      ###
      GET http://h.test/{{login.response.cookies.SID.value}}
      ###
      # @name login
      POST http://h.test/login

      """,
      [
        "GET http://h.test/s0/s%3A1 ·secret login.response.cookies.sid.value"
          + " ·secret login.response.cookies.connect.sid",
        "GET http://h.test/de",
        "✗ t.http:5:19: the value is not in 'login': it sets no cookie SID; there is sid",
        "[login] POST http://h.test/login",
      ]),
    RequestRow(
      "reference request",
      """
      GET http://h.test/{{login.request.headers.X-Sent}}/{{login.request.body.$.user}}
      ###
      # @name login
      POST http://h.test/login

      """,
      ["GET http://h.test/1/ada", "[login] POST http://h.test/login"]),
    RequestRow(
      "reference body",
      """
      POST http://h.test/a

      {{login.response.body}}
      ###
      # @name login
      POST http://h.test/login

      """,
      [
        #"POST http://h.test/a ‖ {"data":{"token":"t0"},"list":[{"id":1},{"id":2}],"odd key":"o","none":null,"number":1.50}"#,
        "[login] POST http://h.test/login",
      ]),
    RequestRow(
      "reference object",
      """
      POST http://h.test/a

      {{login.response.body.$.data}} {{login.response.body.$.none}} {{login.response.body.$.number}}
      ###
      # @name login
      POST http://h.test/login

      """,
      [
        #"POST http://h.test/a ‖ {"token":"t0"} null 1.50"#,
        "[login] POST http://h.test/login",
      ]),
    RequestRow(
      "reference missing",
      """
      GET http://h.test/{{login.response.body.$.data.tokn}}
      ###
      # @name login
      POST http://h.test/login

      """,
      [
        "✗ t.http:1:19: the value is not in 'login': no key 'tokn' at 'data': the object has token",
        "[login] POST http://h.test/login",
      ]),
    RequestRow(
      "reference header missing",
      """
      GET http://h.test/{{login.response.headers.x-ip}}
      ###
      # @name login
      POST http://h.test/login

      """,
      [
        "✗ t.http:1:19: the value is not in 'login': it has no header x-ip; there is X-Id",
        "[login] POST http://h.test/login",
      ]),
    RequestRow(
      "reference not sent",
      """
      GET http://h.test/{{other.response.body}}
      ###
      # @name other
      POST http://h.test/other

      """,
      [
        "✗ t.http:1:19: 'other' has no response yet — send 'other' first",
        "[other] POST http://h.test/other",
      ]),
    RequestRow(
      "reference unknown",
      """
      GET http://h.test/{{logon.response.body}}
      ###
      # @name login
      POST http://h.test/login

      """,
      [
        "✗ t.http:1:19: there is no request 'logon' — did you mean 'login'?",
        "[login] POST http://h.test/login",
      ]),
    RequestRow(
      "reference broken",
      """
      GET http://h.test/{{login.response.bdy.$.x}}
      ###
      # @name login
      POST http://h.test/login

      """,
      [
        "✗ t.http:1:19: 'login.response.bdy.$.x' cannot be read: expected body, body.$.path, headers.Name or cookies.name behind response",
        "[login] POST http://h.test/login",
      ]),
    RequestRow(
      "reference wildcard",
      """
      GET http://h.test/{{login.response.body.$..x}}
      ###
      # @name login
      POST http://h.test/login

      """,
      [
        "✗ t.http:1:19: 'login.response.body.$..x' cannot be read: expected a path to one value, such as $.items[0].id; '..', '*', filters and slices are not read",
        "[login] POST http://h.test/login",
      ]),
    RequestRow(
      "reference by title",
      """
      GET http://h.test/{{Log in.response.headers.X-Id}}
      ### Log in
      POST http://h.test/login

      """,
      ["GET http://h.test/7", "[Log in] POST http://h.test/login"]),
    RequestRow(
      "reference in variable",
      """
      @token = {{login.response.body.$.data.token}}
      GET http://h.test/a
      Authorization: Bearer {{token}}
      ###
      # @name login
      POST http://h.test/login

      """,
      [
        "GET http://h.test/a | Authorization: Bearer t0 ·secret login.response.body.$.data.token"
          + " ·secret token",
        "[login] POST http://h.test/login",
      ]),
    RequestRow(
      "meta",
      """
      # @status 200-399
      # @map object(data.items)
      # @timeout 5s
      # @insecure
      # @no-redirect
      # @profile status/msg/data
      # @expect ~c 200
      # @expect ~time <1s
      GET http://h.test/a

      """,
      [
        "GET http://h.test/a ·status 2xx+3xx ·map object(data.items) ·timeout 5.0 seconds ·profile status/msg/data ·expect ~c 200 ·expect ~time <1s ·insecure ·no-redirect"
      ]),
    RequestRow(
      "meta none",
      "# @status none\n# @map none\nGET http://h.test/a\n",
      ["GET http://h.test/a ·status none ·map none"]),
    RequestRow(
      "meta timeouts",
      """
      # @timeout 500ms
      GET http://h.test/1
      ###
      # @timeout 2
      GET http://h.test/2
      ###
      # @timeout 1 m
      GET http://h.test/3

      """,
      [
        "GET http://h.test/1 ·timeout 0.5 seconds",
        "GET http://h.test/2 ·timeout 2.0 seconds",
        "GET http://h.test/3 ·timeout 60.0 seconds",
      ]),
    RequestRow(
      "meta for the file",
      """
      # @status 2xx+3xx
      # @expect ~s

      ###
      # @expect ~c 200
      GET http://h.test/1
      ###
      # @status none
      GET http://h.test/2

      """,
      [
        "GET http://h.test/1 ·status 2xx+3xx ·expect ~s ·expect ~c 200",
        "GET http://h.test/2 ·status none ·expect ~s",
      ]),
    RequestRow(
      "meta between headers",
      "GET http://h.test/1\n# @status none\nA: b\n",
      ["GET http://h.test/1 | A: b ·status none"]),
    RequestRow(
      "meta bad status",
      "# @status 2xy\nGET http://h.test/a\n",
      ["✗ t.http:1:11: @status needs 2xx, 200-299,304 or none, found '2xy'"]),
    RequestRow(
      "meta bad map",
      "# @map xml\nGET http://h.test/a\n",
      [
        "✗ t.http:1:8: @map needs auto, json, string, string(path), object(path), image or none, found 'xml'"
      ]),
    RequestRow(
      "meta bad expect",
      "# @expect ~c 4x\nGET http://h.test/a\n",
      [
        "✗ t.http:1:14: the expectation cannot be read: ~c needs a status such as 404, 4xx or >=500, found '4x'"
      ]),
    RequestRow(
      "meta empty expect",
      "# @expect\nGET http://h.test/a\n",
      [
        "✗ t.http:1:10: the expectation cannot be read: expected a test such as ~c 200, found nothing"
      ]),
    RequestRow(
      "meta expect a word",
      "# @expect ~c 2xx & !error\nGET http://h.test/a\n",
      [
        "GET http://h.test/a ·expect ~c 2xx & !error",
        "note t.http:1:11: 'error' is looked for in the request's own URL and name, not in its response — ~c 200 tests its status, ~b text its body",
      ]),
    RequestRow(
      "meta expect a number",
      "# @expect users 200\nGET http://h.test/a\n",
      [
        "GET http://h.test/a ·expect users 200",
        "note t.http:1:11: 'users' is looked for in the request's own URL and name, not in its response — ~c 200 tests its status, ~b text its body",
      ]),
    RequestRow(
      "meta bad timeout",
      "# @timeout soon\nGET http://h.test/a\n",
      ["✗ t.http:1:12: @timeout needs a time such as 5s or 500ms, found 'soon'"]),
    RequestRow(
      "meta unknown profile",
      "# @profile GraphQl\nGET http://h.test/a\n",
      ["✗ t.http:1:12: there is no profile 'GraphQl' — did you mean 'GraphQL'?"]),
    RequestRow(
      "meta nearly",
      "# @staus 2xx\nGET http://h.test/a\n",
      [
        "GET http://h.test/a",
        "note t.http:1:3: there is no '@staus' — did you mean '@status'?",
      ]),
    RequestRow(
      "meta of others",
      "# @no-log\n# @prompt x\n# @todo later\n# @someone else\nGET http://h.test/a\n",
      ["GET http://h.test/a"]),
    RequestRow(
      "meta sample",
      "# @sample ./body.json\nGET http://h.test/a\n",
      ["GET http://h.test/a ·sample 15"]),
    RequestRow(
      "meta sample missing",
      "# @sample ./nope.json\nGET http://h.test/a\n",
      [
        "✗ t.http:1:11: the file './nope.json' cannot be used: No such file or directory — paths count from the request file's folder and stay in the collection or its repository"
      ]),
    RequestRow(
      "meta secret",
      "# @secret user, pass\n@user = ada\nGET http://h.test/{{user}}\n",
      ["GET http://h.test/ada ·secret user"]),
  ]
}
