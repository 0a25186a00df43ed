import NetEngine
import RequestFiles
import TestSupport
import Testing

/// A request file, an answer to its first request, and what is said of that answer.
struct AnswerRow: Sendable, CustomTestStringConvertible {
  var construct: Construct
  var editor: DialectRow.Editor
  /// What stands behind `POST http://h.test/login` and its head.
  var text: String
  var answer: Answer
  /// `✓ …`, `✗ … — what was found`, `name = value`, `2 unread`.
  var lines: [String]

  init(
    _ construct: Construct, _ editor: DialectRow.Editor, _ text: String, _ answer: Answer,
    _ lines: [String]
  ) {
    (self.construct, self.editor, self.text) = (construct, editor, text)
    (self.answer, self.lines) = (answer, lines)
  }

  init(
    _ construct: Construct, _ editor: DialectRow.Editor, _ text: String, _ lines: [String]
  ) {
    self.init(construct, editor, text, .login, lines)
  }

  var testDescription: String { "\(construct) \(editor.rawValue): \(text.prefix(60))" }

  struct Answer: Sendable {
    var status = 200
    var headers: Headers = [
      "Content-Type": "application/json; charset=utf-8", "X-Id": "7",
      "Set-Cookie": "sid=a1; Path=/",
    ]
    var body: Body

    static let login = Answer(
      body:
        #"{"token":"t0","user":{"id":42,"big":12345678901234567890,"name":"Ada","tags":["a","b"]},"items":[{"id":1},{"id":2}],"ok":true,"none":null}"#
    )
    static let missing = Answer(status: 404, body: #"{"error":"no such user"}"#)
    static let text = Answer(headers: ["Content-Type": "text/plain"], body: "hello world")
  }

  /// A script behind the request, as JetBrains' client has them.
  static func script(
    _ construct: Construct, _ script: String, _ answer: Answer, _ lines: [String]
  ) -> AnswerRow {
    AnswerRow(construct, .jetBrains, "\n> {%\n\(script)\n%}\n", answer, lines)
  }
}

extension AnswerRow {
  static func script(
    _ construct: Construct, _ text: String, _ lines: [String]
  ) -> AnswerRow {
    script(construct, text, .login, lines)
  }

  static let all = tests + functions + values + kept + assertions + captures

  /// Functions of a script's own, and what may fail in it.
  private static let functions: [AnswerRow] = [
    script(
      .tests,
      """
      function expectStatus(wanted) {
        client.test("status " + wanted, () => client.assert(response.status === wanted));
      }
      expectStatus(200);
      expectStatus(404);
      """,
      [
        "✓ 'status 200' client.assert(response.status === wanted)",
        "✗ 'status 404' client.assert(response.status === wanted) — 200",
      ]),
    script(
      .tests,
      """
      const bodyOf = (r) => typeof r.body === "object" ? r.body : (() => { try { return JSON.parse(r.body); } catch { return r.body; } })();
      const body = bodyOf(response);
      if (body && body.token) {
        client.global.set("auth", `Bearer ${body.token}`);
      }
      """, ["auth = Bearer t0"]),
    script(
      .tests,
      "try { client.global.set('t', response.body.a.b); } catch (error) { client.global.set('t', error.message); }",
      ["t = there is no 'b': 'response.body.a' is undefined"]),
    script(
      .tests,
      "client.test('x', () => { try { client.assert(response.status === 1); } catch (e) { client.log(e); } });",
      ["✗ 'x' response.status === 1 — 200"]),
    script(
      .tests,
      "client.test('x', () => { try { client.assert(response.status === 1); } catch { client.log(1); } });",
      ["✗ 'x' response.status === 1 — 200"]),
    script(
      .tests,
      "client.test('x', () => { const id = 1; const f = () => client.assert(id === 1); f(); });",
      ["✗ 'x' client.assert(id === 1) — 'id' has no value"]),
    script(
      .keptValues,
      """
      client.log(`${request.method} -> ${response.status}`);
      if (response.body.token) {
        const end = Math.floor(Date.now() / 1000);
        client.global.set("token", response.body.token);
        client.global.set("end", String(end));
      } else { client.log(request.url) }
      """, ["token = t0"]),
    script(
      .tests,
      "if (response.body.ok) { client.test('x', () => { expect(1).toBe(2); client.assert(true); }); client.assert(response.status === 200); }",
      ["✓ what is asserted response.status === 200", "2 unread"]),
    script(
      .tests, "function again() { again(); }\nagain();",
      ["✗ what is asserted script — its functions call each other too deep"]),
  ]

