import NetEngine
import NetRecordings
import TestSupport
import Testing

@Suite("Secrets", .timeLimit(.minutes(10))) struct RedactionTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func leaks(_ bytes: [UInt8]) -> [String] {
    PlantedSecrets.spellings.filter { bytes.contains(bytes: $0.bytes) }.map(\.name)
  }

  private var session: Session { Session(PlantedSecrets.exchanges) }

  @Test("the raw session has all twelve, and scan finds a secret in every exchange")
  func raw() throws {
    let bytes = HARWriter().document(PlantedSecrets.exchanges)
    #expect(Set(leaks(bytes)) == Set(PlantedSecrets.all))
    for exchange in PlantedSecrets.exchanges.prefix(4) {
      #expect(!Redactor().scan(exchange).isEmpty, "exchange \(exchange.sequence)")
    }
  }

  @Test("a sealed session has none, salted or stable, inline or not", arguments: [true, false])
  func sealed(isStable: Bool) throws {
    var options = SealOptions()
    options.redactor = Redactor(salt: isStable ? nil : [1, 2, 3])
    options.isStable = isStable
    let report = try session.seal(to: folder.path + "/s.har", options)
    #expect(report.redactedCount >= 12)
    for name in folder.files { #expect(leaks(folder.bytes(name)) == [], "\(name)") }
    let again = try Session.open(folder.path + "/s.har")
    for exchange in again.exchanges {
      #expect(Redactor().scan(exchange) == [], "exchange \(exchange.sequence)")
      #expect(!exchange.redacted.isEmpty)
    }
  }

  @Test("equal secrets have equal marks, and other salts other ones")
  func marks() throws {
    var known = KnownSecrets()
    let redactor = Redactor(salt: [1])
    for exchange in PlantedSecrets.exchanges { redactor.learn(from: exchange, into: &known) }
    let first = redactor.redact(PlantedSecrets.exchanges[2], knowing: known)
    let hops = try #require(first.response?.hops)
    let mark = try #require(hops[0].headers["Location"]?.split(separator: "token=").last)
    #expect(mark.hasPrefix("%E2%80%B9redacted%3Atoken%23") && mark.hasSuffix("%E2%80%BA"))
    #expect(hops[1].url.hasSuffix(mark))
    let other = Redactor(salt: [2]).redact(PlantedSecrets.exchanges[2], knowing: known)
    #expect(other.response?.hops[1].url.hasSuffix(mark) == false)
    #expect(
      Redactor().redact(url: "http://h/?sid=abc")
        == "http://h/?sid=%E2%80%B9redacted%3Asid%E2%80%BA")
  }

  @Test("an identifier in a path is no secret in other places")
  func identifierInPath() {
    let id = "550e8400-e29b-41d4-a716-446655440000"
    var first = Exchange.sample(1)
    first.request.url = "http://h.test/token/\(id)"
    let second = Exchange.sample(2, body: "{\"order\":\"\(id)\"}")
    let redactor = Redactor()
    var known = KnownSecrets()
    redactor.learn(from: first, into: &known)
    #expect(!redactor.redact(first, knowing: known).request.url.contains(id))
    #expect(redactor.redact(second, knowing: known).response?.body.text?.contains(id) == true)
  }

  @Test("cookies lose their values one by one, also where a body repeats the whole header")
  func echoedCookies() throws {
    let cookies = "sid=q7Zk29pLw0aX; theme=dark-4711-blue"
    var first = Exchange.sample(1)
    first.result = .success(
      Response(
        statusCode: 200, headers: ["Content-Type": "application/json"],
        body: Body(#"{"headers":{"cookie":"\#(cookies)"}}"#), request: first.request))
    var second = Exchange.sample(2)
    second.request.headers["Cookie"] = cookies
    let redactor = Redactor()
    var known = KnownSecrets()
    for exchange in [first, second] { redactor.learn(from: exchange, into: &known) }
    let clean = redactor.redact(second, knowing: known)
    #expect(
      clean.request.headers["Cookie"] == "sid=‹redacted:sid›; theme=‹redacted:theme›")
    let answer = redactor.redact(first, knowing: known)
    #expect(answer.response?.body.text?.contains("q7Zk29pLw0aX") == false)
  }

  @Test("a body that says it is a form and is a document is read as one")
  func documentAsForm() {
    for text in [
      #"{"name":"ada","password":"q7Zk29pLw0aX"}"#, #" [{"api_key": "q7Zk29pLw0aX"}]"#,
      "<login password=\"q7Zk29pLw0aX\"/>",
    ] {
      var exchange = Exchange.sample()
      exchange.request = HTTPRequest(
        method: .post, url: "http://h.test/login",
        headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: .bytes(Body(text)))
      let clean = Redactor().redact(exchange)
      #expect(!"\(clean.request.body)".contains("q7Zk29pLw0aX"), "\(text)")
      #expect(!clean.redacted.isEmpty, "\(text)")
    }
  }

  @Test("a text that taught nothing is redacted by what later ones teach, and under other names")
  func learntLater() {
    let value = "q7Zk29pLw0aX"
    var exchanges = [("X-Item", "/a"), ("X-Item", "/a"), ("X-Api-Key", "/b")].map { name, path in
      var exchange = Exchange.sample()
      exchange.request = HTTPRequest(url: "http://h.test" + path, headers: [name: value])
      return exchange
    }
    // The same bytes, as a form in which they are a secret, and as text in which they are none.
    let bodies = ["text/plain", "application/x-www-form-urlencoded"]
    for (index, type) in bodies.enumerated() {
      exchanges[index].request.headers.append(HeaderField("Content-Type", type))
      exchanges[index].request.body = .bytes(Body("a=1 2&pin=4711"))
    }
    var known = KnownSecrets()
    for exchange in exchanges { Redactor().learn(from: exchange, into: &known) }
    let clean = exchanges.map { Redactor().redact($0, knowing: known) }
    for exchange in clean { #expect(!"\(exchange.request.headers)".contains(value)) }
    let sent = clean.map { exchange -> String in
      if case .bytes(let body) = exchange.request.body {
        String(decoding: body.bytes, as: UTF8.self)
      } else {
        ""
      }
    }
    #expect(!sent[1].contains("4711"))
  }

  @Test("a secret that only what the app got holds is taken out, and told by that place")
  func toApp() throws {
    var exchange = Exchange.sample()
    let type: Headers = ["Content-Type": "application/json"]
    let body: Body = #"{"token":"q7Zk29pLw0aX"}"#
    exchange.toApp = .success(
      Response(statusCode: 200, headers: type, body: body, request: exchange.request))
    exchange.result = .success(
      Response(statusCode: 401, headers: type, body: "{}", request: exchange.request))
    #expect(Redactor().scan(exchange).map(\.path) == ["toApp.body/token"])
    let clean = Redactor().redact(exchange)
    #expect(clean.redacted == ["toApp.body/token"])
    #expect(clean.toApp?.response?.body.text?.contains("q7Zk29pLw0aX") == false)
    try Session([exchange]).seal(to: folder.path + "/toApp.har")
    #expect(!folder.bytes("toApp.har").contains(bytes: Array("q7Zk29pLw0aX".utf8)))
    exchange.toApp = .success(
      Response(statusCode: 200, body: Body([0xff, 0, 1]), request: exchange.request))
    #expect(Redactor().unread(in: exchange).map(\.path) == ["toApp.body"])
  }

  @Test("a secret that only the app's own request holds is taken out, and told by that place")
  func fromApp() throws {
    var exchange = Exchange.sample()
    let body: Body = #"{"token":"q7Zk29pLw0aX"}"#
    exchange.fromApp = HTTPRequest(
      method: .post, url: "http://h.test/?access_token=q8Zk29pLw0aX",
      headers: ["X-Api-Key": "q9Zk29pLw0aX", "Content-Type": "application/json"],
      body: .bytes(body))
    let clean = Redactor().redact(exchange)
    #expect(
      Set(clean.redacted) == [
        "fromApp.url.access_token", "fromApp.headers.X-Api-Key", "fromApp.body/token",
      ])
    let bytes = HARWriter().entry(clean).line
    #expect(!bytes.contains(bytes: Array("Zk29pLw0aX".utf8)))
    exchange.fromApp?.body = .bytes(Body([0xff, 0, 1]))
    #expect(Redactor().unread(in: exchange).map(\.path) == ["fromApp.body"])
  }

  @Test(
    "a secret that begins inside of another, and ends behind it, leaves no tail", arguments: [0, 1])
  func overlapping(first: Int) throws {
    var exchanges = [
      (#"{"password":"s3cret,Part2xyz9"}"#, "application/json"),
      ("token=bob:s3cret,Part2xyz9 and bob:s3cret,Part2xyz9", "text/plain"),
    ].map { text, type in
      var exchange = Exchange.sample()
      exchange.request = HTTPRequest(
        url: "http://h.test/", headers: ["Content-Type": type], body: .bytes(Body(text)))
      return exchange
    }
    if first == 1 { exchanges.reverse() }
    try Session(exchanges).seal(to: folder.path + "/o.har")
    #expect(!folder.bytes("o.har").contains(bytes: Array("Part2xyz9".utf8)))
    let repeated = String(repeating: "ab", count: 3_000)
    let known = Redactor().knowing([NamedSecret(name: "x", value: repeated)])
    // One that repeats itself begins in each of its letters; looking there has an end.
    #expect(known.redact(String(repeating: "ab", count: 200_000)).hasPrefix("‹redacted:x"))
  }

  @Test("what is redacted stays as it is when it is redacted again")
  func again() {
    for redactor in [Redactor(), Redactor(salt: [9])] {
      for exchange in PlantedSecrets.exchanges {
        let once = redactor.redact(exchange)
        #expect(redactor.redact(once).difference(from: once) == nil)
      }
    }
  }

  @Test("JSON stays JSON, URLs stay URLs, the rest of a header stays")
  func forms() throws {
    let login = Redactor(salt: [1]).redact(PlantedSecrets.exchanges[0])
    let body = try #require(login.response?.body)
    let json = try JSON(parsing: body.bytes)
    #expect(json["pin"].string?.hasPrefix("‹redacted:pin,number#") == true)
    #expect(json["data"]["auth"]["access_token"].string?.hasSuffix("›") == true)
    #expect(login.request.url.hasPrefix("https://h.test/login?lang=de&token=%E2"))
    let cookie = try #require(login.request.headers["Cookie"])
    #expect(cookie.hasPrefix("theme=‹redacted:theme#") && cookie.contains("; sid=‹redacted:sid#"))
    #expect(login.response?.headers["Set-Cookie"]?.hasSuffix("›; Path=/; HttpOnly") == true)
    #expect(
      Redactor().redact(header: "Authorization", value: "Bearer abc.def")
        == "Bearer ‹redacted:authorization›")
    #expect(login.redacted.contains("request.headers.X-Api-Key"))
    #expect(login.redacted.contains("response.body/data/auth/access_token"))
    #expect(login.redacted.contains("response.body/pin"))
    #expect(login.redacted.contains("request.body.password"))
    #expect(login.redacted.contains("request.url.token"))
  }

  /// A cookie's value and whether its copies elsewhere are taken for the secret.
  static let values: [(value: String, isTaken: Bool)] = [
    ("copper", false), ("Dark", false), ("Europe/Berlin", false), ("dark-blue", false),
    ("104729", false), ("20261122093000", false), ("hunter2", true), ("a9f2c1", true),
    ("kRtWqzBn", true), ("en_US.UTF-8", true), ("correct-horse-battery", true),
    ("4111111111111111", true),
  ]

  @Test("words and small numbers are secrets only where they stand", arguments: values)
  func common(row: (value: String, isTaken: Bool)) {
    let exchange = Exchange(
      sequence: 1, name: "", startedAt: 0,
      request: HTTPRequest(url: "http://h.test/", headers: ["Cookie": "flavour=\(row.value)"]),
      result: .failure(.cancelled))
    var known = KnownSecrets()
    Redactor().learn(from: exchange, into: &known)
    let said = "the \(row.value) one"
    #expect((Redactor().redact(said, knowing: known) != said) == row.isTaken)
    let sent = Redactor().redact(exchange, knowing: known)
    #expect(sent.request.headers["Cookie"] == "flavour=‹redacted:flavour›")
  }

  static let texts: [(String, String)] = [
    (
      "{\"token\":null,\"session\":{\"id\":7},\"password\":true}",
      "{\"token\":null,\"session\":{\"id\":7},\"password\":true}"
    ),
    (
      "{\"token\" : [ \"abcdef\", 12, 1234567890 ]}",
      "{\"token\" : [ \"‹redacted:token›\", 12, \"‹redacted:token,number›\" ]}"
    ),
    ("it's \" odd {\"pin\":\"1234\"}", "it's \" odd {\"pin\":\"‹redacted:pin›\"}"),
    ("{\"pass\\u0077ord\":\"abc\"", "{\"pass\\u0077ord\":\"‹redacted:password›\""),
    (
      "{\"next\":\"/x?token=abc&p=2\"}",
      "{\"next\":\"/x?token=%E2%80%B9redacted%3Atoken%E2%80%BA&p=2\"}"
    ),
    ("ghp_abcdefghijklmnopqrst0123", "‹redacted:github-token›"),
    (
      "xoxb-1234567890-abc and sk-abcdefghijklmnop1",
      "‹redacted:slack-token› and ‹redacted:api-key›"
    ),
    ("task-abcdefghijklmnopq is no key", "task-abcdefghijklmnopq is no key"),
    (
      "-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----\n",
      "‹redacted:private-key›\n"
    ),
    ("{\"k\":\"-----BEGIN PRIVATE KEY-----\\nMII\\n\"}", "{\"k\":\"‹redacted:private-key›\"}"),
    ("nothing to see: a=b, AKIA, eyJ.x.y", "nothing to see: a=b, AKIA, eyJ.x.y"),
    ("GET /auth/bearer HTTP/1.1", "GET /auth/bearer HTTP/1.1"),
    ("bearer authentication is asked for", "bearer authentication is asked for"),
    ("after Bearer abc123def: reset", "after Bearer ‹redacted:bearer›: reset"),
    ("Bearer abcdefghijklmnopqrstuvwx", "Bearer ‹redacted:bearer›"),
    (
      "invalid session, code 'invalid_session': 您的一台手机从其他地方登陆",
      "invalid session, code 'invalid_session': 您的一台手机从其他地方登陆"
    ),
    ("of 'session_key': 您的一台手机从其他地方登陆", "of 'session_key': ‹redacted:session_key›"),
  ]

  @Test("text by text", arguments: texts.indices)
  func table(index: Int) {
    let (text, expected) = Self.texts[index]
    #expect(Redactor().redact(text) == expected)
  }

  @Test("a copied command has variables where secrets were, and runs once they are set")
  func curl() throws {
    var request = PlantedSecrets.exchanges[0].request
    request.body = .bytes(Body("{\"password\":\"it's\",\"note\":\"x\"}"))
    request.headers = [
      "Authorization": "Bearer abcdefgh", "X-Api-Key": "k", "Content-Type": "application/json",
    ]
    let (text, variables) = Redactor.curl(request)
    #expect(leaks(Array(text.utf8)) == [])
    #expect(text.contains("'Authorization: Bearer '\"$AUTHORIZATION\"''"))
    #expect(variables == ["TOKEN", "AUTHORIZATION", "X_API_KEY", "PASSWORD"])
    let script = """
      curl() { for word; do printf '<%s>' "$word"; done; }
      AUTHORIZATION=abcdefgh X_API_KEY=k TOKEN='a b' PASSWORD=p
      \(text)
      """
    let out = try Shell.run(script).text
    #expect(out.contains("<Authorization: Bearer abcdefgh>"))
    #expect(out.contains("<{\"password\":\"p\",\"note\":\"x\"}>"))
  }

  @Test("a command copied from a redacted session has variables where its marks are")
  func curlOfMarks() throws {
    var request = PlantedSecrets.exchanges[0].request
    request.headers = ["X-Api-Key": "abcdef", "Content-Type": "application/json"]
    request.body = .bytes(Body("{\"pin\":1234,\"password\":\"x y\"}"))
    for salt in [nil, [7]] as [[UInt8]?] {
      let (text, variables) = Redactor.curl(Redactor(salt: salt).redact(request))
      #expect(!text.contains("redacted") && variables == ["TOKEN", "X_API_KEY", "PIN", "PASSWORD"])
      let script = """
        curl() { for word; do printf '<%s>' "$word"; done; }
        PIN=99 X_API_KEY=k TOKEN='a b' PASSWORD=p
        \(text)
        """
      #expect(try Shell.run(script).text.contains("<{\"pin\":99,\"password\":\"p\"}>"))
    }
  }

  @Test(
    "a secret in a body that is fed through a pipe arrives as it is, whatever it holds",
    arguments: ["100%s%d", #"a\n\0134b\"#, "-n 'x' $HOME `id`"])
  func pipedSecret(value: String) throws {
    var request = HTTPRequest(method: .post, url: "http://a.test/")
    request.headers = ["Content-Type": "application/json"]
    // A tab: a terminal would complete words at it, so that the body goes through printf.
    request.body = .bytes(Body("{\n\t\"password\": \"x\", \"of\": \"50% \\\\\"\n}"))
    let (text, variables) = Redactor.curl(request)
    #expect(text.hasPrefix("printf ") && variables == ["PASSWORD"])
    let script = "curl() { cat; }\nPASSWORD=\(value.quotedForShell)\n\(text)"
    let sent = "{\n\t\"password\": \"\(value)\", \"of\": \"50% \\\\\"\n}"
    #expect(try Shell.run(script).text == sent)
  }

  @Test("the salt is made once, and nobody else may read it")
  func salt() throws {
    let one = try Redactor.salt(in: folder.path + "/state")
    #expect(one.count == 32)
    #expect(try Redactor.salt(in: folder.path + "/state") == one)
    #expect(folder.mode("state/salt") == 0o600)
    #expect(folder.mode("state") == 0o700)
  }

  @Test("sealing the same traffic twice, stable, differs in no byte")
  func stable() throws {
    var options = SealOptions()
    options.isStable = true
    for (name, shift) in [("a", 0), ("b", 86_400)] {
      var exchanges = PlantedSecrets.exchanges
      for index in exchanges.indices {
        exchanges[index].startedAt += shift * 1_000_000
        exchanges[index].id = "\(name)-\(index)"
        guard case .success(var response) = exchanges[index].result else { continue }
        for hop in response.hops.indices {
          response.hops[hop].headers.append(HeaderField("Date", "day \(shift)"))
          response.hops[hop].timings.wait = shift
          response.hops[hop].connection.local = "127.0.0.1:\(shift)"
        }
        exchanges[index].result = .success(response)
      }
      try Session(exchanges).seal(to: "\(folder.path)/\(name).har", options)
    }
    #expect(folder.bytes("a.har") == folder.bytes("b.har"))
    #expect(!folder.bytes("a.har").isEmpty)
  }
}
