import NetEngine
import NetRecordings
import TestSupport
import Testing

/// Places of secrets that no name of a field alone gives away.
@Suite("Places of secrets", .timeLimit(.minutes(10))) struct PlantedPlacesTests {
  /// A text in one place of an exchange, and the secret in it.
  struct Row: Sendable, CustomTestStringConvertible {
    var title: String
    var place: Place
    var text: String
    var value = PlantedPlacesTests.value
    var testDescription: String { title }

    init(
      _ title: String, _ place: Place, _ text: String, _ value: String = PlantedPlacesTests.value
    ) {
      (self.title, self.place, self.text, self.value) = (title, place, text, value)
    }
  }

  enum Place: Sendable {
    case json, html, text, events, url, form, location
    case header(String)
  }

  static let value = "Zx81kQp47LmW"
  static let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJlLWhlcmU"

  static func base64(_ text: String) -> String { Array(text.utf8).base64 }

  static let rows: [Row] = [
    Row("object under a name", .json, #"{"authToken":{"value":"Zx81kQp47LmW","type":"bearer"}}"#),
    Row("object in an object", .json, #"{"token":{"data":{"value":"Zx81kQp47LmW"}}}"#),
    Row("short value in an object", .json, #"{"password":{"new":"hunter2"}}"#, "hunter2"),
    Row("array of objects", .json, #"{"tokens":[{"id":1,"value":"Zx81kQp47LmW"}]}"#),
    Row("array of arrays", .json, #"{"secret":[["x"],[{"value":"Zx81kQp47LmW"}]]}"#),
    Row("object after a text", .json, #"{"token":["a",{"raw":"Zx81kQp47LmW"}]}"#),
    Row("unknown word inside", .json, #"{"credentials":{"blob":"Zx81kQp47LmW"}}"#),
    Row("session's id", .json, #"{"session":{"id":"Zx81kQp47LmW","theme":"dark"}}"#),
    Row("broken object", .json, #"{"authToken":{"value":"Zx81kQp47LmW","#),
    Row("broken in the value", .json, #"{"id":7,"access_token":"Zx81kQp47LmW"#),
    Row("broken in a password", .json, #"{"password":"hunter2"#, "hunter2"),
    Row("broken behind an escape", .json, ##"{"token":"a\nZx81kQp47LmW\"##),
    Row("broken in an object", .json, #"{"token":{"value":"Zx81kQp47LmW"#),
    Row("broken in a list", .json, #"["Host","h.test","X-Api-Key","Zx81kQp47LmW"#),
    Row("broken in a value's pair", .json, #"{"name":"password","value":"hunter2"#, "hunter2"),
    Row("broken code", .json, #"{"client_secret":"x9y8z7","code":"ab12cd"#, "ab12cd"),
    Row("broken JSON in a string", .json, #"{"a":"{\"access_token\":\"Zx81kQp47LmW"#),
    Row("broken pair in a string", .json, #"{"log":"a&access_token=Zx81kQp47LmW"#),
    Row("broken escaped JSON", .text, #"got {\"access_token\":\"Zx81kQp47LmW"#),
    Row("broken JSON in quotes", .text, #"curl -d '{"access_token":"Zx81kQp47LmW"#),
    Row("broken single quotes", .text, "{'access_token':'Zx81kQp47LmW"),
    Row("broken event", .events, "data: {\"a\":1}\n\ndata: {\"token\":\"Zx81kQp47LmW"),
    Row("path after token", .url, "http://h.test/token/Zx81kQp47LmW/x"),
    Row("file in a path", .url, "http://h.test/reset/Zx81kQp47LmW.html"),
    Row("path after reset", .url, "http://h.test/password/reset/Zx81kQp47LmW?lang=de"),
    Row("path after verify", .url, "http://h.test/verify-email/Zx81kQp47LmW"),
    Row("path after magic", .url, "http://h.test/magic/Zx81kQp47LmW"),
    Row("path after unsubscribe", .url, "http://h.test/unsubscribe/Zx81kQp47LmW"),
    Row("path behind a colon", .url, "http://h.test/token:Zx81kQp47LmW/x"),
    Row("path with escapes", .url, "http://h.test/password%2Dreset/Zx81kQp47LmW"),
    Row("path in JSON", .json, #"{"next":"https:\/\/h.test\/reset\/Zx81kQp47LmW\/go"}"#),
    Row("path in a query", .url, "http://h.test/?to=http%3A%2F%2Fx%2Freset%2FZx81kQp47LmW"),
    Row("path in HTML", .html, #"<a href="/session/Zx81kQp47LmW/end">end</a>"#),
    Row("path in a header", .header("Link"), "</token/Zx81kQp47LmW>; rel=next"),
    Row("parameter of a path", .url, "http://h.test/app;jsessionid=Zx81kQp47LmW?a=1"),
    Row(
      "bot's path", .url, "http://h.test/bot123456:AAabcdefghijklmnopqrstuvwxyz0123456/send",
      "AAabcdefghijklmnopqrstuvwxyz0123456"),
    Row(
      "bot in a text", .text, "it is bot123456:AAabcdefghijklmnopqrstuvwxyz0123456, keep it",
      "AAabcdefghijklmnopqrstuvwxyz0123456"),
    Row(
      "key of age", .text,
      "AGE-SECRET-KEY-PQ-1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
      "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"),
    Row(
      "base64 in a list", .text,
      base64(#"{"n":1}"#) + "%2C" + base64(#"{"password":"hunter2"}"#),
      base64(#"{"password":"hunter2"}"#)),
    Row("JWT in a path", .url, "http://h.test/in/" + jwt, jwt),
    Row("code in a Location", .location, "https://app.test/cb?code=ab12cd&state=1", "ab12cd"),
    Row(
      "code in a URL", .url, "http://h.test/cb?code=SplxlOBeZQQYbYS6WxSbIA",
      "SplxlOBeZQQYbYS6WxSbIA"),
    Row("code beside state", .url, "http://h.test/cb?state=9f8a7b&code=ab12cd", "ab12cd"),
    Row("code in a form", .form, "grant_type=authorization_code&code=ab12cd", "ab12cd"),
    Row(
      "code beside client_secret", .json, #"{"code":"ab12cd","client_secret":"x9y8z7"}"#,
      "ab12cd"),
    Row("code in HTML", .html, #"<a href="/cb?x=1&amp;code=Zx81kQp47LmW">go</a>"#),
    Row(
      "element in an element", .html,
      "<auth><token>\n<type>bearer-77</type><value>Zx81kQp47LmW</value></token></auth>"),
    Row("Refresh", .header("Refresh"), "0; url=https://app.test/cb?code=ab12cd", "ab12cd"),
    Row("Link", .header("Link"), "<https://h.test/a?token=Zx81kQp47LmW>;rel=next"),
    Row(
      "address of reports", .header("Content-Security-Policy"),
      "default-src 'self'; report-uri https://h.test/r?key=a&token=Zx81kQp47LmW; base-uri 'none'"),
    Row("JSON in a header", .header("X-User"), #"{"id":7,"authToken":{"value":"Zx81kQp47LmW"}}"#),
    Row("pairs in a header", .header("X-Debug"), "user=ada; password=Zx81kQp47LmW"),
    Row("JSON in a string", .json, #"{"a":"{\"authToken\":{\"value\":\"Zx81kQp47LmW\"}}"}"#),
    Row(
      "JSON in a string in a string", .json,
      #"{"a":"{\"b\":\"{\\\"password\\\":\\\"hunter2\\\"}\"}"}"#, "hunter2"),
    Row(
      "a quote in JSON in a string", .json, #"{"a":"{\"password\":\"ab\\\"cd77\"}"}"#, "cd77"),
    Row(
      "escaped JSON in a line", .text,
      #"got {\\\"authToken\\\":{\\\"value\\\":\\\"Zx81kQp47LmW\\\"}}"#),
    Row("sign as an escape", .json, #"{"a":"access_token\u003dZx81kQp47LmW\u0026x\u003d1"}"#),
    Row(
      "markup in JSON", .json, #"{"a":"<input type=\"password\" value=\"hunter2\">"}"#, "hunter2"),
    Row(
      "JSON in a query", .url, "http://h.test/?q=%7B%22password%22%3A%22hunter2%22%7D", "hunter2"),
    Row("JSON in a form", .form, "payload=%7B%22token%22%3A%22Zx81kQp47LmW%22%7D&a=1"),
    Row("URL in a query", .url, "http://h.test/?to=https%3A%2F%2Fx%2Fcb%3Ftoken%3DZx81kQp47LmW"),
    Row("form in a query", .url, "http://h.test/?state=a%3D1%26access_token%3DZx81kQp47LmW"),
    Row(
      "attributes with blanks", .html, #"<INPUT TYPE = "PASSWORD" NAME=p VALUE = "hunter2">"#,
      "hunter2"),
    Row("attribute without quotes", .html, "<input value=hunter2 type=password>", "hunter2"),
    Row(
      "use of a field", .html, #"<input autocomplete="section-a one-time-code" value="471188">"#,
      "471188"),
    Row(
      "use without quotes", .html, "<input value='hunter2' autocomplete=current-password>",
      "hunter2"),
    Row("block of YAML", .text, "auth:\n  authToken:\n    value: Zx81kQp47LmW\n    type: bearer\n"),
    Row("list in YAML", .text, "tokens:\n- Zx81kQp47LmW\n- other\n"),
    Row("text in YAML", .text, "a:\n  secret: |\n    Zx81kQp47LmW\n"),
    Row("object of a program", .text, "const c = {authToken: {value: 'Zx81kQp47LmW'}, n: 1}"),
    Row("list of a program", .text, "var tokens = ['Zx81kQp47LmW', 'b']"),
    Row("column of a table", .text, "id,password,name\r\n1,hunter2,Ada\r\n", "hunter2"),
    Row("quoted column", .text, "name;\"token\"\n\"ab\";\"Zx81kQp47LmW\"\n"),
    Row(
      "column of a drawn table", .text, "| id | password |\n|---|---|\n| 1 | hunter2 |\n", "hunter2"
    ),
    Row("settings under a head", .text, "[main]\nuser = a\npassword = hunter2\n", "hunter2"),
    Row("object without quotes", .text, "{User:ada Token:Zx81kQp47LmW}"),
    Row(
      "escaped twice", .url,
      "http://h.test/?n=https%253A%252F%252Fx%252Fa%253Ftoken%253DZx81kQp47LmW"),
    Row(
      "value in front of its name", .json, #"[{"value":"hunter2","name":"DB_PASSWORD"}]"#, "hunter2"
    ),
    Row(
      "list of properties", .html, "<dict><key>apiToken</key>\n<string>Zx81kQp47LmW</string></dict>"
    ),
    Row("entities in an attribute", .html, "<p data-a='{&#34;token&#34;:&#34;Zx81kQp47LmW&#34;}'>"),
    Row("protocol of a WebSocket", .header("Sec-WebSocket-Protocol"), "v1, bearer.Zx81kQp47LmW"),
    Row("name in Portuguese", .json, #"{"chaveDeAcesso":"Zx81kQp47LmW","x":1}"#),
    Row("field of a password", .html, #"<input type=password value="hunter2">"#, "hunter2"),
    Row(
      "the same, other order", .html, #"<INPUT value='hunter2' name=f1 TYPE='password'/>"#,
      "hunter2"),
    Row(
      "JSON in base64", .json, #"{"blob":""# + base64(#"{"password":"hunter2"}"#) + #""}"#,
      base64(#"{"password":"hunter2"}"#)),
    Row(
      "JSON in base64 in a header", .header("X-Context"),
      base64(#"{"a":{"access_token":"Zx81kQp47LmW"}}"#),
      base64(#"{"a":{"access_token":"Zx81kQp47LmW"}}"#)),
    Row(
      "spaced JSON in base64", .json,
      #"{"blob":""# + base64("{\n  \"apiKey\": \"Zx81kQp47LmW\"\n}") + #""}"#,
      base64("{\n  \"apiKey\": \"Zx81kQp47LmW\"\n}")),
    Row(
      "a key in base64", .json,
      #"{"b":""# + base64(#"{"k":"ghp_abcdefghijklmnopqrst0123"}"#)
        + #""}"#, base64(#"{"k":"ghp_abcdefghijklmnopqrst0123"}"#)),
    Row("X-Refresh", .header("X-Refresh"), value), Row("X-Ticket", .header("X-Ticket"), value),
    Row("curl -u", .text, "curl -s -u ada:hunter2 https://h.test/", "hunter2"),
    Row("curl --user", .text, "curl --user 'ada:hunter2' https://h.test/", "hunter2"),
    Row("curl in JSON", .json, #"{"cmd":"curl -u \"ada:hunter2\" h.test"}"#, "hunter2"),
    Row("curl -su", .text, "curl -su ada:hunter2 https://h.test/", "hunter2"),
    Row("curl -k -u, quoted", .text, #"curl -k -u ada:"hunter2" https://h.test/"#, "hunter2"),
    Row("curl --user=", .text, "curl --user=ada:hunter2 https://h.test/", "hunter2"),
    Row("curl -u in JSON, quoted", .json, #"{"c":"\ncurl -u ada:\"hunter2\" h"}"#, "hunter2"),
    Row("sshpass", .text, "sshpass -p hunter2 ssh -p 22 ada@h.test", "hunter2"),
    Row("mysql", .text, "mysql -uroot -phunter2 shop", "hunter2"),
    Row("docker login", .text, "docker login -u ada -p hunter2 registry.test", "hunter2"),
    Row("httpie", .text, "http -va ada:hunter2 h.test/x", "hunter2"),
    Row("wget", .text, "wget --user=ada --password=hunter2 https://h.test/", "hunter2"),
    Row("redis", .text, "redis-cli -h h.test -a hunter2 ping", "hunter2"),
    Row("psql", .text, "psql postgres://ada:hunter2@h.test/shop", "hunter2"),
    Row("an option", .text, "mytool --api-token Zx81kQp47LmW run"),
    Row(
      "words of a wallet", .json,
      #"{"mnemonic":"legal winner thank year wave sausage worth useful legal winner thank yellow"}"#,
      "sausage worth useful"),
    Row(
      "a phrase", .json,
      #"{"seedPhrase":"legal winner thank year wave sausage worth useful legal winner thank vote"}"#,
      "sausage worth useful"),
    Row("a link", .json, #"{"magic_link":"https://h.test/in?t=Zx81kQp47LmW"}"#),
    Row("id of a key", .json, #"{"accessKeyId":"Zx81kQp47LmW"}"#),
    Row("weak word", .json, #"{"nonce":"n-0S6_WzA2Mj"}"#, "n-0S6_WzA2Mj"),
    Row(
      "entity in a type", .html, ##"<input type="&#112;ass&#x77;ord" value="hunter2">"##, "hunter2"),
    Row(
      "name and value in XML", .html, "<p><name>password</name> <value>hunter2</value></p>",
      "hunter2"),
    Row("X-Access", .header("X-Access"), value), Row("DPoP", .header("DPoP"), value),
    Row("bearer of a WebSocket", .header("Sec-WebSocket-Protocol"), "bearer, Zx81kQp47LmW"),
    Row(
      "Facebook", .text, "EAAC" + "W5Fg5N2IBAOZCabcdefgh0123456789ZD",
      "W5Fg5N2IBAOZCabcdefgh0123456789ZD"),
    Row("setx", .text, "setx DB_PASSWORD hunter2", "hunter2"),
    Row("setx for all", .text, "> setx /M API_TOKEN \"Zx81kQp47LmW\"\r\n"),
    Row("netrc", .text, "machine h.test login ada password hunter2\n", "hunter2"),
    Row("netrc in lines", .text, "machine h.test\n  login ada\n  password hunter2\n", "hunter2"),
    Row(
      "variable of Terraform", .text,
      "variable \"db_password\" {\n  type = string\n  default = \"hunter2\"\n}\n", "hunter2"),
    Row("SQL", .text, "ALTER USER ada WITH PASSWORD 'hunter2';", "hunter2"),
    Row("SQL of a user", .text, "CREATE USER a IDENTIFIED BY 'hunter2'", "hunter2"),
    Row("SQL in JSON", .json, #"{"sql":"CREATE USER a IDENTIFIED BY 'hunter2'"}"#, "hunter2"),
    Row(
      "SQL with a plugin", .text, "CREATE USER a IDENTIFIED WITH sha2 BY 'hunter2'", "hunter2"),
    Row("function of SQL", .text, "SET PASSWORD FOR 'a' = PASSWORD('hunter2')", "hunter2"),
    Row(
      "rows of SQL", .json,
      #"{"sql":"INSERT INTO users (name, password) VALUES ('a','hunter2')"}"#, "hunter2"),
    Row(
      "second row of SQL", .text,
      "insert into u (`id`, `password`, at) values (1, NULL, now()),\n(2, 'it''s-hunter2', now());",
      "s-hunter2"),
    Row(
      "function in a row of SQL", .text,
      "INSERT INTO u (password, id) VALUES (crypt('hunter2', gen_salt('bf')), 7)", "hunter2"),
    Row("number in a row of SQL", .text, "INSERT INTO u(id,pin) VALUES(1,48291)", "48291"),
    Row("PHP", .text, #"a:1:{s:8:"password";s:7:"hunter2";}"#, "hunter2"),
    Row("PHP with a quote", .text, #"a:1:{s:8:"password";s:7:"hun"zq7";}"#, "zq7"),
    Row("PHP in JSON", .json, #"{"d":"a:1:{s:8:\"password\";s:7:\"hunter2\";}"}"#, "hunter2"),
    Row("number of PHP", .text, #"a:1:{s:3:"pin";i:48291;}"#, "48291"),
    Row("session of PHP", .text, #"user|s:3:"ada";password|s:7:"hunter2";"#, "hunter2"),
    Row("pair in JSON", .json, #"["password","x1Y2z3W4v5U6"]"#, "x1Y2z3W4v5U6"),
    Row("pairs in JSON", .json, #"[["user","ada"], ["password", "hunter2"]]"#, "hunter2"),
    Row("number in pairs", .json, #"[["a",1],["pin",48291]]"#, "48291"),
    Row("headers in a flat list", .json, #"["Host","h.test","X-Api-Key","Zx81kQp47LmW"]"#),
    Row("postal code and PIN", .json, #"{"pinCode":"48291","city":"Pune"}"#, "48291"),
    Row("name in Chinese text", .text, "请输入密码：\n密码: Zx81kQp47LmW"),
    Row(
      "hook", .text, "https://discordapp.com/api/webhooks/123456789/AbCdEfGhIjKlMnOpQr",
      "AbCdEfGhIjKlMnOpQr"),
  ]

  private static func exchange(_ row: Row) -> Exchange {
    var request = HTTPRequest(url: "http://h.test/")
    var headers: Headers = [:]
    var body: Body = .empty
    switch row.place {
    case .json: (headers["Content-Type"], body) = ("application/json", Body(row.text))
    case .html: (headers["Content-Type"], body) = ("text/html", Body(row.text))
    case .text: (headers["Content-Type"], body) = ("text/plain", Body(row.text))
    case .events: (headers["Content-Type"], body) = ("text/event-stream", Body(row.text))
    case .url: request.url = row.text
    case .form:
      request.method = .post
      request.headers["Content-Type"] = "application/x-www-form-urlencoded"
      request.body = .bytes(Body(row.text))
    case .location: headers["Location"] = row.text
    case .header(let name): headers[name] = row.text
    }
    let response = Response(statusCode: 200, headers: headers, body: body, request: request)
    return Exchange(
      sequence: 1, name: "", startedAt: 1, request: request, result: .success(response))
  }

  @Test("nothing is left of a secret in a place of its kind", arguments: rows)
  func places(row: Row) {
    let exchange = Self.exchange(row)
    let value = Array(row.value.utf8)
    #expect(HARWriter().document([exchange]).contains(bytes: value), "nothing was planted")
    #expect(!Redactor().scan(exchange).isEmpty)
    let redacted = Redactor(salt: [1]).redact(exchange)
    #expect(!HARWriter().document([redacted]).contains(bytes: value))
    let body = redacted.response?.body.bytes ?? []
    #expect(!body.contains(bytes: value))
    #expect(Redactor().scan(redacted) == [])
    if case .json = row.place, !row.title.contains("broken") {
      #expect(throws: Never.self) { try JSON(parsing: body) }
    }
  }

  @Test("a password that looks like a path is taken out")
  func slashes() {
    let text = #"{"password":"/9jAbX3k/Qw8ZtY0pLmN4rS2","PWD":"/home/ada/src"}"#
    let redacted = Redactor().redact(text)
    #expect(!redacted.contains("9jAbX3k") && redacted.contains("/home/ada/src"))
  }

  @Test("what describes a secret stays in the object under its name")
  func described() {
    for text in [
      #"{"token":{"type":"bearer-8f2a91bcDD77","expires_in":1234567890123,"symbol":"USDC-77a"}}"#,
      #"{"session":{"id":7,"theme":"dark-7","cart":"c-8812"},"password":{"min":8,"hint":"p3t-name"}}"#,
      #"{"credentials":{"region":"eu-west-1","type":"x509-v3"}}"#,
      #"{"code":"ERR-4096-77","message":"x"}"#,
      #"{"code":"SUMMER-2026","discount":10}"#, #"{"key":"uploads/2026/cat.png"}"#,
    ] {
      #expect(Redactor().redact(text) == text)
    }
  }

  @Test("random bytes hold no secret, unless text says so")
  func binary() {
    var state: UInt64 = 0x9e37_79b9
    var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]
    for _ in 0..<1_500_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes.append(UInt8(truncatingIfNeeded: state >> 56))
    }
    var exchange = Exchange.sample()
    func answer(_ bytes: [UInt8]) -> Exchange {
      exchange.result = .success(
        Response(
          statusCode: 200, headers: ["Content-Type": "image/png"], body: Body(bytes),
          request: exchange.request))
      return exchange
    }
    #expect(Redactor().scan(answer(bytes)) == [])
    let chance = bytes + [0] + Array("x7 pw=Zx81k#Qp".utf8) + [0, 0xff]
    #expect(Redactor().scan(answer(chance)) == [])
    let planted = bytes + [0] + Array("tEXt password=Zx81kQp47LmW".utf8) + [0, 0xff]
    #expect(Redactor().scan(answer(planted)).map(\.name) == ["password"])
    // A mark inside would break it.
    let redacted = Redactor().redact(answer(planted))
    #expect(redacted.response?.body.text == "‹redacted:password›")
    #expect(redacted.response?.wire.text == "‹redacted:password›")
    #expect(redacted.redacted.contains("response.body"))
    let twice = Comparison().change(from: redacted, to: redacted.result ?? .failure(.cancelled))
    #expect(twice.kind == .redacted)
    #expect(Redactor().redact(answer(bytes)).response?.body.bytes == bytes)
  }

  @Test("a password in parts of a form is taken out, whatever the pieces of the body are")
  func parts() throws {
    let parts = Multipart([
      Multipart.Part(name: "user", .data("ada")),
      Multipart.Part(name: "password", .data("hunter2")),
      Multipart.Part(name: "meta", .data(#"{"pin":"4711"}"#), mimeType: "application/json"),
    ])
    var request = HTTPRequest(method: .post, url: "http://h.test/")
    request.body = .multipart(try parts.encoded { "BB" })
    let redacted = Redactor().redact(request)
    guard case .multipart(let clean) = redacted.body else {
      Issue.record("no parts")
      return
    }
    let text = clean.segments.map { segment -> String in
      if case .bytes(let body) = segment { body.text ?? "" } else { "" }
    }.joined()
    #expect(text.contains("ada") && !text.contains("hunter2") && !text.contains("4711"))
    #expect(text.contains("name=\"password\"") && text.hasSuffix("--BB--\r\n"))
  }

  @Test(
    "the name of a part is read however it is written",
    arguments: ["Name=password", "name = \"password\"", "name*=UTF-8''passw%6Frd"])
  func partNames(name: String) {
    let head = "--BB\r\nContent-Disposition: form-data; \(name)\r\n\r\n"
    let type = MediaType("multipart/form-data; boundary=BB")
    let text = Redactor().redact(Body(head + "Hunter2-x\r\n--BB--\r\n"), type: type).text
    #expect(text == head + "‹redacted:password›\r\n--BB--\r\n")
  }

  @Test("a token in the name of a part's file is taken out")
  func fileNames() {
    let head = "--BB\r\nContent-Disposition: form-data; name=\"f\"; filename=\"token="
    let type = MediaType("multipart/form-data; boundary=BB")
    let body = Body(head + "Zx81kQp47LmW\"\r\n\r\nada\r\n--BB--\r\n")
    let text = Redactor().redact(body, type: type).text
    #expect(text == head + "‹redacted:token›\"\r\n\r\nada\r\n--BB--\r\n")
  }

  @Test("a binary part goes as a whole, and the parts beside it stay")
  func binaryPart() {
    let image: [UInt8] =
      [0x89, 0x50, 0x4e, 0x47, 0, 0] + Array("tEXt password=Zx81kQp47LmW".utf8) + [0]
    let head = "--BB\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nada\r\n--BB\r\n"
    let file = "Content-Disposition: form-data; name=\"f\"\r\nContent-Type: image/png\r\n\r\n"
    let body = Array(head.utf8) + Array(file.utf8) + image + Array("\r\n--BB--\r\n".utf8)
    let type = MediaType("multipart/form-data; boundary=BB")
    let text = Redactor().redact(Body(body), type: type).text
    #expect(text == head + file + "‹redacted:password›\r\n--BB--\r\n")
  }

  @Test("a shown URL has stars for what redaction takes out of it")
  func shown() {
    for row in Self.rows {
      guard case .url = row.place else { continue }
      #expect(!row.text.withMaskedSecrets.contains(row.value), "\(row.title)")
      #expect(row.text.withStarredSecrets.utf8.count == row.text.utf8.count)
    }
  }

  @Test("a screen's bullets stand for every copy of a hidden value")
  func bullets() {
    let hiding = Redactor(style: .bullets).knowing([NamedSecret(name: "x", value: "tomato-77")])
    var request = HTTPRequest(url: "http://h.test/tomato-77?token=abc123def")
    request.headers = ["Authorization": "Basic YWRhOmh1bnRlcjI=", "X-Plain": "a tomato-77 b"]
    let shown = hiding.redact(request)
    #expect(shown.url == "http://h.test/•••?token=•••")
    #expect(shown.headers["Authorization"] == "Basic •••")
    #expect(shown.headers["X-Plain"] == "a ••• b")
    #expect(hiding.redact(shown).url == shown.url)
  }

  @Test("values an object holds under a secret's name are found in linear time")
  func nested() {
    let depth = 20_000
    let text =
      String(repeating: #"{"token":"#, count: depth) + #""Zx81kQp47LmW""#
      + String(repeating: "}", count: depth)
    #expect(!Redactor().redact(text).contains(Self.value))
  }
}