  private static let tests: [AnswerRow] = [
    script(
      .tests,
      """
      client.test("Request executed successfully", function() {
        client.assert(response.status === 200, "Response status is not 200");
      });
      """,
      ["✓ 'Request executed successfully' response.status === 200, \"Response status is not 200\""]),
    script(
      .tests,
      """
      client.test("ok", () => {
        client.assert(response.status === 200, "no " + response.status)
      })
      """, .missing, ["✗ 'ok' response.status === 200, \"no \" + response.status — 404: no 404"]),
    script(
      .tests, "client.assert(response.body.user.id == 42);",
      ["✓ what is asserted response.body.user.id == 42"]),
    script(
      .tests, "client.assert(response.status === 404 && response.body.error.includes('no'))",
      .missing,
      ["✓ what is asserted response.status === 404 && response.body.error.includes('no')"]),
    script(
      .tests,
      """
      client.test("type", function() {
        var type = response.contentType.mimeType;
        client.assert(type === "application/json", "Expected 'application/json' but received '" + type + "'");
      });
      """, .text,
      [
        "✗ 'type' type === \"application/json\", \"Expected 'application/json' but received '\" + type + \"'\" — 'text/plain': Expected 'application/json' but received 'text/plain'"
      ]),
    script(
      .tests,
      """
      client.test("two", function() {
        client.assert(response.status === 200);
        client.assert(response.body.hasOwnProperty("token"), "Token missing");
        client.assert(response.body.hasOwnProperty("code"), "Code missing");
        client.assert(false, "never asked");
      });
      """,
      [
        "✓ 'two' response.status === 200",
        "✓ 'two' response.body.hasOwnProperty(\"token\"), \"Token missing\"",
        "✗ 'two' response.body.hasOwnProperty(\"code\"), \"Code missing\" — object, 5 keys: Code missing",
      ]),
    script(
      .tests,
      "client.test('nothing there', function() { client.assert(response.body.a.b === 1); });",
      [
        "✗ 'nothing there' response.body.a.b === 1 — there is no 'b': 'response.body.a' is undefined"
      ]),
    script(.tests, "client.test('empty', function() { client.log('x'); });", ["✓ 'empty' script"]),
    script(
      .tests,
      """
      if (response.status === 200) {
        client.test("yes", () => client.assert(response.body.ok));
      } else {
        client.test("no", () => client.assert(false));
      }
      """, ["✓ 'yes' client.assert(response.body.ok)"]),
    script(
      .tests, "client.assert(response.body.items.every(item => item.id > 0))",
      ["✓ what is asserted response.body.items.every(item => item.id > 0)"]),
    script(
      .tests, "client.test('hash', () => { client.assert(crypto.sha256() === 'x'); });",
      ["1 unread"]),
    script(
      .tests,
      "client.test('a', () => { for (var i = 0; i < 3; i++) client.assert(i < 3); });\nclient.assert(response.status === 200);",
      ["✓ what is asserted response.status === 200", "1 unread"]),
    script(
      .tests, "const x = require('x');\nclient.assert(x.ok);\nclient.assert(response.body.ok);",
      ["✓ what is asserted response.body.ok", "1 unread"]),
    script(
      .tests, "client.test('odd', function() { expect(response.status).toBe(200) });", ["1 unread"]),
    script(
      .tests, "client.assert(client.whatever())\nclient.exit();", ["1 unread"]),
  ]

