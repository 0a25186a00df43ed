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
    "a literal without a secret stays",
    arguments: [
      "{'token': token, 'password': user.password}", "{token: `${token}`}",
      "{'Authorization': `Bearer ${token}`}", "headers.set('Authorization', `Bearer ${t}`)",
      "| `token` | `string` |", "`password`: `string`, the person's own", "`token`: see below",
      "permit('password', 'token')", "['password', 'remember_token']", "{\"token\", \"user\"}",
      "validates('password', 'min:8|max:72')", "t(\"password\", \"Your password\")",
      "let token: String? = nil", "var token: string;", "token := newToken(t)",
      "const token string = \"\"", "{'token_type': \"Bearer-2\"}", "case 'tokens': \"\"",
      "[1, 2, 'token']", "[\"token\"]=>\n  string(0) \"\"", "auth: user=\"ada12\"",
    ])
  func ordinary(line: String) {
    #expect(body(line, "text/plain").text == line)
    let json = "{\"log\":\(JSON(line).text)}"
    #expect(body(json, "application/json").text == json)
  }
}
