import NetEngine
import NetRecordings
import Testing

/// Secrets in literals and dumps of programs, whatever quotes stand around names and values.
@Suite("Secrets in literals of programs") struct PlantedLiteralsTests {
  private func body(_ text: String, _ type: String) -> Body {
    Redactor().redact(Body(text), type: MediaType(type))
  }

  private static let quotes = ["'", "\"", "`"]

  /// Pairs in each combination of quotes.
  private static let pairs = quotes.flatMap { name in
    ["'X'", "\"X\"", "`X`", "X"].flatMap { value in
      [": ", ":", " : ", " => ", "=>"].map { "{\(name)token\(name)\($0)\(value)}" }
    }
  }

  @Test(
    "a secret is taken out of a literal",
    arguments: pairs + [
      "{token: `X`}", "{ user: 'ada', token: \"X\" }", "[{'user': 'ada', 'token': \"X\"}]",
      "{'token': u'X'}", "{u'token': u\"X\"}", "{b'token': b'X'}", "{'token': SecretStr('X')}",
      "{:token => \"X\"}", "{:token=>'X'}", "{\"user\" => 1, \"token\"=>\"X\"}",
      "{\"user\": \"ada\", \"token\": 'X'}", "{\"a\": 1, 'token': \"X\"}",
      "[\"token\": Optional(\"X\")]", "[\"user\": \"ada\", \"token\": Optional(\"X\")]",
      "Login(user: \"ada\", token: Optional(\"X\"))", "User { token: Some(\"X\") }",
      "&{User:ada Token:X}", "main.Login{User:\"ada\", Token:\"X\"}", "map[token:X user:ada]",
      "token := \"X\"", "const token string = \"X\"", "let token: String = \"X\"",
      "@\"token\": @\"X\"", "token = @\"X\"", "@{Token='X'; User=\"ada\"}",
      "$config['token'] = \"X\";", "config[\"token\"] = 'X'", "config[`token`] = `X`",
      "ENV['API_TOKEN'] = \"X\"", "array('token' => \"X\")", "[\"token\"]=>\n  string(12) \"X\"",
      "[('user', 'ada'), ('token', 'X')]", "localStorage.setItem('token', \"X\")",
      "headers.set(\"Authorization\", 'Bearer X')", "define('API_TOKEN', 'X');",
      "{\"token\", \"X\"}", "Map(\"token\" -> \"X\")",
      "curl_setopt($c, CURLOPT_USERPWD, \"ada:X\");",
      "{'token': 'it\\'s X'}", "{'user': 'ada', 'token': \"it's X\", 'n': 1}",
    ])
  func literals(line: String) {
    let secret = "Zx81kQp47LmW"
    let text = line.replacing("X", with: secret)
    for type in ["text/plain", "application/javascript", "text/html"] {
      let left = body(text, type).text ?? ""
      #expect(!left.contains(secret), "\(type): \(left)")
    }
    let left = body("{\"log\":\(JSON(text).text)}", "application/json")
    #expect(left.text?.contains(secret) == false, "\(left.text ?? "")")
    #expect(throws: Never.self) { try JSON(parsing: left.bytes) }
  }