  /// Conditions that hold, and those that do not with what was found.
  private static let values: [AnswerRow] =
    [
      "response.headers.valueOf(\"X-Id\") === \"7\"",
      "response.headers.valueOf('Content-Type').includes('json')",
      "response.headers.valuesOf(\"x-id\")[0] === '7'",
      "response.contentType.charset === 'utf-8'",
      "response.body.user.name === 'A' + \"da\"",
      "response.body.user['name'].length === 3",
      "response.body.items.length == 2 && response.body.items[1].id === 2",
      "!response.body.code", "response.body.none === null", "response.body.none == undefined",
      "typeof response.body.token === 'string'", "response.body.user.id != '43'",
      "response.status >= 200 && response.status < 300",
      "response.status === 200 || response.status === 201",
      "[200, 201].includes(response.status)", "response.body.user.tags.includes('b')",
      "response.body.user.tags.indexOf(\"b\") !== -1", "/^t\\d$/.test(response.body.token)",
      "response.body.token.match(/T0/i) !== null",
      "`${response.status} ${response.body.token}` === '200 t0'",
      "response.body.items.find(i => i.id === 2) !== undefined",
      "response.body.items.some(function (i) { return i.id > 1; })",
      "response.body.items.map(i => i.id).join('-') === '1-2'",
      "response.body.items.filter(i => i.id > 5).length === 0",
      "Object.keys(response.body.user).length === 4", "'token' in response.body",
      "Array.isArray(response.body.items)", "JSON.parse('{\"a\": [1]}').a[0] === 1",
      "JSON.stringify(response.body.items[0]) === '{\"id\":1}'",
      "jsonPath(response.body, '$.user.name') === 'Ada'",
      "response.body.user?.address?.street === undefined",
      "(response.body.user.id + 8) / 5 === 10", "parseInt('42px') === response.body.user.id",
      "response.body.token.startsWith('t') ? true : false",
      "response.body.token.toUpperCase() == 'T0'",
      "response.body.missing === undefined", "'10' > '9' === false", "10 > 9",
      "response.body.token.substring(0, 1) === 't'", "String(response.body.user.big).length === 20",
    ].map { condition in
      script(
        .tests, "client.assert(\(condition));",
        ["✓ what is asserted \(condition)"])
    }
    + [
      ("response.body.token === 't1'", "'t0'"), ("201 === response.status", "200"),
      ("response.body.items.length > 2", "2"), ("!response.body.ok", "true"),
      ("response.body.user.name", ""), ("response.body.code === 0", "nothing"),
    ].map { condition, found in
      script(
        .tests, "client.assert(\(condition));",
        [
          found.isEmpty
            ? "✓ what is asserted \(condition)" : "✗ what is asserted \(condition) — \(found)"
        ])
    }

  private static let kept: [AnswerRow] = [
    script(.keptValues, "client.global.set(\"token\", response.body.token);", ["token = t0"]),
    script(
      .keptValues, "client.global.set('id', response.body.user.id)\nclient.log(\"kept\")",
      ["id = 42"]),
    script(
      .keptValues, "client.global.set('big', response.body.user.big);",
      ["big = 12345678901234567890"]),
    script(
      .keptValues, "client.global.set('auth', 'Bearer ' + response.body['token']);",
      ["auth = Bearer t0"]),
    script(
      .keptValues,
      "const json = response.body;\nclient.global.set('last', json.items[json.items.length - 1].id);",
      ["last = 2"]),
    script(.keptValues, "client.global.set('id', response.headers.valueOf('X-Id'));", ["id = 7"]),
    script(
      .keptValues, "client.global.set('user', response.body.user.tags);", [#"user = ["a","b"]"#]),
    script(.keptValues, "client.global.set('none', response.body.code);", []),
    script(
      .keptValues, "client.global.set('t', response.body.data.token);",
      ["✗ what is asserted script — there is no 'token': 'response.body.data' is undefined"]),
    script(
      .keptValues,
      "client.global.set('a', 'x');\nclient.assert(client.global.get('a') === 'x');",
      ["✓ what is asserted client.global.get('a') === 'x'", "a = x"]),
    script(.keptValues, "client.global.clear('a');\nclient.global.clearAll();", []),
    script(.keptValues, "client.variables.global.set('t', response.body.token)", ["t = t0"]),
    script(
      .keptValues, "if (response.body.ok) { client.global.set('t', response.body.token); }",
      ["t = t0"]),
    script(
      .keptValues, "for (const k of ['a', 'b']) {\n  client.global.set(k, '');\n}",
      ["a = ", "b = "]),
    script(
      .keptValues,
      "for (let item of response.body.items) client.global.set('last', item.id);", ["last = 2"]),
    script(
      .keptValues, "const all = ['a', 'b'];\nfor (const k of all) client.global.set(k, 1);",
      ["a = 1", "b = 1"]),
    script(.keptValues, "for (const k of client) client.global.set('a', k);", []),
    script(
      .keptValues, "for (const c of response.body.token) client.global.set('last', c);",
      ["last = 0"]),
    script(
      .keptValues,
      String(repeating: "for (const a of []) ", count: 20_000) + "client.global.set('a', a);", []),
    script(.keptValues, "for (const k in response.body) { client.global.set(k, k); }", []),
    script(
      .keptValues,
      "for (const k of ['a']) {\n  if (k) return;\n  client.global.set(k, '');\n}", []),
    script(.keptValues, "client.global.set('sum', crypto.md5(response.body.token));", []),
  ]

  private static func comment(
    _ editor: DialectRow.Editor, _ words: String, _ answer: Answer = .login, holds: Bool = true,
    _ found: String = ""
  ) -> AnswerRow {
    let said = words.drop { "#?/ ".contains($0) }
    let text = ["@assert ", "@expect "].contains(where: said.hasPrefix) ? said.dropFirst(8) : said
    return AnswerRow(
      .assertions, editor, "\n\(words)\n", answer,
      [holds ? "✓ what is asserted \(text)" : "✗ what is asserted \(text) — \(found)"])
  }

  private static let assertions: [AnswerRow] = [
    comment(.httpYac, "?? status == 200"),
    comment(.httpYac, "?? status == 200", .missing, holds: false, "404"),
    comment(.httpYac, "?? body includes hello", .text),
    comment(.httpYac, "?? header content-type includes json"),
    comment(
      .httpYac, "?? header content-type startsWith text", holds: false,
      "'application/json; charset=utf-8'"),
    comment(.httpYac, "?? js response.parsedBody.token === 't0'"),
    comment(.httpYac, "?? js response.parsedBody.user.id > 50", holds: false, "42"),
    comment(.httpYac, "?? body exists"),
    comment(.httpYac, "?? body token exists"),
    comment(.httpYac, "?? body user.id == 43", holds: false, "42"),
    comment(.others, "# @assert status == 200"),
    comment(.others, "# @assert header \"content-type\" contains \"application/json\""),
    comment(.others, "# @assert jsonpath \"$.user.name\" == \"Ada\""),
    comment(.others, "# @assert body.$.items length == 2"),
    comment(.others, "# @assert body.$.token exists"),
    comment(.others, "# @assert body.$.code not exists"),
    comment(.others, "# @assert body.$.user.id isNumber"),
    comment(.others, "# @assert body.$.none isNull"),
    comment(.others, "# @assert body.$.token matches ^t[0-9]$"),
    comment(.others, "# @assert response.status >= 200"),
    comment(.others, "# @assert response.body.user.id == 43", holds: false, "42"),
    comment(.others, "# @assert response.headers['X-Id'] == 7"),
    comment(.others, "# @assert cookies.sid == a1"),
    comment(.others, "# @assert response.cookies.lang exists", holds: false, "nothing"),
    comment(.others, "// @assert json.user.name endsWith da"),
    comment(.others, "# @assert body contains 12345678901234567890,"),
    comment(.others, "# @expect status 200"),
    comment(.others, "# @expect status 201", holds: false, "200"),
    comment(.others, "# @expect header X-Id"),
    comment(.others, "# @expect header Content-Type application/json"),
    comment(.others, "# @expect body-contains \"items\""),
    comment(.others, "# @expect body-path $.user.id 42"),
    AnswerRow(.assertions, .others, "\n# @assert xpath //a == 1\n", ["1 unread"]),
    AnswerRow(
      .assertions, .others,
      "\nEXPECTED_RESPONSE_STATUS 200\nEXPECTED_RESPONSE_BODY \"token\"\n> EXPECTED_RESPONSE_HEADERS \"X-Id: 7\"\n",
      [
        "✓ what is asserted status 200", "✓ what is asserted body-contains \"token\"",
        "✓ what is asserted header X-Id 7",
      ]),
    AnswerRow(.assertions, .httpYac, "\n?? sha256 == abc\n", ["1 unread"]),
  ]

  private static let captures: [AnswerRow] =
    [
      ("token = response.body.token", "t0"), ("token = response.body.$.token", "t0"),
      ("token = body.$.token", "t0"), ("token = json.token", "t0"),
      ("token = jsonpath \"$.token\"", "t0"), ("id = response.headers['X-Id']", "7"),
      ("id = header X-Id", "7"), ("last = body.items[1].id", "2"), ("code = status", "200"),
      ("sid = cookies.sid.value", "a1"), ("last {{response.json.token}}", "t0"),
    ].map { words, value in
      AnswerRow(
        .captures, .others, "\n# @capture \(words)\n",
        ["\(words.prefix { $0 != " " }) = \(value)"])
    } + [
      AnswerRow(
        .captures, .others, "\n# @capture x = body.$.code\n",
        ["✗ what is asserted script — there is nothing to keep as 'x'"]),
      AnswerRow(.captures, .others, "\n# @capture x = regex \"a(.*)\"\n", ["1 unread"]),
      AnswerRow(
        .captures, .others, "\n# @capture global-secret key {{response.json.user.name}}\n",
        ["key = Ada"]),
      AnswerRow(.captures, .others, "\n# @capture file = response.status\n", ["file = 200"]),
    ]
}