  @Test(
    "a secret is taken out of settings, commands, tables and messages",
    arguments: [
      "env:\n- name: DB_PASSWORD\n  value: X\n", "- name: \"DB_PASSWORD\"\n  value: \"X\"\n",
      "FROM a\nENV DB_PASSWORD X\n", "setenv API_TOKEN X", "SetEnv API_TOKEN X",
      "set -gx API_TOKEN 'X'", "aws configure set aws_secret_access_key X",
      "npm config set //r.test/:_authToken X", "proxy_set_header Api-Key X;", "requirepass X",
      "default login ada password X", "keytool -storepass X -list", "run -Password X", "7z x -pX a",
      "password = \"\"\"X\"\"\"", "userPassword:: X", "WIFI:T:WPA;S:net;P:X;;",
      "jdbc:oracle:thin:ada/X@h.test:1521/a", "密码：X", "Password：X", "[token: X]",
      "https://a.webhook.office.com/webhookb2/b@c/IncomingWebhook/X/d",
      "ada:$apr1$abcdefgh$X0123456789", "{\"h\":\"$2b$10$abcdefghijX\"}",
      "<td>Password</td><td>X</td>", "<li><b>Your password:</b> X</li>",
      "<member><name>password</name><value><string>X</string></value></member>",
      "<script>a(\"{\\x22token\\x22:\\x22X\\x22}\")</script>",
      "PuTTY-User-Key-File-2: a\nPrivate-Lines: 2\nAAAAB3NzaC1yc2E\nX=\nPrivate-MAC: 00\n",
      ".h.test\tTRUE\t/\tTRUE\t0\tsid\tX\n",
      "{\"fields\":[{\"id\":\"password\",\"value\":\"X\"}]}",
      "{\"name\":\"password\",\"type\":\"text\",\"value\":\"X\"}",
      "[{\"op\":\"add\",\"path\":\"/user/password\",\"value\":\"X\"}]",
    ])
  func formats(text: String) {
    let secret = "Zx81kQp47LmW"
    let text = text.replacing("X", with: secret)
    #expect(body(text, "text/plain").text?.contains(secret) == false)
    let inString = body("{\"log\":\(JSON(text).text)}", "application/json")
    #expect(inString.text?.contains(secret) == false, "\(inString.text ?? "")")
    #expect(throws: Never.self) { try JSON(parsing: inString.bytes) }
  }

  @Test("the number of a card in an object of a card is taken out")
  func cards() {
    for number in [#""4111 1111 1111 1111""#, "4111111111111111"] {
      let text = #"{"card":{"brand":"visa","number":\#(number),"exp_month":1},"number":17}"#
      let left = body(text, "application/json").text ?? ""
      #expect(!left.contains("1111") && left.contains("visa") && left.contains("17}"))
    }
  }

  @Test(
    "a literal without a secret stays",
    arguments: [
      "{'token': token, 'password': user.password}", "{token: `${token}`}",
      "{'Authorization': `Bearer ${token}`}", "headers.set('Authorization', `Bearer ${t}`)",
      "| `token` | `string` |", "`password`: `string`, the person's own", "`token`: see below",
      "headers['Authorization'] = \"Basic %s\" % auth", "h('Authorization', \"Basic $encoded\");",
      "('tokens', 'cl100k')", "permit('password', 'token')", "['password', 'remember_token']",
      "{\"token\", \"user\"}",
      "validates('password', 'min:8|max:72')", "t(\"password\", \"Your password\")",
      "let token: String? = nil", "var token: string;", "token := newToken(t)",
      "const token string = \"\"", "{'token_type': \"Bearer-2\"}", "case 'tokens': \"\"",
      "[1, 2, 'token']", "[\"token\"]=>\n  string(0) \"\"", "auth: user=\"ada12\"",
      "- name: DB_PASSWORD\n  value: $(DB_PASSWORD)", "ENV TOKEN ${TOKEN}", "ENV A=1\nRUN x2",
      "proxy_set_header Authorization $http_authorization;", "set -e\nset password to the new one",
      "<td>Password</td><td>required</td>", "<th>Token</th><td>ERC20</td>", "tar -xzf token1.tgz",
      "ls -token-dir x1", "{\"id\":\"token\",\"label\":\"Token\",\"value\":\"required\"}",
      "{\"name\":\"password\",\"type\":\"password\",\"label\":\"New1 here\"}",
      "WIFI:T:nopass;S:net;;",
      "{\"path\":\"/token\",\"method\":\"GET\"}", "a:$6$short", "x\tTRUE\tFALSE\n", "你好：世界",
    ])
  func ordinary(line: String) {
    #expect(body(line, "text/plain").text == line)
    let json = "{\"log\":\(JSON(line).text)}"
    #expect(body(json, "application/json").text == json)
  }
}
